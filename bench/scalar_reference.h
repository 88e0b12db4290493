// SPDX-License-Identifier: Zlib
// What the wide passes are measured against: the same sums as any programmer would write them, one pair at a
// time. They read the same sorted arrays and the same rows of cells, so that the difference is the loop and
// nothing else.
#pragma once

#include <cstddef>
#include <vector>

#include "core/particles.h"
#include "neighbors/cell_grid.h"

namespace undine::bench {

/// density[i] = scale sum_j (h^2 - r^2)^3 for the particles of a block of cells.
void scalarDensity(const CellGrid& grid, Range cells, const VectorSpan& x, float h, float scale,
                   float* density);

/// Neighbour lists by the branchless trick: every candidate is written down, and the place moves on if it is
/// a neighbour.
struct ScalarLists {
    std::vector<Index> entries;
    std::vector<std::size_t> start;
    std::vector<Index> count;

    /// Makes room for `perParticle` neighbours on the average of every block of cells.
    void reserve(const CellGrid& grid, Index perParticle);

    /// Writes the lists of a block of cells.
    void build(const CellGrid& grid, Range cells, const VectorSpan& x, float h);

    std::size_t totalCount() const;

  private:
    Index perParticle_ = 0;
};

}  // namespace undine::bench
