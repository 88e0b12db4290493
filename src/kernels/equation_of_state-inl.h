// SPDX-License-Identifier: Zlib
// How pressure follows from density.

#if defined(UNDINE_KERNELS_EQUATION_OF_STATE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_KERNELS_EQUATION_OF_STATE_INL_H_
#undef UNDINE_KERNELS_EQUATION_OF_STATE_INL_H_
#else
#define UNDINE_KERNELS_EQUATION_OF_STATE_INL_H_
#endif

#include "core/wide-inl.h"
#include "undine/settings.h"

UNDINE_WIDE_BEGIN

/// p = K (ratio - 1)  or  K/7 (ratio^7 - 1), with the density over that at rest and K = k rho0.
template <class Real>
HWY_INLINE Real pressureOf(EquationOfState equation, Real bulkModulus, Real ratio, bool clampNegative) {
    Real p(0.0F);
    if (equation == EquationOfState::Linear) {
        p = bulkModulus * (ratio - Real(1.0F));
    } else {
        const Real ratio3 = ratio * ratio * ratio;
        p = bulkModulus * Real(1.0F / 7.0F) * (ratio3 * ratio3 * ratio - Real(1.0F));
    }
    return max(p, Real(clampNegative ? 0.0F : -3e38F));
}

UNDINE_WIDE_END

#endif  // per-target include guard
