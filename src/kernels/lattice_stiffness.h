// SPDX-License-Identifier: Zlib
// How a lattice of particles resists compression, which tells methods that iterate on positions how far to go
// at a time.
//
// Let C_i = V sum_j W(r_ij) - 1 be the compression of particle i. Its gradient with respect to all positions
// has the square V^2 sum_j |grad W|^2, up to what the particle itself adds, which is 0 in a lattice. If all
// particles go by their own C_i at the same time, they disturb each other: a wave with the wave vector k in C
// is answered by |V sum_j grad W sin(k.r_j)|^2, which for the stiffest waves is several times the square
// above.
#pragma once

#include "undine/settings.h"

namespace undine {

struct LatticeStiffness {
    float gradient2 = 0;  ///< sum_j |grad W|^2 over the neighbours in a lattice
    float overshoot = 1;  ///< how many times that the stiffest wave is
};

LatticeStiffness latticeStiffness(Formulation formulation, float h, float spacing, int dimension);

}  // namespace undine
