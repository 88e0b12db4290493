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

// --- Density ---
// Lengths are in h: q = r/h. Sums are of W(q) / W(0), the constants come last.

/// q^2, kept above 0 by so little that only coincident particles notice: their 1/q stays finite.
template <class Real>
HWY_INLINE Real squareOf(const Vec<Real>& d) {
    return mulAdd(d.z, d.z, mulAdd(d.y, d.y, mulAdd(d.x, d.x, Real(1e-12F))));
}

template <class Real, Formulation kFormulation>
class DensitySum;

/// Poly6: (1 - q^2)^3
template <class Real>
class DensitySum<Real, Formulation::Mueller> {
  public:
    HWY_INLINE DensitySum() : sum_(0.0F) {}
    HWY_INLINE void add(Real q2) {
        const Real s = Poly6<Real>::base(q2);
        sum_ = mulAdd(s * s, s, sum_);
    }
    HWY_INLINE float total() const { return sumOfLanes(sum_); }
    static HWY_INLINE float atZero(float h, int dimension) { return poly6Constant(h, dimension); }

  private:
    Real sum_;
};

/// Cubic spline: 2 (1 - q)^3 - (1 - 2q)^3
template <class Real>
class DensitySum<Real, Formulation::Conservative> {
  public:
    HWY_INLINE DensitySum() : outer_(0.0F), inner_(0.0F) {}
    HWY_INLINE void add(Real q2) {
        const Real q = q2 * rsqrt(q2);
        const Real a = CubicSpline<Real>::outer(q);
        const Real b = CubicSpline<Real>::inner(q);
        outer_ = mulAdd(a * a, a, outer_);
        inner_ = mulAdd(b * b, b, inner_);
    }
    HWY_INLINE float total() const { return sumOfLanes(outer_ + outer_ - inner_); }
    static HWY_INLINE float atZero(float h, int dimension) { return cubicSplineConstant(h, dimension); }

  private:
    Real outer_;
    Real inner_;
};

/// Density, [MCG03] eq. 3.
template <class Real, Formulation kFormulation>
void densityOfCells(const CellGrid& grid, Range cells, const DensityPass& pass) {
    using Sum = DensitySum<Real, kFormulation>;
    const Range own = grid.particlesOf(cells);
    std::fill(pass.density + own.begin, pass.density + own.end, 0.0F);

    const float* const source[3] = {pass.x.x, pass.x.y, pass.x.z};
    forEachCell(grid, cells, pass.h, source,
                [&](Range cell, const CellBox& box, const Candidates<3>& near) HWY_ATTR {
                    for (Index i = cell.begin; i < cell.end; ++i) {
                        const Vec<Real> xi = box.local(Vec<Real>::all(pass.x[i]));
                        Sum sum;
                        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
                            sum.add(squareOf(xi - near.template position<Real>(k)));
                        }
                        pass.density[i] += sum.total();
                    }
                });

    // The particle itself was among the candidates with a share of 1.
    const float scale = pass.mass * Sum::atZero(pass.h, pass.dimension);
    for (Index i = own.begin; i < own.end; ++i)
        pass.density[i] = scale * (pass.density[i] - 1.0F + pass.initialSum);
}

// --- Forces ---

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

/// a = sigma kappa n / rho with kappa = -lap c / |n|, where the colour field has a gradient worth calling a
/// surface.
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
    const auto dim = static_cast<float>(pass.dimension);

    // What the sums are multiplied by; those of Mueller's formulation by 1/rho_i as well.
    const float pressureScale = kConservative
                                    ? 6.0F * pass.mass * cubicSplineConstant(pass.h, pass.dimension) / pass.h
                                    : 1.5F * spikyConstant(pass.h, pass.dimension) / pass.h;
    const float viscosityScale = pass.viscosity * viscosityConstant(pass.h, pass.dimension);
    const float normalScale = -6.0F * poly6Constant(pass.h, pass.dimension) / pass.h;
    const float laplacianScale = normalScale / pass.h;

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
    forEachCell(
        grid, cells, pass.h, source, [&](Range cell, const CellBox& box, const Candidates<8>& near) HWY_ATTR {
            for (Index i = cell.begin; i < cell.end; ++i) {
                const Vec<Real> xi = box.local(Vec<Real>::all(pass.x[i]));
                const Vec<Real> vi = Vec<Real>::all(pass.v[i]);
                const Real pi(pass.pressure[i]);
                ForceSums<Real> sums;
                for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
                    const Vec<Real> d = xi - near.template position<Real>(k);
                    const Real q2 = squareOf(d);
                    const Real inverseQ = rsqrt(q2);
                    const Real q = q2 * inverseQ;
                    const Real s = Spiky<Real>::base(q);  // 1 - q
                    const Real volume = near.template scalar<Real>(6, k);
                    const Real sVolume = s * volume;

                    // Pressure: V_j (p_i + p_j) (1 - q)^2 d/q, or (P_i + P_j) ((1 - q)^2 - (1 - 2q)^2) d/q.
                    const Real p = pi + near.template scalar<Real>(7, k);
                    const Real slope = kConservative
                                           ? CubicSpline<Real>::slope(s, CubicSpline<Real>::inner(q))
                                           : sVolume * s;
                    sums.pressure = mulAdd(slope * inverseQ * p, d, sums.pressure);

                    // Viscosity: V_j (1 - q) (v_j - v_i).
                    sums.viscosity = mulAdd(sVolume, near.template vector<Real>(3, k) - vi, sums.viscosity);

                    // Tension: normal V_j (1 - q^2)^2 d and Laplacian V_j (1 - q^2) (dim - (dim + 4) q^2) of
                    // the colour field.
                    if constexpr (kTension) {
                        const Real t = Poly6<Real>::base(q2);
                        const Real tVolume = t * volume;
                        sums.normal = mulAdd(tVolume * t, d, sums.normal);
                        sums.laplacian =
                            mulAdd(tVolume, negMulAdd(Real(dim + 4.0F), q2, Real(dim)), sums.laplacian);
                    }
                }
                const float inverseDensity = 1.0F / pass.density[i];
                const float pressureFactor = kConservative ? pressureScale : pressureScale * inverseDensity;
                const Vec3 a = pass.acceleration[i] + pressureFactor * sumOfLanes(sums.pressure) +
                               viscosityScale * inverseDensity * sumOfLanes(sums.viscosity);
                pass.acceleration.set(i, a);
                if constexpr (kTension) {
                    pass.normal.set(i, pass.normal[i] + normalScale * sumOfLanes(sums.normal));
                    pass.laplacian[i] += laplacianScale * sumOfLanes(sums.laplacian);
                }
            }
        });
    if constexpr (kTension) addSurfaceTension(own, pass);
}

// --- One function per choice ---

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
    const auto run =
        pass.formulation == kConservative
            ? (tension ? forcesOfCells<Real, kConservative, true> : forcesOfCells<Real, kConservative, false>)
            : (tension ? forcesOfCells<Real, kMueller, true> : forcesOfCells<Real, kMueller, false>);
    run(grid, cells, pass);
}

void densityWide(const CellGrid& grid, Range cells, const DensityPass& pass) {
    densityOf<Wide>(grid, cells, pass);
}
void forcesWide(const CellGrid& grid, Range cells, const ForcePass& pass) {
    forcesOf<Wide>(grid, cells, pass);
}
void densityScalar(const CellGrid& grid, Range cells, const DensityPass& pass) {
    densityOf<float>(grid, cells, pass);
}
void forcesScalar(const CellGrid& grid, Range cells, const ForcePass& pass) {
    forcesOf<float>(grid, cells, pass);
}

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
