// SPDX-License-Identifier: Zlib
#include "neighbors/cell_mask.h"

namespace undine {

void CellMask::reset(const CellPlace& low, const CellPlace& high) {
    constexpr double kMostBits = 1 << 28;  // 32 MB
    for (shift_ = 0;; ++shift_) {
        double bits = 1;
        for (int k = 0; k < 3; ++k) {
            low_[k] = low.c[k] >> shift_;
            extent_[k] = (high.c[k] >> shift_) - low_[k] + 1;
            bits *= static_cast<double>(extent_[k]);
        }
        if (bits <= kMostBits) break;
    }
    bits_.assign(static_cast<std::size_t>(extent_[0] * extent_[1] * extent_[2]) / 64 + 1, 0);
}

std::size_t CellMask::bitOf(const CellPlace& cell) const {
    const auto at = [&](int k) { return (cell.c[k] >> shift_) - low_[k]; };
    return static_cast<std::size_t>(at(0) + extent_[0] * (at(1) + extent_[1] * at(2)));
}

void CellMask::markAround(const CellPlace& cell) {
    for (std::int64_t z = -1; z <= 1; ++z) {
        for (std::int64_t y = -1; y <= 1; ++y) {
            for (std::int64_t x = -1; x <= 1; ++x) {
                const std::size_t bit = bitOf({{cell.c[0] + x, cell.c[1] + y, cell.c[2] + z}});
                bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
            }
        }
    }
}

bool CellMask::has(const CellPlace& cell) const {
    for (int k = 0; k < 3; ++k) {
        const std::int64_t at = (cell.c[k] >> shift_) - low_[k];
        if (at < 0 || at >= extent_[k]) return false;
    }
    const std::size_t bit = bitOf(cell);
    return (bits_[bit / 64] >> (bit % 64) & 1U) != 0;
}

}  // namespace undine
