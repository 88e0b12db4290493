// SPDX-License-Identifier: Zlib
// Finds the rows around any points, be there particles of the grid in their cells or not.
//
// Points may come in any order. In the order of cells, or with cells of theirs that are near each other, each
// row begins close to where it began the last time, and is found in a step or two.
#pragma once

#include "neighbors/cell_grid.h"

namespace undine {

class RowFinder {
  public:
    explicit RowFinder(const CellGrid& grid) : cells_(grid.table()), grid_(grid) {}

    /// Valid until the next call. None for points that have no cell.
    std::span<const Range> rowsAround(Vec3 x);

  private:
    Index firstCellFrom(std::uint64_t key, Index guess) const;

    CellTable cells_;
    const CellGrid& grid_;
    Index guess_[9] = {};  // the first cell of each row, the last time
    Range rows_[9];
};

}  // namespace undine
