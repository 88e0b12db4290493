// SPDX-License-Identifier: Zlib
// SPH with position based dynamics: the forces of smoothed particle hydrodynamics take the particles to where
// they want to be, and iterations on positions give them their density there.
//
//   Montealegre: Smoothed Particle Hydrodynamics with Position Based Dynamics (a report without a date)
//   [MM13] Macklin, Mueller: Position Based Fluids, 2013
//
//   symbol   here                meaning
//   x, v, a  x, v, acceleration  position, velocity, acceleration by the SPH forces, gravity and fields
//   rho, p   density, pressure   from the sum over neighbours, and from rho (solvers/sph_forces.h)
//   k        stiffness           of the fluid; the SPH pressure has pressureShare of it
//   mu       viscosity           explicit: one of the SPH forces; implicit: forces/implicit_viscosity.h
//   x*       x, after moving     where these forces lead, then where the density is right
//   C        ratio - 1           compression: rho / rho0 - 1
//   lambda   -multiplier         what pushes back (solvers/density_constraint.h)
//   h, dt    h, dt               support radius, time step
//
// What its author found wrong with his program is put right: it was compressible, because its multipliers
// divided by a Laplacian where the squared gradient of the constraint belongs; and bouncy, because springs
// stood for walls. Here walls count as fluid at rest and contacts take the approaching velocity away. The
// pressure of the equation of state is a gentle one, a share of what the fluid's stiffness would be in wcsph:
// it evens out what the iterations leave.
#include "solvers/sph_pbd.h"

#include <algorithm>

#include "solvers/guard.h"
#include "solvers/position_step.h"
#include "solvers/sph_forces.h"

namespace undine {
namespace {

class SphPbd final : public Solver {
  public:
    SphPbd(const SphPbdSettings& settings, ParticleStore& particles)
        : settings_(settings),
          constraint_(settings.constraint, particles),
          forces_({.formulation = settings.constraint.formulation,
                   .equationOfState = settings.equationOfState,
                   .explicitViscosity = settings.pairForces.viscosityModel == ViscosityModel::Explicit},
                  particles),
          pairForces_(settings.pairForces, PairForces::ExplicitViscosity::Elsewhere) {}

    StepReport step(const StepContext& context) override;
    void computeFields(const StepContext& context) override;

    Result<void> checkFluids(std::span<const FluidSettings> fluids) const override {
        return checkContrast(fluids);
    }
    float longestStep(const StepContext& context) override {
        forces_.readFluids(context, settings_.pressureShare);
        return std::min(forces_.longestStep(context, settings_.cflFactor),
                        pairForces_.maxTimeStep(context.fluids, context.h, PositionStep::kCapillaryShare));
    }
    Formulation formulation() const override { return settings_.constraint.formulation; }
    std::size_t bytes() const override { return constraint_.bytes() + pairForces_.bytes(); }

  private:
    SphPbdSettings settings_;
    DensityConstraint constraint_;
    SphForces forces_;
    PairForces pairForces_;
};

// Forces at the present positions, then [MM13] at those they lead to.
StepReport SphPbd::step(const StepContext& context) {
    ParticleStore& particles = context.particles;
    if (particles.size() == 0) return emptyStep(context);
    const CellGrid::Misplaced misplaced = sortIntoCells(context);
    if (misplaced.count() > 0) {
        StepReport report;
        reportMisplaced(context, misplaced, report);
        return report;
    }
    PositionStep frame(constraint_, pairForces_, forces_.acceleration(particles));
    constraint_.readFluids(context);
    forces_.readFluids(context, settings_.pressureShare);
    meetBodies(context);
    forces_.computeDensity(context);
    const float stable =
        std::min(pairForces_.maxTimeStep(context.fluids, context.h, PositionStep::kCapillaryShare),
                 forces_.maxViscousStep(context.h));
    const StepLength length{.substeps = settings_.substeps,
                            .cflFactor = settings_.cflFactor,
                            .forceFactor = settings_.forceFactor,
                            .soundSpeed = forces_.soundSpeed(),
                            .stable = stable};
    const Extremes extremes = forces_.computeForces(context, frame.limits(context));
    return frame.finish(context, length, extremes);
}

void SphPbd::computeFields(const StepContext& context) {
    if (context.particles.size() == 0 || sortIntoCells(context).count() > 0) return;
    constraint_.readFluids(context);
    constraint_.computeDensity(context);
}

}  // namespace

template <>
std::span<const Parameter> parametersOf<SphPbdSettings>() {
    using S = SphPbdSettings;
    static const std::vector<Parameter> table = joinRows(
        densityConstraintRows<&S::constraint>(),
        std::array{
            choice<&S::equationOfState>("equation_of_state", "How pressure follows from density."),
            param<&S::pressureShare>("pressure_share", "", between(0, 1),
                                     "Share of the fluids' stiffness that the SPH pressure has."),
            param<&S::substeps>("substeps", "", between(1, 1000),
                                "The time step and its upper limit are divided by this."),
            param<&S::cflFactor>("cfl_factor", "", aboveUpTo(0, 1),
                                 "Share of the support radius a particle or a sound may cross in one step."),
            param<&S::forceFactor>(
                "force_factor", "", aboveUpTo(0, 1),
                "Adaptive step over sqrt(support radius / largest acceleration), at most."),
        },
        pairForceRows<&S::pairForces>());
    return table;
}

SolverEntry sphPbdEntry() {
    return {{"sph_pbd", "SPH with position based dynamics", "Montealegre; Macklin and Mueller 2013",
             SphPbdSettings{}},
            [](const SolverSettings& settings, ParticleStore& particles,
               int /*dimension*/) -> std::unique_ptr<Solver> {
                const auto* mine = std::get_if<SphPbdSettings>(&settings);
                if (mine == nullptr) return nullptr;
                return std::make_unique<SphPbd>(*mine, particles);
            },
            [](const SolverSettings& settings) {
                return checkParameters(std::get<SphPbdSettings>(settings), "solver");
            },
            "raise solver.substeps",
            "raise solver.iterations or lower solver.force_factor"};
}

}  // namespace undine
