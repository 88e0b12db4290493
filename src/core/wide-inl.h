// SPDX-License-Identifier: Zlib
// The wide-lane layer: a register of floats that is written like one float.
//
// A pass is a template over Real, which is Wide in the fast path and float in the reference, so that a
// formula exists once. Highway compiles the including file once per instruction set, each time into a
// namespace of its own (HWY_NAMESPACE), and picks one at run time. How a file uses it, from top to bottom:
//
//     #undef HWY_TARGET_INCLUDE
//     #define HWY_TARGET_INCLUDE "solvers/example.cpp"      // this file, seen from src/
//     #include <hwy/foreach_target.h>                       // includes this file again for each target
//     #include "core/wide-inl.h"
//     UNDINE_WIDE_BEGIN   … passes …   UNDINE_WIDE_END
//     #if HWY_ONCE … HWY_EXPORT(pass); HWY_DYNAMIC_DISPATCH(pass)(…) … #endif
//
// Everything a pass calls must be compiled for its target too, so headers with templates for passes end in
// -inl.h and are guarded by the toggle below instead of #pragma once.

#if defined(UNDINE_CORE_WIDE_INL_H_) == defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_CORE_WIDE_INL_H_
#undef UNDINE_CORE_WIDE_INL_H_
#else
#define UNDINE_CORE_WIDE_INL_H_
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include "core/per_fluid.h"
#include "core/record.h"
#include "undine/types.h"

#ifndef UNDINE_WIDE_BEGIN
#define UNDINE_WIDE_BEGIN   \
    HWY_BEFORE_NAMESPACE(); \
    namespace undine {      \
    namespace HWY_NAMESPACE {
#define UNDINE_WIDE_END \
    }                   \
    }                   \
    HWY_AFTER_NAMESPACE();
#endif

UNDINE_WIDE_BEGIN

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using IntTag = hn::RebindToSigned<FloatTag>;
using UintTag = hn::RebindToUnsigned<FloatTag>;

/// Floats per register on this target.
inline constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(FloatTag()));

/// One truth value per lane.
struct WideMask {
    hn::Mask<FloatTag> m;
};

/// As many floats as fit in a register.
struct Wide {
    hn::Vec<FloatTag> v;

    Wide() = default;  // holds anything: implicit constructors of what contains it are compiled for no target
    HWY_INLINE Wide(hn::Vec<FloatTag> lanes) : v(lanes) {}
    HWY_INLINE Wide(float same) : v(hn::Set(FloatTag(), same)) {}
};

HWY_INLINE Wide operator+(Wide a, Wide b) { return hn::Add(a.v, b.v); }
HWY_INLINE Wide operator-(Wide a, Wide b) { return hn::Sub(a.v, b.v); }
HWY_INLINE Wide operator*(Wide a, Wide b) { return hn::Mul(a.v, b.v); }
HWY_INLINE Wide operator/(Wide a, Wide b) { return hn::Div(a.v, b.v); }
HWY_INLINE Wide operator-(Wide a) { return hn::Neg(a.v); }
HWY_INLINE Wide& operator+=(Wide& a, Wide b) { return a = a + b; }
HWY_INLINE WideMask operator<(Wide a, Wide b) { return {hn::Lt(a.v, b.v)}; }
HWY_INLINE WideMask operator<=(Wide a, Wide b) { return {hn::Le(a.v, b.v)}; }
HWY_INLINE WideMask operator>(Wide a, Wide b) { return {hn::Gt(a.v, b.v)}; }
HWY_INLINE WideMask operator&(WideMask a, WideMask b) { return {hn::And(a.m, b.m)}; }
HWY_INLINE WideMask operator!(WideMask a) { return {hn::Not(a.m)}; }

// The vocabulary of the passes, for a float and for a register of them.

/// a b + c; in wide code with a single rounding where the machine can.
HWY_INLINE float mulAdd(float a, float b, float c) { return a * b + c; }
HWY_INLINE Wide mulAdd(Wide a, Wide b, Wide c) { return hn::MulAdd(a.v, b.v, c.v); }

/// c - a b
HWY_INLINE float negMulAdd(float a, float b, float c) { return c - a * b; }
HWY_INLINE Wide negMulAdd(Wide a, Wide b, Wide c) { return hn::NegMulAdd(a.v, b.v, c.v); }

