// SPDX-License-Identifier: Zlib
//   [MCG03] Mueller, Charypar, Gross: Particle-Based Fluid Simulation for Interactive Applications, 2003
//   [Mon92] Monaghan: Smoothed Particle Hydrodynamics, 1992
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/sph_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/kernels-inl.h"
#include "neighbors/candidates-inl.h"

#include "solvers/sph_passes.h"

#include <algorithm>

UNDINE_WIDE_BEGIN

// --- The kernels of a formulation --------------------------------------------------------------------------

template <class Real, Formulation kFormulation>
struct DensityKernel;

template <class Real>
struct DensityKernel<Real, Formulation::Mueller> {
    Poly6<Real> poly6;

    HWY_INLINE DensityKernel(float h, int dimension) : poly6(h, dimension) {}
    HWY_INLINE float atZero() const { return poly6.c; }
    /// W(r) / W(0) = (1 - q^2)^3, added to a sum.
    HWY_INLINE Real addTo(Real sum, Real r2) const {
        const Real s = poly6.base(r2);
        return mulAdd(s * s, s, sum);
    }
};

template <class Real>
struct DensityKernel<Real, Formulation::Conservative> {
    CubicSpline<Real> spline;
    float h2;

    HWY_INLINE DensityKernel(float h, int dimension) : spline(h, dimension), h2(h * h) {}
    HWY_INLINE float atZero() const { return spline.c; }
    HWY_INLINE Real addTo(Real sum, Real r2) const {
        return sum + spline.shape(r2 * inverseDistance(r2, h2));
    }
};

/// Density, [MCG03] eq. 3.
template <class Real, Formulation kFormulation>
void densityOfCells(const CellGrid& grid, Range cells, const DensityPass& pass) {
    const DensityKernel<Real, kFormulation> kernel(pass.h, pass.dimension);
    const Range own = grid.particlesOf(cells);
    std::fill(pass.density + own.begin, pass.density + own.end, 0.0F);

    // Sum W(r) / W(0) over all candidates, the particle itself included.
    const float* const source[3] = {pass.x.x, pass.x.y, pass.x.z};
    forEachCell(grid, cells, pass.h, source, [&](Range cell, const Candidates<3>& near) HWY_ATTR {
        for (Index i = cell.begin; i < cell.end; ++i) {
            const Vec<Real> xi = Vec<Real>::all(pass.x[i]);
            Real sum(0.0F);
            for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
                const Vec<Real> d = xi - Vec<Real>::load(near.field(0), near.field(1), near.field(2), k);
                sum = kernel.addTo(sum, dot(d, d));
            }
            pass.density[i] += sumOfLanes(sum);
        }
    });

    // The constants once; a particle's own share is 1.
    const float scale = pass.mass * kernel.atZero();
    for (Index i = own.begin; i < own.end; ++i) pass.density[i] = scale * (pass.density[i] - 1.0F + pass.initialSum);
}

// --- Forces -----------------------------------------------------------------------------------------------

/// Sums of one particle over its candidates, still without constants.
template <class Real>
struct ForceSums {
    Vec<Real> pressure = Vec<Real>::all({});
    Vec<Real> viscosity = Vec<Real>::all({});
    Vec<Real> normal = Vec<Real>::all({});
    Real laplacian = Real(0.0F);

    HWY_INLINE ForceSums() {}  // NOLINT: "= default" would not be compiled for this target
};

template <class Real>
HWY_INLINE Vec3 sumOfLanes(const Vec<Real>& a) {
    return {sumOfLanes(a.x), sumOfLanes(a.y), sumOfLanes(a.z)};
}

/// a = sigma kappa n / rho with kappa = -lap c / |n|, where the colour field has a gradient worth calling a surface.
HWY_INLINE void addSurfaceTension(Range own, const ForcePass& pass) {
    for (Index i = own.begin; i < own.end; ++i) {
        const Vec3 n = pass.normal[i];
        const float length = std::sqrt(dot(n, n));
        if (length * pass.h <= pass.tensionThreshold) continue;
        const float kappa = -pass.laplacian[i] / length;
        pass.acceleration.set(i, pass.acceleration[i] + (pass.surfaceTension * kappa / pass.density[i]) * n);
    }
}

