// SPDX-License-Identifier: Zlib
// The rigid bodies of a world, and all that happens between them and the fluid. In a step a solver calls, in
// this order and as its method demands:
//
//   move()          the bodies fly on, and contacts keep the particles out of them
//   meet()          which particles have which bodies in their reach
//   computeSums()   what the bodies add to the particles' density, and how that changes with their places
//   …               density, pressure or multipliers, with pairs() and their sums; forces go to the bodies
//   drag()          viscosity between fluid and bodies
#pragma once

#include <optional>
#include <vector>

#include "boundary/body_pairs.h"
#include "boundary/rigid_contacts.h"
#include "boundary/sample_cloud.h"
#include "undine/result.h"

namespace undine {

class ByteReader;
class ByteWriter;

class RigidBodies {
  public:
    explicit RigidBodies(const SampleKernel& kernel) : kernel_(kernel) {}

    Result<RigidId> add(const RigidBodySettings& settings, const RigidMotion& motion, const ThreadPool& pool);
    bool remove(RigidId id);
    Result<void> setMotion(RigidId id, const RigidMotion& motion);
    std::optional<RigidMotion> motion(RigidId id) const;
    Result<void> setContacts(const RigidContactSettings& settings);

    bool empty() const { return bodies_.empty(); }
    std::span<RigidBody> bodies() { return bodies_; }
    std::span<const RigidBody> bodies() const { return bodies_; }
    float maxSpeed() const;
    /// Whether a point is in a body or closer than `distance` to its surface.
    bool contains(Vec3 p, float distance) const;

    /// All bodies, by the forces they have got.
    void move(double dt);

    /// Keeps the particles out of the bodies. `way` and `wayScale` as in ContactPass; the bodies have moved
    /// since the last move() or markPlaces().
    void collide(ContactPass pass, Index particles, const ThreadPool& pool);
    /// Where the bodies are now is where collide() has them come from.
    void markPlaces();

    /// Finds the pairs; the particles are sorted.
    void meet(const CellGrid& grid, const VectorSpan& x, const ThreadPool& pool);
    /// Puts the samples where the bodies have been shifted to.
    void placeSamples(const ThreadPool& pool);
    void computeSums(const VectorSpan& x, Vec3 gravity, const ThreadPool& pool) {
        pairs_.computeSums(x, gravity, kernel_, pool);
    }
    BodyPairs& pairs() { return pairs_; }

    /// Viscosity of the fluid against the bodies: momentum goes from one to the other, without ever turning
    /// the difference of their velocities round.
    void drag(const ContactPass& pass);

    void save(ByteWriter& out) const;
    Result<void> restore(ByteReader& in);
    /// Remembers the bodies as they are, and goes back to that after a step that failed.
    void remember() { remembered_ = bodies_; }
    void goBack() { bodies_ = remembered_; }

    std::size_t bytes() const { return pairs_.bytes() + still_.bytes() + moving_.bytes(); }

  private:
    /// The samples of a body, for when the clouds are made anew.
    struct Samples {
        std::vector<SurfaceSample> points;
        std::vector<float> volumes;
        bool still = true;  // has never moved
    };
    RigidBody* find(RigidId id);
    void makeClouds();

    SampleKernel kernel_;
    RigidContactSettings contacts_;
    std::vector<RigidBody> bodies_;
    std::vector<RigidBody> remembered_;
    std::vector<Samples> samples_;  // of each body
    RigidId nextId_ = 0;

    SampleCloud still_;   // sorted once
    SampleCloud moving_;  // sorted in every step
    SampleCloud* clouds_[2] = {&still_, &moving_};
    bool cloudsValid_ = false;
    BodyPairs pairs_;
    RigidContacts guard_;
    std::vector<BodyPlace> before_;
    std::vector<double> grips_;  // of each body, all pairs together
};

}  // namespace undine