HWY_INLINE float min(float a, float b) { return a < b ? a : b; }
HWY_INLINE Wide min(Wide a, Wide b) { return hn::Min(a.v, b.v); }
HWY_INLINE float max(float a, float b) { return a > b ? a : b; }
HWY_INLINE Wide max(Wide a, Wide b) { return hn::Max(a.v, b.v); }
HWY_INLINE float abs(float a) { return std::fabs(a); }
HWY_INLINE Wide abs(Wide a) { return hn::Abs(a.v); }
HWY_INLINE float sqrt(float a) { return std::sqrt(a); }
HWY_INLINE Wide sqrt(Wide a) { return hn::Sqrt(a.v); }

/// 1 / sqrt(a) for a > 0, to a few units in the last place.
HWY_INLINE float rsqrt(float a) { return 1.0F / std::sqrt(a); }
HWY_INLINE Wide rsqrt(Wide a) {
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
    return Wide(1.0F) / sqrt(a);
#else
    // The hardware's estimate has 12 to 14 bits; one step of Newton's method doubles them: y (3 - a y^2) / 2.
    const Wide y = hn::ApproximateReciprocalSqrt(a.v);
    const Wide halfY = y * Wide(0.5F);
    return halfY * negMulAdd(a * y, y, Wide(3.0F));
#endif
}

/// a - floor(a), for 0 <= a < 2^31
HWY_INLINE float fraction(float a) { return a - static_cast<float>(static_cast<int>(a)); }
HWY_INLINE Wide fraction(Wide a) { return hn::Sub(a.v, hn::Trunc(a.v)); }

HWY_INLINE float select(bool m, float yes, float no) { return m ? yes : no; }
HWY_INLINE Wide select(WideMask m, Wide yes, Wide no) { return hn::IfThenElse(m.m, yes.v, no.v); }
HWY_INLINE bool any(bool m) { return m; }
HWY_INLINE bool any(WideMask m) { return !hn::AllFalse(FloatTag(), m.m); }

HWY_INLINE float sumOfLanes(float a) { return a; }
HWY_INLINE float sumOfLanes(Wide a) { return hn::GetLane(hn::SumOfLanes(FloatTag(), a.v)); }
#if HWY_TARGET != HWY_SCALAR

/// The sum of the parts of 128 bits.
template <class Tag>
HWY_INLINE hn::Vec<hn::Full128<float>> sumOfBlocks(Tag d, hn::Vec<Tag> a) {
    if constexpr (hn::MaxLanes(Tag()) == 4) {
        return a;
    } else {
        const hn::Half<Tag> half;
        return sumOfBlocks(half, hn::Add(hn::LowerHalf(half, a), hn::UpperHalf(half, a)));
    }
}

#endif

HWY_INLINE float maxOfLanes(float a) { return a; }
HWY_INLINE float maxOfLanes(Wide a) { return hn::GetLane(hn::MaxOfLanes(FloatTag(), a.v)); }

/// How many particles a Real holds, and how it meets memory. Addresses need no alignment.
template <class Real>
struct Lanes;

template <>
struct Lanes<float> {
    static constexpr Index kCount = 1;
    static HWY_INLINE float load(const float* p) { return *p; }
    static HWY_INLINE void store(float a, float* p) { *p = a; }
    static HWY_INLINE float loadFirst(const float* p, Index /*count*/) { return *p; }
    /// True for the first `count` lanes.
    static HWY_INLINE bool first(Index count) { return count > 0; }
    static HWY_INLINE void storeFirst(float a, float* p, Index count) {
        if (count > 0) *p = a;
    }
    /// table[int(position)], and the next entry by `offset` 1.
    static HWY_INLINE float lookUp(const float* table, float position, int offset) {
        return table[static_cast<int>(position) + offset];
    }
};

template <>
struct Lanes<Wide> {
    static constexpr Index kCount = kLanes;
    static HWY_INLINE Wide load(const float* p) { return hn::LoadU(FloatTag(), p); }
    static HWY_INLINE void store(Wide a, float* p) { hn::StoreU(a.v, FloatTag(), p); }
    /// Reads `count` floats and no more: another thread may be writing what comes behind them.
    static HWY_INLINE Wide loadFirst(const float* p, Index count) {
        if (count >= kLanes) return load(p);
        float part[kLanes] = {};
        for (Index k = 0; k < count; ++k) part[k] = p[k];
        return load(part);
    }
    static HWY_INLINE WideMask first(Index count) { return {hn::FirstN(FloatTag(), count)}; }
    static HWY_INLINE void storeFirst(Wide a, float* p, Index count) {
        if (count >= kLanes) {
            store(a, p);
        } else {
            hn::BlendedStore(a.v, first(count).m, FloatTag(), p);
        }
    }
    static HWY_INLINE Wide lookUp(const float* table, Wide position, int offset) {
        const auto index = hn::ConvertTo(IntTag(), position.v);
        return hn::GatherIndex(FloatTag(), table + offset, index);
    }
};

