// SPDX-License-Identifier: Zlib
// What the passes of a method need to know of each fluid, as one array per constant.
//
// Several fluids are simulated by number density [SP08]: delta_i = sum_j W(r_ij) counts neighbours and does
// not weigh them, so that V_i = 1/delta_i is the room a particle has, whatever its neighbours weigh, and its
// density is rho_i = m_i delta_i. Next to a fluid of another density neither side sees a false gradient.
//
//   [SP08] Solenthaler, Pajarola: Density Contrast SPH Interfaces, 2008
//
// Volumes are measured in that of a particle of the first fluid at rest, V*. They are then numbers near 1 for
// particles of any size, and neither their squares nor the inverse of a mass leave the range of a float.
#pragma once

#include <span>
#include <vector>

#include "core/fluid_constants.h"
#include "core/per_fluid.h"
#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

/// Constants by fluid. All are in units of the world but `relativeVolume`.
struct FluidTables {
    std::vector<float> restDensity;     ///< rho0
    std::vector<float> restVolume;      ///< V0 = m / rho0
    std::vector<float> relativeVolume;  ///< V0 / V*
    std::vector<float> bulkModulus;     ///< k rho0, in Pa
    std::vector<float> specificVolume;  ///< V* / m; the inverse of rho0 where V0 = V*
    std::vector<float> wallFactor;      ///< of p V^2 at a wall: p V^2 V* / (m V0), which is p/rho0 at rest
    std::vector<float>
        viscosityRoot;     ///< sqrt(mu), artificial included; between two fluids mu is sqrt(mu_i mu_j)
    float unitVolume = 0;  ///< V*

    /// What mu consists of.
    struct Viscosity {
        float artificial = 0;  ///< m. Adds this times rho0 c: each fluid has that of its own speed of sound.
        bool own = true;       ///< whether that of the fluid is part of it
    };

    /// Takes over the constants of the fluids. Allocates when there are more fluids than before.
    void assign(std::span<const FluidConstants> fluids, const Viscosity& kinds);

    /// One of the tables above, as the passes take it; `fluid` has the fluid of each particle.
    PerFluid of(const std::vector<float>& table, const std::uint32_t* fluid) const {
        return {table.data(), table.size() > 1 ? fluid : nullptr};
    }
};

/// Whether number density can stand for the last of these fluids beside the others, in one world: rest
/// densities that differ by a factor of at most 10, and particles of about the same volume. The masses must
/// be known: none is 0.
Result<void> checkContrast(std::span<const FluidSettings> fluids);

}  // namespace undine
