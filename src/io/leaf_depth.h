// SPDX-License-Identifier: Zlib
// Which voxels of a leaf lie so deep in the fluid that a level set can leave them out.
//
// The cells of a volume have a voxel as their lowest corner. A voxel is deep when there is no cube of 2 x 2 x
// 2 cells without particles whose middle is up to three voxels away along each axis. A bubble of 5.2 spacings
// or more has such a cube about its middle, and the voxels outside of the fluid are up to two from that: so a
// deep voxel is inside, and all around it. Smaller bubbles, and gaps of less than three spacings, may be
// taken for fluid.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace undine {

inline constexpr int kLeafSide = 8;

class LeafDepth {
  public:
    static constexpr int kBelow = 4;                      ///< cells below a leaf that matter
    static constexpr int kSide = kBelow + kLeafSide + 3;  ///< and three above
    /// Rows of bits along z for each x and y, from kBelow cells below the leaf on: those with particles.
    using Cells = std::array<std::array<std::uint32_t, kSide>, kSide>;

    /// Of a leaf without a deep voxel.
    LeafDepth() {
        for (auto& plane : wanted_) plane.fill(~std::uint32_t{0});
    }
    explicit LeafDepth(const Cells& occupied);

    /// The deep voxels with this x: a bit for each, with z the faster.
    std::uint64_t deepInPlane(int x) const { return deep_[static_cast<std::size_t>(x)]; }
    bool isDeep() const {
        return std::ranges::all_of(deep_, [](std::uint64_t plane) { return plane == ~std::uint64_t{0}; });
    }

    /// Whether the particles of a cell reach a voxel that is not deep. The cells go from -2 to 8.
    bool wants(int x, int y, int z) const {
        const auto at = [](int cell) { return static_cast<unsigned>(cell + 2); };
        return ((wanted_[at(x)][at(y)] >> at(z)) & 1U) != 0;
    }

  private:
    static constexpr int kCells = kLeafSide + 3;  // a row of those that reach a leaf

    std::array<std::uint64_t, kLeafSide> deep_{};
    std::array<std::array<std::uint32_t, kCells>, kCells> wanted_{};
};

}  // namespace undine