/// The constants of the fluids of the particles [i, i + count); what the other lanes hold has no meaning.
HWY_INLINE Wide lookUpFirst(const PerFluid& constants, Index i, Index count) {
    if (constants.fluid == nullptr) return Wide(constants.values[0]);
    // Numbers of fluids beyond the last particle may be any.
    float part[kLanes] = {};
    for (Index k = 0; k < kLanes && k < count; ++k) part[k] = constants.values[constants.fluid[i + k]];
    return Lanes<Wide>::load(part);
}

#if HWY_TARGET <= HWY_AVX3  // AVX3 and what is better: Highway numbers better targets lower

/// Stores the lanes of a register where a mask is true, one after the other. A whole register may be written;
/// what comes after the first count() entries has no meaning. For what is stored only once.
class CompressOnce {
  public:
    HWY_INLINE explicit CompressOnce(WideMask mask) : mask_(mask) {}
    HWY_INLINE Index count() const { return static_cast<Index>(hn::CountTrue(FloatTag(), mask_.m)); }
    HWY_INLINE void store(hn::Vec<UintTag> a, std::uint32_t* p) const {
        hn::StoreU(hn::Compress(a, hn::RebindMask(UintTag(), mask_.m)), UintTag(), p);
    }

  private:
    WideMask mask_;
};

/// The same for several registers with one mask: compressing takes two shuffles, and one for each register
/// after the first.
class Compress {
  public:
    HWY_INLINE explicit Compress(WideMask mask)
        : mask_(mask), lanes_(hn::Compress(hn::Iota(UintTag(), 0), hn::RebindMask(UintTag(), mask.m))) {}
    HWY_INLINE Index count() const { return static_cast<Index>(hn::CountTrue(FloatTag(), mask_.m)); }
    HWY_INLINE void store(Wide a, float* p) const {
        hn::StoreU(hn::TableLookupLanes(a.v, hn::IndicesFromVec(FloatTag(), lanes_)), FloatTag(), p);
    }
    HWY_INLINE void store(hn::Vec<UintTag> a, std::uint32_t* p) const {
        hn::StoreU(hn::TableLookupLanes(a, hn::IndicesFromVec(UintTag(), lanes_)), UintTag(), p);
    }

  private:
    WideMask mask_;
    hn::Vec<UintTag> lanes_;
};

#else

/// For each combination of lanes, which lane goes where. Highway's own Compress has such a table too, but gcc
/// 12 copies it to the stack at every call, which makes it ten times slower.
struct CompressTable {
    static_assert(kLanes <= 8);
    std::uint8_t lane[std::size_t{1} << kLanes][8];

    constexpr CompressTable() : lane() {
        for (std::size_t bits = 0; bits < (std::size_t{1} << kLanes); ++bits) {
            std::size_t to = 0;
            for (std::uint8_t from = 0; from < kLanes; ++from) {
                if (((bits >> from) & 1U) != 0) lane[bits][to++] = from;
            }
        }
    }
};
inline constexpr CompressTable kCompressTable;

HWY_INLINE std::size_t bitsOf(WideMask mask) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4
    return static_cast<std::size_t>(hn::detail::BitsFromMask(mask.m));
#else
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(FloatTag(), mask.m, bytes);
    return bytes[0];
#endif
}

/// Stores the lanes of a register where a mask is true, one after the other. A whole register may be written;
/// what comes after the first count() entries has no meaning.
class Compress {
  public:
    HWY_INLINE explicit Compress(WideMask mask) : bits_(bitsOf(mask)) {
        const hn::Rebind<std::uint8_t, FloatTag> bytes;
        lanes_ = hn::PromoteTo(IntTag(), hn::LoadU(bytes, kCompressTable.lane[bits_]));
    }
    HWY_INLINE Index count() const { return static_cast<Index>(hwy::PopCount(bits_)); }
    HWY_INLINE void store(Wide a, float* p) const {
        hn::StoreU(hn::TableLookupLanes(a.v, hn::IndicesFromVec(FloatTag(), lanes_)), FloatTag(), p);
    }
    HWY_INLINE void store(hn::Vec<UintTag> a, std::uint32_t* p) const {
        hn::StoreU(hn::TableLookupLanes(a, hn::IndicesFromVec(UintTag(), lanes_)), UintTag(), p);
    }

