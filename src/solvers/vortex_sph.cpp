// SPDX-License-Identifier: Zlib
// Vortex particles and SPH on one set of particles.
//
//   [Gou12] Gourlay: Fluid Simulation for Video Games, part 16, 2012
//
//   symbol   here          meaning
//   u        velocity      induced by the particles' vorticity (vortex/vortex_flow.h), times its weight
//   s        v before u    what pressure, viscosity and walls have added so far
//   v        s + u         the particle's velocity
//   w        vortexWeight  that weight
//   V        body.velocityAt()   of the surface of a body
//
// The induced velocity has no divergence: it neither squeezes nor thins the fluid. What it cannot see, that
// particles must not clump and that walls are there, is left to SPH, whose velocities s live on from step to
// step. Viscosity of SPH damps s alone; that of the fluid also acts on vorticity (vortex/exchange.h). Gravity
// acts through the vorticity it makes, and directly only for the share that vorticity does not take, less the
// weight of what the particles displace.
//
// Bodies. Each part of the velocity sees to its share of what a body asks for, so that nothing is done twice:
//
//   - Vortex sheets (vortex/body_sheets.h) make u flow as the body does, around it and not through it: w V at
//     its surface. Boundary particles, walls and contacts leave (1 - w) V to s. With w = 1 they have little
//     to do: flow without divergence does not press particles against a body it goes around.
//   - No slip: sheets shed what of u slips. A new particle would bring new mass, and SPH would push its
//     neighbours away to make room: the strength goes to the particles next to the surface instead, in shares
//     that keep circulation and impulse. Where there are few, less is shed, and without any nothing.
//     Viscosity between bodies and fluid drags s alone, to (1 - w) V; next to bodies without a sheet (open
//     meshes) it drags all of v.
//   - Push: of the momentum of the flow around a free body w times that of `vortex`, with the added mass; SPH
//     gives back what it does to s. Neither knows of the other's, and both are kept:
//         sum m s + w (rho I + K) + M V
//     with the impulse I of the particles and K of the sheets, but for what s does to I when it moves
//     vorticity about. What SPH does to a body's velocity K answers to, with the added mass, in the next
//     step.
//   - Buoyancy: gravity that acts through vorticity lifts bodies by w rho g V, with the push of the sheets.
//     Gravity that acts directly makes pressure in SPH, which lifts them by (1 - w) (rho - rho_ambient) g V;
//     what the particles' weight is lessened by, (1 - w) rho_ambient g, bodies are given as a force. All
//     three add up to rho g V. As to u, the fluid is everywhere: bodies float outside of the particles too.
//   - Heat: bodies warm the particles next to them, as in `vortex`.
//
// [Gou12] lets both methods write one velocity and found it unstable with stretching. Here each has its own
// part, stretching takes the form that keeps the total strength, steps are second order and short enough for
// the strongest strain, and pressure keeps the particles so close that their cores overlap.
#include "solvers/vortex_sph.h"

#include <algorithm>
#include <cmath>

#include "core/parameter_table.h"
#include "solvers/guard.h"
#include "solvers/sph_forces.h"
#include "solvers/vortex.h"
#include "vortex/flow_rows.h"

namespace undine {
namespace {

class VortexSph final : public Solver {
  public:
    VortexSph(const VortexSphSettings& settings, ParticleStore& particles, int dimension)
        : settings_(settings),
          forces_({.formulation = Formulation::Conservative,
                   .equationOfState = EquationOfState::Tait,
                   .clampNegativePressure = true,
                   .artificialViscosity = settings.artificialViscosity * settings.viscosityWeight,
                   .initialSum = 1,
                   .explicitViscosity = true},
                  particles),
          flow_(settings.flow, particles, dimension, {"own_density", true}),
          induced_(particles.declare({"induced_velocity", "m/s", FieldType::Vector, true, true})) {}

    StepReport step(const StepContext& context) override;
    void computeFields(const StepContext& context) override;

