// SPDX-License-Identifier: Zlib
// Position based fluids.
//
//   [MM13] Macklin, Mueller: Position Based Fluids, 2013
//
//   symbol   here                meaning
//   x, v     x, v                position and velocity at the start of the step
//   x*       x, after moving     where a particle would be without pressure, then where its density is right
//   f_ext    acceleration        gravity and force fields, over mass
//   rho      density             from the sum over neighbours; rho0 is that at rest
//   C        ratio - 1           compression: rho / rho0 - 1
//   lambda   -multiplier, -k     what pushes back, summed up over the iterations
//   Delta p  push, displacement  of one iteration, and of all of them
//   epsilon  relaxation          softens the constraint
//   s_corr   artificialPressure  keeps close pairs apart
//   omega    vorticity           forces/vorticity.h
//   c        xsph                forces/viscosity.h
//   h, dt    h, dt               support radius, time step
//
// Departures from the paper, each explained where it is made: multipliers are summed up over the iterations
// (density_constraint.h); the relaxation is relative to the stiffness of a full neighbourhood, and particles
// go as far at a time as the lattice's stiffest waves allow, so that nothing has to be tuned when h, mass or
// density change; a constraint's stiffness is summed up anew when the step lengths begin anew, and each
// time where fluid is dense; artificial pressure acts once per step; by default one kernel serves density and
// gradient; walls count as fluid at rest; steps are as short as the fastest particle needs.
#include "solvers/pbf.h"

#include "core/parameter_table.h"
#include "solvers/position_step.h"

namespace undine {
namespace {

class Pbf final : public Solver {
  public:
    Pbf(const PbfSettings& settings, ParticleStore& particles)
        : settings_(settings),
          constraint_(settings.constraint, particles),
          pairForces_(settings.pairForces),
          acceleration_(particles.declare({"acceleration", "m/s^2", FieldType::Vector, false, false})) {}

    StepReport step(const StepContext& context) override;
    void computeFields(const StepContext& context) override;

    Result<void> checkFluids(std::span<const FluidSettings> fluids) const override {
        return checkContrast(fluids);
    }
    float longestStep(const StepContext& context) override {
        return std::min(context.maxStep,
                        pairForces_.maxTimeStep(context.fluids, context.h, PositionStep::kCapillaryShare));
    }
    Formulation formulation() const override { return settings_.constraint.formulation; }
    std::size_t bytes() const override { return constraint_.bytes() + pairForces_.bytes(); }

  private:
    Extremes computeForces(const StepContext& context, const Limits& limits) const;

    PbfSettings settings_;
    DensityConstraint constraint_;
    PairForces pairForces_;
    ParticleStore::FieldIndex acceleration_;
};

// [MM13] algorithm 1: line 2 is here, the rest in PositionStep.
StepReport Pbf::step(const StepContext& context) {
    if (context.particles.size() == 0) return emptyStep(context);
    constraint_.readFluids(context);
    PositionStep frame(constraint_, pairForces_, context.particles.vector(acceleration_));
    const StepLength length{
        .substeps = settings_.substeps,
        .cflFactor = settings_.cflFactor,
        .forceFactor = settings_.forceFactor,
        .stable = pairForces_.maxTimeStep(context.fluids, context.h, PositionStep::kCapillaryShare)};
    return frame.finish(context, length, computeForces(context, frame.limits(context)));
}

// a_i = g and the force fields; and what is largest.
Extremes Pbf::computeForces(const StepContext& context, const Limits& limits) const {
    const Profiler::Zone zone(context.profiler, "pbf.forces");
    const VectorSpan acceleration = context.particles.vector(acceleration_);
    const ForceFieldPass fields = forceFieldPass(context, acceleration);
    const float* density = constraint_.density(context.particles);
    return deterministicSum<Extremes>(context.pool, context.particles.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) acceleration.set(i, {});
        addForceFields(fields, block);
        return addGravity(block, fields.v, acceleration, context.gravity, density, limits);
    });
}

void Pbf::computeFields(const StepContext& context) {
    if (context.particles.size() == 0 || sortIntoCells(context).count() > 0) return;
    constraint_.readFluids(context);
    constraint_.computeDensity(context);
}

}  // namespace

template <>
std::span<const Parameter> parametersOf<PbfSettings>() {
    static const std::vector<Parameter> table = joinRows(
        densityConstraintRows<&PbfSettings::constraint>(),
        std::array{
            param<&PbfSettings::substeps>("substeps", "", between(1, 1000),
                                          "The time step and its upper limit are divided by this."),
            param<&PbfSettings::cflFactor>("cfl_factor", "", aboveUpTo(0, 1),
                                           "Share of the support radius a particle may cross in one step."),
            param<&PbfSettings::forceFactor>(
                "force_factor", "", aboveUpTo(0, 1),
                "Adaptive step over sqrt(support radius / largest acceleration), at most."),
        },
        pairForceRows<&PbfSettings::pairForces>());
    return table;
}

SolverEntry pbfEntry() {
    return {{"pbf", "Position based fluids", "Macklin and Mueller 2013", PbfSettings{}},
            [](const SolverSettings& settings, ParticleStore& particles,
               int /*dimension*/) -> std::unique_ptr<Solver> {
                const auto* mine = std::get_if<PbfSettings>(&settings);
                if (mine == nullptr) return nullptr;
                return std::make_unique<Pbf>(*mine, particles);
            },
            [](const SolverSettings& settings) {
                return checkParameters(std::get<PbfSettings>(settings), "solver");
            },
            "raise solver.substeps",
            "raise solver.iterations or lower solver.force_factor"};
}

}  // namespace undine
