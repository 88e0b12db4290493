// SPDX-License-Identifier: Zlib
// What a flat wall contributes to the sums of a particle near it. A particle at distance d from a plane
// misses the part of its neighbourhood that lies beyond; if that part were filled with fluid it would add to
// the density and push back:
//
//   volume(d)  integral of the density kernel over the half-space beyond: 0 to 1/2 of a full neighbourhood
//   area(d)    integral of the pressure kernel over the plane, in 1/m: the derivative of its volume(d)
//
// In three dimensions both are polynomials, in two they are not, so both are tabulated from the kernels, once
// per world. The idea is that of density maps [KB17] for the one shape that needs no map.
//
// Fluid is a lattice and not a continuum: a particle half a spacing from the wall misses a little less than
// the integral says. The fluid behind the wall is therefore set back by the distance that makes the two agree
// for a lattice at rest.
#pragma once

#include "undine/settings.h"

namespace undine {

struct HalfSpaceTable {
    static constexpr int kIntervals = 256;

    HalfSpaceTable(Formulation formulation, float h, float spacing, int dimension);

    float scale;                   ///< table entries per metre
    float volume[kIntervals + 2];  ///< at d = k / scale; 0 from d = h on
    float area[kIntervals + 2];
};

/// Sum of the density kernel over a lattice of `spacing`, a particle's own share scaled by `initialSum`: rest
/// density over this is the mass that gives the lattice the rest density.
double latticeDensity(Formulation formulation, float h, float spacing, int dimension, float initialSum);

/// The share of that density that a particle half a spacing above a flat wall lacks.
double missingAtWall(Formulation formulation, float h, float spacing, int dimension);

/// Sum of the density kernel over one flat layer of such a lattice, seen from a point at this distance above
/// one of its points. 1/m^d
double layerDensity(Formulation formulation, float h, float spacing, int dimension, float distance);

/// The density kernel itself.
double densityKernel(Formulation formulation, float h, int dimension, float distance);

}  // namespace undine
