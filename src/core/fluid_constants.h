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

}  // namespace undine
