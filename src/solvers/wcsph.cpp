// SPDX-License-Identifier: Zlib
// Weakly compressible SPH: each particle gets its pressure from its density by an equation of state.
//
//   [MCG03] Mueller, Charypar, Gross: Particle-Based Fluid Simulation for Interactive Applications, 2003
//   [BT07]  Becker, Teschner: Weakly Compressible SPH for Free Surface Flows, 2007
//   [Mon92] Monaghan: Smoothed Particle Hydrodynamics, 1992
//
//   symbol   here               meaning
//   x, v, a  x, v, acceleration position, velocity, acceleration of a particle
//   rho, p   density, pressure  from the sum over neighbours, and from rho
//   V        volume             m / rho
//   h        h                  support radius
//   k        stiffness          square of the speed of sound c
//   mu       viscosity          sigma  surfaceTension
//
// There are two formulations, see settings.h: that of [MCG03], and by default that of [BT07], whose pressure
// force is the gradient of an energy. docs/decisions/0001-conservative-pressure.md shows what the difference
// is worth.
//
// Departures from the papers: in the conservative formulation a blend of polynomials takes the place of the
// cubic spline, and the Laplacian of the viscosity kernel needs no root (kernels/kernels-inl.h); negative
// pressures are clamped by default, so that a free surface does not pull; artificial viscosity is a constant
// added to mu instead of a term of its own; a particle's share of its own density can be scaled
// (Bullet-Fluids' initial sum); walls count as fluid at rest (boundary/walls.h); time steps are semi-implicit
// Euler of adaptive length instead of leap-frog.
#include "solvers/wcsph.h"

#include <algorithm>
#include <cmath>

#include "core/parameter_table.h"
#include "solvers/guard.h"
#include "solvers/particle_passes.h"
#include "solvers/sph_passes.h"

namespace undine {
namespace {

class Wcsph final : public Solver {
  public:
    Wcsph(const WcsphSettings& settings, ParticleStore& particles)
        : settings_(settings),
          density_(particles.declare({"density", "kg/m^3", FieldType::Scalar, false, false})),
          pressure_(particles.declare({"pressure", "Pa", FieldType::Scalar, false, false})),
          volume_(particles.declare({"volume", "m^3", FieldType::Scalar, false, false})),
          pressureTerm_(isConservative() ? particles.declare({"pressure_term", "Pa m^6/kg^2",
                                                              FieldType::Scalar, false, false})
                                         : pressure_),
          acceleration_(particles.declare({"acceleration", "m/s^2", FieldType::Vector, false, false})) {}

    StepReport step(const StepContext& context) override;
    void computeFields(const StepContext& context) override;

    Result<void> checkFluids(std::span<const FluidSettings> fluids) const override {
        if (fluids.size() > 1)
            return Error{"solver wcsph: simulates one fluid, not " + std::to_string(fluids.size())};
        return {};
    }

    Formulation formulation() const override { return settings_.formulation; }
    float initialSum() const override { return settings_.initialSum; }

    std::size_t bytes() const override {
        return normal_[0].bytes() + normal_[1].bytes() + normal_[2].bytes() + laplacian_.bytes();
    }

  private:
    void computeDensity(const StepContext& context);
    Extremes computeForces(const StepContext& context);
    float computeTimeStep(const StepContext& context, const Extremes& extremes) const;
    bool integrate(const StepContext& context, float dt);

    bool isConservative() const { return settings_.formulation == Formulation::Conservative; }
    float computeViscosity(const StepContext& context) const;
    WallPass wallPass(const StepContext& context) const;
    Limits limits(const StepContext& context) const;

