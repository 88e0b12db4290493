// SPDX-License-Identifier: Zlib
// Rigid bodies that the fluid pushes and that push it: what an engine for rigid bodies tells a World about
// them, and what it gets back. undine/bullet.h does all of this for Bullet; another engine is coupled the
// same way:
//
//     auto raft = world.addRigidBody({.parts = {{BoxBody{{0.4F, 0.1F, 0.4F}}}}, .mass = 8,
//                                     .inertia = {0.11F, 0.21F, 0.11F}}).value();
//     for each step of the engine, of length dt:
//         world.setRigidMotion(raft, {where the engine has it, how it moves, what pulls it});
//         world.advance(dt);
//         the engine takes over world.rigidMotion(raft), and puts right what collides.
//
// While the world advances, its bodies fly freely: they feel the fluid and their own acceleration.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "undine/shapes.h"
#include "undine/types.h"

namespace undine {

/// All that is below the plane y = 0 of the part's axes. Only in bodies without a mass.
struct PlaneBody {};

/// A part of a rigid body. Boxes and balls are full here: `side` must be Outside.
using RigidShape =
    std::variant<BoxBody, SphereBody, CapsuleBody, CylinderBody, ConeBody, MeshBody, PlaneBody>;

/// A shape and where it sits in its body.
struct RigidPart {
    RigidShape shape;
    Vec3 position{};
    Quaternion rotation{};
};

/// A rigid body as the fluid sees it. Its axes are those of its inertia, and its origin its centre of mass.
struct RigidBodySettings {
    std::vector<RigidPart> parts;
    float mass = 0;         ///< kg, >= 0. 0: the fluid does not move it; its motion is what it is told.
    Vec3 inertia{};         ///< kg m^2, > 0 when it has a mass. About its own axes.
    float friction = 0;     ///< 0..1. Share of the tangential velocity a contact removes.
    float restitution = 0;  ///< 0..1. Share of the normal velocity a contact gives back.
    float temperature = 0;  ///< K, 0..1e5. Warms vortex particles; 0: as warm as what is around it.
};

/// How particles meet the surfaces of rigid bodies, in all of a world. Boundary particles carry the pressure
/// of the fluid; contacts, in which a particle is a small ball, are the guard that lets none through. Without
/// boundary particles contacts do all of the work, as in Bullet-Fluids: simple, and coarse.
struct RigidContactSettings {
    bool boundaryParticles = true;  ///< Whether bodies count as fluid to the fluid around them.
    float particleRadius = 0;       ///< spacings, 0..1. 0: 0.25, or 0.5 without boundary particles.
    float margin = 0;               ///< spacings, 0..0.5. Penetration that is left alone.
    float radiusExpansion = 0;      ///< spacings, 0..2. Contacts this far ahead slow a particle down in time.
    float erp = 1;                  ///< 0..1. Share of the penetration that a step removes.
    float particleMass = 0;         ///< kg, >= 0. Of a particle in contacts; 0: its own.
};

/// Where a rigid body is, how it moves, and what pulls it beside the fluid.
struct RigidMotion {
    Vec3 position{};
    Quaternion rotation{};
    Vec3 velocity{};             ///< m/s.
    Vec3 angularVelocity{};      ///< radians/s.
    Vec3 acceleration{};         ///< m/s^2. Gravity, for a body that is free to fall.
    Vec3 angularAcceleration{};  ///< radians/s^2.
};

/// Names a rigid body: the value World::addRigidBody returned. Never used again.
using RigidId = std::uint32_t;

}  // namespace undine
