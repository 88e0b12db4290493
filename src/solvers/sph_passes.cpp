// SPDX-License-Identifier: Zlib
//   [MCG03] Mueller, Charypar, Gross: Particle-Based Fluid Simulation for Interactive Applications, 2003
//   [Mon92] Monaghan: Smoothed Particle Hydrodynamics, 1992
//   [SP08]  Solenthaler, Pajarola: Density Contrast SPH Interfaces, 2008
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/sph_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/kernels-inl.h"
#include "neighbors/candidates-inl.h"

#include "solvers/sph_passes.h"

#include <algorithm>
#include <type_traits>

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

/// Number density, [SP08]: the sum of one particle, or two, over one block of candidates.
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
        Targets<Real>::addSums(sum.total(), 1.0F, pass.relative + i);
    }
};

template <class Real, Formulation kFormulation>
void densityOfCells(const CellGrid& grid, Range cells, const DensityPass& pass) {
    const Range own = grid.particlesOf(cells);
    std::fill(pass.relative + own.begin, pass.relative + own.end, 0.0F);
    const float* const source[3] = {pass.x.x, pass.x.y, pass.x.z};
    forEachCell<Real>(grid, cells, pass.h, source, DensityLoop<kFormulation>{pass});

    // The particle itself was among the candidates with a share of 1.
    const float scale = DensitySum<Real, kFormulation>::atZero(pass.h, pass.dimension);
    for (Index i = own.begin; i < own.end; ++i) {
        pass.relative[i] = scale * pass.restVolume.of(i) * (pass.relative[i] - 1.0F + pass.initialSum);
    }
}

// --- Forces ---

/// Sums of one particle over its candidates, still without constants.
template <class Real>
struct ForceSums {
    Vec<Real> pressure = Vec<Real>::all({});
    Vec<Real> momentum = Vec<Real>::all({});  // sum_j w_j v_j
    Real weight = Real(0.0F);                 // sum_j w_j

    HWY_INLINE ForceSums() {}  // NOLINT: "= default" would not be compiled for this target
};

/// What a pair adds to the sums: this times d, and this times v_j - v_i.
template <class Real>
struct PairWeights {
    Real pressure;
    Real viscosity;
};

/// How a formulation weighs the pairs of a particle. Candidates have their position in fields 0 to 2, the
/// velocity in 3 to 5, and from 6 on what each formulation names here.
template <class Real, Formulation kFormulation, bool kSeveral>
struct PairTerms;

/// Pressure (p_i V_j + p_j V_j) (1 - q)^2 / q and viscosity sqrt(mu_j) V_j (1 - q). Candidates have V, p V
/// and, when there are several fluids, sqrt(mu) V: one more field than with a single one, whose mu can wait
/// until the sum is there, and 4 % of the time.
template <class Real, bool kSeveral>
struct PairTerms<Real, Formulation::Mueller, kSeveral> {
    static constexpr int kFields = kSeveral ? 9 : 8;
    Real pi;               // p_i
    Real pressureFactor;   // what all pairs share: V_i
    Real viscosityFactor;  // sqrt(mu_i) V_i, or mu V_i

    HWY_INLINE PairTerms(const ForcePass& pass, Index i)
        : pressureFactor(Targets<Real>::load(pass.volume + i)),
          viscosityFactor(Targets<Real>::load(pass.viscosityTerm + i)) {
        pi = Targets<Real>::load(pass.pressureTerm + i) / pressureFactor;
        if constexpr (!kSeveral) viscosityFactor = viscosityFactor * viscosityFactor / pressureFactor;
    }

    static void fields(const ForcePass& pass, const float** from6) {
        from6[0] = pass.volume;
        from6[1] = pass.pressureTerm;
        if constexpr (kSeveral) from6[2] = pass.viscosityTerm;
    }

    HWY_INLINE PairWeights<Real> weigh(Real q2, const Candidates<kFields>& near, Index k) const {
        const Real inverseQ = rsqrt(max(q2, Real(1e-12F)));  // finite for coincident particles
        const Real s = Spiky<Real>::base(q2 * inverseQ);
        const Real p = mulAdd(pi, near.template scalar<Real>(6, k), near.template scalar<Real>(7, k));
        return {s * s * inverseQ * p, s * near.template scalar<Real>(kSeveral ? 8 : 6, k)};
    }
};

/// Pressure (P_i + P_j) s^2 (1 + 6 s^3) and viscosity sqrt(mu_j) V_j s^2, with s = 1 - q^2. Candidates have
/// sqrt(mu) V and P = p V^2, for one fluid or many.
template <class Real, bool kSeveral>
struct PairTerms<Real, Formulation::Conservative, kSeveral> {
    static constexpr int kFields = 8;
    Real pi;  // P_i
    Real pressureFactor;
    Real viscosityFactor;

