// SPDX-License-Identifier: Zlib
// Vortices to begin with, as particles on a lattice whose vorticity falls off around a line as a Gaussian.
//
// What a particle carries is spread over its own radius s, which widens the core: the second moments of the
// Gaussian on the lattice and of the particles' kernel add up, c^2 + s^2 = core^2 (vortex/vortex_field.h). So
// the lattice gets the narrower Gaussian of radius c, and the flow has the core that was asked for.
#pragma once

#include <string>
#include <vector>

#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

/// The particles of a vortex.
struct VortexPoints {
    std::vector<Vec3> positions;
    std::vector<Vec3> vorticity;  ///< 1/s
};

/// What a vortex is made of.
struct SeedLattice {
    float spacing = 0;         ///< m
    float particleRadius = 0;  ///< m: s of the comment above
    int dimension = 3;
};

/// Errors name `path`.
Result<VortexPoints> placeVortex(const VortexSeed& seed, const SeedLattice& lattice, const std::string& path);

/// Whether it can be placed.
Result<void> checkVortex(const VortexSeed& seed, const SeedLattice& lattice, const std::string& path);

/// About how many particles it has.
double countVortexPoints(const VortexSeed& seed, float spacing, int dimension);

}  // namespace undine
