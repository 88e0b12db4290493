// SPDX-License-Identifier: Zlib
#include "undine/world.h"

#include <algorithm>
#include <cmath>

#include "core/log.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "core/profiler.h"
#include "core/simd.h"
#include "neighbors/cell_grid.h"
#include "solvers/solver.h"
#include "undine/parameters.h"
#include "world/diagnosis.h"
#include "world/fill.h"

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
          halfSpace(solver->formulation(), h, spacing, s.dimension) {}

    FluidConstants toWorldUnits(const FluidSettings& fluid) const;
    StepContext context(float timeLeft);

    /// A scalar field; empty when the solver has none of that name.
    std::span<const float> scalars(std::string_view name);

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
    std::vector<WallShape> walls;
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
            .walls = walls,
            .halfSpace = halfSpace,
            .dimension = settings.dimension,
            .h = h,
            .particleRadius = 0.5F * spacing,
            .gravity = (1 / settings.simulationScale) * settings.gravity,
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
    return static_cast<FluidIndex>(impl_->fluids.size() - 1);
}

Result<void> World::addWall(const Wall& wall) {
    auto shapes = makeWallShapes(wall, impl_->settings.dimension);
    if (!shapes) return Error{shapes.error()};
    impl_->walls.insert(impl_->walls.end(), shapes.value().begin(), shapes.value().end());
    return {};
}

Result<Index> World::fill(FluidIndex fluid, const Fill& shape) {
    auto points = latticePoints(shape, impl_->spacing, impl_->settings.dimension);
    if (!points) return Error{points.error()};
    // Leave out what would be behind a wall; lattice points next to a flat wall are half a spacing away from
    // it.
    const auto isBehindWall = [&](Vec3 p) {
        return std::ranges::any_of(impl_->walls, [&](const WallShape& wall) {
            return wallDistance(wall, p) < 0.4F * impl_->spacing;
        });
    };
    std::vector<Vec3>& x = points.value();
    std::vector<Vec3> v = ownVelocities(shape);
    const std::size_t wanted = x.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
        if (isBehindWall(x[i])) continue;
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

StepReport World::step(float limit) {
    StepReport report = impl_->solver->step(impl_->context(limit));
    if (!report.ok()) log(LogLevel::Warning, diagnose(report));
    impl_->time += report.dt;
    impl_->steps += report.dt > 0 ? 1 : 0;
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
std::uint64_t World::stateHash() const { return impl_->particles.hash(); }
std::size_t World::memoryBytes() const {
    return impl_->particles.bytes() + impl_->grid.bytes() + impl_->solver->bytes();
}

}  // namespace undine
