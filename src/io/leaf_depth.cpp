// SPDX-License-Identifier: Zlib
#include "io/leaf_depth.h"

namespace undine {
namespace {

constexpr std::uint32_t kAll = (1U << static_cast<unsigned>(kLeafSide)) - 1;  // voxels of a row

using Rows = std::array<std::uint32_t, LeafDepth::kSide>;

constexpr std::size_t kNear = 7;  // cubes along each axis that a voxel depends on, from its own place on
static_assert(LeafDepth::kSide - 1 == kLeafSide + kNear - 1, "the last voxel needs the last cubes");

/// Bit k of the result: all of the bits k to k + 6.
constexpr std::uint32_t allNear(std::uint32_t bits) {
    const std::uint32_t two = bits & bits >> 1U;
    const std::uint32_t four = two & two >> 2U;
    static_assert(kNear == 7);
    return four & four >> 3U;
}

/// Bit k + 3 of the result: any of the bits k to k + 3.
constexpr std::uint32_t anyOfFour(std::uint32_t bits) {
    const std::uint32_t two = bits | bits << 1U;
    return two | two << 2U;
}

}  // namespace

LeafDepth::LeafDepth(const Cells& occupied) {
    // Each pass goes along z with bits, and along y and x with rows. Arrays begin with what is lowest.
    constexpr std::size_t kCubes = kSide - 1;
    std::array<Rows, kCubes> filled{};  // whether all cubes near a voxel's z and y have particles
    for (std::size_t x = 0; x < kCubes; ++x) {
        Rows alongZ{};
        for (std::size_t y = 0; y < kCubes; ++y) {
            const std::uint32_t row =
                occupied[x][y] | occupied[x][y + 1] | occupied[x + 1][y] | occupied[x + 1][y + 1];
            alongZ[y] = allNear(row | row >> 1U);
        }
        for (std::size_t y = 0; y < kLeafSide; ++y) {
            filled[x][y] = kAll;
            for (std::size_t near = y; near < y + kNear; ++near) filled[x][y] &= alongZ[near];
        }
    }
    for (std::size_t x = 0; x < kLeafSide; ++x) {
        Rows shallow{};
        for (std::size_t y = 0; y < kLeafSide; ++y) {
            std::uint32_t deep = kAll;
            for (std::size_t near = x; near < x + kNear; ++near) deep &= filled[near][y];
            deep_[x] |= std::uint64_t{deep} << (kLeafSide * y);
            shallow[y] = anyOfFour(deep ^ kAll);
        }
        // A cell reaches the voxels from one below it to two above it.
        Rows wanted{};
        for (std::size_t y = 0; y < kLeafSide; ++y) {
            for (std::size_t cell = y; cell < y + 4; ++cell) wanted[cell] |= shallow[y];
        }
        for (std::size_t cell = x; cell < x + 4; ++cell) {
            for (std::size_t y = 0; y < kCells; ++y) wanted_[cell][y] |= wanted[y];
        }
    }
}

}  // namespace undine
