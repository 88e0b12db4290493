// SPDX-License-Identifier: Zlib
// Vortex particles: each carries vorticity, and moves with the velocity that all of them induce.
//
//   [Gou10] Gourlay: Fluid Simulation for Video Games, parts 1 to 16, 2009 to 2013
//   [WL93]  Winckelmans, Leonard: Contributions to Vortex Particle Methods, 1993
//   [CK00]  Cottet, Koumoutsakos: Vortex Methods, 2000
//
//   symbol   here              meaning
//   x, u     x, velocity       position; velocity by the law of Biot and Savart (vortex/vortex_field.h)
//   w, a     vorticity, strength   a = w V
//   da/dt    rate              stretching, viscosity, buoyancy (vortex/vortex_flow.h)
//
// Departures from [Gou10]: the sum is a tree with Taylor expansions instead of one with a single vorton per
// cell; stretching takes the transposed gradient, which keeps the total [WL93]; viscosity is an exchange
// between neighbours that keeps it too; a step evaluates everything twice, at its start and in its middle;
// particles that have drifted apart can be put on a lattice again [CK00].
#include "solvers/vortex.h"

#include <algorithm>
#include <cmath>

#include "core/finite.h"
#include "core/memory.h"
#include "core/parameter_table.h"
#include "solvers/guard.h"
#include "vortex/flow_rows.h"
#include "vortex/remesh.h"

namespace undine {
namespace {

class Vortex final : public Solver {
  public:
    Vortex(const VortexSettings& settings, ParticleStore& particles, int dimension)
        : settings_(settings),
          flow_(settings.flow, particles, dimension, {"density", false}),
          remesh_(flow_.fields()) {}

    StepReport step(const StepContext& context) override;
    void computeFields(const StepContext& context) override;

    Result<void> checkFluids(std::span<const FluidSettings> /*fluids*/) const override { return {}; }
    Formulation formulation() const override { return Formulation::Conservative; }
    bool movesByForces() const override { return false; }
    bool hasTension() const override { return false; }
    bool canRepeat() const override { return false; }
    float vortexRadius(float spacing) const override { return settings_.flow.coreRadius * spacing; }
    HeatSurroundings heatSurroundings() const override {
        return {settings_.flow.ambientTemperature, settings_.flow.cooling};
    }
    bool hasVelocityField() const override { return true; }
    void velocityAt(const VectorSpan& x, Index count, const VectorSpan& velocity,
                    const ThreadPool& pool) override {
        flow_.velocityAt(x, count, velocity, pool);
    }
    bool hasMemory() const override { return true; }
    void save(ByteWriter& out) const override { flow_.bodies().save(out); }
    Result<void> restore(ByteReader& in) override { return flow_.bodies().restore(in); }
    std::size_t bytes() const override;

  private:
    static Index mostParticles(const StepContext& context);
    bool placeInCells(const StepContext& context, StepReport& report) const;
    float computeTimeStep(const StepContext& context, float maxSpeed) const;
    void goToMiddle(const StepContext& context, float dt);
    void move(const StepContext& context, float dt);
    void collide(const StepContext& context, float dt) const;
    bool isTimeToRemesh(const StepContext& context) const;
    bool remesh(const StepContext& context);
    float measureSpeed(const StepContext& context, StepReport& report);

