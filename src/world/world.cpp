// SPDX-License-Identifier: Zlib
#include "undine/world.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "core/log.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "core/profiler.h"
#include "core/simd.h"
#include "core/state_parts.h"
#include "neighbors/cell_grid.h"
#include "solvers/solver.h"
#include "undine/parameters.h"
#include "world/absorbers.h"
#include "world/diagnosis.h"
#include "world/emitters.h"
#include "world/fill.h"
#include "world/tracers.h"
#include "world/world_state.h"

namespace undine {
namespace {

bool isFlat(Vec3 a) { return !(a.z != 0); }

}  // namespace

struct World::Impl {
    Impl(const WorldSettings& s, const SolverEntry& e, const SolverSettings& solverSettings)
        : settings(s),
          entry(e),
          h((s.supportRadius > 0 ? s.supportRadius : 2 * s.particleSpacing) / s.simulationScale),
          spacing(s.particleSpacing / s.simulationScale),
          pool(s.threads),
          solver(e.create(solverSettings, particles)),
          halfSpace(solver->formulation(), h, spacing, s.dimension),
          boundary(s.dimension),
          emitters(s) {}

    FluidConstants toWorldUnits(const FluidSettings& fluid) const;
    StepContext context(float timeLeft);
    void advectTracers(float dt);

    /// Whether a point is behind a wall or in a body, or closer than `distance` to its surface.
    bool isBehindWall(Vec3 p, float distance) const;

    /// A scalar field; empty when the solver has none of that name.
    std::span<const float> scalars(std::string_view name);

    /// Puts the particles that are still in a nozzle where its flow would have them.
    void holdInNozzles();

    /// Lets absorbers take and emitters bring what is due, and notes how many.
    void exchangeParticles(StepReport& report);

    /// What a state consists of beside the particles. Here a part of the world with a memory of its own gets
    /// its line.
    std::vector<StatePart> partsBesideParticles();
    /// All of it; the particles are the last.
    std::vector<StatePart> allParts();
    WorldIdentity identity() const;
    Result<void> restoreClock(ByteReader& in);

