// SPDX-License-Identifier: Zlib
#include "solvers/solver.h"

#include <cmath>

#include "solvers/particle_passes.h"

namespace undine {

CellGrid::Misplaced sortIntoCells(const StepContext& context) {
    const Profiler::Zone zone(context.profiler, "grid.sort");
    return context.grid.build(context.particles, context.h, context.dimension, context.pool);
}

void moveBodies(const StepContext& context, float dt) {
    context.boundary.moveTo(context.time + dt);
    if (context.rigid.empty()) return;
    context.rigid.move(dt);
    context.boundary.setGuests(context.rigid.walls());
}

void meetBodies(const StepContext& context) {
    if (context.rigid.empty()) return;
    const Profiler::Zone zone(context.profiler, "bodies.pairs");
    context.rigid.meet(context.grid, context.particles.position(), context.pool);
    context.rigid.computeSums(context.particles.position(), context.gravity, context.pool);
    context.rigid.releaseSqueezed(context.particles.position(), context.gravity, context.pool);
}

void meetBodiesAgain(const StepContext& context) {
    if (context.rigid.empty()) return;
    const Profiler::Zone zone(context.profiler, "bodies.sums");
    context.rigid.placeSamples(context.pool);
    context.rigid.computeSums(context.particles.position(), context.gravity, context.pool);
}

void addBodyDensity(const StepContext& context, Range particles, float* ratio) {
    for (const BodyPair& pair : context.rigid.pairs().of(particles)) ratio[pair.particle] += pair.share;
}

ContactPass contactPass(const StepContext& context, const VectorSpan& way, float wayScale, float dt) {
    return {.before = {},
            .x = context.particles.position(),
            .v = context.particles.velocity(),
            .way = way,
            .wayScale = wayScale,
            .dt = dt,
            .fluids = context.fluids,
            .fluid = context.particles.fluid()};
}

SealPass sealPass(const StepContext& context, const float* pressure) {
    return {.walls = context.walls,
            .x = context.particles.position(),
            .pressure = pressure,
            .gravity = context.gravity,
            .fluids = context.fluids,
            .fluid = context.particles.fluid()};
}

void dragBodies(const StepContext& context, float dt, float artificial, float xsph) {
    if (context.rigid.empty()) return;
    const Profiler::Zone zone(context.profiler, "bodies.drag");
    context.rigid.drag({.pool = context.pool,
                        .x = context.particles.position(),
                        .v = context.particles.velocity(),
                        .dt = dt,
                        .fluids = context.fluids,
                        .fluid = context.particles.fluid(),
                        .artificial = artificial,
                        .xsph = xsph});
}

ForceFieldPass forceFieldPass(const StepContext& context, const VectorSpan& acceleration) {
    return {.forces = context.forces,
            .time = context.time,
            .x = context.particles.position(),
            .v = context.particles.velocity(),
            .acceleration = acceleration};
}

WallPass wallPass(const StepContext& context) {
    return {.walls = context.walls,
            .table = &context.halfSpace,
            .h = context.h,
            .x = context.particles.position()};
}

void keepInWalls(const StepContext& context) {
    const WallPass walls = wallPass(context);
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        collideWithWalls(walls, block, context.particleRadius, context.particles.velocity());
    });
}

bool moveWithContacts(const StepContext& context, const VectorSpan& acceleration, float dt, float maxSpeed) {
    moveBodies(context, dt);
    const VectorSpan x = context.particles.position();
    const VectorSpan v = context.particles.velocity();
    const WallPass walls = wallPass(context);
    const ForceFieldPass fields = forceFieldPass(context, acceleration);
    const auto found = deterministicSum<Extremes>(context.pool, context.particles.size(), [&](Range block) {
        Extremes extremes;
        applyDrag(fields, dt, block);
        extremes.suspicious = moveParticles(block, x, v, acceleration, dt, maxSpeed);
        if (context.rigid.empty()) collideWithWalls(walls, block, context.particleRadius, v);
        return extremes;
    });
    if (context.rigid.empty()) return !found.suspicious;
    const Profiler::Zone zone(context.profiler, "bodies.contacts");
    context.rigid.collide(contactPass(context, v, dt, dt), context.particles.size(), context.pool);
    keepInWalls(context);
    return !found.suspicious;
}

bool buildLists(const StepContext& context, NeighborLists& lists) {
    const Profiler::Zone zone(context.profiler, "neighbor.lists");
    return lists.build(context.grid, context.particles.position(), context.h, context.pool);
}

Neighborhood neighborhood(const StepContext& context, const NeighborLists& lists, const float* density) {
    return {.lists = lists,
            .pool = context.pool,
            .profiler = context.profiler,
            .fluids = context.fluids,
            .x = context.particles.position(),
            .v = context.particles.velocity(),
            .density = density,
            .fluid = context.particles.fluid(),
            .h = context.h,
            .spacing = 2 * context.particleRadius,
            .dimension = context.dimension,
            .pieces = context.pieces(),
            .gravity = context.gravity,
            .id = context.particles.id(),
            .time = context.time};
}

StepReport emptyStep(const StepContext& context) {
    const float dt = context.fixedStep > 0 ? context.fixedStep : context.maxStep;
    StepReport report;
    report.dt = divideEvenly(dt, context.timeLeft);
    moveBodies(context, report.dt);
    return report;
}

float divideEvenly(float wanted, float timeLeft) {
    if (!(timeLeft > 0) || !std::isfinite(timeLeft)) return wanted;
    // A hair of tolerance, so that rounding does not turn n steps into n + 1.
    const float steps = std::ceil(timeLeft / wanted * (1 - 1e-5F));
    return timeLeft / std::max(steps, 1.0F);
}

}  // namespace undine
