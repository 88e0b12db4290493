// SPDX-License-Identifier: Zlib
#include <cmath>

#include "solvers/pbf.h"
#include "solvers/solver.h"
#include "solvers/wcsph.h"

namespace undine {

std::span<const SolverEntry> solverEntries() {
    static const SolverEntry entries[] = {
        wcsphEntry(),
        pbfEntry(),
    };
    return entries;
}

std::span<const SolverInfo> solvers() {
    static const std::vector<SolverInfo> infos = [] {
        std::vector<SolverInfo> all;
        for (const SolverEntry& entry : solverEntries()) all.push_back(entry.info);
        return all;
    }();
    return infos;
}

CellGrid::Misplaced sortIntoCells(const StepContext& context) {
    const Profiler::Zone zone(context.profiler, "grid.sort");
    return context.grid.build(context.particles, context.h, context.dimension, context.pool);
}

void moveBodies(const StepContext& context, float dt) { context.boundary.moveTo(context.time + dt); }

ForceFieldPass forceFieldPass(const StepContext& context, const VectorSpan& acceleration) {
    return {.forces = context.forces,
            .time = context.time,
            .x = context.particles.position(),
            .v = context.particles.velocity(),
            .acceleration = acceleration};
}

float divideEvenly(float wanted, float timeLeft) {
    if (!(timeLeft > 0) || !std::isfinite(timeLeft)) return wanted;
    // A hair of tolerance, so that rounding does not turn n steps into n + 1.
    const float steps = std::ceil(timeLeft / wanted * (1 - 1e-5F));
    return timeLeft / std::max(steps, 1.0F);
}

}  // namespace undine
