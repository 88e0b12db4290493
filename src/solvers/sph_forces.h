// SPDX-License-Identifier: Zlib
// Density, pressure by an equation of state, and the forces of pressure and viscosity: what every method with
// the forces of smoothed particle hydrodynamics has in common. The passes are in sph_passes.h.
#pragma once

#include "solvers/fluid_tables.h"
#include "solvers/particle_passes.h"
#include "solvers/solver.h"

namespace undine {

struct SphForceSettings {
    Formulation formulation = Formulation::Conservative;
    EquationOfState equationOfState = EquationOfState::Tait;
    bool clampNegativePressure = true;
    float artificialViscosity = 0;
    float initialSum = 1;
    bool explicitViscosity = true;  ///< of the fluids; false: somebody else sees to it
};

struct ForcePass;

class SphForces {
  public:
    /// Declares the fields density, pressure, acceleration and the terms that are summed over pairs.
    SphForces(const SphForceSettings& settings, ParticleStore& particles);

    /// Takes over the fluids' constants, and a share of their stiffness; to be called before anything else in
    /// a step.
    void readFluids(const StepContext& context, float stiffnessShare = 1);

    /// rho_i and p_i; the particles are sorted.
    void computeDensity(const StepContext& context);

    /// a_i by pressure, viscosity, walls, force fields and gravity, and what is largest.
    Extremes computeForces(const StepContext& context, const Limits& limits);

    /// The fastest sound, at rest or with the fluid squeezed to this density over that at rest.
    float soundSpeed(float squeeze = 1) const;

    /// The longest step that is stable with explicit viscosity.
    float maxViscousStep(float h) const;

    /// The longest step with which neither sound nor viscosity outruns it. readFluids() comes before.
    float longestStep(const StepContext& context, float cflFactor) const;

    /// Artificial viscosity as a length: it adds this times rho0 c.
    float artificialLength(const StepContext& context) const {
        return settings_.artificialViscosity * context.h / (4.0F * static_cast<float>(context.dimension + 2));
    }

    PerFluid restDensity(const StepContext& context) const { return perFluid(context, fluids_.restDensity); }
    float* density(ParticleStore& particles) const { return particles.scalar(density_); }
    float* pressure(ParticleStore& particles) const { return particles.scalar(pressure_); }
    VectorSpan acceleration(ParticleStore& particles) const { return particles.vector(acceleration_); }

  private:
    bool isConservative() const { return settings_.formulation == Formulation::Conservative; }
    PerFluid perFluid(const StepContext& context, const std::vector<float>& table) const {
        return fluids_.of(table, context.particles.fluid());
    }

    void pressBodies(const StepContext& context);
    void addBodyPressure(const StepContext& context, Range particles, const ForcePass& forces);
    void pushBodies(const StepContext& context);
    void takeBackWithin(std::uint32_t piece, const StepContext& context, ForcePass forces);

    SphForceSettings settings_;
    ParticleStore::FieldIndex density_;
    ParticleStore::FieldIndex pressure_;
    ParticleStore::FieldIndex pressureTerm_;   // what is summed over pairs: p V^2, Mueller: p V
    ParticleStore::FieldIndex viscosityTerm_;  // sqrt(mu) V
    ParticleStore::FieldIndex volume_;         // only Mueller
    ParticleStore::FieldIndex acceleration_;
    FluidTables fluids_;
    // A frozen piece on its own: no pressures, the viscosities of its particles, and their accelerations.
    AlignedArray<float> noPressure_, ownViscosity_, ownVolume_;
    std::array<AlignedArray<float>, 3> inner_;
};

}  // namespace undine