    WcsphSettings settings_;
    ParticleStore::FieldIndex density_;
    ParticleStore::FieldIndex pressure_;
    ParticleStore::FieldIndex volume_;
    ParticleStore::FieldIndex pressureTerm_;  // what is summed over pairs: p, or p/rho^2 when conservative
    ParticleStore::FieldIndex acceleration_;
    AlignedArray<float> normal_[3];  // of the colour field, only with surface tension
    AlignedArray<float> laplacian_;
};

// [MCG03] section 3, in the order of a step.
StepReport Wcsph::step(const StepContext& context) {
    StepReport report;
    if (context.particles.size() == 0) {
        report.dt =
            divideEvenly(context.fixedStep > 0 ? context.fixedStep : context.maxStep, context.timeLeft);
        return report;
    }
    const CellGrid::Misplaced misplaced = sortIntoCells(context);
    if (misplaced.count() > 0) {
        // The particles have a new order, and these belong to the old one.
        std::fill_n(context.particles.scalar(density_), context.particles.size(), 0.0F);
        std::fill_n(context.particles.scalar(pressure_), context.particles.size(), 0.0F);
        reportMisplaced(context, misplaced, report);
        return report;
    }
    computeDensity(context);                           // eq. 3 and the equation of state
    const Extremes extremes = computeForces(context);  // eq. 10, 14, 19 and gravity
    report.maxSpeed = std::sqrt(extremes.speed2);
    report.maxAcceleration = std::sqrt(extremes.acceleration2);
    report.maxDensityRatio = extremes.density / context.fluids[0].restDensity;

    const auto nameOffender = [&](double least) {
        findOffender(context, context.particles.scalar(density_), context.particles.vector(acceleration_),
                     limits(context), least, report);
    };
    if (extremes.suspicious) {
        nameOffender(0);
        return report;  // before anything moves
    }
    const float dt = computeTimeStep(context, extremes);
    if (context.fixedStep == 0 && dt < context.minStep) {
        report.trouble = StepTrouble::StepTooSmall;
        report.offender = findFastest(context, context.particles.scalar(density_));
        return report;
    }
    report.dt = divideEvenly(dt, context.timeLeft);
    // v += dt a, x += dt v, walls. A wall may have stopped what was too fast, so ask again.
    if (!integrate(context, report.dt)) nameOffender(1);
    return report;
}

void Wcsph::computeFields(const StepContext& context) {
    if (context.particles.size() == 0 || sortIntoCells(context).count() > 0) return;
    computeDensity(context);
}

// rho_i = m sum_j W(r_ij), then the share of the walls, then p_i.
void Wcsph::computeDensity(const StepContext& context) {
    const Profiler::Zone zone(context.profiler, "wcsph.density");
    const FluidConstants& fluid = context.fluids[0];
    ParticleStore& particles = context.particles;
    const DensityPass density{.formulation = settings_.formulation,
                              .x = particles.position(),
                              .density = particles.scalar(density_),
                              .h = context.h,
                              .dimension = context.dimension,
                              .mass = fluid.mass,
                              .initialSum = settings_.initialSum};
    const PressurePass pressure{.density = particles.scalar(density_),
                                .pressure = particles.scalar(pressure_),
                                .volume = particles.scalar(volume_),
                                .pressureTerm = isConservative() ? particles.scalar(pressureTerm_) : nullptr,
                                .equation = settings_.equationOfState,
                                .clampNegative = settings_.clampNegativePressure,
                                .stiffness = fluid.stiffness,
                                .restDensity = fluid.restDensity,
                                .mass = fluid.mass};
    const WallPass walls = wallPass(context);
    context.grid.forEachBlockOfCells(context.pool, [&](Range cells) {
        const Range own = context.grid.particlesOf(cells);
        densityOfCells(context.grid, cells, density);
        addWallDensity(walls, own, fluid.restDensity, density.density);
        pressureOfParticles(own, pressure);
    });
}

// a_i = (pressure + viscosity + tension) / rho_i + g, the push of the walls, and the force fields.
Extremes Wcsph::computeForces(const StepContext& context) {
    const Profiler::Zone zone(context.profiler, "wcsph.forces");
    const FluidConstants& fluid = context.fluids[0];
    ParticleStore& particles = context.particles;
    if (fluid.surfaceTension > 0) {
        for (AlignedArray<float>& component : normal_) component.resizeForOverwrite(particles.size());
        laplacian_.resizeForOverwrite(particles.size());
    }
    const ForcePass forces{.formulation = settings_.formulation,
                           .x = particles.position(),
                           .v = particles.velocity(),
                           .density = particles.scalar(density_),
                           .pressure = particles.scalar(pressureTerm_),
                           .volume = particles.scalar(volume_),
                           .mass = fluid.mass,
                           .acceleration = particles.vector(acceleration_),
                           .normal = {normal_[0].data(), normal_[1].data(), normal_[2].data()},
                           .laplacian = laplacian_.data(),
                           .h = context.h,
                           .dimension = context.dimension,
                           .viscosity = computeViscosity(context),
                           .surfaceTension = fluid.surfaceTension,
                           .tensionThreshold = settings_.pairForces.tensionThreshold};
    // The mirrored pressure of a wall: p/rho, which is P rho0 or, within the compressibility, p/rho0.
    const float wallScale = isConservative() ? fluid.restDensity : 1 / fluid.restDensity;
    const WallPass walls = wallPass(context);
    const ForceFieldPass fields = forceFieldPass(context, forces.acceleration);
    const Limits limit = limits(context);
    const CellGrid& grid = context.grid;
    return deterministicSum<Extremes>(
        context.pool, grid.cellCount(),
        [&](Range cells) {
            const Range own = grid.particlesOf(cells);
            forcesOfCells(grid, cells, forces);
            addWallPressure(walls, own, forces.pressure, wallScale, forces.acceleration);
            addForceFields(fields, own);
            return addGravity(own, forces.v, forces.acceleration, context.gravity, forces.density, limit);
        },
        kCellsPerBlock);
}

// dt <= cfl h / (c + |v|), force factor sqrt(h / |a|), and the limits of explicit viscosity and tension
// [BT07]. Bodies and winds count as if they were particles.
float Wcsph::computeTimeStep(const StepContext& context, const Extremes& extremes) const {
    if (context.fixedStep > 0) return context.fixedStep;
    const FluidConstants& fluid = context.fluids[0];
    const float h = context.h;

    // Tait's speed of sound grows with the third power of the density.
    float c = std::sqrt(fluid.stiffness);
    const float squeeze = std::max(1.0F, extremes.density / fluid.restDensity);
    if (settings_.equationOfState == EquationOfState::Tait) c *= squeeze * squeeze * squeeze;

    const float speed = std::max(std::sqrt(extremes.speed2), context.imposedSpeed);
    float dt = std::min(context.maxStep, settings_.cflFactor * h / (c + speed));
    if (extremes.acceleration2 > 0) {
        dt = std::min(dt, settings_.forceFactor * std::sqrt(h / std::sqrt(extremes.acceleration2)));
    }
    const float viscosity = computeViscosity(context);
    if (viscosity > 0) dt = std::min(dt, 0.125F * h * h * fluid.restDensity / viscosity);
    if (fluid.surfaceTension > 0) {
        dt =
            std::min(dt, 0.25F * std::sqrt(fluid.restDensity * h * h * h / (6.2832F * fluid.surfaceTension)));
    }
    return dt;
}

// mu + alpha rho0 (h/2) c / (2 (d + 2)): Monaghan's artificial viscosity as the viscosity it amounts to
// [Mon92].
float Wcsph::computeViscosity(const StepContext& context) const {
    const FluidConstants& fluid = context.fluids[0];
    const float c = std::sqrt(fluid.stiffness);
    const float artificial = settings_.artificialViscosity * fluid.restDensity * 0.5F * context.h * c /
                             (2.0F * static_cast<float>(context.dimension + 2));
    return fluid.viscosity + artificial;
}

// v += dt a with drag, x += dt v, and contacts with walls and bodies where they are then. False when a new
// velocity is beyond its limit.
bool Wcsph::integrate(const StepContext& context, float dt) {
    const Profiler::Zone zone(context.profiler, "wcsph.integrate");
    ParticleStore& particles = context.particles;
    const VectorSpan x = particles.position();
    const VectorSpan v = particles.velocity();
    const VectorSpan a = particles.vector(acceleration_);
    moveBodies(context, dt);
    const WallPass walls = wallPass(context);
    const ForceFieldPass fields = forceFieldPass(context, a);
    const float maxSpeed = limits(context).speed;
    const auto suspicious = deterministicSum<Extremes>(context.pool, particles.size(), [&](Range block) {
        Extremes extremes;
        applyDrag(fields, dt, block);
        extremes.suspicious = moveParticles(block, x, v, a, dt, maxSpeed);
        collideWithWalls(walls, block, context.particleRadius, v);
        return extremes;
    });
    return !suspicious.suspicious;
}

WallPass Wcsph::wallPass(const StepContext& context) const {
    return {.walls = context.walls,
            .table = &context.halfSpace,
            .h = context.h,
            .x = context.particles.position()};
}

// A flow much faster than its own sound has nothing to do with the method any more.
Limits Wcsph::limits(const StepContext& context) const {
    const FluidConstants& fluid = context.fluids[0];
    const float speed = context.maxSpeed > 0 ? context.maxSpeed : 20 * std::sqrt(fluid.stiffness);
    return {.speed = speed, .density = context.maxDensityRatio * fluid.restDensity};
}

}  // namespace

template <>
std::span<const Parameter> parametersOf<WcsphSettings>() {
    static const Parameter table[] = {
        choice<&WcsphSettings::formulation>(
            "formulation", "conservative keeps a fluid at rest quiet; mueller is that of Bullet-Fluids."),
        choice<&WcsphSettings::equationOfState>("equation_of_state", "How pressure follows from density."),
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
        param<Inside<&WcsphSettings::pairForces, &PairForceSettings::tensionThreshold>{}>(
            "tension_threshold", "1/h", atLeast(0),
            "Gradients of the colour field below this are not a surface."),
    };
    return table;
}

SolverEntry wcsphEntry() {
    return {{"wcsph", "Weakly compressible SPH", "Mueller et al. 2003; Becker and Teschner 2007",
             WcsphSettings{}},
            [](const SolverSettings& settings, ParticleStore& particles) -> std::unique_ptr<Solver> {
                const auto* mine = std::get_if<WcsphSettings>(&settings);
                if (mine == nullptr) return nullptr;
                return std::make_unique<Wcsph>(*mine, particles);
            },
            [](const SolverSettings& settings) {
                return checkParameters(std::get<WcsphSettings>(settings), "solver");
            }};
}

}  // namespace undine
