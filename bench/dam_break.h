// SPDX-License-Identifier: Zlib
// The world that whole steps are measured on.
#pragma once

#include "bench/report.h"
#include "undine/world.h"

namespace undine::bench {

/// Particles along each side of the column.
struct Column {
    int x, y, z;
};
inline constexpr Column kColumn1k{11, 8, 11};
inline constexpr Column kColumn10k{23, 19, 23};
inline constexpr Column kColumn100k{50, 40, 50};
inline constexpr Column kColumn1M{107, 88, 107};
inline constexpr Column kColumn2M{135, 110, 135};

/// A column of water 0.6 m wide and deep collapses in a tank of 1.6 m; h is 2 spacings, for 25 to 30
/// neighbours.
inline World makeDamBreak(Column column, int threads, const SolverSettings& solver = WcsphSettings{}) {
    const float spacing = 0.6F / static_cast<float>(column.x);
    World world = World::create({.particleSpacing = spacing, .threads = threads}, solver).value();
    const FluidIndex water = world.addFluid({.stiffness = 400}).value();
    const Vec3 size = spacing * Vec3{static_cast<float>(column.x), static_cast<float>(column.y),
                                     static_cast<float>(column.z)};
    static_cast<void>(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {1.6F, 0.8F, size.z}}));
    static_cast<void>(world.fill(water, BoxFill{.min = {0, 0, 0}, .max = size}));
    return world;
}

/// Takes so many steps, or fewer and says so when there is trouble; returns the report of the last.
inline StepReport takeSteps(Report& report, World& world, int count) {
    StepReport step;
    for (int k = 0; k < count && step.ok(); ++k) step = world.step();
    if (!step.ok()) report.print("STOPPED: {}\n", world.diagnose(step));
    return step;
}

}  // namespace undine::bench
