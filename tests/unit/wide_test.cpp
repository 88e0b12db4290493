// SPDX-License-Identifier: Zlib
// The wide-lane layer against plain floats, on every instruction set of the machine.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/unit/wide_test.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "neighbors/targets-inl.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/unit/test_support.h"

#ifndef UNDINE_TESTS_WIDE_TEST_ONCE_
#define UNDINE_TESTS_WIDE_TEST_ONCE_

namespace undine::test {

inline constexpr Index kMostLanes = 16;
inline constexpr Index kSize = 256;  // operands per operation, a whole number of registers

struct Operands {
    float a[kSize];
    float b[kSize];
    float c[kSize];
    float positive[kSize];
};

/// Results of the operations, entry by entry of the operands.
struct Outcome {
    float add[kSize], subtract[kSize], multiply[kSize], divide[kSize], negate[kSize];
    float mulAdd[kSize], negMulAdd[kSize], min[kSize], max[kSize], abs[kSize], sqrt[kSize], rsqrt[kSize];
    float fraction[kSize], less[kSize], lessEqual[kSize], greater[kSize], both[kSize], notLess[kSize];
    float dot[kSize], lookUp[kSize], lookUpNext[kSize];
};

/// What Compress leaves for one mask.
struct Compressed {
    Index count;
    float floats[2 * kMostLanes];
    std::uint32_t words[2 * kMostLanes];
    Index countOfOnce;
    std::uint32_t wordsOfOnce[2 * kMostLanes];
};

}  // namespace undine::test

#endif

UNDINE_WIDE_BEGIN

template <class Real>
HWY_INLINE Real oneIf(decltype(Real(0.0F) < Real(0.0F)) mask) {
    return select(mask, Real(1.0F), Real(0.0F));
}

/// One template for both: Real is float for what is expected and Wide for what is tested.
template <class Real>
void compute(const test::Operands& in, const float* table, test::Outcome* out) {
    using L = Lanes<Real>;
    for (Index i = 0; i < test::kSize; i += L::kCount) {
        const Real a = L::load(in.a + i);
        const Real b = L::load(in.b + i);
        const Real c = L::load(in.c + i);
        const Real p = L::load(in.positive + i);
        L::store(a + b, out->add + i);
        L::store(a - b, out->subtract + i);
        L::store(a * b, out->multiply + i);
        L::store(a / b, out->divide + i);
        L::store(-a, out->negate + i);
        L::store(mulAdd(a, b, c), out->mulAdd + i);
        L::store(negMulAdd(a, b, c), out->negMulAdd + i);
        L::store(min(a, b), out->min + i);
        L::store(max(a, b), out->max + i);
        L::store(abs(a), out->abs + i);
        L::store(sqrt(p), out->sqrt + i);
        L::store(rsqrt(p), out->rsqrt + i);
        L::store(fraction(p), out->fraction + i);
        L::store(oneIf<Real>(a < b), out->less + i);
        L::store(oneIf<Real>(a <= b), out->lessEqual + i);
        L::store(oneIf<Real>(a > b), out->greater + i);
        L::store(oneIf<Real>((a < b) & (b < c)), out->both + i);
        L::store(oneIf<Real>(!(a < b)), out->notLess + i);
        L::store(dot(Vec<Real>{a, b, c}, Vec<Real>{b, c, a}), out->dot + i);
        const Real position = min(p, Real(62.5F));
        L::store(L::lookUp(table, position, 0), out->lookUp + i);
        L::store(L::lookUp(table, position, 1), out->lookUpNext + i);
    }
}

void computeWide(const test::Operands& in, const float* table, test::Outcome* out) {
    compute<Wide>(in, table, out);
}
void computeScalar(const test::Operands& in, const float* table, test::Outcome* out) {
    compute<float>(in, table, out);
}

Index lanesOfTarget() { return kLanes; }

/// The lanes of the mask `bits` of a register holding 0, 1, 2 …
void compressBits(Index bits, test::Compressed* out) {
    float chosen[kLanes];
    float values[kLanes];
    for (Index k = 0; k < kLanes; ++k) {
        chosen[k] = (bits >> k) & 1U ? 1.0F : 0.0F;
        values[k] = static_cast<float>(k);
    }
    const WideMask mask = Lanes<Wide>::load(chosen) > Wide(0.5F);
    const Compress compress(mask);
    out->count = compress.count();
    compress.store(Lanes<Wide>::load(values), out->floats);
    compress.store(hn::Iota(UintTag(), 0), out->words);
    const CompressOnce once(mask);
    once.store(hn::Iota(UintTag(), 0), out->wordsOfOnce);
    out->countOfOnce = once.count();
}

