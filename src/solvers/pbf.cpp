// SPDX-License-Identifier: Zlib
// Position based fluids.
//
//   [MM13] Macklin, Mueller: Position Based Fluids, 2013
//
//   symbol   here                meaning
//   x*       x, after predict()  where a particle would be without pressure, then where its density is right
//   C, k     ratio, multiplier   compression, and what pushes back (constraint_passes.h; lambda is -k)
//
// Departures from the paper, each explained where it is made: multipliers are summed up over the iterations
// (density_constraint.h); the relaxation is relative to the stiffness of a
// full neighbourhood, and particles go as far at a time as the lattice's stiffest waves allow, so that
// nothing has to be tuned when h, mass or density change; artificial pressure acts once per step; by default
// one kernel serves density and gradient; walls count as fluid at rest; steps are as short as the fastest
// particle needs.
#include "solvers/pbf.h"

#include <algorithm>
#include <cmath>

#include "core/parameter_table.h"
#include "forces/pair_forces.h"
#include "solvers/density_constraint.h"
#include "solvers/guard.h"
#include "solvers/prediction.h"

namespace undine {
namespace {

class Pbf final : public Solver {
  public:
    Pbf(const PbfSettings& settings, ParticleStore& particles)
        : settings_(settings),
          constraint_(settings.constraint, particles),
          acceleration_(particles.declare({"acceleration", "m/s^2", FieldType::Vector, false, false})) {}

    StepReport step(const StepContext& context) override;
    void computeFields(const StepContext& context) override;

    Result<void> checkFluids(std::span<const FluidSettings> /*fluids*/) const override { return {}; }
    Formulation formulation() const override { return settings_.constraint.formulation; }
    std::size_t bytes() const override { return constraint_.bytes(); }

  private:
    StepLength stepLength() const { return {settings_.substeps, settings_.cflFactor, settings_.forceFactor}; }

    PbfSettings settings_;
    DensityConstraint constraint_;
    ParticleStore::FieldIndex acceleration_;
};

// [MM13] algorithm 1.
StepReport Pbf::step(const StepContext& context) {
    StepReport report;
    ParticleStore& particles = context.particles;
    const VectorSpan acceleration = particles.vector(acceleration_);
    const float* density = constraint_.density(particles);
    const Limits limits = positionLimits(context, stepLength());
    for (float* component : {acceleration.x, acceleration.y, acceleration.z}) {
        std::fill_n(component, particles.size(), 0.0F);
    }
    const Extremes extremes = addOuterForces(context, acceleration, density, limits);
    report.maxSpeed = std::sqrt(extremes.speed2);
    report.maxAcceleration = std::sqrt(extremes.acceleration2);
    const auto nameOffender = [&](double least) {
        findOffender(context, density, acceleration, limits, least, report);
    };
    if (extremes.suspicious) {
        nameOffender(0);
        return report;
    }
    const auto [dt, unhurried] = computeStepLength(context, stepLength(), extremes);
    predict(context, acceleration, dt);
    const CellGrid::Misplaced misplaced = sortIntoCells(context);
    if (misplaced.count() > 0) {
        takeBack(context, dt);
        reportMisplaced(context, misplaced, report);
        return report;
    }
    const DensityConstraint::Outcome outcome = constraint_.solve(context, {dt, unhurried, context.time == 0});
    report.iterations = outcome.iterations;
    report.maxDensityRatio = outcome.densest;
    report.dt = dt;
    if (outcome.suspicious && outcome.iterations == 0) {
        takeBack(context, dt);
        report.dt = 0;
        nameOffender(0);
    } else if (outcome.suspicious || !areHealthy(context, limits)) {
        nameOffender(0);
    }
    return report;
}

void Pbf::computeFields(const StepContext& context) {
    if (context.particles.size() == 0 || sortIntoCells(context).count() > 0) return;
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
            [](const SolverSettings& settings, ParticleStore& particles) -> std::unique_ptr<Solver> {
                const auto* mine = std::get_if<PbfSettings>(&settings);
                if (mine == nullptr) return nullptr;
                return std::make_unique<Pbf>(*mine, particles);
            },
            [](const SolverSettings& settings) {
                return checkParameters(std::get<PbfSettings>(settings), "solver");
            }};
}

}  // namespace undine
