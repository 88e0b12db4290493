// SPDX-License-Identifier: Zlib
// The loop all passes over neighbour lists share: the neighbours of a particle by the register, with the way
// to them in units of h.

#if defined(UNDINE_FORCES_LIST_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_FORCES_LIST_SUMS_INL_H_
#undef UNDINE_FORCES_LIST_SUMS_INL_H_
#else
#define UNDINE_FORCES_LIST_SUMS_INL_H_
#endif

#include "core/wide-inl.h"
#include "forces/neighborhood.h"

UNDINE_WIDE_BEGIN

/// A register of pairs (i, j).
template <class Real>
struct Pairs {
    Vec<Real> d;          ///< (x_i - x_j) / h
    Real q2;              ///< |d|^2
    Real w;               ///< fourth numbers of the neighbours' positions
    const Index* others;  ///< the neighbours, to gather more of them
};

/// Calls body(Pairs<Real>) for the neighbours of i. Those that fill up the last register are out of reach:
/// kernels make 0 of them.
template <class Real, class Body>
HWY_INLINE void forEachPair(const ListPass& pass, Index i, Body&& body) {
    const Record& own = pass.position[i];
    const Vec<Real> xi = {Real(own.x), Real(own.y), Real(own.z)};
    const Real inverseH(1.0F / pass.h);
    const Index* const list = pass.lists->begin(i);
    const Index count = pass.lists->count(i);
    for (Index k = 0; k < count; k += Lanes<Real>::kCount) {
        const RecordLanes<Real> near = gather<Real>(pass.position, list + k);
        const Vec<Real> d = inverseH * (xi - near.v);
        body(Pairs<Real>{d, dot(d, d), near.w, list + k});
    }
}

template <class Real>
HWY_INLINE Vec<Real> vectorOf(const Record& record) {
    return {Real(record.x), Real(record.y), Real(record.z)};
}

UNDINE_WIDE_END

#endif  // per-target include guard
