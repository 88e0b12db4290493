// SPDX-License-Identifier: Zlib
#include <algorithm>
#include <cmath>

#include "core/log.h"
#include "core/memory.h"
#include "core/simd.h"
#include "undine/parameters.h"
#include "world/periodic.h"
#include "world/world_impl.h"

namespace undine {

World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::create(const WorldSettings& settings, const SolverSettings& solver) {
    if (const auto simd = applySimdEnvironment(); !simd) return Error{simd.error()};
    if (const auto checked = checkParameters(settings, "world"); !checked) return Error{checked.error()};
    if (settings.supportRadius > 0 && settings.supportRadius < 1.2F * settings.particleSpacing) {
        return Error{
            "world.support_radius: must be 0 or at least 1.2 times particle_spacing, or particles hardly "
            "have "
            "neighbours"};
    }
    if (settings.supportRadius > 8 * settings.particleSpacing) {
        return Error{
            "world.support_radius: must be at most 8 times particle_spacing: a particle would have thousands "
            "of neighbours"};
    }
    if (settings.minTimeStep > settings.maxTimeStep) {
        return Error{"world.min_time_step: must not exceed max_time_step"};
    }
    if (settings.dimension == 2 && settings.gravity.z != 0) {
        return Error{"world.gravity: z must be 0 in two dimensions"};
    }
    const SolverEntry& entry = *std::ranges::find_if(
        solverEntries(), [&](const SolverEntry& e) { return e.info.defaults.index() == solver.index(); });
    if (const auto checked = entry.check(solver); !checked) return Error{checked.error()};
    World world(std::make_unique<Impl>(settings, entry, solver));
    if (const auto repeated = world.impl_->repeat(); !repeated) return Error{repeated.error()};
    log(LogLevel::Info, "world with solver " + std::string(entry.info.name) + " on " + simdTarget() + ", " +
                            std::to_string(world.impl_->pool.threadCount()) + " threads");
    return world;
}

Result<void> World::Impl::repeat() {
    const auto period = makePeriod(settings, h);
    if (!period) return Error{period.error()};
    if (period.value().any() && !solver->canRepeat()) {
        return Error{"world.periodic: the method " + std::string(entry.info.name) +
                     " is for a world without bounds; wcsph, pbf and sph_pbd can be periodic"};
    }
    grid.repeat(period.value());
    tracers.repeat(period.value());
    boundary.repeat(period.value(), h);
    return {};
}

Result<void> World::Impl::refuseInPeriod(const std::string& path, const char* what) const {
    if (!grid.period().any()) return {};
    return Error{path + ": " + what + " cannot be in a periodic world yet"};
}

// The simulation scale s maps world lengths to the lengths the physics is set in: 1 m of the world is s m
// there. Writing the equations of motion for both and comparing them gives the constants that make them the
// same motion in the world:
//   length /s, gravity /s, mass /s^d (so that density keeps its number), stiffness and viscosity /s^2,
//   tension /s^3.
FluidConstants World::Impl::toWorldUnits(const FluidSettings& fluid) const {
    const float s = settings.simulationScale;
    const double lattice =
        latticeDensity(solver->formulation(), h, spacing, settings.dimension, solver->initialSum());
    const auto scaled = static_cast<float>(fluid.particleMass / std::pow(s, settings.dimension));
    return {.restDensity = fluid.restDensity,
            .mass = fluid.particleMass > 0 ? scaled : static_cast<float>(fluid.restDensity / lattice),
            .viscosity = fluid.viscosity / (s * s),
            .surfaceTension = fluid.surfaceTension / (s * s * s),
            .stiffness = fluid.stiffness / (s * s),
            .temperature = fluid.temperature,
            .fuel = fluid.fuel};
}

StepContext World::Impl::context(float timeLeft) {
    return {.particles = particles,
            .grid = grid,
            .pool = pool,
            .profiler = profiler,
            .fluids = constants,
            .walls = boundary.shapes(),
            .boundary = boundary,
            .rigid = rigid,
            .forces = forces,
            .halfSpace = halfSpace,
            .dimension = settings.dimension,
            .h = h,
            .particleRadius = 0.5F * spacing,
            .gravity = (1 / settings.simulationScale) * settings.gravity,
            .time = time,
            .steps = steps,
            .imposedSpeed = std::max(
                {boundary.maxSpeed(), rigid.maxSpeed(), windSpeed(forces, time, settings.maxTimeStep)}),
            .fixedStep = settings.timeStep,
            .maxStep = settings.maxTimeStep,
            .minStep = settings.minTimeStep,
            .timeLeft = timeLeft,
            .maxSpeed = settings.maxSpeed,
            .maxDensityRatio = settings.maxDensityRatio,
            .maxParticles = settings.maxParticles,
            .pieceField = frozen.pieceField(),
            .pieceCount = frozen.pieceCount()};
}

void World::Impl::advectTracers(float dt) {
    const Profiler::Zone zone(profiler, "tracers");
    // A hair's breadth off the walls, so that rounding leaves none beyond. Fluid fills the half spacing that
    // its particles keep from them, and dye may be there as well.
    const float wallDistance = 0.05F * spacing;
    const TracerStep step{.particles = particles,
                          .grid = grid,
                          .pool = pool,
                          .density = scalars("density").data(),
                          .masses = masses,
                          .walls = boundary.shapes(),
                          .gravity = (1 / settings.simulationScale) * settings.gravity,
                          .h = h,
                          .dimension = settings.dimension,
                          .wallDistance = wallDistance,
                          .dt = dt};
    tellTracersOfHeat();
    if (hasHeat()) {
        const HeatSurroundings around = solver->heatSurroundings();
        tracers.takeHeat(step, {.temperature = scalars("temperature").data(),
                                .smoke = scalars("smoke").data(),
                                .surroundings = around.temperature,
                                .cooling = around.cooling});
    }
    if (solver->hasVelocityField()) {
        tracers.advectWith(
            [this](const VectorSpan& x, Index count, const VectorSpan& u) {
                solver->velocityAt(x, count, u, pool);
            },
            {.pool = pool, .walls = boundary.shapes(), .h = h, .wallDistance = wallDistance, .dt = dt});
        return;
    }
    tracers.advect(step);
}

bool World::Impl::hasHeat() const {
    if (!particles.findField("temperature") || !particles.findField("smoke")) return false;
    const auto isHot = [](float temperature) { return temperature > 0; };
    return std::ranges::any_of(constants,
                               [](const FluidConstants& f) { return f.temperature > 0 || f.fuel > 0; }) ||
           std::ranges::any_of(boundary.shapes(), isHot, &WallShape::temperature) ||
           std::ranges::any_of(rigid.bodies(), isHot, &RigidBody::temperature);
}

void World::Impl::tellTracersOfHeat() {
    if (hasHeat()) tracers.knowHeat(solver->heatSurroundings().temperature);
}

TracerLimit World::Impl::tracerLimit() const {
    return {.most = settings.maxTracers > 0 ? settings.maxTracers : static_cast<Index>(kMostParticles),
            .recycles = settings.maxTracers > 0 && settings.atLimit == AtLimit::RecycleOldest};
}

void World::Impl::bringTracers() {
    tellTracersOfHeat();
    for (const BroughtTracers& brought : emitters.tracers()) {
        if (brought.positions.empty()) continue;
        tracers.bring({brought.positions, brought.velocities, fluids[brought.fluid].color}, tracerLimit());
    }
}

void World::Impl::exchangeParticles(StepReport& report) {
    if (!absorbers.empty()) {
        const Profiler::Zone zone(profiler, "absorbers");
        report.absorbed = absorbers.take(particles, pool, time, emitters);
    }
    if (!emitters.empty()) {
        const Profiler::Zone zone(profiler, "emitters");
        report.emitted = emitters.emit(particles, pool, boundary.bodies(), time);
        report.blocked = emitters.blocked();
        bringTracers();
    }
    if (!frozen.empty()) frozen.freezeAndMelt(particles, masses, time);
}

void World::Impl::makePiecesRigid(float dt) {
    if (frozen.empty()) return;
    const Profiler::Zone zone(profiler, "frozen pieces");
    frozen.makeRigid(particles, masses,
                     {.walls = boundary.shapes(),
                      .bodies = rigid.bodies(),
                      .wallDistance = 0.5F * spacing,
                      .bodyDistance = rigid.particleRadius(),
                      .dt = dt,
                      .dimension = settings.dimension});
}

void World::Impl::holdInNozzles() {
    if (emitters.empty()) return;
    const Profiler::Zone zone(profiler, "emitters");
    emitters.hold(particles, pool, scalars("density"), boundary.bodies(), time);
    applyRecoils();
}

StepReport World::step(float limit) {
    StepReport exchanged;
    if (!impl_->boundary.isClearOfFaces()) {
        exchanged.trouble = StepTrouble::BodyAtFace;
        log(LogLevel::Warning, diagnose(exchanged));
        return exchanged;
    }
    impl_->exchangeParticles(exchanged);
    impl_->beginInterval(*this);
    impl_->applyRecoils();  // now that the engine has said how bodies move
    impl_->rigid.remember();
    StepReport report = impl_->solver->step(impl_->context(impl_->limitToInterval(limit)));
    if (!(report.dt > 0)) {
        impl_->rigid.goBack();
        impl_->placeRigidWalls();
    }
    report.emitted = exchanged.emitted;
    report.blocked = exchanged.blocked;
    report.absorbed = exchanged.absorbed;
    if (!report.ok()) log(LogLevel::Warning, diagnose(report));
    impl_->time += report.dt;
    impl_->steps += report.dt > 0 ? 1 : 0;
    impl_->boundary.moveTo(impl_->time);
    impl_->placeModels();
    if (report.dt > 0 && report.ok()) impl_->makePiecesRigid(report.dt);
    if (report.dt > 0) impl_->holdInNozzles();
    impl_->endInterval(*this, report.dt);
    if (report.dt > 0 && impl_->tracers.size() > 0) impl_->advectTracers(report.dt);
    impl_->grid.period().wrap(impl_->particles.position(), particleCount(), impl_->pool);
    return report;
}

void World::computeFields() { impl_->solver->computeFields(impl_->context(0)); }

StepReport World::advance(float seconds) {
    StepReport report;
    if (!std::isfinite(seconds)) return report;
    // Count down instead of comparing with time(), which loses the small differences late in a run.
    double left = seconds;
    while (left > 1e-6 * seconds && report.ok()) {
        report = step(static_cast<float>(left));
        left -= report.dt;
    }
    return report;
}

}  // namespace undine
