// SPDX-License-Identifier: Zlib
// How much memory a program may use here, and a refusal to read before it takes more. Without it a spacing
// with a zero too many ends in hours of swapping, or in a killed process that says nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>

#include "undine/result.h"

namespace undine {

/// What a particle costs in a world: its fields twice (sorting copies them), its cell, its share of the
/// solver.
inline constexpr std::uint64_t kBytesPerParticle = 200;

/// An Index has 32 bits.
inline constexpr std::uint64_t kMostParticles = 4'000'000'000;

/// Counts of particles stop here, far above every machine, so that their bytes and sums of a few of them do
/// not overflow.
inline constexpr double kCountless = 1e16;

/// bytes. Physical memory, or less when a control group or a limit of the process allows only that.
std::uint64_t availableMemory();

/// bytes. The lowest limit of the control groups of a process and of the groups above them. `membership` is
/// the file /proc/self/cgroup, `root` is where the groups are mounted.
std::uint64_t controlGroupLimit(const std::filesystem::path& membership, const std::filesystem::path& root);

/// Refuses what this machine cannot hold, with the numbers.
Result<void> checkMemory(std::uint64_t particles, std::uint64_t bytes);

/// A count that was computed with fractions: rounded up, at least 0, at most kCountless.
std::uint64_t toCount(double particles);

}  // namespace undine
