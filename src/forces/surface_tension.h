// SPDX-License-Identifier: Zlib
// Surface tension, in two models. The fluids' surface_tension is sigma, in N/m.
//
//   [AAT13] Akinci, Akinci, Teschner: Versatile Surface Tension and Adhesion for SPH Fluids, 2013
//   [MCG03] Mueller, Charypar, Gross: Particle-Based Fluid Simulation for Interactive Applications, 2003
//
// Cohesion [AAT13]. Neighbours attract each other, and repel each other when they are close; a second force
// evens out the surface. Both are equal and opposite for a pair, so momentum is kept.
//   n_i          = h sum_j V_j grad W                         W the blend kernel; into the fluid, 0 inside
//   m_i a_i      = - sum_j b_i b_j (A c(q) d/|d| + B (1 - q^2)^2 (n_i - n_j)),   d = x_i - x_j, q = |d|/h
//   c(q)         = q^3 (1 - q)^3 for q >= 1/2, 2 q^3 (1 - q)^3 - 1/64 below
//   b_i          = sqrt(sigma_i) V0_i                         V0 a particle's volume at rest
//
// A and B are such that the tension of a flat surface is sigma. The tension of a surface is what its stress
// across and along it differ by, integrated over depth. For a central force F(r) between particles of number
// density n, cut by a plane and otherwise without order, it is
//   3D: pi/8 n^2 int r^4 F dr        2D: 1/3 n^2 int r^3 F dr        both C n^2 h^(d+2) for F = c(r/h)
// and for the second force it is a double integral over depth; kCohesionTension and kAreaTension are the C of
// both. Particles do have an order, at h of two spacings in shells: the integral becomes a sum over a
// lattice, averaged over directions. Virials of slabs cut out of liquid-like packings, measured over these
// formulas:
//   h / spacing                  1.5    1.8    2.0    2.3    2.5    3.0
//   cohesion, 2D                0.86   0.94   0.94   1.08   1.07   1.00     (1.06 1.22 1.08 0.99 1.01 1.03
//   cohesion, 3D                1.38   1.09   0.99   1.01   1.04   0.99      1.35 1.27 1.14 1.00 0.97 1.02
//   second force, 2D            0.68   1.01   1.04   1.02   1.03   1.04      with the integral)
//   second force, 3D            0.57   0.98   1.03   1.01   1.01   1.03
// A crystal cut along its planes is another matter: 1.3 times sigma for a cubic one at 2.0.
//
// How much of the tension is the second force's? In the paper gamma has another unit in each term, so that
// the share falls with rest density; for water in SI units and h of two spacings it is 48 %, by the same
// integrals. Here it is kAreaShare for every fluid.
//
// Between two fluids the geometric mean acts, b_i b_j, as between molecules of different kinds (Berthelot's
// rule): their interface then has the tension (sqrt(sigma_1) - sqrt(sigma_2))^2, never below 0, and a fluid
// without tension attracts nobody.
//
// Departures from [AAT13]: the calibration; the weight (1 - q^2)^2, without which neighbours that come and go
// at distance h would jerk; no factor 2 rho0 / (rho_i + rho_j), which would spoil the calibration at the
// surface, where density is too low by the definition of a surface.
//
// Colour field [MCG03] eq. 16 to 19, with poly6: the curvature of a smoothed field.
//   n_i = sum_j V_j grad W,  kappa = - sum_j V_j lap W / |n_i|,  a_i = sigma kappa n_i / rho_i
// where |n_i| exceeds a threshold. The sum for kappa includes i itself. It sees the surface of all fluids
// together and does not keep momentum. At a free surface kappa is not the curvature: there are particles on
// the inner side of the smoothed surface only, and there its profile bends even where the surface is flat.
// The pull inward is some 2 sigma/h per area whatever the shape, 3 to 10 times Laplace's pressure for drops
// of radius 3 h to 6 h, so that sigma is a strength to be tuned and not a tension. It is here because others
// have it.
#pragma once

#include "forces/neighborhood.h"
#include "undine/settings.h"

namespace undine {

// Tension of a flat surface for n = h = 1, by dimension 2 and 3.
inline constexpr double kCohesionTension[2] = {3.8365e-4, 2.92851e-4};  ///< of c(q)
inline constexpr double kAreaTension[2] = {0.0603236, 0.0510638};       ///< of (1 - q^2)^2 (n_i - n_j)
inline constexpr double kAreaShare = 0.5;  ///< of sigma, which the second force stands for

/// A and B.
struct CohesionStrength {
    float cohesion = 0;
    float area = 0;

    CohesionStrength(float h, float spacing, int dimension);
};

/// The fourth numbers of positions are V_i.
struct TensionPass : ListPass {
    const FluidConstants* fluids = nullptr;
    const std::uint32_t* fluid = nullptr;
    VectorSpan acceleration;  ///< is added to
};

struct CohesionPass : TensionPass {
    const float* ofFluid = nullptr;  ///< b of each fluid
    Record* normal = nullptr;        ///< n_i and b_i; written by the first pass, read by the second
    CohesionStrength strength;
};

void findNormals(const CohesionPass& pass, Range particles);
void findNormalsReference(const CohesionPass& pass, Range particles);
void addCohesion(const CohesionPass& pass, Range particles);
void addCohesionReference(const CohesionPass& pass, Range particles);

struct ColorFieldPass : TensionPass {
    float threshold = 0;  ///< smallest |n| of a surface, in 1/h
};

void addColorFieldTension(const ColorFieldPass& pass, Range particles);
void addColorFieldTensionReference(const ColorFieldPass& pass, Range particles);

/// b of a fluid.
float cohesionWeight(const FluidConstants& fluid);

}  // namespace undine
