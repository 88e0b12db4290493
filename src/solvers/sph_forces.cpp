// SPDX-License-Identifier: Zlib
//   [Mon92] Monaghan: Smoothed Particle Hydrodynamics, 1992
#include "solvers/sph_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/geometry.h"
#include "solvers/sph_passes.h"

namespace undine {
SphForces::SphForces(const SphForceSettings& settings, ParticleStore& particles)
    : settings_(settings),
      density_(particles.declare({"density", "kg/m^3", FieldType::Scalar, false, false})),
      pressure_(particles.declare({"pressure", "Pa", FieldType::Scalar, false, false})),
      pressureTerm_(particles.declare({"pressure_term", "Pa", FieldType::Scalar, false, false})),
      viscosityTerm_(particles.declare({"viscosity_term", "Pa^1/2 s^1/2", FieldType::Scalar, false, false})),
      volume_(isConservative() ? viscosityTerm_
                               : particles.declare({"volume", "", FieldType::Scalar, false, false})),
      acceleration_(particles.declare({"acceleration", "m/s^2", FieldType::Vector, false, false})) {}

// mu + alpha rho0 (h/2) c / (2 (d + 2)): Monaghan's artificial viscosity as the viscosity it amounts to
// [Mon92].
void SphForces::readFluids(const StepContext& context, float stiffnessShare) {
    fluids_.assign(context.fluids,
                   {.artificial = artificialLength(context), .own = settings_.explicitViscosity});
    for (float& modulus : fluids_.bulkModulus) modulus *= stiffnessShare;
}

// rho_i = m_i sum_j W(r_ij), then the share of the walls, then p_i; densities are relative to those at rest
// until the last of these passes.
void SphForces::computeDensity(const StepContext& context) {
    const Profiler::Zone zone(context.profiler, "sph.density");
    ParticleStore& particles = context.particles;
    const DensityPass density{.formulation = settings_.formulation,
                              .x = particles.position(),
                              .relative = particles.scalar(density_),
                              .h = context.h,
                              .dimension = context.dimension,
                              .restVolume = perFluid(context, fluids_.restVolume),
                              .initialSum = settings_.initialSum};
    const PressurePass pressure{.density = particles.scalar(density_),
                                .pressure = particles.scalar(pressure_),
                                .pressureTerm = particles.scalar(pressureTerm_),
                                .viscosityTerm = particles.scalar(viscosityTerm_),
                                .volume = isConservative() ? nullptr : particles.scalar(volume_),
                                .formulation = settings_.formulation,
                                .equation = settings_.equationOfState,
                                .clampNegative = settings_.clampNegativePressure,
                                .restDensity = perFluid(context, fluids_.restDensity),
                                .relativeVolume = perFluid(context, fluids_.relativeVolume),
                                .bulkModulus = perFluid(context, fluids_.bulkModulus),
                                .viscosityRoot = perFluid(context, fluids_.viscosityRoot)};
    const WallPass walls = wallPass(context);
    context.grid.forEachBlockOfCells(context.pool, [&](Range cells) {
        const Range own = context.grid.particlesOf(cells);
        densityOfCells(context.grid, cells, density);
        addWallDensity(walls, own, 1, density.relative);
        addBodyDensity(context, own, density.relative);
        pressureOfParticles(own, pressure);
    });
}

// a_i = (pressure + viscosity) / m_i + g, the push of the walls, and the force fields.
Extremes SphForces::computeForces(const StepContext& context, const Limits& limits) {
    pressBodies(context);
    const Profiler::Zone zone(context.profiler, "sph.forces");
    ParticleStore& particles = context.particles;
    const ForcePass forces{.formulation = settings_.formulation,
                           .x = particles.position(),
                           .v = particles.velocity(),
                           .pressureTerm = particles.scalar(pressureTerm_),
                           .viscosityTerm = particles.scalar(viscosityTerm_),
                           .volume = isConservative() ? nullptr : particles.scalar(volume_),
                           .acceleration = particles.vector(acceleration_),
                           .h = context.h,
                           .dimension = context.dimension,
                           .unitVolume = fluids_.unitVolume,
                           .specificVolume = perFluid(context, fluids_.specificVolume)};
    // The mirrored pressure of a wall, p/rho, from the terms: p V^2 V*/(m V0), or p V V*/m.
    const PerFluid wallScale =
        perFluid(context, isConservative() ? fluids_.wallFactor : fluids_.specificVolume);
    const WallPass walls = wallPass(context);
    const ForceFieldPass fields = forceFieldPass(context, forces.acceleration);
    const float* density = particles.scalar(density_);
    const CellGrid& grid = context.grid;
    const auto extremes = deterministicSum<Extremes>(
        context.pool, grid.cellCount(),
        [&](Range cells) {
            const Range own = grid.particlesOf(cells);
            forcesOfCells(grid, cells, forces);
            addWallPressure(walls, own, forces.pressureTerm, wallScale, forces.acceleration);
            addBodyPressure(context, own, forces);
            addForceFields(fields, own);
            return addGravity(own, forces.v, forces.acceleration, context.gravity, density, limits);
        },
        kCellsPerBlock);
    for (std::uint32_t piece = 1; piece <= context.pieceCount; ++piece) {
        takeBackWithin(piece, context, forces);
    }
    pushBodies(context);
    return extremes;
}

// Viscosity does not keep angular momentum, and would brake a frozen piece that spins. What it does within
// the piece is the same pass without pressures, and with viscosities for nobody else.
void SphForces::takeBackWithin(std::uint32_t piece, const StepContext& context, ForcePass forces) {
    const Index n = context.particles.size();
    const PieceNumbers pieces = context.pieces();
    noPressure_.resizeForOverwrite(n);
    std::fill_n(noPressure_.data(), n, 0.0F);
    const auto fillOwn = [&](AlignedArray<float>& own, const float* all) {
        own.resizeForOverwrite(n);
        context.pool.forEachBlock(n, [&](Range block) {
            for (Index i = block.begin; i < block.end; ++i) own[i] = pieces.of[i] == piece ? all[i] : 0;
        });
        return own.data();
    };
    for (AlignedArray<float>& axis : inner_) axis.resizeForOverwrite(n);
    const VectorSpan total = forces.acceleration;
    forces.pressureTerm = noPressure_.data();
    forces.viscosityTerm = fillOwn(ownViscosity_, forces.viscosityTerm);
    if (forces.volume != nullptr) forces.volume = fillOwn(ownVolume_, forces.volume);
    forces.acceleration = spanOf(inner_);
    context.grid.forEachBlockOfCells(context.pool, [&](Range cells) {
        const Range own = context.grid.particlesOf(cells);
        if (!pieces.isAnyIn(own, piece)) return;
        forcesOfCells(context.grid, cells, forces);
        for (Index i = own.begin; i < own.end; ++i) {
            if (pieces.of[i] == piece) total.set(i, total[i] - forces.acceleration[i]);
        }
    });
}

// A body that moves is as stiff as the fluid.
void SphForces::pressBodies(const StepContext& context) {
    if (context.rigid.empty()) return;
    const Profiler::Zone zone(context.profiler, "bodies.sums");
    context.rigid.press({.restVolume = perFluid(context, fluids_.restVolume),
                         .bulkModulus = perFluid(context, fluids_.bulkModulus),
                         .equation = settings_.equationOfState},
                        context.grid, context.particles.position(), context.walls, context.pool);
}

// The gradient of the particle's energy by what the body adds to its density, and of the samples' own
// (boundary/sample_pressure.h). One that has never moved has no energy, as walls have none.
void SphForces::addBodyPressure(const StepContext& context, Range particles, const ForcePass& forces) {
    const float* pressure = context.particles.scalar(pressure_);
    const float* density = context.particles.scalar(density_);
    const std::uint32_t* fluid = context.particles.fluid();
    for (BodyPair& pair : context.rigid.pairs().of(particles)) {
        const Index i = pair.particle;
        const float rest = fluids_.restDensity[fluid[i]];
        const float scale = rest / (density[i] * density[i]);
        pair.push = -scale * pressure[i] * pair.gradient - (1 / rest) * pair.pressed;
        forces.acceleration.set(i, forces.acceleration[i] + pair.push);
    }
}

// What the pairs did to the particles, the other way round.
void SphForces::pushBodies(const StepContext& context) {
    if (context.rigid.empty()) return;
    const Profiler::Zone zone(context.profiler, "bodies.push");
    const VectorSpan x = context.particles.position();
    const std::uint32_t* fluid = context.particles.fluid();
    // Next to a flat wall the gradient is this: the weight of a full contact.
    const float beside =
        1 / context.halfSpace.area[static_cast<int>(context.particleRadius * context.halfSpace.scale)];
    for (const BodyPair& pair : context.rigid.pairs().all()) {
        const double mass = context.fluids[fluid[pair.particle]].mass;
        RigidBody& body = context.rigid.bodies()[pair.body];
        body.addForce((-mass) * Vec3d(pair.push), Vec3d(x[pair.particle]));
        body.addContactMass(mass * beside * length(pair.gradient));
    }
    SealPass seal = sealPass(context, context.particles.scalar(pressure_));
    seal.open = 2;  // they keep half a spacing from both sides
    context.rigid.forEachSealedSample(
        seal, [](RigidBody& body, Vec3d force, Vec3d at) { body.addForce(force, at); });
}

// A light particle between those of the fluid that is hardest to compress answers to both: the geometric mean
// of the bulk moduli over its own density. Measured in still tanks: water alone is quiet up to a cfl_factor
// of 0.9; under a fluid of a tenth of its density, up to 0.9 with this and up to 0.5 with the largest of the
// fluids' own speeds.
float SphForces::soundSpeed(float squeeze) const {
    const float hardest = std::ranges::max(fluids_.bulkModulus);
    float square = 0;
    for (std::size_t f = 0; f < fluids_.restDensity.size(); ++f) {
        square = std::max(square, std::sqrt(fluids_.bulkModulus[f] * hardest) / fluids_.restDensity[f]);
    }
    // Tait's speed of sound grows with the third power of the density.
    const bool hardens = settings_.equationOfState == EquationOfState::Tait && squeeze > 1;
    return std::sqrt(square) * (hardens ? squeeze * squeeze * squeeze : 1);
}

// A particle among those of the most viscous fluid: mu is the geometric mean, the mass its own.
float SphForces::longestStep(const StepContext& context, float cflFactor) const {
    const float sound = soundSpeed();
    const float crossing = sound > 0 ? cflFactor * context.h / sound : context.maxStep;
    return std::min({context.maxStep, crossing, maxViscousStep(context.h)});
}

float SphForces::maxViscousStep(float h) const {
    const float thickest = std::ranges::max(fluids_.viscosityRoot);
    float longest = std::numeric_limits<float>::max();
    for (std::size_t f = 0; f < fluids_.restDensity.size(); ++f) {
        const float viscosity = fluids_.viscosityRoot[f] * thickest;
        if (viscosity > 0)
            longest = std::min(longest, undine::maxViscousStep(h, fluids_.restDensity[f], viscosity));
    }
    return longest;
}

}  // namespace undine
