// SPDX-License-Identifier: Zlib
// Vortices in air without gravity, and where they are.
#pragma once

#include <cmath>
#include <span>

#include "core/rotation.h"
#include "validate/worlds.h"

namespace undine::validate {

inline std::span<const float> scalars(const World& world, const char* name) {
    const FieldView field = *world.field(name);
    return {static_cast<const float*>(field.data[0]), field.size};
}
inline VectorView vectors(const World& world, const char* name) {
    const FieldView field = *world.field(name);
    return {static_cast<const float*>(field.data[0]), static_cast<const float*>(field.data[1]),
            static_cast<const float*>(field.data[2]), field.size};
}

/// Air of density 1, without gravity and with nothing in it.
inline World emptyAir(float spacing, const VortexSettings& solver = {}, int dimension = 3,
                      float viscosity = 0, float step = 0) {
    World world = World::create({.dimension = dimension,
                                 .particleSpacing = spacing,
                                 .gravity = {0, 0, 0},
                                 .timeStep = step,
                                 .maxTimeStep = 1},
                                solver)
                      .value();
    static_cast<void>(world.addFluid({.restDensity = 1, .viscosity = viscosity}).value());
    return world;
}

/// A ring of circulation 1 and radius 1 about the y axis.
inline VortexSeed ringAt(float height, float core) {
    return {{.circulation = 1, .core = core}, VortexRing{{0, height, 0}, {0, 1, 0}, 1}};
}

/// U of a ring of circulation 1 with a thin Gaussian core (Saffman 1970).
inline double ringSpeed(double radius, double core) {
    return (std::log(8 * radius / core) - 0.558) / (4 * kPi * radius);
}

/// Sums over all vortex particles, with a = w V.
struct Vorticity {
    Vec3d impulse;         ///< 1/2 sum x x a
    Vec3d angularImpulse;  ///< 1/3 sum x x (x x a)
    double circulation;    ///< of rings about y: sum a_phi / (2 pi r)
    double height;         ///< of their middle, by impulse
};

/// `cell` is the volume of particles that have none of their own yet.
inline Vorticity measureVorticity(const World& world, float cell) {
    const VectorView w = vectors(world, "vorticity");
    const std::span<const float> volume = scalars(world, "volume");
    Vorticity sum{};
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3d x(world.positions()[i]);
        const Vec3d a = static_cast<double>(volume[i] > 0 ? volume[i] : cell) * Vec3d(w[i]);
        const Vec3d turn = cross(x, a);
        sum.impulse = sum.impulse + 0.5 * turn;
        sum.angularImpulse = sum.angularImpulse + (1.0 / 3) * cross(x, turn);
        sum.circulation += (x.z * a.x - x.x * a.z) / (2 * kPi * (x.x * x.x + x.z * x.z));
        sum.height += 0.5 * turn.y * x.y;
    }
    sum.height /= sum.impulse.y;
    return sum;
}

}  // namespace undine::validate
