// SPDX-License-Identifier: Zlib
// Small worlds that tests share.
#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "undine/undine.h"

namespace undine::test {

/// The value, or a failed test with the error's own words.
template <class T>
T take(Result<T> result) {
    if (!result.ok()) {
        ADD_FAILURE() << result.error();
        std::abort();
    }
    return std::move(result).value();
}
inline void take(const Result<void>& result) { ASSERT_TRUE(result.ok()) << result.error(); }

/// Points of a lattice with this many per axis, from the origin on.
inline std::vector<Vec3> makeBlock(std::array<int, 3> count, Vec3 spacing) {
    std::vector<Vec3> points;
    points.reserve(static_cast<std::size_t>(count[0]) * count[1] * count[2]);
    for (int k = 0; k < count[2]; ++k) {
        for (int j = 0; j < count[1]; ++j) {
            for (int i = 0; i < count[0]; ++i) {
                points.push_back({spacing.x * static_cast<float>(i), spacing.y * static_cast<float>(j),
                                  spacing.z * static_cast<float>(k)});
            }
        }
    }
    return points;
}

/// The methods whose particles are the fluid.
inline std::vector<SolverInfo> liquidSolvers() {
    std::vector<SolverInfo> liquids;
    for (const SolverInfo& solver : solvers()) {
        if (solver.isLiquid) liquids.push_back(solver);
    }
    return liquids;
}

struct TankOptions {
    int dimension = 3;
    float spacing = 0.05F;
    Vec3 tank{0.4F, 1, 0.4F};
    Vec3 water{0.4F, 0.4F, 0.4F};
    float jitter = 0;
    FluidSettings fluid{};
    int threads = 0;
};

/// A closed tank with a block of water in its corner.
inline World makeTank(const SolverSettings& solver, const TankOptions& options) {
    WorldSettings settings;
    settings.dimension = options.dimension;
    settings.particleSpacing = options.spacing;
    settings.threads = options.threads;
    World world = take(World::create(settings, solver));
    const FluidIndex water = take(world.addFluid(options.fluid));
    take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = options.tank}));
    take(world.fill(water, BoxFill{.min = {0, 0, 0}, .max = options.water, .jitter = options.jitter}));
    return world;
}

/// A jittered block in empty space, without gravity.
inline World makeFreeBlock(const SolverSettings& solver, int dimension, const FluidSettings& fluid,
                           Vec3 velocity = {}) {
    WorldSettings settings;
    settings.dimension = dimension;
    settings.particleSpacing = 0.05F;
    settings.gravity = {0, 0, 0};
    World world = take(World::create(settings, solver));
    const FluidIndex water = take(world.addFluid(fluid));
    take(world.fill(water, BoxFill{.min = {-0.3F, -0.2F, -0.25F},
                                   .max = {0.3F, 0.2F, 0.25F},
                                   .velocity = velocity,
                                   .jitter = 0.2F}));
    return world;
}

inline double kineticEnergyPerKilogram(const World& world, double mass) {
    return world.computeStatistics().kineticEnergy / mass;
}

}  // namespace undine::test
