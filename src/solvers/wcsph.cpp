// SPDX-License-Identifier: Zlib
// Weakly compressible SPH: each particle gets its pressure from its density by an equation of state.
//
//   [MCG03] Mueller, Charypar, Gross: Particle-Based Fluid Simulation for Interactive Applications, 2003
//   [BT07]  Becker, Teschner: Weakly Compressible SPH for Free Surface Flows, 2007
//   [Mon92] Monaghan: Smoothed Particle Hydrodynamics, 1992
//   [SP08]  Solenthaler, Pajarola: Density Contrast SPH Interfaces, 2008
//
//   symbol   here               meaning
//   x, v, a  x, v, acceleration position, velocity, acceleration of a particle
//   rho, p   density, pressure  from the sum over neighbours, and from rho
//   V        volume             m / rho, in units of that of a particle at rest (solvers/fluid_tables.h)
//   h        h                  support radius
//   k        stiffness          square of the speed of sound c
//   mu       viscosity
//
// There are two formulations, see settings.h: that of [MCG03], and by default that of [BT07], whose pressure
// force is the gradient of an energy. docs/decisions/0001-conservative-pressure.md shows what the difference
// is worth. Densities are number densities times mass [SP08], so that fluids of different density can meet;
// with one fluid that is the same sum.
//
// Departures from the papers: in the conservative formulation a blend of polynomials takes the place of the
// cubic spline, and the Laplacian of the viscosity kernel needs no root (kernels/kernels-inl.h); negative
// pressures are clamped by default, so that a free surface does not pull; artificial viscosity is a constant
// added to mu instead of a term of its own, and between two fluids mu is the geometric mean; a particle's
// share of its own density can be scaled (Bullet-Fluids' initial sum); walls count as fluid at rest
// (boundary/walls.h); time steps are semi-implicit Euler of adaptive length instead of leap-frog.
#include "solvers/wcsph.h"

#include <algorithm>
#include <cmath>

#include "core/parameter_table.h"
#include "forces/pair_forces.h"
#include "neighbors/neighbor_lists.h"
#include "solvers/guard.h"
#include "solvers/sph_forces.h"

namespace undine {
namespace {

class Wcsph final : public Solver {
  public:
    Wcsph(const WcsphSettings& settings, ParticleStore& particles)
        : settings_(settings),
          forces_({.formulation = settings.formulation,
                   .equationOfState = settings.equationOfState,
                   .clampNegativePressure = settings.clampNegativePressure,
                   .artificialViscosity = settings.artificialViscosity,
                   .initialSum = settings.initialSum,
                   .explicitViscosity = settings.pairForces.viscosityModel == ViscosityModel::Explicit},
                  particles),
          pairForces_(settings.pairForces, PairForces::ExplicitViscosity::Elsewhere) {}

    StepReport step(const StepContext& context) override;
    void computeFields(const StepContext& context) override;

    Result<void> checkFluids(std::span<const FluidSettings> fluids) const override {
        return checkContrast(fluids);
    }

    float longestStep(const StepContext& context) override {
        forces_.readFluids(context);
        return std::min(forces_.longestStep(context, settings_.cflFactor),
                        pairForces_.maxTimeStep(context.fluids, context.h));
    }
    Formulation formulation() const override { return settings_.formulation; }
    float initialSum() const override { return settings_.initialSum; }
    std::size_t bytes() const override { return lists_.bytes() + pairForces_.bytes(); }

  private:
    bool placeInCells(const StepContext& context, StepReport& report) const;
    float computeTimeStep(const StepContext& context, const Extremes& extremes) const;
    bool applyPairForces(const StepContext& context, float dt, StepReport& report);
    bool integrate(const StepContext& context, float dt);
    Limits limits(const StepContext& context) const;
    void nameOffender(const StepContext& context, double least, StepReport& report) const;
    void blameFastest(const StepContext& context, StepTrouble trouble, StepReport& report) const;

