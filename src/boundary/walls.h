// SPDX-License-Identifier: Zlib
// Walls as the solvers see them: each is a smooth or convex surface with a signed distance d (positive in the
// fluid) and a normal n towards the fluid. A container box becomes its planes, so that a corner is three
// walls and not a special case. Boxes that are turned and walls that move are bodies (boundary/bodies.h).
//
// Walls act in three ways, each a pass over a block of particles:
//   density    what lies beyond a wall counts as fluid at rest density, so that nothing stacks up at walls
//   pressure   that fluid mirrors the particle's own pressure and pushes it off
//   contact    a particle closer than its radius is put back and loses its approaching velocity: the guard
// The first two treat a curved wall as its tangent plane, which is good while its radius is large beside h.
#pragma once

#include <span>
#include <vector>

#include "boundary/surface_point.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "core/per_fluid.h"
#include "kernels/half_space.h"
#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

/// How the material of a wall moves: v(x) = velocity + angularVelocity x (x - pivot).
struct WallMotion {
    Vec3 pivot{};
    Vec3 velocity{};
    Vec3 angularVelocity{};  ///< radians/s
};

/// The directions of the sides of a box.
struct BoxAxes {
    Vec3 x{1, 0, 0};
    Vec3 y{0, 1, 0};
    Vec3 z{0, 0, 1};
};

struct WallShape {
    enum class Kind { Plane, Box, Sphere, TurnedBox };
    Kind kind = Kind::Plane;
    Vec3 center;       ///< a point of the plane; the middle of box or sphere
    Vec3 extent;       ///< the plane's unit normal; the box's half sides
    float radius = 0;  ///< of the sphere
    float side = 1;    ///< sphere: 1 the fluid is outside, -1 inside
    float friction = 0;
    float restitution = 0;
    float temperature = 0;  ///< K; 0: as warm as what is around
    BoxAxes axes{};         ///< of the turned box
    bool moves = false;     ///< whether `motion` is anything but rest
    WallMotion motion{};    ///< felt by contacts
};

/// Half a side of a box that never ends: what boxes have along z in two dimensions, so that no particle is
/// ever nearest to those faces.
inline constexpr float kEndless = 1e18F;

/// Turns a wall of the settings into shapes, or says what is wrong with it; `path` names it in the message.
Result<std::vector<WallShape>> makeWallShapes(const Wall& wall, int dimension,
                                              const std::string& path = "wall");

/// Signed distance of one point, positive on the fluid's side, and the normal there.
SurfacePoint wallPoint(const WallShape& wall, Vec3 x);
inline float wallDistance(const WallShape& wall, Vec3 x) { return wallPoint(wall, x).distance; }

struct WallPass {
    std::span<const WallShape> walls;
    const HalfSpaceTable* table = nullptr;
    float h = 0;
    VectorSpan x;
};

/// density_i += rho0 (1 - prod_k (1 - volume(d_k))); a rest density of 1 adds to relative densities, of any
/// fluid: what lies beyond a wall counts as the particle's own.
void addWallDensity(const WallPass& pass, Range particles, float restDensity, float* density);

/// a_i += scale term_i sum_k area(d_k) n_k prod_{l != k} (1 - volume(d_l)); scale term_i is p_i/rho_i or
/// alike.
void addWallPressure(const WallPass& pass, Range particles, const float* term, const PerFluid& scale,
                     const VectorSpan& acceleration);

/// ratio_i += what addWallDensity() adds at a rest density of 1; gradient_i += its gradient.
void addWallConstraint(const WallPass& pass, Range particles, float* ratio, const VectorSpan& gradient);

/// distance_i = min(distance_i, d_k) over all walls.
void lowerToWallDistance(const WallPass& pass, Range particles, float* distance);

/// Puts particles that are closer than `radius` to a wall back to that distance and takes away the velocity
/// with which they approach its material.
void collideWithWalls(const WallPass& pass, Range particles, float radius, const VectorSpan& velocity);

/// Puts particles that are closer than `radius` to a wall back to that distance, and adds how far they were
/// moved to `displacement`.
void pushOutOfWalls(const WallPass& pass, Range particles, float radius, const VectorSpan& displacement);

}  // namespace undine
