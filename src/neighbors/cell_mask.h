// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdint>
#include <vector>

#include "neighbors/cell_keys.h"

namespace undine {

/// Cells that have something in them or next to them, as bits. In a world too large for a bit per cell, one
/// bit stands for a block of them.
class CellMask {
  public:
    /// Nothing is marked; marks may come between these two cells.
    void reset(const CellPlace& low, const CellPlace& high);
    /// Marks a cell and its neighbours, which must be in the range.
    void markAround(const CellPlace& cell);
    bool has(const CellPlace& cell) const;

  private:
    std::size_t bitOf(const CellPlace& cell) const;

    std::int64_t low_[3] = {0, 0, 0};
    std::int64_t extent_[3] = {0, 0, 0};
    int shift_ = 0;
    std::vector<std::uint64_t> bits_;
};

}  // namespace undine