    Result<void> checkFluids(std::span<const FluidSettings> fluids) const override {
        return checkContrast(fluids);
    }
    float longestStep(const StepContext& outer) override {
        const StepContext context = sphContext(outer);
        forces_.readFluids(context);
        return forces_.longestStep(context, settings_.cflFactor);
    }
    Formulation formulation() const override { return Formulation::Conservative; }
    bool hasTension() const override { return false; }
    bool canRepeat() const override { return false; }
    float vortexRadius(float spacing) const override { return settings_.flow.coreRadius * spacing; }
    HeatSurroundings heatSurroundings() const override {
        return {settings_.flow.ambientTemperature, settings_.flow.cooling};
    }
    bool hasMemory() const override { return true; }
    void save(ByteWriter& out) const override { flow_.bodies().save(out); }
    Result<void> restore(ByteReader& in) override { return flow_.bodies().restore(in); }
    bool hasVelocityField() const override { return swirls(); }
    void velocityAt(const VectorSpan& x, Index count, const VectorSpan& velocity,
                    const ThreadPool& pool) override;
    std::size_t bytes() const override;

  private:
    StepReport stepAlone(const StepContext& context);
    StepContext sphContext(const StepContext& context);
    void takeInducedAway(const StepContext& context);
    void addInduced(const StepContext& context, const VectorSpan& u);
    void addWeight(const StepContext& context);
    void liftBodies(const StepContext& context) const;
    float computeTimeStep(const StepContext& context, const Extremes& extremes) const;
    void evolve(const StepContext& context, float dt);
    void goToMiddle(const StepContext& context, float dt);
    void drag(const StepContext& context, float dt);
    bool swirls() const { return settings_.vortexWeight > 0; }
    bool meetsFlow() const {
        return swirls() || settings_.flow.ambientDensity > 0 || settings_.flow.thermalDiffusivity > 0;
    }
    Limits limits(const StepContext& context) const;
    void blameFastest(const StepContext& context, StepTrouble trouble, StepReport& report) const;