/// Pressure, viscosity and tension: [MCG03] eq. 10, 14, 19; [Mon92] eq. 3.3.
template <class Real, Formulation kFormulation, bool kTension>
void forcesOfCells(const CellGrid& grid, Range cells, const ForcePass& pass) {
    constexpr bool kConservative = kFormulation == Formulation::Conservative;
    const Spiky<Real> spiky(pass.h, pass.dimension);
    const CubicSpline<Real> spline(pass.h, pass.dimension);
    const Poly6<Real> poly6(pass.h, pass.dimension);
    const float h2 = pass.h * pass.h;
    const auto d4 = static_cast<float>(pass.dimension + 4);

    // What the sums are multiplied by; those of Mueller's formulation by 1/rho_i as well.
    const float pressureScale =
        kConservative ? 6.0F * pass.mass * spline.c * spline.inverseH : 1.5F * spiky.c * spiky.inverseH;
    const float viscosityScale = pass.viscosity * viscosityConstant(pass.h, pass.dimension);
    const float poly6Scale = -6.0F * poly6.c * poly6.inverseH2;

    const Range own = grid.particlesOf(cells);
    for (Index i = own.begin; i < own.end; ++i) {
        pass.acceleration.set(i, {});
        if constexpr (kTension) {
            pass.normal.set(i, {});
            pass.laplacian[i] = 0;
        }
    }

    const float* const source[8] = {pass.x.x, pass.x.y, pass.x.z,    pass.v.x,
                                    pass.v.y, pass.v.z, pass.volume, pass.pressure};
    forEachCell(grid, cells, pass.h, source, [&](Range cell, const Candidates<8>& near) HWY_ATTR {
        for (Index i = cell.begin; i < cell.end; ++i) {
            const Vec<Real> xi = Vec<Real>::all(pass.x[i]);
            const Vec<Real> vi = Vec<Real>::all(pass.v[i]);
            const Real pi(pass.pressure[i]);
            ForceSums<Real> sums;
            for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
                const Vec<Real> d = xi - Vec<Real>::load(near.field(0), near.field(1), near.field(2), k);
                const Real r2 = dot(d, d);
                const Real inverseR = inverseDistance(r2, h2);
                const Real r = r2 * inverseR;
                const Real s = spiky.base(r);  // 1 - q
                const Real volume = Lanes<Real>::load(near.field(6) + k);
                const Real sVolume = s * volume;

                // Pressure: V_j (p_i + p_j) (1 - q)^2 d/r, or (P_i + P_j) ((1 - q)^2 - 4 (1/2 - q)^2) d/r.
                const Real p = pi + Lanes<Real>::load(near.field(7) + k);
                const Real slope = kConservative ? spline.slope(r, s) : sVolume * s;
                sums.pressure = mulAdd(slope * inverseR * p, d, sums.pressure);

                // Viscosity: V_j (1 - q) (v_j - v_i).
                const Vec<Real> dv = Vec<Real>::load(near.field(3), near.field(4), near.field(5), k) - vi;
                sums.viscosity = mulAdd(sVolume, dv, sums.viscosity);

                // Tension: normal V_j (1 - q^2)^2 d and Laplacian V_j (1 - q^2) (dim - (dim + 4) q^2) of the colour field.
                if constexpr (kTension) {
                    const Real t = poly6.base(r2);
                    const Real tVolume = t * volume;
                    sums.normal = mulAdd(tVolume * t, d, sums.normal);
                    const Real q2 = r2 * Real(poly6.inverseH2);
                    // Candidates out of reach have t = 0, but q^2 may be huge: cap it so that the product is 0.
                    const Real bend = negMulAdd(Real(d4), min(q2, Real(1.0F)), Real(poly6.dim));
                    sums.laplacian = mulAdd(tVolume, bend, sums.laplacian);
                }
            }
            const float inverseDensity = 1.0F / pass.density[i];
            const float pressureFactor = kConservative ? pressureScale : pressureScale * inverseDensity;
            const Vec3 a = pass.acceleration[i] + pressureFactor * sumOfLanes(sums.pressure) +
                     viscosityScale * inverseDensity * sumOfLanes(sums.viscosity);
            pass.acceleration.set(i, a);
            if constexpr (kTension) {
                pass.normal.set(i, pass.normal[i] + poly6Scale * sumOfLanes(sums.normal));
                pass.laplacian[i] += poly6Scale * sumOfLanes(sums.laplacian);
            }
        }
    });
    if constexpr (kTension) addSurfaceTension(own, pass);
}

// --- One function per choice ------------------------------------------------------------------------------

template <class Real>
void densityOf(const CellGrid& grid, Range cells, const DensityPass& pass) {
    const bool conservative = pass.formulation == Formulation::Conservative;
    const auto run = conservative ? densityOfCells<Real, Formulation::Conservative>
                                  : densityOfCells<Real, Formulation::Mueller>;
    run(grid, cells, pass);
}

template <class Real>
void forcesOf(const CellGrid& grid, Range cells, const ForcePass& pass) {
    constexpr Formulation kConservative = Formulation::Conservative;
    constexpr Formulation kMueller = Formulation::Mueller;
    const bool tension = pass.surfaceTension > 0;
    const auto run = pass.formulation == kConservative
                         ? (tension ? forcesOfCells<Real, kConservative, true> : forcesOfCells<Real, kConservative, false>)
                         : (tension ? forcesOfCells<Real, kMueller, true> : forcesOfCells<Real, kMueller, false>);
    run(grid, cells, pass);
}

void densityWide(const CellGrid& grid, Range cells, const DensityPass& pass) { densityOf<Wide>(grid, cells, pass); }
void forcesWide(const CellGrid& grid, Range cells, const ForcePass& pass) { forcesOf<Wide>(grid, cells, pass); }
void densityScalar(const CellGrid& grid, Range cells, const DensityPass& pass) { densityOf<float>(grid, cells, pass); }
void forcesScalar(const CellGrid& grid, Range cells, const ForcePass& pass) { forcesOf<float>(grid, cells, pass); }

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(densityWide);
HWY_EXPORT(forcesWide);

void densityOfCells(const CellGrid& grid, Range cells, const DensityPass& pass) {
    HWY_DYNAMIC_DISPATCH(densityWide)(grid, cells, pass);
}
void forcesOfCells(const CellGrid& grid, Range cells, const ForcePass& pass) {
    HWY_DYNAMIC_DISPATCH(forcesWide)(grid, cells, pass);
}
void densityOfCellsReference(const CellGrid& grid, Range cells, const DensityPass& pass) {
    HWY_STATIC_DISPATCH(densityScalar)(grid, cells, pass);
}
void forcesOfCellsReference(const CellGrid& grid, Range cells, const ForcePass& pass) {
    HWY_STATIC_DISPATCH(forcesScalar)(grid, cells, pass);
}

}  // namespace undine

#endif  // HWY_ONCE