    WorldSettings settings;
    const SolverEntry& entry;
    float h;        // m of the world
    float spacing;  // m of the world
    ThreadPool pool;
    Profiler profiler;
    ParticleStore particles;
    CellGrid grid;
    std::unique_ptr<Solver> solver;
    HalfSpaceTable halfSpace;
    std::vector<FluidSettings> fluids;
    std::vector<FluidConstants> constants;
    Boundary boundary;
    std::vector<Force> forces;
    Emitters emitters;
    Absorbers absorbers;
    TracerCloud tracers;
    std::size_t tracerFills = 0;  // how often tracers were added
    std::vector<float> masses;    // by fluid
    double time = 0;
    std::uint64_t steps = 0;
};

World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::create(const WorldSettings& settings, const SolverSettings& solver) {
    if (const auto simd = applySimdEnvironment(); !simd) return Error{simd.error()};
    if (const auto checked = checkParameters(settings, "world"); !checked) return Error{checked.error()};
    if (settings.supportRadius > 0 && settings.supportRadius < settings.particleSpacing) {
        return Error{
            "world.support_radius: must be 0 or at least particle_spacing, or no particle has a neighbour"};
    }
    if (settings.supportRadius > 8 * settings.particleSpacing) {
        return Error{
            "world.support_radius: must be at most 8 times particle_spacing: a particle would have thousands "
            "of "
            "neighbours"};
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
    log(LogLevel::Info, "world with solver " + std::string(entry.info.name) + " on " + simdTarget() + ", " +
                            std::to_string(world.impl_->pool.threadCount()) + " threads");
    return world;
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
            .stiffness = fluid.stiffness / (s * s)};
}

StepContext World::Impl::context(float timeLeft) {
    return {.particles = particles,
            .grid = grid,
            .pool = pool,
            .profiler = profiler,
            .fluids = constants,
            .walls = boundary.shapes(),
            .boundary = boundary,
            .forces = forces,
            .halfSpace = halfSpace,
            .dimension = settings.dimension,
            .h = h,
            .particleRadius = 0.5F * spacing,
            .gravity = (1 / settings.simulationScale) * settings.gravity,
            .time = time,
            .imposedSpeed = std::max(boundary.maxSpeed(), windSpeed(forces, time, settings.maxTimeStep)),
            .fixedStep = settings.timeStep,
            .maxStep = settings.maxTimeStep,
            .minStep = settings.minTimeStep,
            .timeLeft = timeLeft,
            .maxSpeed = settings.maxSpeed,
            .maxDensityRatio = settings.maxDensityRatio};
}

const WorldSettings& World::settings() const { return impl_->settings; }
std::string_view World::solverName() const { return impl_->entry.info.name; }
float World::supportRadius() const { return impl_->h; }
std::span<const FluidSettings> World::fluids() const { return impl_->fluids; }

Result<FluidIndex> World::addFluid(const FluidSettings& settings) {
    const std::string path = "fluids." + std::to_string(impl_->fluids.size());
    if (const auto checked = checkParameters(settings, path); !checked) return Error{checked.error()};
    std::vector<FluidSettings> all = impl_->fluids;
    all.push_back(settings);
    if (const auto checked = impl_->solver->checkFluids(all); !checked) return Error{checked.error()};
    impl_->fluids = std::move(all);
    impl_->constants.push_back(impl_->toWorldUnits(settings));
    impl_->masses.push_back(impl_->constants.back().mass);
    return static_cast<FluidIndex>(impl_->fluids.size() - 1);
}

Result<void> World::addWall(const Wall& wall) { return impl_->boundary.addWall(wall); }
Result<void> World::addBody(const Body& body) { return impl_->boundary.addBody(body, impl_->time); }
std::span<const BodyState> World::bodies() const { return impl_->boundary.bodies(); }

Result<void> World::addForce(const Force& force) {
    const std::string path = "forces." + std::to_string(impl_->forces.size());
    auto prepared = prepareForce(force, impl_->settings.dimension, path);
    if (!prepared) return Error{prepared.error()};
    impl_->forces.push_back(std::move(prepared).value());
    return {};
}

Result<void> World::addEmitter(const Emitter& emitter) {
    return impl_->emitters.add(emitter, impl_->fluids, impl_->boundary.bodies(), impl_->time);
}

Result<void> World::addAbsorber(const Absorber& absorber) {
    return impl_->absorbers.add(absorber, impl_->settings.dimension, impl_->emitters);
}

bool World::Impl::isBehindWall(Vec3 p, float distance) const {
    return std::ranges::any_of(boundary.shapes(),
                               [&](const WallShape& wall) { return wallDistance(wall, p) < distance; });
}

Result<Index> World::addTracers(const Tracers& tracers) {
    const std::string path = "tracers." + std::to_string(impl_->tracerFills);
    if (const auto checked = checkParameters(tracers.settings, path); !checked) return Error{checked.error()};
    const float spacing = tracers.settings.spacing > 0 ? tracers.settings.spacing : impl_->spacing;
    auto points = latticePoints(tracers.shape, spacing, impl_->settings.dimension);
    if (!points) return Error{path + ": " + points.error()};
    std::erase_if(points.value(), [&](Vec3 p) { return impl_->isBehindWall(p, 0); });
    if (points.value().empty()) return Error{path + ": all of them would be behind walls"};
    constexpr std::size_t kMost = 4'000'000'000;
    if (points.value().size() + impl_->tracers.size() > kMost) return Error{path + ": more than 4e9 tracers"};
    const Vec3 velocity = std::visit([](const auto& s) { return s.velocity; }, tracers.shape);
    impl_->tracers.add(points.value(), velocity, tracers.settings.color);
    ++impl_->tracerFills;
    return static_cast<Index>(points.value().size());
}

VectorView World::tracerPositions() const { return impl_->tracers.positions(); }
std::span<const Vec3> World::tracerColors() const { return impl_->tracers.colors(); }

void World::Impl::advectTracers(float dt) {
    const Profiler::Zone zone(profiler, "tracers");
    // A hair's breadth off the walls, so that rounding leaves none beyond. Fluid fills the half spacing that
    // its particles keep from them, and dye may be there as well.
    tracers.advect({.particles = particles,
                    .grid = grid,
                    .pool = pool,
                    .density = scalars("density").data(),
                    .masses = masses,
                    .walls = boundary.shapes(),
                    .gravity = (1 / settings.simulationScale) * settings.gravity,
                    .h = h,
                    .dimension = settings.dimension,
                    .wallDistance = 0.05F * spacing,
                    .dt = dt});
}

Result<Index> World::fill(FluidIndex fluid, const Fill& shape) {
    auto points = latticePoints(shape, impl_->spacing, impl_->settings.dimension);
    if (!points) return Error{points.error()};
    std::vector<Vec3>& x = points.value();
    std::vector<Vec3> v = ownVelocities(shape);
    const std::size_t wanted = x.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
        // Lattice points next to a flat wall are half a spacing away from it.
        if (impl_->isBehindWall(x[i], 0.4F * impl_->spacing)) continue;
        x[kept] = x[i];
        if (!v.empty()) v[kept] = v[i];
        ++kept;
    }
    if (kept == 0) return Error{"all of its " + std::to_string(wanted) + " particles would be behind walls"};
    const std::span<const Vec3> positions(x.data(), kept);
    const Vec3 velocity = std::visit([](const auto& s) { return s.velocity; }, shape);
    const auto added = v.empty() ? addParticles(fluid, positions, velocity)
                                 : addParticles(fluid, positions, std::span(v).first(kept));
    if (!added) return Error{added.error()};
    return static_cast<Index>(kept);
}