    using Vectors = std::array<AlignedArray<float>, 3>;
    VortexSphSettings settings_;
    SphForces forces_;
    VortexFlow flow_;
    ParticleStore::FieldIndex induced_;
    std::vector<FluidConstants> fluids_;  // with the weights of pressure and viscosity
    Vectors strength_;
    Vectors velocity_;
    Vectors rate_;
    Vectors middle_;
    Vectors middleStrength_;
    /// What the velocity of a particle next to a sheet lacks while it is dragged.
    struct Slip {
        Index particle;
        Vec3 velocity;
    };
    std::vector<Slip> slips_;
};

// In between the particles' velocities are s; at the end they are s + u again.
StepReport VortexSph::step(const StepContext& outer) {
    if (meetsFlow()) flow_.meetBodies(flowContext(outer), outer.rigid);
    if (outer.particles.size() == 0) return stepAlone(outer);
    StepReport report;
    if (const CellGrid::Misplaced misplaced = sortIntoCells(outer); misplaced.count() > 0) {
        reportMisplaced(outer, misplaced, report);
        return report;
    }
    const StepContext context = sphContext(outer);
    const FlowContext flow = flowContext(outer);
    if (!flow_.prepare(flow)) {
        blameFastest(context, StepTrouble::TooDense, report);
        return report;
    }
    takeInducedAway(context);
    forces_.readFluids(context);
    meetBodies(context);
    forces_.computeDensity(context);
    const Extremes extremes = forces_.computeForces(context, limits(context));
    addWeight(outer);
    liftBodies(outer);
    const VectorSpan u = spanOf(velocity_), rate = spanOf(rate_), strength = spanOf(strength_);
    flow_.readStrength(context.particles, context.pool, strength);
    flow_.placeBodies(0);
    if (swirls()) flow_.evaluate(flow, context.particles.position(), strength, u, rate);
    const float dt = computeTimeStep(context, extremes);
    const bool isTooSmall = context.fixedStep == 0 && !(dt >= context.minStep);
    if (extremes.suspicious || isTooSmall) {
        addInduced(context, context.particles.vector(induced_));
        if (extremes.suspicious) {
            findOffender(context, forces_.density(context.particles), forces_.acceleration(context.particles),
                         limits(context), 0, report);
        } else {
            blameFastest(context, StepTrouble::StepTooSmall, report);
        }
        return report;
    }
    report.dt = divideEvenly(dt, context.timeLeft);
    if (swirls()) evolve(outer, report.dt);
    addInduced(context, u);
    report.maxSpeed = std::sqrt(extremes.speed2);
    report.maxAcceleration = std::sqrt(extremes.acceleration2);
    report.maxDensityRatio = extremes.densityRatio;
    drag(context, report.dt);
    if (!moveWithContacts(context, forces_.acceleration(context.particles), report.dt,
                          limits(context).speed)) {
        findOffender(context, forces_.density(context.particles), forces_.acceleration(context.particles),
                     limits(context), 1, report);
    }
    flow_.advanceHeat(flow, report.dt);
    flow_.warmAtBodies(flow, report.dt);
    return report;
}

// Without particles there are still bodies, and the flow around them.
StepReport VortexSph::stepAlone(const StepContext& context) {
    flow_.clear(context.pool);
    if (flow_.bodies().empty()) return emptyStep(context);
    StepReport report;
    float dt = context.fixedStep > 0 ? context.fixedStep : context.maxStep;
    if (context.fixedStep == 0 && context.imposedSpeed > 0)
        dt = std::min(dt, settings_.cflFactor * context.h / context.imposedSpeed);
    if (context.fixedStep == 0 && dt < context.minStep) {
        report.trouble = StepTrouble::StepTooSmall;
        return report;
    }
    report.dt = divideEvenly(dt, context.timeLeft);
    liftBodies(context);
    if (swirls()) {
        const FlowContext flow = flowContext(context);
        flow_.placeBodies(0);
        flow_.evaluate(flow, {}, {}, {}, {});
        flow_.pushBodies(flow, report.dt, settings_.vortexWeight);
        flow_.placeBodies(0.5F * report.dt);
        flow_.evaluate(flow, {}, {}, {}, {});
    }
    moveBodies(context, report.dt);
    return report;
}

// Fluids with their share of stiffness and viscosity, and no gravity.
StepContext VortexSph::sphContext(const StepContext& context) {
    fluids_.assign(context.fluids.begin(), context.fluids.end());
    for (FluidConstants& fluid : fluids_) {
        fluid.stiffness *= settings_.pressureWeight;
        fluid.viscosity *= settings_.viscosityWeight;
    }
    StepContext own = context;
    own.fluids = fluids_;
    own.gravity = {};
    return own;
}

// v = s from here on, until addInduced().
void VortexSph::takeInducedAway(const StepContext& context) {
    const Index n = context.particles.size();
    for (Vectors* vectors : {&strength_, &velocity_, &rate_, &middle_, &middleStrength_}) {
        for (AlignedArray<float>& axis : *vectors) axis.resizeForOverwrite(n);
    }
    const VectorSpan u = spanOf(velocity_);
    const VectorSpan v = context.particles.velocity();
    const VectorSpan induced = context.particles.vector(induced_);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            v.set(i, v[i] - induced[i]);
            u.set(i, {});
        }
    });
}

// v = s + u
void VortexSph::addInduced(const StepContext& context, const VectorSpan& u) {
    const VectorSpan v = context.particles.velocity();
    const VectorSpan induced = context.particles.vector(induced_);
    const bool isNew = u.x != induced.x;
    const float weight = isNew ? settings_.vortexWeight : 1;
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            induced.set(i, weight * u[i]);
            v.set(i, v[i] + induced[i]);
        }
    });
}

// a += (1 - weight) (rho - rho_ambient) / rho g: what vorticity does not see to.
void VortexSph::addWeight(const StepContext& context) {
    const float share = 1 - settings_.vortexWeight;
    if (share == 0) return;
    const VectorSpan acceleration = forces_.acceleration(context.particles);
    const float* density = flow_.density(context.particles);
    const float ambient = settings_.flow.ambientDensity;  // 0: nothing is displaced
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const float left = share * (1 - ambient / density[i]);
            acceleration.set(i, acceleration[i] + left * context.gravity);
        }
    });
}