  private:
    std::size_t bits_;
    hn::Vec<IntTag> lanes_;
};
using CompressOnce = Compress;

#endif

/// A vector of three Reals.
template <class Real>
struct Vec {
    Real x;
    Real y;
    Real z;

    static HWY_INLINE Vec all(Vec3 a) { return {Real(a.x), Real(a.y), Real(a.z)}; }
    static HWY_INLINE Vec load(const float* x, const float* y, const float* z, Index i) {
        return {Lanes<Real>::load(x + i), Lanes<Real>::load(y + i), Lanes<Real>::load(z + i)};
    }
};

template <class Real>
HWY_INLINE Vec<Real> operator+(const Vec<Real>& a, const Vec<Real>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Real>
HWY_INLINE Vec<Real> operator-(const Vec<Real>& a, const Vec<Real>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Real>
HWY_INLINE Vec<Real> operator*(Real s, const Vec<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class Real>
HWY_INLINE Real dot(const Vec<Real>& a, const Vec<Real>& b) {
    return mulAdd(a.z, b.z, mulAdd(a.y, b.y, a.x * b.x));
}
template <class Real>
HWY_INLINE Vec<Real> cross(const Vec<Real>& a, const Vec<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// s a + b
template <class Real>
HWY_INLINE Vec<Real> mulAdd(Real s, const Vec<Real>& a, const Vec<Real>& b) {
    return {mulAdd(s, a.x, b.x), mulAdd(s, a.y, b.y), mulAdd(s, a.z, b.z)};
}
template <class Mask, class Real>
HWY_INLINE Vec<Real> select(Mask m, const Vec<Real>& yes, const Vec<Real>& no) {
    return {select(m, yes.x, no.x), select(m, yes.y, no.y), select(m, yes.z, no.z)};
}

/// The first `count` vectors from place i of three arrays on, and back: at the end of a block of cells, where
/// what follows belongs to another thread.
template <class Real, class Arrays>
HWY_INLINE Vec<Real> loadFirst(const Arrays& from, Index i, Index count) {
    return {Lanes<Real>::loadFirst(from.x + i, count), Lanes<Real>::loadFirst(from.y + i, count),
            Lanes<Real>::loadFirst(from.z + i, count)};
}
template <class Real, class Arrays>
HWY_INLINE void storeFirst(const Vec<Real>& a, const Arrays& to, Index i, Index count) {
    Lanes<Real>::storeFirst(a.x, to.x + i, count);
    Lanes<Real>::storeFirst(a.y, to.y + i, count);
    Lanes<Real>::storeFirst(a.z, to.z + i, count);
}

/// A register of records: their vectors and their fourth numbers.
template <class Real>
struct RecordLanes {
    Vec<Real> v;
    Real w;
};

#if HWY_TARGET != HWY_SCALAR

/// Four floats each from the addresses of lanes kFirst, kFirst + 4 …
template <Index kFirst, class Tag, class AddressOf>
HWY_INLINE hn::Vec<Tag> everyFourth(Tag d, const AddressOf& addressOf) {
    constexpr auto kCount = static_cast<Index>(hn::MaxLanes(Tag()));
    if constexpr (kCount == 4) {
        return hn::LoadU(d, addressOf(kFirst));
    } else {
        const hn::Half<Tag> half;
        return hn::Combine(d, everyFourth<kFirst + kCount / 2>(half, addressOf),
                           everyFourth<kFirst>(half, addressOf));
    }
}

/// The four floats at the address of each lane, side by side.
template <class AddressOf>
HWY_INLINE RecordLanes<Wide> transpose(const AddressOf& addressOf) {
    const FloatTag d;
    const auto a = everyFourth<0>(d, addressOf);
    const auto b = everyFourth<1>(d, addressOf);
    const auto c = everyFourth<2>(d, addressOf);
    const auto e = everyFourth<3>(d, addressOf);
    // Transposes four by four values in each 128 bits.
    const hn::Repartition<double, FloatTag> pairs;
    const auto xyLow = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));   // a.x b.x a.y b.y
    const auto xyHigh = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));  // c.x e.x c.y e.y
    const auto zwLow = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
    const auto zwHigh = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
    return {{hn::BitCast(d, hn::InterleaveLower(pairs, xyLow, xyHigh)),
             hn::BitCast(d, hn::InterleaveUpper(pairs, xyLow, xyHigh)),
             hn::BitCast(d, hn::InterleaveLower(pairs, zwLow, zwHigh))},
            hn::BitCast(d, hn::InterleaveUpper(pairs, zwLow, zwHigh))};
}

