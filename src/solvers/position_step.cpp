// SPDX-License-Identifier: Zlib
#include "solvers/position_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/guard.h"

namespace undine {
namespace {

/// Takes the particles back by what their velocity moved them, when the step cannot go on.
void takeBack(const StepContext& context, float dt) {
    const VectorSpan x = context.particles.position();
    const VectorSpan v = context.particles.velocity();
    for (Index i = 0; i < context.particles.size(); ++i) x.set(i, x[i] - dt * v[i]);
}

/// Whether all velocities are finite and below the limit.
bool areHealthy(const StepContext& context, const Limits& limits) {
    const Profiler::Zone zone(context.profiler, "position.check");
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

}  // namespace

// Bodies and winds count as if they were particles.
PositionStep::StepTime PositionStep::chooseTime(const StepContext& context, const StepLength& length,
                                                const Extremes& extremes) {
    const auto parts = static_cast<float>(length.substeps);
    if (context.fixedStep > 0) {
        const float dt = divideEvenly(context.fixedStep / parts, context.timeLeft);
        return {dt, dt, dt};
    }
    const float v = std::max(std::sqrt(extremes.speed2), context.imposedSpeed) + length.soundSpeed;
    const float a = std::sqrt(extremes.acceleration2);
    float unhurried = std::min(context.maxStep / parts, length.stable);
    if (a > 0) unhurried = std::min(unhurried, length.forceFactor * std::sqrt(context.h / a));
    const auto crossing = [&](float speed) {
        return speed > 0 ? std::min(unhurried, length.cflFactor * context.h / speed) : unhurried;
    };
    return {crossing(v), unhurried, crossing(context.imposedSpeed)};
}

Limits PositionStep::limits(const StepContext& context) const {
    float stiffness = 0;
    for (const FluidConstants& fluid : context.fluids) stiffness = std::max(stiffness, fluid.stiffness);
    const float fastest = std::max(20 * std::sqrt(stiffness), 10 * context.imposedSpeed);
    return {.speed = context.maxSpeed > 0 ? context.maxSpeed : fastest,
            .densityRatio = context.maxDensityRatio,
            .restDensity = constraint_.restDensity(context)};
}

// Sorting moves the densities: they are asked for anew each time.
void PositionStep::nameOffender(const StepContext& context, StepReport& report) const {
    findOffender(context, constraint_.density(context.particles), acceleration_, limits(context), 0, report);
}

// [MM13] algorithm 1, lines 2 and 3; and contacts.
void PositionStep::predict(const StepContext& context, float dt) const {
    const Profiler::Zone zone(context.profiler, "position.predict");
    moveWithContacts(context, acceleration_, dt, std::numeric_limits<float>::max());
}

// Lines 5 to 24 of it.
void PositionStep::correct(const StepContext& context, const PushTime& time, StepReport& report) {
    const DensityConstraint::Outcome outcome = constraint_.solve(context, time);
    if (outcome.suspicious && outcome.iterations == 0) {
        takeBack(context, time.dt);
        nameOffender(context, report);
        return;
    }
    const float* density = constraint_.density(context.particles);
    pairForces_.apply(neighborhood(context, constraint_.lists(), density), time.dt, report);
    dragBodies(context, time.dt, 0, pairForces_.xsph());
    report.dt = time.dt;
    report.iterations = outcome.iterations;
    report.maxDensityRatio = outcome.densest;
    if (outcome.suspicious || !areHealthy(context, limits(context))) nameOffender(context, report);
}

StepReport PositionStep::finish(const StepContext& context, const StepLength& length,
                                const Extremes& extremes) {
    StepReport report;
    report.maxSpeed = std::sqrt(extremes.speed2);
    report.maxAcceleration = std::sqrt(extremes.acceleration2);
    report.maxDensityRatio = extremes.densityRatio;
    if (extremes.suspicious) {
        nameOffender(context, report);
        return report;  // before anything moves
    }
    const StepTime time = chooseTime(context, length, extremes);
    if (context.fixedStep == 0 && time.dt < context.minStep) {
        report.trouble = StepTrouble::StepTooSmall;
        report.offender = findFastest(context, constraint_.density(context.particles));
        return report;
    }
    const float dt = divideEvenly(time.dt, context.timeLeft);
    predict(context, dt);
    const CellGrid::Misplaced misplaced = sortIntoCells(context);
    if (misplaced.count() > 0) {
        takeBack(context, dt);
        reportMisplaced(context, misplaced, report);
        return report;
    }
    correct(context, {dt, time.unhurried, time.forBodies, context.time == 0}, report);
    return report;
}

}  // namespace undine
