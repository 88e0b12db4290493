// SPDX-License-Identifier: Zlib
// What a flat wall contributes to the sums of a particle near it. A particle at distance d from a plane misses the part of
// its neighbourhood that lies beyond; if that part were filled with fluid it would add to the density and push back:
//
//   volume(d) = integral of W_poly6 over the half-space beyond the plane       (share of a full neighbourhood, 0 to 1/2)
//   area(d)   = integral of W_spiky over the plane = -d/dd of the same for W_spiky     (1/m)
//
// In three dimensions both are polynomials, in two they are not, so both are tabulated from the kernels, once per world.
// The idea is that of density maps (Koschier, Bender 2017) for the one shape that needs no map.
#pragma once

namespace undine {

struct HalfSpaceTable {
    static constexpr int kIntervals = 256;

    HalfSpaceTable(float h, int dimension);

    float scale;                   ///< table entries per metre
    float volume[kIntervals + 2];  ///< at d = k / scale; 0 from d = h on
    float area[kIntervals + 2];
};

}  // namespace undine
