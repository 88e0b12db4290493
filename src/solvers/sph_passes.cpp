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
    HWY_INLINE Real total() const { return sum_; }
    static HWY_INLINE float atZero(float h, int dimension) { return poly6Constant(h, dimension); }

  private:
    Real sum_;
};

/// Blend: s^3 (1 + 3 s^3), of which a quarter is W(q) / W(0)
template <class Real>
class DensitySum<Real, Formulation::Conservative> {
  public:
    HWY_INLINE DensitySum() : sum_(0.0F) {}
    HWY_INLINE void add(Real q2) {
        const Real s = PolyBlend<Real>::base(q2);
        const Real s3 = s * s * s;
        sum_ = mulAdd(s3, mulAdd(Real(3.0F), s3, Real(1.0F)), sum_);
    }
    HWY_INLINE Real total() const { return Real(0.25F) * sum_; }
    static HWY_INLINE float atZero(float h, int dimension) { return polyBlendConstant(h, dimension); }

  private:
    Real sum_;
};

/// Density, [MCG03] eq. 3: the sum of one particle, or two, over one block of candidates.
template <Formulation kFormulation>
struct DensityLoop {
    const DensityPass& pass;

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<3>& near) const {
        const Vec<Real> xi = box.localOf<Real>(pass.x, i);
        DensitySum<Real, kFormulation> sum;
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = xi - near.template position<Real>(k);
            sum.add(dot(d, d));
        }
        Targets<Real>::addSums(sum.total(), 1.0F, pass.density + i);
    }
};

template <class Real, Formulation kFormulation>
void densityOfCells(const CellGrid& grid, Range cells, const DensityPass& pass) {
    const Range own = grid.particlesOf(cells);
    std::fill(pass.density + own.begin, pass.density + own.end, 0.0F);
    const float* const source[3] = {pass.x.x, pass.x.y, pass.x.z};
    forEachCell<Real>(grid, cells, pass.h, source, DensityLoop<kFormulation>{pass});

    // The particle itself was among the candidates with a share of 1.
    const float scale = pass.mass * DensitySum<Real, kFormulation>::atZero(pass.h, pass.dimension);
    for (Index i = own.begin; i < own.end; ++i) {
        pass.density[i] = scale * (pass.density[i] - 1.0F + pass.initialSum);
    }
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
HWY_INLINE void addSums(const Vec<Real>& sum, float scale, const VectorSpan& to, Index i) {
    Targets<Real>::addSums(sum.x, scale, to.x + i);
    Targets<Real>::addSums(sum.y, scale, to.y + i);
    Targets<Real>::addSums(sum.z, scale, to.z + i);
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

/// What a pair's pressures, as a factor of d, and velocities are weighed with.
template <class Real, Formulation kFormulation>
struct PairWeights;

/// V_j (1 - q)^2 / q and V_j (1 - q)
template <class Real>
struct PairWeights<Real, Formulation::Mueller> {
    Real pressure;
    Real viscosity;

    HWY_INLINE PairWeights(Real q2, Real volume) {
        const Real inverseQ = rsqrt(max(q2, Real(1e-12F)));  // finite for coincident particles
        const Real s = Spiky<Real>::base(q2 * inverseQ);
        viscosity = s * volume;
        pressure = viscosity * s * inverseQ;
    }
};

/// s^2 (1 + 6 s^3) and V_j s^2, with s = 1 - q^2
template <class Real>
struct PairWeights<Real, Formulation::Conservative> {
    Real pressure;
    Real viscosity;

    HWY_INLINE PairWeights(Real q2, Real volume) {
        const Real s = PolyBlend<Real>::base(q2);
        const Real s2 = s * s;
        viscosity = s2 * volume;
        pressure = s2 * mulAdd(Real(6.0F), s2 * s, Real(1.0F));
    }
};

/// Pressure, viscosity and tension, [MCG03] eq. 10, 14, 19; [Mon92] eq. 3.3: the sums of one particle, or
/// two, over one block of candidates. Sums are added up without their constants where those depend on the
/// particle.
template <Formulation kFormulation, bool kTension>
struct ForceLoop {
    static constexpr bool kConservative = kFormulation == Formulation::Conservative;

    const ForcePass& pass;
    float pressureScale;   // of the sum of pressure terms
    float viscosityScale;  // of the sum of velocity differences
    float normalScale;     // of the sums of the colour field
    float laplacianScale;

    HWY_INLINE explicit ForceLoop(const ForcePass& p)
        : pass(p),
          pressureScale(kConservative ? 1.5F * p.mass * polyBlendConstant(p.h, p.dimension) / p.h
                                      : 1.5F * spikyConstant(p.h, p.dimension) / p.h),
          viscosityScale(p.viscosity * (kConservative ? smoothViscosityConstant(p.h, p.dimension)
                                                      : viscosityConstant(p.h, p.dimension))),
          normalScale(-6.0F * poly6Constant(p.h, p.dimension) / p.h),
          laplacianScale(normalScale / p.h) {}

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<8>& near) const {
        const Vec<Real> xi = box.localOf<Real>(pass.x, i);
        const Vec<Real> vi = {Targets<Real>::load(pass.v.x + i), Targets<Real>::load(pass.v.y + i),
                              Targets<Real>::load(pass.v.z + i)};
        const Real pi = Targets<Real>::load(pass.pressure + i);
        const Real inverseDensity = Targets<Real>::load(pass.volume + i) * Real(1.0F / pass.mass);
        const auto dim = static_cast<float>(pass.dimension);
        ForceSums<Real> sums;
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = xi - near.template position<Real>(k);
            const Real q2 = dot(d, d);
            const Real p = pi + near.template scalar<Real>(7, k);
            const Real volume = near.template scalar<Real>(6, k);
            const PairWeights<Real, kFormulation> weights(q2, volume);
            sums.pressure = mulAdd(weights.pressure * p, d, sums.pressure);
            sums.viscosity = mulAdd(weights.viscosity, near.template vector<Real>(3, k) - vi, sums.viscosity);

            // Tension: normal V_j (1 - q^2)^2 d, Laplacian V_j (1 - q^2) (dim - (dim + 4) q^2) of the colour
            // field.
            if constexpr (kTension) {
                const Real t = Poly6<Real>::base(q2);
                const Real tVolume = t * volume;
                sums.normal = mulAdd(tVolume * t, d, sums.normal);
                sums.laplacian = mulAdd(tVolume, negMulAdd(Real(dim + 4.0F), q2, Real(dim)), sums.laplacian);
            }
        }
        const Real pressureFactor =
            kConservative ? Real(pressureScale) : Real(pressureScale) * inverseDensity;
        const Real viscosityFactor = Real(viscosityScale) * inverseDensity;
        addSums(mulAdd(viscosityFactor, sums.viscosity, pressureFactor * sums.pressure), 1.0F,
                pass.acceleration, i);
        if constexpr (kTension) {
            addSums(sums.normal, normalScale, pass.normal, i);
            Targets<Real>::addSums(sums.laplacian, laplacianScale, pass.laplacian + i);
        }
    }
};

template <class Real, Formulation kFormulation, bool kTension>
void forcesOfCells(const CellGrid& grid, Range cells, const ForcePass& pass) {
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
    forEachCell<Real>(grid, cells, pass.h, source, ForceLoop<kFormulation, kTension>(pass));
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
    densityOf<Twin>(grid, cells, pass);
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
