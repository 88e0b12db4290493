// SPDX-License-Identifier: Zlib
// Random numbers without a state: the number at a place of SplitMix64's sequence (Steele, Lea, Flood 2014).
// Whoever asks for a place gets the same number, at every run, on every thread and in any order.
#pragma once

#include <cstdint>

namespace undine {

/// The finalizer of SplitMix64: every bit of the result depends on every bit of `z`.
constexpr std::uint64_t mixBits(std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
}

/// 64 random bits.
constexpr std::uint64_t randomWord(std::uint64_t counter) {
    return mixBits((counter + 1) * 0x9e3779b97f4a7c15ULL);
}

/// Uniform in -1..1.
constexpr float randomSigned(std::uint64_t counter) {
    return static_cast<float>(static_cast<double>(randomWord(counter) >> 40U) / (1 << 23)) - 1.0F;
}

}  // namespace undine