    using Vectors = std::array<AlignedArray<float>, 3>;
    VortexSettings settings_;
    VortexFlow flow_;
    Remesh remesh_;
    Vectors strength_;
    Vectors velocity_;
    Vectors rate_;
    Vectors middle_;          // positions in the middle of the step
    Vectors middleStrength_;  // and strengths
};

struct Fastest {
    float speed2 = 0;
    bool isFinite = true;
    Fastest& operator+=(const Fastest& other) {
        speed2 = std::max(speed2, other.speed2);
        isFinite = isFinite && other.isFinite;
        return *this;
    }
};

StepReport Vortex::step(const StepContext& context) {
    flow_.meetBodies(flowContext(context), context.rigid);
    if (context.particles.size() == 0 && flow_.bodies().empty()) {
        flow_.clear(context.pool);
        return emptyStep(context);
    }
    StepReport report;
    const bool isOnLattice = isTimeToRemesh(context) && remesh(context);
    if (!placeInCells(context, report)) return report;
    const FlowContext flow = flowContext(context);
    if (context.particles.size() > 0 && !flow_.prepare(flow)) {
        report.trouble = StepTrouble::TooDense;
        report.offender = findFastest(context, flow_.density(context.particles));
        return report;
    }
    for (Vectors* vectors : {&strength_, &velocity_, &rate_, &middle_, &middleStrength_}) {
        for (AlignedArray<float>& axis : *vectors) axis.resizeForOverwrite(context.particles.size());
    }
    flow_.readStrength(context.particles, context.pool, spanOf(strength_));
    flow_.placeBodies(0);
    if (isOnLattice) flow_.closeLines(flow, spanOf(strength_));
    flow_.evaluate(flow, context.particles.position(), spanOf(strength_), spanOf(velocity_), spanOf(rate_));
    const float speed = measureSpeed(context, report);
    if (!report.ok()) return report;
    const float dt = computeTimeStep(context, speed);
    if (context.fixedStep == 0 && dt < context.minStep) {
        report.trouble = StepTrouble::StepTooSmall;
        report.offender = findFastest(context, flow_.density(context.particles));
        return report;
    }
    report.dt = divideEvenly(dt, context.timeLeft);
    flow_.pushBodies(flow, report.dt);
    goToMiddle(context, report.dt);
    flow_.placeBodies(0.5F * report.dt);
    flow_.evaluate(flow, spanOf(middle_), spanOf(middleStrength_), spanOf(velocity_), spanOf(rate_));
    move(context, report.dt);
    collide(context, report.dt);
    flow_.advanceHeat(flow, report.dt);
    flow_.warmAtBodies(flow, report.dt);
    const Index most = mostParticles(context);
    flow_.shed(flow, report.dt, most - std::min(most, context.particles.size()));
    return report;
}

Index Vortex::mostParticles(const StepContext& context) {
    return context.maxParticles > 0 ? context.maxParticles : static_cast<Index>(kMostParticles);
}

bool Vortex::placeInCells(const StepContext& context, StepReport& report) const {
    if (context.particles.size() == 0) return true;
    const CellGrid::Misplaced misplaced = sortIntoCells(context);
    if (misplaced.count() > 0) reportMisplaced(context, misplaced, report);
    return misplaced.count() == 0;
}

void Vortex::computeFields(const StepContext& context) {
    if (context.particles.size() == 0 || sortIntoCells(context).count() > 0) return;
    (void)flow_.prepare(flowContext(context));
}

// The fastest particle; trouble when its speed is no number or above the limit.
float Vortex::measureSpeed(const StepContext& context, StepReport& report) {
    const VectorSpan u = spanOf(velocity_);
    const VectorSpan rate = spanOf(rate_);
    const auto found = deterministicSum<Fastest>(context.pool, context.particles.size(), [&](Range block) {
        Fastest most;
        for (Index i = block.begin; i < block.end; ++i) {
            const float speed2 = dot(u[i], u[i]);
            most.speed2 = std::max(most.speed2, speed2);
            most.isFinite = most.isFinite && std::isfinite(speed2) && std::isfinite(dot(rate[i], rate[i]));
        }
        return most;
    });
    report.maxSpeed = std::sqrt(found.speed2);
    report.speedLimit = context.maxSpeed;
    if (!found.isFinite) report.trouble = StepTrouble::NotFinite;
    if (context.maxSpeed > 0 && report.maxSpeed > context.maxSpeed) report.trouble = StepTrouble::TooFast;
    if (report.ok()) return report.maxSpeed;
    // The particles show the velocities they would have had.
    const VectorSpan v = context.particles.velocity();
    for (Index i = 0; i < context.particles.size(); ++i) v.set(i, u[i]);
    report.offender = findFastest(context, flow_.density(context.particles));
    return report.maxSpeed;
}

// A particle moves by a share of the spacing; the flow turns and stretches what is around it by a share.
float Vortex::computeTimeStep(const StepContext& context, float maxSpeed) const {
    if (context.fixedStep > 0) return context.fixedStep;
    const float spacing = 2 * context.particleRadius;
    const float speed = std::max(maxSpeed, context.imposedSpeed);
    float dt = std::min(context.maxStep, flow_.maxDiffusionStep(flowContext(context)));
    if (speed > 0) dt = std::min(dt, settings_.cflFactor * spacing / speed);
    if (flow_.shearRate() > 0) dt = std::min(dt, settings_.shearFactor / flow_.shearRate());
    return dt;
}

// x' = x + dt/2 u, a' = a + dt/2 da/dt
void Vortex::goToMiddle(const StepContext& context, float dt) {
    const VectorSpan x = context.particles.position();
    const VectorSpan u = spanOf(velocity_), a = spanOf(strength_), rate = spanOf(rate_);
    const VectorSpan middle = spanOf(middle_), middleStrength = spanOf(middleStrength_);
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            middle.set(i, x[i] + 0.5F * dt * u[i]);
            middleStrength.set(i, a[i] + 0.5F * dt * rate[i]);
        }
    });
}