    HWY_INLINE PairTerms(const ForcePass& pass, Index i)
        : pi(Targets<Real>::load(pass.pressureTerm + i)),
          pressureFactor(1.0F),
          viscosityFactor(Targets<Real>::load(pass.viscosityTerm + i)) {}

    static void fields(const ForcePass& pass, const float** from6) {
        from6[0] = pass.viscosityTerm;
        from6[1] = pass.pressureTerm;
    }

    HWY_INLINE PairWeights<Real> weigh(Real q2, const Candidates<kFields>& near, Index k) const {
        const Real s = PolyBlend<Real>::base(q2);
        const Real p = pi + near.template scalar<Real>(7, k);
        return {PolyBlend<Real>::slope(s) * p, s * s * near.template scalar<Real>(6, k)};
    }
};

/// Pressure and viscosity, [MCG03] eq. 10, 14; [Mon92] eq. 3.3; [SP08]: the sums of one particle over one
/// block of candidates. Sums are added up without their constants where those depend on the particle.
template <Formulation kFormulation, bool kSeveral>
struct ForceLoop {
    static constexpr bool kConservative = kFormulation == Formulation::Conservative;
    static constexpr int kFields = PairTerms<float, kFormulation, kSeveral>::kFields;

    const ForcePass& pass;
    float pressureScale;   // of the sum of pressure terms
    float viscosityScale;  // of the sum of velocity differences

    HWY_INLINE explicit ForceLoop(const ForcePass& p)
        : pass(p),
          pressureScale(
              1.5F * p.unitVolume / p.h *
              (kConservative ? polyBlendConstant(p.h, p.dimension) : spikyConstant(p.h, p.dimension))),
          viscosityScale(p.unitVolume * (kConservative ? smoothViscosityConstant(p.h, p.dimension)
                                                       : viscosityConstant(p.h, p.dimension))) {}

    template <class Real>
    HWY_INLINE void run(Index i, const CellBox& box, const Candidates<kFields>& near) const {
        const Vec<Real> xi = box.localOf<Real>(pass.x, i);
        const Vec<Real> vi = Targets<Real>::load(pass.v.x, pass.v.y, pass.v.z, i);
        const PairTerms<Real, kFormulation, kSeveral> terms(pass, i);
        ForceSums<Real> sums;
        for (Index k = 0; k < near.size(); k += Lanes<Real>::kCount) {
            const Vec<Real> d = xi - near.template position<Real>(k);
            const PairWeights<Real> weights = terms.weigh(dot(d, d), near, k);
            sums.pressure = mulAdd(weights.pressure, d, sums.pressure);
            sums.momentum = mulAdd(weights.viscosity, near.template vector<Real>(3, k), sums.momentum);
            sums.weight = sums.weight + weights.viscosity;
        }
        const Real specific = Targets<Real>::lookUp(pass.specificVolume, i);
        const Real pressure = Real(pressureScale) * specific * terms.pressureFactor;
        const Real viscosity = Real(viscosityScale) * specific * terms.viscosityFactor;
        const Vec<Real> slowed = sums.momentum - sums.weight * vi;  // sum_j w_j (v_j - v_i)
        const Vec<Real> sum = mulAdd(viscosity, slowed, pressure * sums.pressure);
        Targets<Real>::addSums(sum, pass.acceleration, i);
    }
};

template <class Real, Formulation kFormulation, bool kSeveral>
void forcesOfCells(const CellGrid& grid, Range cells, const ForcePass& pass) {
    using Terms = PairTerms<Real, kFormulation, kSeveral>;
    const Range own = grid.particlesOf(cells);
    for (Index i = own.begin; i < own.end; ++i) pass.acceleration.set(i, {});
    const float* source[Terms::kFields] = {pass.x.x, pass.x.y, pass.x.z, pass.v.x, pass.v.y, pass.v.z};
    Terms::fields(pass, source + 6);
    forEachCell<Real>(grid, cells, pass.h, source, ForceLoop<kFormulation, kSeveral>(pass));
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
    const bool conservative = pass.formulation == Formulation::Conservative;
    const bool several = pass.specificVolume.fluid != nullptr;
    const auto run = conservative ? forcesOfCells<Real, Formulation::Conservative, true>
                     : several    ? forcesOfCells<Real, Formulation::Mueller, true>
                                  : forcesOfCells<Real, Formulation::Mueller, false>;
    run(grid, cells, pass);
}

void densityWide(const CellGrid& grid, Range cells, const DensityPass& pass) {
    densityOf<Twin>(grid, cells, pass);
}
void forcesWide(const CellGrid& grid, Range cells, const ForcePass& pass) {
    // The sums of two particles fit in the 32 registers of AVX-512, and not in 16.
    using Real = std::conditional_t<HWY_TARGET <= HWY_AVX3, Twin, Wide>;
    forcesOf<Real>(grid, cells, pass);
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