#else

template <class AddressOf>
HWY_INLINE RecordLanes<Wide> transpose(const AddressOf& addressOf) {
    const float* const p = addressOf(0);
    const FloatTag d;
    return {{hn::LoadU(d, p), hn::LoadU(d, p + 1), hn::LoadU(d, p + 2)}, hn::LoadU(d, p + 3)};
}

#endif

/// records[index[0]], records[index[1]] … as many as a Real has lanes.
template <class Real>
HWY_INLINE RecordLanes<Real> gather(const Record* records, const Index* index);

template <>
HWY_INLINE RecordLanes<float> gather<float>(const Record* records, const Index* index) {
    const Record& r = records[*index];
    return {{r.x, r.y, r.z}, r.w};
}

template <>
HWY_INLINE RecordLanes<Wide> gather<Wide>(const Record* records, const Index* index) {
    return transpose([&](Index lane) HWY_ATTR { return &records[index[lane]].x; });
}

/// to[index[0]], to[index[1]] … = the first `count` lanes
HWY_INLINE void scatterFirst(float a, float* to, const Index* index, Index /*count*/) { to[*index] = a; }
HWY_INLINE void scatterFirst(Wide a, float* to, const Index* index, Index count) {
    HWY_ALIGN float part[kLanes];
    hn::Store(a.v, FloatTag(), part);
    for (Index k = 0; k < count; ++k) to[index[k]] = part[k];
}

/// The sums over the lanes of a vector and a number, all at once: half the work of one after the other.
HWY_INLINE Record sumsOfLanes(const RecordLanes<float>& a) { return {a.v.x, a.v.y, a.v.z, a.w}; }
HWY_INLINE Record sumsOfLanes(const RecordLanes<Wide>& a) {
#if HWY_TARGET == HWY_SCALAR
    return {sumOfLanes(a.v.x), sumOfLanes(a.v.y), sumOfLanes(a.v.z), sumOfLanes(a.w)};
#else
    const FloatTag d;
    const hn::Repartition<double, FloatTag> pairs;
    const auto halves = [&](Wide p, Wide q) {  // in each 128 bits: p0 + p2, q0 + q2, p1 + p3, q1 + q3
        return hn::BitCast(pairs,
                           hn::Add(hn::InterleaveLower(d, p.v, q.v), hn::InterleaveUpper(d, p.v, q.v)));
    };
    const auto xy = halves(a.v.x, a.v.y);
    const auto zw = halves(a.v.z, a.w);
    const auto sums = hn::Add(hn::BitCast(d, hn::InterleaveLower(pairs, xy, zw)),
                              hn::BitCast(d, hn::InterleaveUpper(pairs, xy, zw)));
    Record result;
    hn::Store(sumOfBlocks(d, sums), hn::Full128<float>(), &result.x);
    return result;
#endif
}

template <class Real>
HWY_INLINE Vec3 sumOfLanes(const Vec<Real>& a) {
    const Record sums = sumsOfLanes(RecordLanes<Real>{a, Real(0.0F)});
    return {sums.x, sums.y, sums.z};
}

/// The first `count` records of a register, one after the other to `to`.
HWY_INLINE void storeRecords(const RecordLanes<Wide>& a, Record* to, Index count) {
    float* const p = &to->x;
    if (count >= kLanes) {
        hn::StoreInterleaved4(a.v.x.v, a.v.y.v, a.v.z.v, a.w.v, FloatTag(), p);
        return;
    }
    float part[4 * kLanes];
    hn::StoreInterleaved4(a.v.x.v, a.v.y.v, a.v.z.v, a.w.v, FloatTag(), part);
    for (Index k = 0; k < 4 * count; ++k) p[k] = part[k];
}

UNDINE_WIDE_END

#endif  // per-target include guard
