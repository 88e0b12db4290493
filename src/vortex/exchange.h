// SPDX-License-Identifier: Zlib
// Diffusion as an exchange between neighbours (particle strength exchange).
//
//   [DM89] Degond, Mas-Gallic: The Weighted Particle Method for Convection-Diffusion Equations, 1989
//
// The Laplacian of f becomes  c sum_j V_j (f_j - f_i) K(r_ij), and what one particle gives another takes, so
// that the total is kept to rounding. K = (1 - r^2/h^2)^2. The constant c makes the sum exact for parabolas
// on the lattice: c/2 sum_j V r_x^2 K = 1.
#pragma once

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "forces/neighborhood.h"

namespace undine {

/// sums_i = sum_j K(r_ij) records_j, over the neighbours of particles; one record more, 0, is for nobody.
struct ExchangePass : ListPass {
    const Record* values = nullptr;
    Record* sums = nullptr;
};
void exchangeSums(const ExchangePass& pass, Range particles);

/// c of the formula above.
float exchangeConstant(float h, float spacing, int dimension);

}  // namespace undine
