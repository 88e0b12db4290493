// SPDX-License-Identifier: Zlib
// Proximity: how far each particle is from the nearest wall or body.
//
// It is the smallest of the signed distances: positive in the fluid, below 0 inside of a solid or outside of
// a container. Formulas that have to know whether a neighbourhood is cut off by a solid compare it with their
// reach, so that nothing beyond a cap matters; particles that are farther have exactly the cap.
#pragma once

#include <span>

#include "boundary/rigid_bodies.h"
#include "boundary/walls.h"
#include "core/parallel.h"
#include "core/particles.h"

namespace undine {

/// What stands in the fluid.
struct Obstacles {
    std::span<const WallShape> walls;
    const RigidBodies* bodies = nullptr;  ///< nullptr when there are none

    bool empty() const { return walls.empty() && (bodies == nullptr || bodies->empty()); }
};

/// Writes the proximity of `count` points, at most `cap`.
struct ProximityPass {
    VectorSpan x;
    Index count = 0;
    float cap = 0;  ///< m
    float* proximity = nullptr;
};
void computeProximity(const ProximityPass& pass, const Obstacles& obstacles, const ThreadPool& pool);

}  // namespace undine
