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
    float temperature = 0;  ///< 0: that of the surroundings
    float fuel = 0;

    /// V0: what a particle takes up at rest.
    float restVolume() const { return mass / restDensity; }
};

/// The longest step that is stable with explicit viscosity, for a particle of this rest density. `viscosity`
/// is that between it and the thickest fluid, the geometric mean of theirs.
///
/// Of the waves in a lattice of spacing h/2 the one in which all nearest neighbours move against each other
/// is damped most: a step takes away 17.2 (2D) or 18.2 (3D) times dt mu / (rho0 h^2) of it. More than 2 would
/// make it grow. With a sixteenth that is 1.1, which leaves room for crowded places; with an eighth dams of
/// 50 Pa s boiled.
inline float maxViscousStep(float h, float restDensity, float viscosity) {
    return 0.0625F * h * h * restDensity / viscosity;
}

}  // namespace undine
