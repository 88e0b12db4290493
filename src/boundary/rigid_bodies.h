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
#include "boundary/walls.h"
#include "core/function_ref.h"
#include "undine/result.h"

namespace undine {

class ByteReader;
class ByteWriter;

/// The fluid around bodies that touch walls.
struct SealPass {
    std::span<const WallShape> walls;
    VectorSpan x;
    const float* pressure = nullptr;
    float open = 0.25F;  ///< spacings; into gaps above this particles come by themselves
    Vec3 gravity;
    std::span<const FluidConstants> fluids;
    const std::uint32_t* fluid = nullptr;
};

/// Fluid that bodies drag along for a time.
struct DragPass {
    const ThreadPool& pool;
    VectorSpan x;
    VectorSpan v;
    float dt = 0;
    std::span<const FluidConstants> fluids;
    const std::uint32_t* fluid = nullptr;
    float artificial = 0;  ///< m. Adds so much, times rho0 c, to the fluids' viscosity.
    float xsph = 0;        ///< Free bodies take part in it: they drift with the fluid around them.
};

class RigidBodies {
  public:
    explicit RigidBodies(const SampleKernel& kernel) : kernel_(kernel) {}

    Result<RigidId> add(const RigidBodySettings& settings, const RigidMotion& motion);
    bool remove(RigidId id);
    Result<void> setMotion(RigidId id, const RigidMotion& motion);
    std::optional<RigidMotion> motion(RigidId id) const;
    /// An impulse, with its torque about the origin of the world.
    void push(RigidId id, const Wrench& impulse);
    /// In the next move.
    Result<void> addForce(RigidId id, Vec3 force, Vec3 at);
    std::optional<float> mass(RigidId id) const;
    Result<void> setContacts(const RigidContactSettings& settings);

    bool empty() const { return bodies_.empty(); }
    /// How near particles come to the surfaces.
    float particleRadius() const { return undine::particleRadius(contacts_, kernel_.spacing); }
    std::span<RigidBody> bodies() { return bodies_; }
    std::span<const RigidBody> bodies() const { return bodies_; }
    float maxSpeed() const;
    /// What explicit forces of the fluid on light bodies divide the longest step by.
    float stepDivisor() const;
    /// Whether a point is in a body or closer than `distance` to its surface.
    bool contains(Vec3 p, float distance) const;

    /// Bodies that the fluid does not move and that are made of boxes, balls and planes are walls: they need
    /// no samples, however large they are.
    std::span<const WallShape> walls();
    bool isWall(RigidId id) const;  ///< whether it is among them

    /// All bodies, by the forces they have got.
    void move(double dt);

    /// Keeps the particles out of the bodies. `way` and `wayScale` as in ContactPass; the bodies have moved
    /// since the last move() or markPlaces().
    void collide(ContactPass pass, Index particles, const ThreadPool& pool);
    /// Of the last time.
    std::size_t contactCount() const { return guard_.count(); }
    /// Where the bodies are now is where collide() has them come from.
    void markPlaces();

    /// Finds the pairs; the particles are sorted.
    void meet(const CellGrid& grid, const VectorSpan& x, const ThreadPool& pool);
    /// Puts the samples where the bodies have been shifted to.
    void placeSamples(const ThreadPool& pool);
    void computeSums(const VectorSpan& x, Vec3 gravity, const ThreadPool& pool) {
        pairs_.computeSums(x, gravity, kernel_, pool);
    }
    /// Particles in bodies feel them no more, and those that are about to be in one less and less. Contacts
    /// keep particles out, so that such a one has been squeezed in, between the body and a wall: it could
    /// only shake there, and carry the body like a grain of sand. The sums are known.
    void releaseSqueezed(const VectorSpan& x, Vec3 gravity, const ThreadPool& pool);
    BodyPairs& pairs() { return pairs_; }
    /// Pressures of the samples of bodies that move, and the sums over them.
    void press(const SampleFluid& fluid, const CellGrid& grid, const VectorSpan& x,
               std::span<const WallShape> walls, const ThreadPool& pool);

    /// Where a body lies on a wall no particle fits between the two, but water would, and would carry the
    /// body. Calls push(body, force, place) for all samples that touch a wall, with the pressure that the
    /// fluid around the body has at their height.
    void forEachSealedSample(const SealPass& pass, FunctionRef<void(RigidBody&, Vec3d, Vec3d)> push);

    /// Viscosity of the fluid against the bodies: momentum goes from one to the other, without ever turning
    /// the difference of their velocities round.
    void drag(const DragPass& pass);

    void save(ByteWriter& out) const;
    Result<void> restore(ByteReader& in);
    /// Remembers the bodies as they are, and goes back to that after a step that failed.
    void remember() { remembered_ = bodies_; }
    void goBack() { bodies_ = remembered_; }

    std::size_t bytes() const { return pairs_.bytes() + still_.bytes() + moving_.bytes(); }

  private:
    /// The samples of a body, for when the clouds are made anew. Bodies get them when they first meet fluid:
    /// a scene that is only checked needs none.
    struct Samples {
        std::vector<SurfaceSample> points;
        std::vector<float> volumes;
        std::vector<float> inner;
        bool still = true;  // has never moved
        bool isWall = false;
    };
    bool hasPoints(const Samples& samples) const { return contacts_.boundaryParticles && !samples.isWall; }
    bool countsAsWall(const Samples& samples) const { return contacts_.boundaryParticles && samples.isWall; }

    /// Where it is among bodies(); none if it is not there.
    std::optional<std::size_t> find(RigidId id) const;
    void makeClouds(const ThreadPool& pool);
    void findWallsAround(std::span<const WallShape> walls);
    void measureAround(const SealPass& pass);

    SampleKernel kernel_;
    RigidContactSettings contacts_;
    std::vector<RigidBody> bodies_;
    std::vector<RigidBody> remembered_;
    std::vector<Samples> samples_;  // of each body
    RigidId nextId_ = 0;

    SampleCloud still_;   // sorted once
    SampleCloud moving_;  // sorted in every step
    SampleCloud* clouds_[2] = {&still_, &moving_};
    static constexpr std::size_t kStill = 0;
    static constexpr std::size_t kMoving = 1;
    bool cloudsValid_ = false;
    BodyPairs pairs_;
    RigidContacts guard_;
    std::vector<BodyPlace> before_;
    std::vector<WallShape> walls_;
    std::vector<double> grips_;  // of each body, all pairs together
    /// The fluid around a body, weighted by how near it is.
    struct Around {
        bool isNearWall = false;
        double weight = 0;
        double pressure = 0;  // at the height of the centre of mass
        double density = 0;
    };
    std::vector<Around> around_;
};

}  // namespace undine
