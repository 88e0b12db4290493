// SPDX-License-Identifier: Zlib
// Rigid bodies with a mass, and questions about them, for tests.
#pragma once

#include <cmath>

#include "boundary/solid.h"
#include "core/rotation.h"
#include "tests/support/worlds.h"

namespace undine::test {

/// A body of this shape and density, which has the mass and the inertia that follow from them.
inline RigidBodySettings bodyOf(const RigidShape& shape, double density, int dimension = 3) {
    RigidBodySettings settings;
    settings.parts = {{shape, {}, {}}};
    const auto solid = take(Solid::make(settings.parts, dimension, "bodies.0"));
    const auto properties = solid.massProperties();
    settings.mass = static_cast<float>(density * properties.volume);
    const auto about = [&](double inertia) { return static_cast<float>(density * inertia); };
    const auto& inertia = properties.inertia;
    settings.inertia = {about(inertia.xx), about(inertia.yy), about(inertia.zz)};
    if (dimension == 2) settings.inertia = {about(inertia.zz), about(inertia.zz), about(inertia.zz)};
    return settings;
}

/// How far a point is from the surface of a body that is only this shape; below 0 inside.
inline float distanceTo(const Solid& solid, const RigidMotion& motion, Vec3 p) {
    const Vec3d own = Rotation::of(motion.rotation).inverse().apply(Vec3d(p) - Vec3d(motion.position));
    return solid.closest(own.rounded()).distance;
}

/// Of the particle that is nearest to the body, or deepest in it.
inline float smallestDistance(const World& world, const Solid& solid, const RigidMotion& motion) {
    float smallest = INFINITY;
    for (const Vec3 p : world.positions()) smallest = std::min(smallest, distanceTo(solid, motion, p));
    return smallest;
}

inline const char* shortName(const SolverSettings& solver) {
    return std::holds_alternative<WcsphSettings>(solver) ? "wcsph"
           : std::holds_alternative<PbfSettings>(solver) ? "pbf"
                                                         : "sph_pbd";
}

}  // namespace undine::test