// x += dt u', a += dt da'/dt
void Vortex::move(const StepContext& context, float dt) {
    const Profiler::Zone zone(context.profiler, "vortex.move");
    const VectorSpan x = context.particles.position();
    const VectorSpan v = context.particles.velocity();
    const VectorSpan u = spanOf(velocity_), a = spanOf(strength_), rate = spanOf(rate_);
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            v.set(i, u[i]);
            x.set(i, x[i] + dt * u[i]);
            a.set(i, a[i] + dt * rate[i]);
        }
    });
    flow_.writeStrength(context.particles, context.pool, a);
}

// Walls and bodies keep particles out. What these do to bodies is in flow_.pushBodies(): pushed once more
// here, bodies would lose momentum to velocities that the next step finds anew.
void Vortex::collide(const StepContext& context, float dt) const {
    moveBodies(context, dt);
    if (!context.rigid.empty()) {
        const Profiler::Zone zone(context.profiler, "bodies.contacts");
        ContactPass contacts = contactPass(context, context.particles.velocity(), dt, dt);
        contacts.pushesBodies = false;
        context.rigid.collide(contacts, context.particles.size(), context.pool);
    }
    keepInWalls(context);
}

bool Vortex::isTimeToRemesh(const StepContext& context) const {
    return settings_.remeshInterval > 0 && context.steps > 0 &&
           context.steps % static_cast<std::uint64_t>(settings_.remeshInterval) == 0;
}

bool Vortex::remesh(const StepContext& context) {
    const Profiler::Zone zone(context.profiler, "vortex.remesh");
    return remesh_.apply({.particles = context.particles,
                          .pool = context.pool,
                          .walls = context.walls,
                          .rigid = context.rigid,
                          .dimension = context.dimension,
                          .spacing = 2 * context.particleRadius,
                          .ambientTemperature = settings_.flow.ambientTemperature,
                          .ambientDensity = flow_.ambientDensity(context.fluids),
                          .threshold = settings_.remeshThreshold,
                          .most = mostParticles(context)});
}

std::size_t Vortex::bytes() const {
    std::size_t total = flow_.bytes() + remesh_.bytes();
    for (const Vectors* vectors : {&strength_, &velocity_, &rate_, &middle_, &middleStrength_}) {
        for (const AlignedArray<float>& axis : *vectors) total += axis.bytes();
    }
    return total;
}

}  // namespace

FlowContext flowContext(const StepContext& context) {
    return {.particles = context.particles,
            .grid = context.grid,
            .pool = context.pool,
            .profiler = context.profiler,
            .fluids = context.fluids,
            .walls = context.walls,
            .rigid = context.rigid,
            .dimension = context.dimension,
            .h = context.h,
            .spacing = 2 * context.particleRadius,
            .gravity = context.gravity};
}

template <>
std::span<const Parameter> parametersOf<VortexSettings>() {
    using S = VortexSettings;
    static const std::vector<Parameter> table = joinRows(
        vortexFlowRows<&S::flow>(),
        std::array{
            param<&S::cflFactor>("cfl_factor", "spacings", aboveUpTo(0, 1),
                                 "How far a particle may move in one adaptive step."),
            param<&S::shearFactor>("shear_factor", "", aboveUpTo(0, 1),
                                   "Share by which stretching may change vorticity in one adaptive step."),
            param<&S::remeshInterval>("remesh_interval", "steps", between(0, 1e6),
                                      "How often particles are put on a lattice again; 0 means never. With "
                                      "stretching, long runs need it, and bodies that spin 4 to 12."),
            param<&S::remeshThreshold>(
                "remesh_threshold", "", between(0, 0.5),
                "Places of the lattice with less than this share of the largest strength stay empty."),
        });
    return table;
}

SolverEntry vortexEntry() {
    return {{"vortex", "Vortex particles", "Gourlay 2009 to 2013; Winckelmans and Leonard 1993",
             VortexSettings{}, false},
            [](const SolverSettings& settings, ParticleStore& particles,
               int dimension) -> std::unique_ptr<Solver> {
                const auto* mine = std::get_if<VortexSettings>(&settings);
                if (mine == nullptr) return nullptr;
                return std::make_unique<Vortex>(*mine, particles, dimension);
            },
            [](const SolverSettings& settings) {
                return checkParameters(std::get<VortexSettings>(settings), "solver");
            },
            "set solver.remesh_interval to 4 to 20, or raise the viscosity of its fluid",
            "set solver.remesh_interval"};
}

}  // namespace undine
