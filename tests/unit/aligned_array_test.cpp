// SPDX-License-Identifier: Zlib
#include "core/aligned_array.h"

#include <cstdint>
#include <numeric>

#include <gtest/gtest.h>

namespace undine {
namespace {

template <class T>
bool isAligned(const AlignedArray<T>& array) {
    return reinterpret_cast<std::uintptr_t>(array.data()) % kAlignment == 0;
}

TEST(AlignedArray, IsAlignedForEverySizeAndType) {
    for (std::size_t size = 1; size < 200; ++size) {
        EXPECT_TRUE(isAligned(AlignedArray<float>(size)));
        EXPECT_TRUE(isAligned(AlignedArray<std::uint64_t>(size)));
        EXPECT_TRUE(isAligned(AlignedArray<std::byte>(size)));
    }
}

TEST(AlignedArray, KeepsItsContentsWhenItGrows) {
    AlignedArray<std::uint32_t> array(10);
    std::iota(array.span().begin(), array.span().end(), 100U);
    for (std::size_t size = 11; size < 5000; size += 37) {
        array.resize(size);
        ASSERT_EQ(array.size(), size);
        ASSERT_TRUE(isAligned(array));
        for (std::uint32_t i = 0; i < 10; ++i) ASSERT_EQ(array[i], 100 + i);
        for (std::size_t i = 10; i < size; ++i) ASSERT_EQ(array[i], 0U);
    }
}

TEST(AlignedArray, ZeroesWhatComesBackAfterShrinking) {
    AlignedArray<float> array(100);
    for (float& value : array.span()) value = 7;
    array.resize(40);
    array.resize(100);
    for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(array[i], 7);
    for (std::size_t i = 40; i < 100; ++i) EXPECT_EQ(array[i], 0);
}

TEST(AlignedArray, AllocatesOnlyBeyondItsCapacity) {
    AlignedArray<float> array;
    array.reserve(1000);
    EXPECT_EQ(array.capacity(), 1000U);
    EXPECT_EQ(array.size(), 0U);
    const float* before = array.data();
    array.resize(1000);
    array.resize(10);
    array.resizeForOverwrite(1000);
    EXPECT_EQ(array.data(), before);
    array.resize(1001);
    EXPECT_GT(array.capacity(), 1001U) << "growing one by one must not copy every time";
}

TEST(AlignedArray, HasARegisterOfPaddingBehindItsLastElement) {
    // The sanitizer build fails here if the padding is not there.
    for (const std::size_t size : {1U, 5U, 16U, 33U}) {
        AlignedArray<float> array(size);
        for (std::size_t k = 0; k < kAlignment / sizeof(float); ++k) array.data()[size - 1 + k] = 1;
        EXPECT_GE(array.bytes(), size * sizeof(float) + kAlignment);
        array.resize(size + 1);
        EXPECT_EQ(array[size], 0) << "what was written to the padding must not become an element";
    }
}

TEST(AlignedArray, SwapsContents) {
    AlignedArray<int> a(3);
    AlignedArray<int> b(1);
    a[2] = 5;
    b[0] = 9;
    a.swap(b);
    EXPECT_EQ(a.size(), 1U);
    EXPECT_EQ(a[0], 9);
    EXPECT_EQ(b.size(), 3U);
    EXPECT_EQ(b[2], 5);
}

TEST(AlignedArray, HoldsNothingAtFirst) {
    const AlignedArray<double> array;
    EXPECT_EQ(array.size(), 0U);
    EXPECT_EQ(array.bytes(), 0U);
    EXPECT_TRUE(array.span().empty());
}

}  // namespace
}  // namespace undine