Result<ParticleId> World::addParticles(FluidIndex fluid, std::span<const Vec3> positions, Vec3 velocity) {
    if (fluid >= impl_->fluids.size()) {
        return Error{"fluid " + std::to_string(fluid) + ": the world has " +
                     std::to_string(impl_->fluids.size())};
    }
    if (positions.size() + impl_->particles.size() > kMostParticles) return Error{"more than 4e9 particles"};
    if (impl_->settings.dimension == 2) {
        const bool flat = velocity.z == 0 && std::ranges::all_of(positions, isFlat);
        if (!flat) return Error{"z of position and velocity must be 0 in two dimensions"};
    }
    return impl_->particles.add(positions, velocity, fluid);
}

Result<ParticleId> World::addParticles(FluidIndex fluid, std::span<const Vec3> positions,
                                       std::span<const Vec3> velocities) {
    if (velocities.size() != positions.size()) {
        return Error{std::to_string(velocities.size()) + " velocities for " +
                     std::to_string(positions.size()) + " positions"};
    }
    if (impl_->settings.dimension == 2 && !std::ranges::all_of(velocities, isFlat)) {
        return Error{"z of velocity must be 0 in two dimensions"};
    }
    const Index first = particleCount();
    auto added = addParticles(fluid, positions);
    if (!added) return added;
    const VectorSpan v = impl_->particles.velocity();
    for (std::size_t i = 0; i < velocities.size(); ++i) v.set(first + static_cast<Index>(i), velocities[i]);
    return added;
}

Index World::removeParticles(std::span<const ParticleId> ids) {
    const Index before = particleCount();
    const auto marks = std::make_unique<bool[]>(before);
    for (const ParticleId id : ids) {
        if (const auto i = findParticle(id)) marks[*i] = true;
    }
    impl_->particles.removeMarked(impl_->pool, {marks.get(), before});
    return before - particleCount();
}

void World::Impl::exchangeParticles(StepReport& report) {
    if (!absorbers.empty()) {
        const Profiler::Zone zone(profiler, "absorbers");
        report.absorbed = absorbers.take(particles, pool, time, emitters);
    }
    if (!emitters.empty()) {
        const Profiler::Zone zone(profiler, "emitters");
        report.emitted = emitters.emit(particles, pool, boundary.bodies(), time);
    }
}

