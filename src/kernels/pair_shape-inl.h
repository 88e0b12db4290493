// SPDX-License-Identifier: Zlib
// The kernels of a formulation without their constants, for passes that sum values and gradients of the same
// pairs.

#if defined(UNDINE_KERNELS_PAIR_SHAPE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_KERNELS_PAIR_SHAPE_INL_H_
#undef UNDINE_KERNELS_PAIR_SHAPE_INL_H_
#else
#define UNDINE_KERNELS_PAIR_SHAPE_INL_H_
#endif

#include "core/wide-inl.h"
#include "kernels/kernels-inl.h"
#include "undine/settings.h"

UNDINE_WIDE_BEGIN

/// The shapes of the two kernels: W and, as a factor of d, the gradient, without their constants.
template <class Real, Formulation kFormulation>
struct PairShape;

/// s^3 (1 + 3 s^3) and s^2 (1 + 6 s^3), s = 1 - q^2
template <class Real>
struct PairShape<Real, Formulation::Conservative> {
    Real value;
    Real slope;

    HWY_INLINE PairShape(Real r2, Real inverseH2) {
        const Real s = PolyBlend<Real>::base(r2, inverseH2);
        const Real s3 = s * s * s;
        value = s3 * mulAdd(Real(3.0F), s3, Real(1.0F));
        slope = PolyBlend<Real>::slope(s);
    }
    static HWY_INLINE float atZero() { return 4.0F; }
    static HWY_INLINE float valueScale(float h, int dimension) {
        return 0.25F * polyBlendConstant(h, dimension);
    }
    static HWY_INLINE float slopeScale(float h, int dimension) {
        return 1.5F * polyBlendConstant(h, dimension) / (h * h);
    }
};

/// Poly6 (1 - q^2)^3 and spiky (1 - q)^2 / q
template <class Real>
struct PairShape<Real, Formulation::Mueller> {
    Real value;
    Real slope;

    HWY_INLINE PairShape(Real r2, Real inverseH2) {
        const Real s = Poly6<Real>::base(r2, inverseH2);
        value = s * s * s;
        const Real q2 = r2 * inverseH2;
        const Real inverseQ = rsqrt(max(q2, Real(1e-12F)));  // finite for coincident particles
        const Real t = Spiky<Real>::base(q2 * inverseQ);
        slope = t * t * inverseQ;
    }
    static HWY_INLINE float atZero() { return 1.0F; }
    static HWY_INLINE float valueScale(float h, int dimension) { return poly6Constant(h, dimension); }
    static HWY_INLINE float slopeScale(float h, int dimension) {
        return 3.0F * spikyConstant(h, dimension) / (h * h);
    }
};

UNDINE_WIDE_END

#endif  // per-target include guard
