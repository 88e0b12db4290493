// SPDX-License-Identifier: Zlib
// Vorticity confinement: numerical damping takes the small eddies first, and this gives them back. A force
// along the rim of each eddy, towards which it turns.
//
//   [FSJ01] Fedkiw, Stam, Jensen: Visual Simulation of Smoke, 2001
//   [MM13]  Macklin, Mueller: Position Based Fluids, 2013
//
//   w     vorticity, curl v              V_j   volume m_j / rho_j
//   eta   gradient of |w|                W     blend kernel
//
//   w_i   = sum_j V_j (v_j - v_i) x grad_j W         [MM13] eq. 15
//   eta_i = sum_j V_j (|w_j| - |w_i|) grad_i W
//   a_i   = eps h (N x w_i),  N = eta/|eta|          [MM13] eq. 16
//
// N points from the rim of an eddy to its middle. It must come from the length of w: the direction of w
// itself in its place makes N x w vanish, which is a known mistake.
//
// Departures: differences in eta, so that even vorticity has no gradient at a surface either; h as in
// [FSJ01], so that eps does not depend on the resolution. Where |w| is even N would be the direction of
// rounding errors, so N is shorter than 1 where |eta| h is below kEven |w|.
//
// This is no force between pairs: it adds energy, and does not keep momentum.
#pragma once

#include "forces/neighborhood.h"

namespace undine {

/// The fourth numbers of positions are V_i.
struct VorticityPass : ListPass {
    static constexpr float kEven = 0.01F;  ///< change of |w| over h, as a share of |w|, that is no rim

    const Record* velocity = nullptr;
    Record* vorticity = nullptr;  ///< w and |w|; computed by the first pass, read by the second
    VectorSpan acceleration;
    float strength = 0;  ///< eps, 1/s
};

void findVorticity(const VorticityPass& pass, Range particles);
void findVorticityReference(const VorticityPass& pass, Range particles);

/// a_i += eps h (N x w_i)
void confineVorticity(const VorticityPass& pass, Range particles);
void confineVorticityReference(const VorticityPass& pass, Range particles);

}  // namespace undine
