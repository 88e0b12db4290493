// SPDX-License-Identifier: Zlib
// The pair sums of smoothed particle hydrodynamics, shared by all methods that use them. Each pass works on a
// block of cells and writes the entries of that block's particles only. A pass exists twice from one
// template: with wide lanes, and one pair at a time as the reference that tests and benchmarks compare with.
#pragma once

#include "core/particles.h"
#include "neighbors/cell_grid.h"
#include "undine/settings.h"

namespace undine {

/// rho_i = m (initialSum W(0) + sum_{j != i} W(r_ij)), with W of the formulation
struct DensityPass {
    Formulation formulation = Formulation::Mueller;
    VectorSpan x;
    float* density = nullptr;
    float h = 0;
    int dimension = 3;
    float mass = 0;
    float initialSum = 1;
};

void densityOfCells(const CellGrid& grid, Range cells, const DensityPass& pass);
void densityOfCellsReference(const CellGrid& grid, Range cells, const DensityPass& pass);

/// Accelerations by pressure, viscosity and surface tension. Pressure is, after the formulation,
///   Mueller        a = - sum_j m (p_i + p_j)/(2 rho_i rho_j) grad W_spiky
///   Conservative   a = - sum_j m (p_i/rho_i^2 + p_j/rho_j^2) grad W_blend
/// Viscosity and tension are those of Mueller et al. 2003, but for the Laplacian of the viscosity kernel:
/// theirs is c (1 - q), that of the conservative formulation c (1 - q^2)^2, which needs no root.
///   a = mu sum_j m (v_j - v_i)/(rho_i rho_j) lap W_viscosity
///   a = sigma kappa n / rho_i,  n = sum_j m/rho_j grad W_poly6,  kappa = - sum_j m/rho_j lap W_poly6 / |n|
struct ForcePass {
    Formulation formulation = Formulation::Mueller;
    VectorSpan x;
    VectorSpan v;
    const float* density = nullptr;
    const float* pressure = nullptr;  ///< what is summed over pairs: p, or p/rho^2 when conservative
    const float* volume = nullptr;    ///< m / rho_j
    float mass = 0;
    VectorSpan acceleration;
    VectorSpan normal;           ///< n of the colour field; only written when there is surface tension
    float* laplacian = nullptr;  ///< Laplacian of the colour field; the same
    float h = 0;
    int dimension = 3;
    float viscosity = 0;
    float surfaceTension = 0;
    float tensionThreshold = 0;  ///< smallest |n| of a surface, in 1/h
};

void forcesOfCells(const CellGrid& grid, Range cells, const ForcePass& pass);
void forcesOfCellsReference(const CellGrid& grid, Range cells, const ForcePass& pass);

}  // namespace undine