void World::Impl::holdInNozzles() {
    if (emitters.empty()) return;
    const Profiler::Zone zone(profiler, "emitters");
    emitters.hold(particles, pool, scalars("density"), boundary.bodies(), time);
}

StepReport World::step(float limit) {
    StepReport exchanged;
    impl_->exchangeParticles(exchanged);
    StepReport report = impl_->solver->step(impl_->context(limit));
    report.emitted = exchanged.emitted;
    report.absorbed = exchanged.absorbed;
    if (!report.ok()) log(LogLevel::Warning, diagnose(report));
    impl_->time += report.dt;
    impl_->steps += report.dt > 0 ? 1 : 0;
    impl_->boundary.moveTo(impl_->time);
    if (report.dt > 0) impl_->holdInNozzles();
    if (report.dt > 0 && impl_->tracers.size() > 0) impl_->advectTracers(report.dt);
    return report;
}

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

double World::time() const { return impl_->time; }
std::uint64_t World::stepCount() const { return impl_->steps; }
Index World::particleCount() const { return impl_->particles.size(); }

VectorView World::positions() const {
    const VectorSpan x = impl_->particles.position();
    return {x.x, x.y, x.z, particleCount()};
}
VectorView World::velocities() const {
    const VectorSpan v = impl_->particles.velocity();
    return {v.x, v.y, v.z, particleCount()};
}
std::span<const float> World::Impl::scalars(std::string_view name) {
    const auto field = particles.findField(name);
    if (!field) return {};
    return {particles.scalar(*field), particles.size()};
}
std::span<const float> World::densities() const { return impl_->scalars("density"); }
std::span<const float> World::pressures() const { return impl_->scalars("pressure"); }
std::span<const ParticleId> World::ids() const { return {impl_->particles.id(), particleCount()}; }
std::span<const FluidIndex> World::fluidIndices() const {
    return {impl_->particles.fluid(), particleCount()};
}
std::span<UserTag> World::tags() { return {impl_->particles.tag(), particleCount()}; }

std::optional<Index> World::findParticle(ParticleId id) const { return impl_->particles.find(id); }

void World::setVelocity(Index particle, Vec3 velocity) {
    UNDINE_ASSERT(particle < particleCount());
    if (impl_->settings.dimension == 2) velocity.z = 0;
    impl_->particles.velocity().set(particle, velocity);
}

std::vector<FieldInfo> World::fields() const {
    const auto infos = impl_->particles.fields();
    return {infos.begin(), infos.end()};
}

std::optional<FieldView> World::field(std::string_view name) const {
    ParticleStore& particles = impl_->particles;
    const auto index = particles.findField(name);
    if (!index) return std::nullopt;
    FieldView view{.info = particles.fields()[*index], .size = particleCount()};
    switch (view.info.type) {
        case FieldType::Scalar:
            view.data[0] = particles.scalar(*index);
            break;
        case FieldType::UInt32:
            view.data[0] = particles.words32(*index);
            break;
        case FieldType::UInt64:
            view.data[0] = particles.words64(*index);
            break;
        case FieldType::Vector: {
            const VectorSpan arrays = particles.vector(*index);
            view.data[0] = arrays.x;
            view.data[1] = arrays.y;
            view.data[2] = arrays.z;
            break;
        }
    }
    return view;
}

std::string World::diagnose(const StepReport& report) const {
    return diagnosisOf(report, impl_->settings, impl_->fluids);
}

namespace {

struct Sums {
    Statistics s;
    double compressed = 0;
    Sums& operator+=(const Sums& other) {
        s.kineticEnergy += other.s.kineticEnergy;
        s.potentialEnergy += other.s.potentialEnergy;
        for (int k = 0; k < 3; ++k) s.momentum[k] += other.s.momentum[k];
        s.meanDensityError += other.s.meanDensityError;
        compressed += other.compressed;
        return *this;
    }
};

}  // namespace

