// SPDX-License-Identifier: Zlib
//   [MCG03] Mueller, Charypar, Gross: Particle-Based Fluid Simulation for Interactive Applications, 2003
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/sph_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/kernels-inl.h"
#include "neighbors/candidates-inl.h"

#include "solvers/sph_passes.h"

#include <algorithm>

UNDINE_WIDE_BEGIN

// --- Density, [MCG03] eq. 3 --------------------------------------------------------------------------------------------

template <class Real>
void densityOfCells(const CellGrid& grid, Range cells, const DensityPass& pass) {
    const Poly6<Real> poly6(pass.h, pass.dimension);
    const Range own = grid.particlesOf(cells);
    std::fill(pass.density + own.begin, pass.density + own.end, 0.0F);

    // Sum (1 - q^2)^3 over all candidates, the particle itself included.
    const float* const source[3] = {pass.x.x, pass.x.y, pass.x.z};
    forEachCell(grid, cells, pass.h, source, [&](Range cell, const Candidates<3>& near) HWY_ATTR {
        for (Index i = cell.begin; i < cell.end; ++i) {
            const Vec<Real> xi = Vec<Real>::all(pass.x[i]);
            Real sum(0.0F);
            for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
                const Vec<Real> d = xi - Vec<Real>::load(near.field(0), near.field(1), near.field(2), k);
                const Real s = poly6.base(dot(d, d));
                sum = mulAdd(s * s, s, sum);
            }
            pass.density[i] += sumOfLanes(sum);
        }
    });

    // The constant and the mass once; a particle's own share is (1 - 0)^3 = 1.
    const float scale = pass.mass * poly6.c;
    for (Index i = own.begin; i < own.end; ++i) pass.density[i] = scale * (pass.density[i] - 1.0F + pass.initialSum);
}

// --- Forces, [MCG03] eq. 10, 14, 19 ------------------------------------------------------------------------------------

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

template <class Real, bool kTension>
void forcesOfCells(const CellGrid& grid, Range cells, const ForcePass& pass) {
    const Spiky<Real> spiky(pass.h, pass.dimension);
    const Poly6<Real> poly6(pass.h, pass.dimension);
    const float h2 = pass.h * pass.h;
    const auto d4 = static_cast<float>(pass.dimension + 4);

    // What the sums are multiplied by, beside 1/rho_i.
    const float pressureScale = 1.5F * spiky.c * spiky.inverseH;
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
                const Real s = spiky.base(r2 * inverseR);  // 1 - q
                const Real volume = Lanes<Real>::load(near.field(6) + k);
                const Real sVolume = s * volume;

                // Pressure: V_j (p_i + p_j) (1 - q)^2 d/r. Viscosity: V_j (1 - q) (v_j - v_i).
                const Real p = pi + Lanes<Real>::load(near.field(7) + k);
                sums.pressure = mulAdd(sVolume * s * p * inverseR, d, sums.pressure);
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
            const Vec3 a = pass.acceleration[i] + pressureScale * inverseDensity * sumOfLanes(sums.pressure) +
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

void densityWide(const CellGrid& grid, Range cells, const DensityPass& pass) { densityOfCells<Wide>(grid, cells, pass); }

void forcesWide(const CellGrid& grid, Range cells, const ForcePass& pass) {
    if (pass.surfaceTension > 0) {
        forcesOfCells<Wide, true>(grid, cells, pass);
    } else {
        forcesOfCells<Wide, false>(grid, cells, pass);
    }
}

void densityScalar(const CellGrid& grid, Range cells, const DensityPass& pass) {
    densityOfCells<float>(grid, cells, pass);
}

void forcesScalar(const CellGrid& grid, Range cells, const ForcePass& pass) {
    if (pass.surfaceTension > 0) {
        forcesOfCells<float, true>(grid, cells, pass);
    } else {
        forcesOfCells<float, false>(grid, cells, pass);
    }
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
