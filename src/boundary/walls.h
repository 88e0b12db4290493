// SPDX-License-Identifier: Zlib
// Walls as the solvers see them: each is a smooth or convex surface with a signed distance d (positive in the
// fluid) and a normal n towards the fluid. A container box becomes its planes, so that a corner is three
// walls and not a special case.
//
// Walls act in three ways, each a pass over a block of particles:
//   density    what lies beyond a wall counts as fluid at rest density, so that nothing stacks up at walls
//   pressure   that fluid mirrors the particle's own pressure and pushes it off
//   contact    a particle closer than its radius is put back and loses its approaching velocity: the guard
// The first two treat a curved wall as its tangent plane, which is good while its radius is large beside h.
#pragma once

#include <span>
#include <vector>

#include "core/parallel.h"
#include "core/particles.h"
#include "kernels/half_space.h"
#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

struct WallShape {
    enum class Kind { Plane, Box, Sphere };
    Kind kind = Kind::Plane;
    Vec3 center;       ///< a point of the plane; the middle of box or sphere
    Vec3 extent;       ///< the plane's unit normal; the box's half sides
    float radius = 0;  ///< of the sphere
    float side = 1;    ///< sphere: 1 the fluid is outside, -1 inside
    float friction = 0;
    float restitution = 0;
};

/// Turns a wall of the settings into shapes, or says what is wrong with it.
Result<std::vector<WallShape>> makeWallShapes(const Wall& wall, int dimension);

/// Signed distance of one point; positive on the fluid's side.
float wallDistance(const WallShape& wall, Vec3 x);

struct WallPass {
    std::span<const WallShape> walls;
    const HalfSpaceTable* table = nullptr;
    float h = 0;
    VectorSpan x;
};

/// density_i += rho0 (1 - prod_k (1 - volume(d_k)))
void addWallDensity(const WallPass& pass, Range particles, float restDensity, float* density);

/// a_i += scale term_i sum_k area(d_k) n_k prod_{l != k} (1 - volume(d_l)); scale term_i is p_i/rho_i or
/// alike.
void addWallPressure(const WallPass& pass, Range particles, const float* term, float scale,
                     const VectorSpan& acceleration);

/// Puts particles that are closer than `radius` to a wall back to that distance and takes away their
/// approaching velocity.
void collideWithWalls(const WallPass& pass, Range particles, float radius, const VectorSpan& velocity);

}  // namespace undine
