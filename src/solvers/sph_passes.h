// SPDX-License-Identifier: Zlib
// The pair sums of smoothed particle hydrodynamics, shared by all methods that use them. Each pass works on a
// block of cells and writes the entries of that block's particles only. A pass exists twice from one
// template: with wide lanes, and one pair at a time as the reference that tests and benchmarks compare with.
#pragma once

#include "core/particles.h"
#include "core/per_fluid.h"
#include "neighbors/cell_grid.h"
#include "undine/settings.h"

namespace undine {

/// rho_i / rho0 = V0 (initialSum W(0) + sum_{j != i} W(r_ij)), with W of the formulation and rho0, V0 of the
/// particle's fluid: neighbours are counted and not weighed (solvers/fluid_tables.h).
struct DensityPass {
    Formulation formulation = Formulation::Mueller;
    VectorSpan x;
    float* relative = nullptr;  ///< rho / rho0
    float h = 0;
    int dimension = 3;
    PerFluid restVolume;  ///< V0
    float initialSum = 1;
};

void densityOfCells(const CellGrid& grid, Range cells, const DensityPass& pass);
void densityOfCellsReference(const CellGrid& grid, Range cells, const DensityPass& pass);

/// Accelerations by pressure and viscosity. With volumes V in units of V*, that of a particle at rest
/// (solvers/fluid_tables.h), pressure is, after the formulation,
///   Mueller        a = - V*/m_i V* sum_j V_i V_j (p_i + p_j)/2 grad W_spiky
///   Conservative   a = - V*/m_i V* sum_j (p_i V_i^2 + p_j V_j^2) grad W_blend
/// and viscosity that of Mueller et al. 2003, with the geometric mean between two fluids:
///   a = V*/m_i V* sum_j sqrt(mu_i mu_j) V_i V_j (v_j - v_i) lap W
/// Their Laplacian is c (1 - q); that of the conservative formulation, c (1 - q^2)^2, needs no root. What
/// depends on one particle alone is in its terms; what remains are the same loops for one fluid and for many.
struct ForcePass {
    Formulation formulation = Formulation::Mueller;
    VectorSpan x;
    VectorSpan v;
    const float* pressureTerm = nullptr;   ///< p V^2, Mueller: p V
    const float* viscosityTerm = nullptr;  ///< sqrt(mu) V
    const float* volume = nullptr;         ///< V; only Mueller
    VectorSpan acceleration;
    float h = 0;
    int dimension = 3;
    float unitVolume = 0;     ///< V*
    PerFluid specificVolume;  ///< V* / m
};

void forcesOfCells(const CellGrid& grid, Range cells, const ForcePass& pass);
void forcesOfCellsReference(const CellGrid& grid, Range cells, const ForcePass& pass);

}  // namespace undine