// F = -(1 - w) rho_ambient g V, as the particles' weight is lessened.
void VortexSph::liftBodies(const StepContext& context) const {
    const auto density = static_cast<double>((1 - settings_.vortexWeight) * settings_.flow.ambientDensity);
    if (density == 0) return;
    for (const BodySheets::Body& body : flow_.bodies().bodies()) {
        if (body.rigid == nullptr) continue;
        const Vec3d lift = (-density * body.shape->volume) * Vec3d(context.gravity);
        body.rigid->addForce(lift, Vec3d(body.place.toWorld(body.shape->center.rounded())));
    }
}

// As in wcsph, and in vortex.
float VortexSph::computeTimeStep(const StepContext& context, const Extremes& extremes) const {
    if (context.fixedStep > 0) return context.fixedStep;
    const VectorSpan u = spanOf(const_cast<Vectors&>(velocity_));
    const float h = context.h;
    const auto fastest = deterministicSum<Extremes>(context.pool, context.particles.size(), [&](Range block) {
        Extremes most;
        for (Index i = block.begin; i < block.end; ++i) most.speed2 = std::max(most.speed2, dot(u[i], u[i]));
        return most;
    });
    const float speed =
        std::max(std::sqrt(extremes.speed2) + settings_.vortexWeight * std::sqrt(fastest.speed2),
                 context.imposedSpeed);
    const float crossing = settings_.cflFactor * h / (forces_.soundSpeed(extremes.densityRatio) + speed) /
                           context.rigid.stepDivisor();
    float dt = std::min(
        {context.maxStep, crossing, forces_.maxViscousStep(h), flow_.maxDiffusionStep(flowContext(context))});
    if (extremes.acceleration2 > 0) {
        dt = std::min(dt, settings_.forceFactor * std::sqrt(h / std::sqrt(extremes.acceleration2)));
    }
    if (swirls() && flow_.shearRate() > 0) dt = std::min(dt, settings_.shearFactor / flow_.shearRate());
    return dt;
}

// a += dt da'/dt, with u' and da'/dt in the middle of the step; before that bodies get their push, and the
// particles next to them what comes off.
void VortexSph::evolve(const StepContext& context, float dt) {
    const VectorSpan strength = spanOf(strength_), rate = spanOf(rate_);
    const FlowContext flow = flowContext(context);
    flow_.pushBodies(flow, dt, settings_.vortexWeight);
    flow_.shedToNeighbors(flow, dt, settings_.vortexWeight, strength);
    goToMiddle(context, dt);
    flow_.placeBodies(0.5F * dt);
    flow_.evaluate(flow, spanOf(middle_), spanOf(middleStrength_), spanOf(velocity_), rate);
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) strength.set(i, strength[i] + dt * rate[i]);
    });
    flow_.writeStrength(context.particles, context.pool, strength);
}

// x' = x + dt/2 (s + w u), a' = a + dt/2 da/dt
void VortexSph::goToMiddle(const StepContext& context, float dt) {
    const VectorSpan x = context.particles.position();
    const VectorSpan v = context.particles.velocity();
    const VectorSpan u = spanOf(velocity_), a = spanOf(strength_), rate = spanOf(rate_);
    const VectorSpan middle = spanOf(middle_), middleStrength = spanOf(middleStrength_);
    context.pool.forEachBlock(context.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            middle.set(i, x[i] + 0.5F * dt * (v[i] + settings_.vortexWeight * u[i]));
            middleStrength.set(i, a[i] + 0.5F * dt * rate[i]);
        }
    });
}

// Viscosity against bodies. Next to those with a sheet v is s + w V for as long as it takes: what of u slips
// is not its business.
void VortexSph::drag(const StepContext& context, float dt) {
    const VectorSpan x = context.particles.position(), v = context.particles.velocity();
    const VectorSpan induced = context.particles.vector(induced_);
    slips_.clear();
    for (const BodyPair& pair : context.rigid.pairs().all()) {
        const Index i = pair.particle;
        const RigidBody& body = context.rigid.bodies()[pair.body];
        const bool isDone = !slips_.empty() && slips_.back().particle == i;
        if (isDone || !flow_.bodies().hasSheet(body.id())) continue;
        const Vec3 own = settings_.vortexWeight * body.velocityAt(Vec3d(x[i])).rounded();
        slips_.push_back({i, induced[i] - own});
    }
    for (const Slip& slip : slips_) v.set(slip.particle, v[slip.particle] - slip.velocity);
    dragBodies(context, dt, forces_.artificialLength(context), 0);
    for (const Slip& slip : slips_) v.set(slip.particle, v[slip.particle] + slip.velocity);
}

