// SPDX-License-Identifier: Zlib
// The particles a pair pass sums for: one at a time, as a Wide, or two, as a Twin.

#if defined(UNDINE_NEIGHBORS_TARGETS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_NEIGHBORS_TARGETS_INL_H_
#undef UNDINE_NEIGHBORS_TARGETS_INL_H_
#else
#define UNDINE_NEIGHBORS_TARGETS_INL_H_
#endif

#include "core/wide-inl.h"

UNDINE_WIDE_BEGIN

/// Two registers that go through the same formula side by side: in pair passes, those of two particles that
/// meet the same candidates. Long formulas are chains of operations that wait for each other, and two chains
/// fill the gaps.
struct Twin {
    Wide a;
    Wide b;

    Twin() = default;
    HWY_INLINE Twin(Wide first, Wide second) : a(first), b(second) {}
    HWY_INLINE Twin(Wide same) : a(same), b(same) {}
    HWY_INLINE Twin(float same) : a(same), b(same) {}
};

HWY_INLINE Twin operator+(Twin x, Twin y) { return {x.a + y.a, x.b + y.b}; }
HWY_INLINE Twin operator-(Twin x, Twin y) { return {x.a - y.a, x.b - y.b}; }
HWY_INLINE Twin operator*(Twin x, Twin y) { return {x.a * y.a, x.b * y.b}; }
HWY_INLINE Twin operator/(Twin x, Twin y) { return {x.a / y.a, x.b / y.b}; }
HWY_INLINE Twin max(Twin x, Twin y) { return {max(x.a, y.a), max(x.b, y.b)}; }
HWY_INLINE Twin rsqrt(Twin x) { return {rsqrt(x.a), rsqrt(x.b)}; }
HWY_INLINE Twin mulAdd(Twin x, Twin y, Twin z) { return {mulAdd(x.a, y.a, z.a), mulAdd(x.b, y.b, z.b)}; }
HWY_INLINE Twin negMulAdd(Twin x, Twin y, Twin z) {
    return {negMulAdd(x.a, y.a, z.a), negMulAdd(x.b, y.b, z.b)};
}

template <>
struct Lanes<Twin> {
    static constexpr Index kCount = kLanes;
    static HWY_INLINE Twin load(const float* p) { return Lanes<Wide>::load(p); }
};

/// The sums over the lanes of both: a third less work than one after the other.
HWY_INLINE void sumsOfLanes(const Twin& x, float (&sums)[2]) {
#if HWY_TARGET == HWY_SCALAR
    sums[0] = sumOfLanes(x.a);
    sums[1] = sumOfLanes(x.b);
#else
    const FloatTag d;
    const hn::Full128<float> four;
    // a0 + a2, b0 + b2, a1 + a3, b1 + b3
    const auto halves =
        sumOfBlocks(d, hn::Add(hn::InterleaveLower(d, x.a.v, x.b.v), hn::InterleaveUpper(d, x.a.v, x.b.v)));
    HWY_ALIGN float all[4];
    hn::Store(hn::Add(halves, hn::Shuffle1032(halves)), four, all);
    sums[0] = all[0];
    sums[1] = all[1];
#endif
}

/// The sum in the same order, so that particles with the same neighbours have the same sums, alone or not.
HWY_INLINE float sumAsOfTwo(float a) { return a; }
HWY_INLINE float sumAsOfTwo(Wide a) {
    float sums[2];
    sumsOfLanes(Twin(a), sums);
    return sums[0];
}

/// The particles a Real stands for in a pair pass: kCount of them, one after the other in memory.
template <class Real>
struct Targets {
    static constexpr Index kCount = 1;
    static HWY_INLINE Real load(const float* p) { return Real(*p); }
    static HWY_INLINE Vec<Real> load(const float* x, const float* y, const float* z, Index i) {
        return {load(x + i), load(y + i), load(z + i)};
    }
    static HWY_INLINE Real lookUp(const PerFluid& constants, Index i) { return Real(constants.of(i)); }
    static HWY_INLINE void addSums(Real sum, float scale, float* p) { *p += scale * sumAsOfTwo(sum); }
    template <class Arrays>
    static HWY_INLINE void addSums(const Vec<Real>& sum, const Arrays& to, Index i) {
        to.set(i, to[i] + sumOfLanes(sum));
    }
};

template <>
struct Targets<Twin> {
    static constexpr Index kCount = 2;
    static HWY_INLINE Twin load(const float* p) { return {Wide(p[0]), Wide(p[1])}; }
    static HWY_INLINE Vec<Twin> load(const float* x, const float* y, const float* z, Index i) {
        return {load(x + i), load(y + i), load(z + i)};
    }
    static HWY_INLINE Twin lookUp(const PerFluid& constants, Index i) {
        return {Wide(constants.of(i)), Wide(constants.of(i + 1))};
    }
    static HWY_INLINE void addSums(const Twin& sum, float scale, float* p) {
        float sums[2];
        sumsOfLanes(sum, sums);
        p[0] += scale * sums[0];
        p[1] += scale * sums[1];
    }
    template <class Arrays>
    static HWY_INLINE void addSums(const Vec<Twin>& sum, const Arrays& to, Index i) {
        Targets<Wide>::addSums(Vec<Wide>{sum.x.a, sum.y.a, sum.z.a}, to, i);
        Targets<Wide>::addSums(Vec<Wide>{sum.x.b, sum.y.b, sum.z.b}, to, i + 1);
    }
};

UNDINE_WIDE_END

#endif  // per-target include guard
