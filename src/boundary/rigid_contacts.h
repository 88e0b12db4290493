// SPDX-License-Identifier: Zlib
// Contacts of particles with rigid bodies: each particle is a ball, and none gets through a surface, however
// thin the body and however fast either of them is. A ball that moves far in a step, seen from the body, is
// swept along its way and stopped where it first touches.
//
// Contacts are found in parallel and resolved one after the other, in the order of the particles: each sees
// the body as the ones before have left it. (All of them at once, from the same old velocity, add up to a
// wild kick.)
#pragma once

#include <span>
#include <vector>

#include "boundary/rigid_body.h"
#include "core/fluid_constants.h"
#include "core/geometry.h"
#include "core/parallel.h"
#include "core/particles.h"

namespace undine {

/// A step of particles and bodies: where they came from.
struct ContactPass {
    std::span<const BodyPlace> before;  ///< of the bodies
    VectorSpan x;
    VectorSpan v;
    VectorSpan way;  ///< what a particle moved is `wayScale` times this
    float wayScale = 1;
    float dt = 0;
    std::span<const FluidConstants> fluids;
    const std::uint32_t* fluid = nullptr;
    float spacing = 0;
    bool pushesBodies = true;  ///< else only particles answer: what they do to bodies is found otherwise
};

/// How near particles come to the surfaces of rigid bodies. m
float particleRadius(const RigidContactSettings& settings, float spacing);

/// Particles are taken by so many, which are neighbours in memory, and in space.
inline constexpr Index kContactBlock = 256;

/// The box around particles, where they are and where they come from.
Box boxAround(const ContactPass& pass, Range particles);

/// Those of a block of particles whose ways come into a box. Whole registers are written.
std::span<const Index> particlesIn(const ContactPass& pass, Range particles, const Box& box,
                                   std::span<Index, kContactBlock + 16> room);

class RigidContacts {
  public:
    /// Puts particles that are in bodies, or went through them, back to their surface, and exchanges
    /// momentum.
    void resolve(const ContactPass& pass, const RigidContactSettings& settings, std::span<RigidBody> bodies,
                 Index particles, const ThreadPool& pool);

    /// How many there were.
    std::size_t count() const { return count_; }

  private:
    struct Contact {
        Index particle;
        Index body;
        float distance;
        Vec3 x;  // where the particle is put to
        Vec3 normal;
    };

    void findInBlock(const ContactPass& pass, std::span<const RigidBody> bodies, Range block,
                     std::vector<Contact>& found) const;
    void exchange(const ContactPass& pass, const RigidContactSettings& settings, const Contact& contact,
                  RigidBody& body) const;

    float radius_ = 0;
    float horizon_ = 0;  // contacts are found up to here
    std::vector<std::vector<Contact>> blocks_;
    std::vector<Box> boxes_;  // around each body, before and after
    std::size_t count_ = 0;
};

}  // namespace undine