Limits VortexSph::limits(const StepContext& context) const {
    const float sound = 20 * forces_.soundSpeed();
    const float own = sound > 0 ? sound : 1e9F;
    return {.speed = context.maxSpeed > 0 ? context.maxSpeed : own,
            .densityRatio = settings_.pressureWeight > 0 ? context.maxDensityRatio : 1e9F,
            .restDensity = forces_.restDensity(context)};
}

void VortexSph::blameFastest(const StepContext& context, StepTrouble trouble, StepReport& report) const {
    report.trouble = trouble;
    report.offender = findFastest(context, forces_.density(context.particles));
}

void VortexSph::computeFields(const StepContext& context) {
    if (context.particles.size() == 0 || sortIntoCells(context).count() > 0) return;
    (void)flow_.prepare(flowContext(context));
    meetBodies(context);
    forces_.readFluids(sphContext(context));
    forces_.computeDensity(context);
}

void VortexSph::velocityAt(const VectorSpan& x, Index count, const VectorSpan& velocity,
                           const ThreadPool& pool) {
    flow_.velocityAt(x, count, velocity, pool);
    const float weight = settings_.vortexWeight;
    pool.forEachBlock(count, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) velocity.set(i, weight * velocity[i]);
    });
}

std::size_t VortexSph::bytes() const {
    std::size_t total = flow_.bytes() + slips_.capacity() * sizeof(Slip);
    for (const Vectors* vectors : {&strength_, &velocity_, &rate_, &middle_, &middleStrength_}) {
        for (const AlignedArray<float>& axis : *vectors) total += axis.bytes();
    }
    return total;
}

}  // namespace

template <>
std::span<const Parameter> parametersOf<VortexSphSettings>() {
    using S = VortexSphSettings;
    static const std::vector<Parameter> table = joinRows(
        vortexFlowRows<&S::flow>(),
        std::array{
            param<&S::vortexWeight>("vortex_weight", "", between(0, 1),
                                    "Share of the velocity that vorticity induces; 0 is SPH alone, with "
                                    "gravity less the buoyancy."),
            param<&S::pressureWeight>("pressure_weight", "", between(0, 1),
                                      "Share of the fluids' stiffness; 0 is no pressure."),
            param<&S::viscosityWeight>("viscosity_weight", "", between(0, 1),
                                       "Share of the viscosity of SPH; 0 is none."),
            param<&S::artificialViscosity>("artificial_viscosity", "", between(0, 10),
                                           "Monaghan's alpha: damps noise at the scale of particles."),
            param<&S::cflFactor>("cfl_factor", "", aboveUpTo(0, 1),
                                 "Share of the support radius that sound may cross in one adaptive step."),
            param<&S::forceFactor>(
                "force_factor", "", aboveUpTo(0, 1),
                "Adaptive step over sqrt(support radius / largest acceleration), at most."),
            param<&S::shearFactor>("shear_factor", "", aboveUpTo(0, 1),
                                   "Share by which stretching may change vorticity in one adaptive step."),
        });
    return table;
}

SolverEntry vortexSphEntry() {
    return {{"vortex_sph", "Vortex particles with SPH", "Gourlay 2012, part 16", VortexSphSettings{}, false},
            [](const SolverSettings& settings, ParticleStore& particles,
               int dimension) -> std::unique_ptr<Solver> {
                const auto* mine = std::get_if<VortexSphSettings>(&settings);
                if (mine == nullptr) return nullptr;
                return std::make_unique<VortexSph>(*mine, particles, dimension);
            },
            [](const SolverSettings& settings) {
                return checkParameters(std::get<VortexSphSettings>(settings), "solver");
            },
            "lower the stiffness of its fluid",
            "raise the stiffness of its fluid"};
}

}  // namespace undine