/// The sums of a register and of another twice as large.
void sumTwo(const float* values, float* sums, float* asOfTwo) {
    const Wide a = Lanes<Wide>::load(values);
    float both[2];
    sumsOfLanes(Twin(a, a + a), both);
    sums[0] = both[0];
    sums[1] = both[1];
    *asOfTwo = sumAsOfTwo(a);
}

void storeFirstLanes(const float* from, float* to, Index count) {
    Lanes<Wide>::storeFirst(Lanes<Wide>::load(from), to, count);
}

Index countFirst(Index count) {
    return static_cast<Index>(hn::CountTrue(FloatTag(), Lanes<Wide>::first(count).m));
}

void reduce(const float* values, float* sum, float* largest) {
    *sum = sumOfLanes(Lanes<Wide>::load(values));
    *largest = maxOfLanes(Lanes<Wide>::load(values));
}

bool anyAbove(const float* values, float limit) { return any(Lanes<Wide>::load(values) > Wide(limit)); }

float rsqrtOf(float value) {
    float out[kLanes];
    Lanes<Wide>::store(rsqrt(Wide(value)), out);
    return out[kLanes - 1];
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(computeWide);
HWY_EXPORT(lanesOfTarget);
HWY_EXPORT(compressBits);
HWY_EXPORT(storeFirstLanes);
HWY_EXPORT(countFirst);
HWY_EXPORT(reduce);
HWY_EXPORT(sumTwo);
HWY_EXPORT(anyAbove);
HWY_EXPORT(rsqrtOf);

namespace {

using test::Compressed;
using test::forEachSimdTarget;
using test::kInfinity;
using test::kMostLanes;
using test::kNaN;
using test::kSize;
using test::Operands;
using test::Outcome;
using test::Random;

constexpr float kUlp = 6e-8F;  // half a unit in the last place, relative: one rounding

Operands makeOperands() {
    Operands in{};
    Random random(11);
    for (Index i = 0; i < kSize; ++i) {
        in.a[i] = random.between(-10, 10);
        in.b[i] = i % 7 == 0 ? in.a[i] : random.between(-10, 10);  // some equal, for the comparisons
        in.c[i] = random.between(-10, 10);
        in.positive[i] = std::exp(random.between(-9, 9));
    }
    return in;
}

class WideLanes : public testing::Test {
  protected:
    WideLanes() {
        for (int k = 0; k < 64; ++k) table_[k] = static_cast<float>(k * k);
        HWY_STATIC_DISPATCH(computeScalar)(in_, table_, &expected_);
    }

    /// Entries of `got` are those of `want` but for `tolerance` relative to `scale`.
    void expectEqual(const float* got, const float* want, float tolerance = 0, float scale = 0) {
        for (Index i = 0; i < kSize; ++i) {
            ASSERT_NEAR(got[i], want[i], tolerance * std::max(scale, std::fabs(want[i]))) << "at " << i;
        }
    }

    Operands in_ = makeOperands();
    float table_[64];
    Outcome expected_;
};

TEST_F(WideLanes, ComputeExactlyWhatAFloatDoes) {
    forEachSimdTarget([&] {
        Outcome got;
        HWY_DYNAMIC_DISPATCH(computeWide)(in_, table_, &got);
        expectEqual(got.add, expected_.add);
        expectEqual(got.subtract, expected_.subtract);
        expectEqual(got.multiply, expected_.multiply);
        expectEqual(got.divide, expected_.divide);
        expectEqual(got.negate, expected_.negate);
        expectEqual(got.min, expected_.min);
        expectEqual(got.max, expected_.max);
        expectEqual(got.abs, expected_.abs);
        expectEqual(got.sqrt, expected_.sqrt);
        expectEqual(got.fraction, expected_.fraction);
    });
}

TEST_F(WideLanes, CompareAndSelectLikeAFloat) {
    forEachSimdTarget([&] {
        Outcome got;
        HWY_DYNAMIC_DISPATCH(computeWide)(in_, table_, &got);
        expectEqual(got.less, expected_.less);
        expectEqual(got.lessEqual, expected_.lessEqual);
        expectEqual(got.greater, expected_.greater);
        expectEqual(got.both, expected_.both);
        expectEqual(got.notLess, expected_.notLess);
    });
    for (Index i = 0; i < kSize; ++i) EXPECT_EQ(expected_.less[i], in_.a[i] < in_.b[i] ? 1 : 0);
}

TEST_F(WideLanes, MultiplyAndAddWithinTwoRoundings) {
    forEachSimdTarget([&] {
        Outcome got;
        HWY_DYNAMIC_DISPATCH(computeWide)(in_, table_, &got);
        expectEqual(got.mulAdd, expected_.mulAdd, 2 * kUlp,
                    110);  // the product and the sum have at most this size
        expectEqual(got.negMulAdd, expected_.negMulAdd, 2 * kUlp, 110);
        expectEqual(got.dot, expected_.dot, 4 * kUlp, 300);
    });
    for (Index i = 0; i < kSize; ++i) {
        EXPECT_NEAR(expected_.mulAdd[i], in_.a[i] * in_.b[i] + in_.c[i], 1e-5);
        EXPECT_NEAR(expected_.negMulAdd[i], in_.c[i] - in_.a[i] * in_.b[i], 1e-5);
    }
}

TEST_F(WideLanes, LookUpTableEntriesByTheWholePartOfAPosition) {
    forEachSimdTarget([&] {
        Outcome got;
        HWY_DYNAMIC_DISPATCH(computeWide)(in_, table_, &got);
        expectEqual(got.lookUp, expected_.lookUp);
        expectEqual(got.lookUpNext, expected_.lookUpNext);
    });
    for (Index i = 0; i < kSize; ++i) {
        const auto k = static_cast<int>(std::min(in_.positive[i], 62.5F));
        EXPECT_EQ(expected_.lookUp[i], table_[k]);
        EXPECT_EQ(expected_.lookUpNext[i], table_[k + 1]);
    }
}

TEST_F(WideLanes, TakeInverseRootsToAFewUnitsInTheLastPlace) {
    // 3e-7 is what the weakest estimate, of 12 bits, leaves after one step of Newton's method.
    constexpr double kTolerance = 3e-7;
    forEachSimdTarget([&] {
        Outcome got;
        HWY_DYNAMIC_DISPATCH(computeWide)(in_, table_, &got);
        for (Index i = 0; i < kSize; ++i) {
            const double exact = 1 / std::sqrt(static_cast<double>(in_.positive[i]));
            ASSERT_NEAR(got.rsqrt[i] / exact, 1, kTolerance) << "of " << in_.positive[i];
        }
        // The whole range a squared distance can have, padding candidates included.
        for (float value = 1e-30F; value < 1e37F; value *= 1.37F) {
            const double exact = 1 / std::sqrt(static_cast<double>(value));
            ASSERT_NEAR(HWY_DYNAMIC_DISPATCH(rsqrtOf)(value) / exact, 1, kTolerance) << "of " << value;
        }
    });
}

TEST(WideCompress, KeepsTheLanesOfEveryMaskInOrder) {
    forEachSimdTarget([] {
        const Index lanes = HWY_DYNAMIC_DISPATCH(lanesOfTarget)();
        ASSERT_LE(lanes, kMostLanes);
        for (Index bits = 0; bits < (Index{1} << lanes); ++bits) {
            Compressed got{};
            HWY_DYNAMIC_DISPATCH(compressBits)(bits, &got);
            ASSERT_EQ(got.count, static_cast<Index>(std::popcount(bits)));
            ASSERT_EQ(got.countOfOnce, got.count);
            Index to = 0;
            for (Index k = 0; k < lanes; ++k) {
                if (((bits >> k) & 1U) == 0) continue;
                ASSERT_EQ(got.floats[to], static_cast<float>(k)) << "mask " << bits;
                ASSERT_EQ(got.words[to], k) << "mask " << bits;
                ASSERT_EQ(got.wordsOfOnce[to], k) << "mask " << bits;
                ++to;
            }
            for (Index k = lanes; k < 2 * kMostLanes; ++k)
                ASSERT_EQ(got.floats[k], 0) << "more than a register written";
        }
    });
}

TEST(WideStore, WritesOnlyTheFirstLanes) {
    forEachSimdTarget([] {
        const Index lanes = HWY_DYNAMIC_DISPATCH(lanesOfTarget)();
        float from[kMostLanes];
        for (Index k = 0; k < kMostLanes; ++k) from[k] = static_cast<float>(k + 1);
        for (Index count = 0; count <= lanes + 3; ++count) {
            float to[2 * kMostLanes];
            std::fill_n(to, 2 * kMostLanes, -1.0F);
            HWY_DYNAMIC_DISPATCH(storeFirstLanes)(from, to, count);
            const Index written = std::min(count, lanes);
            for (Index k = 0; k < 2 * kMostLanes; ++k) {
                ASSERT_EQ(to[k], k < written ? from[k] : -1.0F) << "lane " << k << " of " << count;
            }
            ASSERT_EQ(HWY_DYNAMIC_DISPATCH(countFirst)(count), written);
        }
        // What is left of a long range is more than fits in a byte.
        for (const Index count : {255U, 256U, 257U, 65536U, 100000U}) {
            ASSERT_EQ(HWY_DYNAMIC_DISPATCH(countFirst)(count), lanes) << count;
        }
    });
}

TEST(WideReduction, SumsAndFindsTheLargestOfAllLanes) {
    forEachSimdTarget([] {
        const Index lanes = HWY_DYNAMIC_DISPATCH(lanesOfTarget)();
        for (Index largest = 0; largest < lanes; ++largest) {
            float values[kMostLanes] = {};
            float sum = 0;
            for (Index k = 0; k < lanes; ++k)
                sum += values[k] = k == largest ? 100.0F : -static_cast<float>(k);
            float gotSum = 0;
            float gotLargest = 0;
            HWY_DYNAMIC_DISPATCH(reduce)(values, &gotSum, &gotLargest);
            ASSERT_EQ(gotSum, sum);  // whole numbers: exact in any order
            ASSERT_EQ(gotLargest, 100.0F);
            ASSERT_TRUE(HWY_DYNAMIC_DISPATCH(anyAbove)(values, 99.0F));
            ASSERT_FALSE(HWY_DYNAMIC_DISPATCH(anyAbove)(values, 100.0F));
        }
    });
}

TEST(WideReduction, SumsOneRegisterAsItSumsTwo) {
    forEachSimdTarget([] {
        const Index lanes = HWY_DYNAMIC_DISPATCH(lanesOfTarget)();
        Random random(5);
        float values[kMostLanes] = {};
        float sum = 0;
        for (Index k = 0; k < lanes; ++k) sum += values[k] = random.between(1, 2);
        float sums[2], alone = 0;
        HWY_DYNAMIC_DISPATCH(sumTwo)(values, sums, &alone);
        ASSERT_NEAR(alone, sum, 1e-5F * sum);
        ASSERT_EQ(sums[0], alone);
        ASSERT_EQ(sums[1], 2 * alone);
    });
}

TEST(WideReduction, NeverFindsNaNAboveALimit) {
    forEachSimdTarget([] {
        float values[kMostLanes];
        std::fill_n(values, kMostLanes, kNaN);
        ASSERT_FALSE(HWY_DYNAMIC_DISPATCH(anyAbove)(values, -kInfinity));
    });
}

TEST(SimdTarget, IsTheSelectedOne) {
    const std::string before = simdTarget();
    for (const std::string& target : simdTargets()) {
        ASSERT_TRUE(selectSimdTarget(target).ok());
        EXPECT_EQ(simdTarget(), target);
    }
    ASSERT_TRUE(selectSimdTarget(before).ok());
    EXPECT_EQ(simdTarget(), before);
}

TEST(SimdTarget, OfUnknownNameIsRefusedWithTheKnownOnes) {
    const std::string before = simdTarget();
    const Result<void> refused = selectSimdTarget("MMX");
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().find("MMX"), std::string::npos);
    for (const std::string& target : simdTargets())
        EXPECT_NE(refused.error().find(target), std::string::npos);
    EXPECT_EQ(simdTarget(), before);
}

TEST(SimdTarget, WidensFromTheFallbackToTheBest) {
    std::vector<Index> lanes;
    forEachSimdTarget([&] { lanes.push_back(HWY_DYNAMIC_DISPATCH(lanesOfTarget)()); });
    EXPECT_TRUE(std::is_sorted(lanes.rbegin(), lanes.rend()));
    EXPECT_EQ(lanes.back(), 1U);
}

}  // namespace
}  // namespace undine

#endif  // HWY_ONCE
