// SPDX-License-Identifier: Zlib
#include "solvers/prediction.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace undine {

StepTime computeStepLength(const StepContext& context, const StepLength& length, const Extremes& extremes) {
    const auto parts = static_cast<float>(length.substeps);
    if (context.fixedStep > 0) {
        const float dt = divideEvenly(context.fixedStep / parts, context.timeLeft);
        return {dt, dt};
    }
    const float v = std::max(std::sqrt(extremes.speed2), context.imposedSpeed);
    const float a = std::sqrt(extremes.acceleration2);
    float unhurried = context.maxStep / parts;
    if (a > 0) unhurried = std::min(unhurried, length.forceFactor * std::sqrt(context.h / a));
    float dt = std::min(unhurried, length.stable);
    if (v > 0) dt = std::min(dt, length.cflFactor * context.h / v);
    return {divideEvenly(dt, context.timeLeft), unhurried};
}

// A particle that needs the shortest step there may be is as fast as one can be.
Limits positionLimits(const StepContext& context, const StepLength& length) {
    const float fastest = length.cflFactor * context.h / context.minStep;
    return {.speed = context.maxSpeed > 0 ? context.maxSpeed : fastest,
            .density = std::numeric_limits<float>::max()};
}

Extremes addOuterForces(const StepContext& context, const VectorSpan& acceleration, const float* density,
                        const Limits& limits) {
    const ForceFieldPass fields = forceFieldPass(context, acceleration);
    return deterministicSum<Extremes>(context.pool, context.particles.size(), [&](Range block) {
        addForceFields(fields, block);
        return addGravity(block, fields.v, acceleration, context.gravity, density, limits);
    });
}

void predict(const StepContext& context, const VectorSpan& acceleration, float dt) {
    moveBodies(context, dt);
    const VectorSpan x = context.particles.position();
    const VectorSpan v = context.particles.velocity();
    const WallPass walls{.walls = context.walls, .table = &context.halfSpace, .h = context.h, .x = x};
    const ForceFieldPass fields = forceFieldPass(context, acceleration);
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        applyDrag(fields, dt, block);
        moveParticles(block, x, v, acceleration, dt, std::numeric_limits<float>::max());
        collideWithWalls(walls, block, context.particleRadius, v);
    });
}

void takeBack(const StepContext& context, float dt) {
    const VectorSpan x = context.particles.position();
    const VectorSpan v = context.particles.velocity();
    for (Index i = 0; i < context.particles.size(); ++i) x.set(i, x[i] - dt * v[i]);
}

bool areHealthy(const StepContext& context, const Limits& limits) {
    const VectorSpan v = context.particles.velocity();
    const float limit2 = limits.speed * limits.speed;
    const auto found = deterministicSum<Extremes>(context.pool, context.particles.size(), [&](Range block) {
        Extremes extremes;
        for (Index i = block.begin; i < block.end; ++i) {
            if (!(dot(v[i], v[i]) <= limit2)) extremes.suspicious = true;
        }
        return extremes;
    });
    return !found.suspicious;
}

}  // namespace undine