Statistics World::computeStatistics() const {
    ParticleStore& particles = impl_->particles;
    const VectorSpan x = particles.position();
    const VectorSpan v = particles.velocity();
    const std::uint32_t* fluid = particles.fluid();
    const std::span<const float> density = densities();
    const Vec3 g = (1 / impl_->settings.simulationScale) * impl_->settings.gravity;
    const auto total = deterministicSum<Sums>(impl_->pool, particles.size(), [&](Range block) {
        Sums sums;
        for (Index i = block.begin; i < block.end; ++i) {
            const FluidConstants& constants = impl_->constants[fluid[i]];
            const double m = constants.mass;
            sums.s.kineticEnergy += 0.5 * m * dot(v[i], v[i]);
            sums.s.potentialEnergy -= m * dot(g, x[i]);
            sums.s.momentum[0] += m * v[i].x;
            sums.s.momentum[1] += m * v[i].y;
            sums.s.momentum[2] += m * v[i].z;
            const double error = density.empty() ? 0 : density[i] / constants.restDensity - 1.0;
            sums.s.meanDensityError += std::max(error, 0.0);
            sums.compressed += error > 0 ? 1 : 0;
        }
        return sums;
    });
    Statistics statistics = total.s;
    if (total.compressed > 0) statistics.meanDensityError /= total.compressed;
    return statistics;
}

std::vector<PhaseTime> World::phaseTimes() const { return impl_->profiler.phases(); }
std::size_t World::memoryBytes() const {
    return impl_->particles.bytes() + impl_->grid.bytes() + impl_->solver->bytes() + impl_->emitters.bytes() +
           impl_->absorbers.bytes() + impl_->tracers.bytes();
}

WorldIdentity World::Impl::identity() const {
    return {.solver = entry.info.name,
            .dimension = settings.dimension,
            .spacing = spacing,
            .fluids = fluids.size()};
}

Result<void> World::Impl::restoreClock(ByteReader& in) {
    const auto clock = readClock(in);
    if (!clock) return Error{clock.error()};
    time = clock.value().time;
    steps = clock.value().steps;
    return {};
}

// In this order: a part finds those before it restored.
std::vector<StatePart> World::Impl::partsBesideParticles() {
    return {{"world", [this](ByteWriter& out) { saveIdentity(out, identity()); },
             [this](ByteReader& in) { return checkIdentity(in, identity()); }},
            {"clock",
             [this](ByteWriter& out) {
                 saveClock(out, {time, steps});
             },
             [this](ByteReader& in) { return restoreClock(in); }},
            {"emitters", [this](ByteWriter& out) { emitters.save(out); },
             [this](ByteReader& in) { return emitters.restore(in, time); }},
            {"tracers", [this](ByteWriter& out) { tracers.save(out); },
             [this](ByteReader& in) { return tracers.restore(in); }}};
}

std::vector<StatePart> World::Impl::allParts() {
    std::vector<StatePart> parts = partsBesideParticles();
    parts.push_back({"particles", [this](ByteWriter& out) { particles.save(out); },
                     [this](ByteReader& in) {
                         return particles.restore(in,
                                                  {.fluids = fluids.size(), .dimension = settings.dimension});
                     }});
    return parts;
}

std::uint64_t World::stateHash() const {
    Hash64 hash;
    const std::uint64_t particles[] = {impl_->particles.hash(), impl_->particles.nextId()};
    hash.add(particles, sizeof(particles));
    const std::vector<std::byte> others = saveParts(impl_->partsBesideParticles(), 0);
    hash.add(others.data(), others.size());
    return hash.value();
}

std::vector<std::byte> World::saveState() const {
    return saveParts(impl_->allParts(), impl_->particles.savedBytes() + 4096);
}

Result<void> World::restoreState(std::span<const std::byte> state) {
    Result<void> restored = restoreParts(impl_->allParts(), state);
    impl_->boundary.moveTo(impl_->time);  // bodies follow from the clock
    return restored;
}

}  // namespace undine
