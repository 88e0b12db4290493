// SPDX-License-Identifier: Zlib
// Viscosity: neighbours exchange momentum until they move alike. Two ways of doing it with a velocity of the
// present, here, and one with that of the end of the step (implicit_viscosity.h).
//
//   [MCG03] Mueller, Charypar, Gross: Particle-Based Fluid Simulation for Interactive Applications, 2003
//   [SB12]  Schechter, Bridson: Ghost SPH for Animating Water, 2012
//   [MM13]  Macklin, Mueller: Position Based Fluids, 2013
//
//   m_i, V_i   mass and volume m_i / rho_i           mu_ij   sqrt(mu_i mu_j)
//   W          blend kernel                          lap W   c (1 - q^2)^2, the Laplacian of the viscosity
//                                                            kernel without a root (kernels/constants.h)
//
//   explicit, [MCG03] eq. 14   m_i a_i  = sum_j mu_ij V_i V_j lap W (v_j - v_i)
//   XSPH, [MM13] eq. 17        m_i dv_i = c sum_j min(m_i V_i, m_j V_j) W (v_j - v_i)
//
// Both are weights of a pair times (v_j - v_i), and so one pass does both. The weights are the same seen from
// i and from j: total momentum is kept, whatever the masses and densities. Angular momentum is not quite,
// because the exchange is not along the line between the two.
//
// Departures: the papers weigh with V_j alone, which does not keep momentum. The geometric mean of
// viscosities is a product of what each particle has to itself, and a fluid without viscosity drags nobody.
// The minimum in XSPH bounds the share of a particle by c V_i sum_j W, below c where density is number
// density: with c up to 1 no particle overshoots, even one of air among water.
#pragma once

#include "forces/neighborhood.h"

namespace undine {

/// How much of each kind of exchange there is.
struct ExchangeSettings {
    float viscousStep = 0;  ///< time step of explicit viscosity, s; 0: there is none; below 0: backwards
    float xsph = 0;         ///< c; 0: there is none; below 0: backwards
};

/// v_i += viscousStep a_i + dv_i. The fourth numbers are sqrt(mu_i) V_i of positions, m_i V_i of velocities.
struct MomentumPass : ListPass {
    const Record* velocity = nullptr;
    const FluidConstants* fluids = nullptr;
    const std::uint32_t* fluid = nullptr;
    VectorSpan v;
    ExchangeSettings exchange;
};

void exchangeMomentum(const MomentumPass& pass, Range particles);
void exchangeMomentumReference(const MomentumPass& pass, Range particles);

/// The exchange for all particles, but not within frozen pieces.
void exchangeMomentum(const Neighborhood& around, const ExchangeSettings& exchange, PairRecords& records);

/// Fills positions with the weights of viscosity, sqrt(mu_i) V_i.
void fillViscousPositions(const Neighborhood& around, PairRecords& records);

}  // namespace undine