    WcsphSettings settings_;
    SphForces forces_;
    PairForces pairForces_;
    NeighborLists lists_;  // only for pair forces
};

// [MCG03] section 3, in the order of a step.
StepReport Wcsph::step(const StepContext& context) {
    if (context.particles.size() == 0) return emptyStep(context);
    StepReport report;
    if (!placeInCells(context, report)) return report;
    forces_.readFluids(context);
    meetBodies(context);
    forces_.computeDensity(context);                                            // eq. 3, equation of state
    const Extremes extremes = forces_.computeForces(context, limits(context));  // eq. 10, 14 and gravity
    report.maxSpeed = std::sqrt(extremes.speed2);
    report.maxAcceleration = std::sqrt(extremes.acceleration2);
    report.maxDensityRatio = extremes.densityRatio;
    if (extremes.suspicious) {
        nameOffender(context, 0, report);
        return report;  // before anything moves
    }
    const float dt = computeTimeStep(context, extremes);
    if (context.fixedStep == 0 && dt < context.minStep) {
        blameFastest(context, StepTrouble::StepTooSmall, report);
        return report;
    }
    const float taken = divideEvenly(dt, context.timeLeft);
    if (!applyPairForces(context, taken, report)) {  // eq. 19 and others
        blameFastest(context, StepTrouble::TooDense, report);
        return report;
    }
    report.dt = taken;
    // v += dt a, x += dt v, walls. A wall may have stopped what was too fast, so ask again.
    if (!integrate(context, taken)) nameOffender(context, 1, report);
    return report;
}

// False when a particle has no cell. The particles then have a new order, and densities and pressures would
// belong to the old one.
bool Wcsph::placeInCells(const StepContext& context, StepReport& report) const {
    const CellGrid::Misplaced misplaced = sortIntoCells(context);
    if (misplaced.count() == 0) return true;
    ParticleStore& particles = context.particles;
    std::fill_n(forces_.density(particles), particles.size(), 0.0F);
    std::fill_n(forces_.pressure(particles), particles.size(), 0.0F);
    reportMisplaced(context, misplaced, report);
    return false;
}

void Wcsph::nameOffender(const StepContext& context, double least, StepReport& report) const {
    ParticleStore& particles = context.particles;
    findOffender(context, forces_.density(particles), forces_.acceleration(particles), limits(context), least,
                 report);
}

void Wcsph::blameFastest(const StepContext& context, StepTrouble trouble, StepReport& report) const {
    report.trouble = trouble;
    report.offender = findFastest(context, forces_.density(context.particles));
}

void Wcsph::computeFields(const StepContext& context) {
    if (context.particles.size() == 0 || sortIntoCells(context).count() > 0) return;
    meetBodies(context);
    forces_.readFluids(context);
    forces_.computeDensity(context);
}

// dt <= cfl h / (c + |v|), force factor sqrt(h / |a|), and the limits of explicit viscosity and tension
// [BT07]. Bodies and winds count as if they were particles.
float Wcsph::computeTimeStep(const StepContext& context, const Extremes& extremes) const {
    if (context.fixedStep > 0) return context.fixedStep;
    const float h = context.h;
    const float speed = std::max(std::sqrt(extremes.speed2), context.imposedSpeed);
    const float crossing = settings_.cflFactor * h / (forces_.soundSpeed(extremes.densityRatio) + speed) /
                           context.rigid.stepDivisor();
    float dt = std::min(
        {context.maxStep, crossing, forces_.maxViscousStep(h), pairForces_.maxTimeStep(context.fluids, h)});
    if (extremes.acceleration2 > 0) {
        dt = std::min(dt, settings_.forceFactor * std::sqrt(h / std::sqrt(extremes.acceleration2)));
    }
    return dt;
}

// Tension, vorticity and what else is not part of the sums above. False when particles are so crowded that
// there is no room for their lists.
bool Wcsph::applyPairForces(const StepContext& context, float dt, StepReport& report) {
    if (!pairForces_.isActive(context.fluids)) return true;
    if (!buildLists(context, lists_)) return false;
    pairForces_.apply(neighborhood(context, lists_, forces_.density(context.particles)), dt, report);
    return true;
}

// v += dt a with drag, x += dt v, and contacts with walls and bodies where they are then. False when a new
// velocity is beyond its limit.
bool Wcsph::integrate(const StepContext& context, float dt) {
    dragBodies(context, dt, forces_.artificialLength(context), pairForces_.xsph());
    const Profiler::Zone zone(context.profiler, "wcsph.integrate");
    return moveWithContacts(context, forces_.acceleration(context.particles), dt, limits(context).speed);
}

// A flow much faster than its own sound has nothing to do with the method any more.
Limits Wcsph::limits(const StepContext& context) const {
    return {.speed = context.maxSpeed > 0 ? context.maxSpeed : 20 * forces_.soundSpeed(),
            .densityRatio = context.maxDensityRatio,
            .restDensity = forces_.restDensity(context)};
}

}  // namespace

template <>
std::span<const Parameter> parametersOf<WcsphSettings>() {
    static const std::vector<Parameter> table = joinRows(
        std::array{
            choice<&WcsphSettings::formulation>(
                "formulation", "conservative keeps a fluid at rest quiet; mueller is that of Bullet-Fluids."),
            choice<&WcsphSettings::equationOfState>("equation_of_state",
                                                    "How pressure follows from density."),
            param<&WcsphSettings::clampNegativePressure>(
                "clamp_negative_pressure", "Pressures below 0 become 0: a free surface does not pull."),
            param<&WcsphSettings::artificialViscosity>(
                "artificial_viscosity", "", between(0, 10),
                "Monaghan's alpha: damps noise at the scale of particles; mueller wants 0.15 or more."),
            param<&WcsphSettings::initialSum>("initial_sum", "", aboveUpTo(0, 1),
                                              "Scales a particle's own share of its density."),
            param<&WcsphSettings::cflFactor>(
                "cfl_factor", "", aboveUpTo(0, 1),
                "Share of the support radius that sound may cross in one adaptive step."),
            param<&WcsphSettings::forceFactor>(
                "force_factor", "", aboveUpTo(0, 1),
                "Adaptive step over sqrt(support radius / largest acceleration), at most."),
        },
        pairForceRows<&WcsphSettings::pairForces>());
    return table;
}

SolverEntry wcsphEntry() {
    return {{"wcsph", "Weakly compressible SPH", "Mueller et al. 2003; Becker and Teschner 2007",
             WcsphSettings{}},
            [](const SolverSettings& settings, ParticleStore& particles,
               int /*dimension*/) -> std::unique_ptr<Solver> {
                const auto* mine = std::get_if<WcsphSettings>(&settings);
                if (mine == nullptr) return nullptr;
                return std::make_unique<Wcsph>(*mine, particles);
            },
            [](const SolverSettings& settings) {
                return checkParameters(std::get<WcsphSettings>(settings), "solver");
            },
            "lower the stiffness of its fluid",
            "raise the stiffness of its fluid"};
}

}  // namespace undine
