// SPDX-License-Identifier: Zlib
#pragma once

namespace undine {

/// A fluid's constants in units of the world: the simulation scale is already applied.
struct FluidConstants {
    float restDensity = 0;
    float mass = 0;
    float viscosity = 0;
    float surfaceTension = 0;
    float stiffness = 0;

    /// V0: what a particle takes up at rest.
    float restVolume() const { return mass / restDensity; }
};

/// The longest step that is stable with explicit viscosity, for a particle of this rest density. `viscosity`
/// is that between it and the thickest fluid, the geometric mean of theirs.
inline float maxViscousStep(float h, float restDensity, float viscosity) {
    return 0.125F * h * h * restDensity / viscosity;
}

}  // namespace undine
