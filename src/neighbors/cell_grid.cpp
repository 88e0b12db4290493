// SPDX-License-Identifier: Zlib
#include "neighbors/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace undine {

CellGrid::Misplaced CellGrid::build(ParticleStore& particles, float supportRadius, int dimension,
                                    const ThreadPool& pool) {
    particleCount_ = particles.size();
    period_.wrap(particles.position(), particleCount_, pool);
    frame_ = computeCellFrame(particles, supportRadius, period_, pool);
    const CellFrame& frame = frame_;
    if (frame.largestKey() <= std::numeric_limits<std::uint32_t>::max()) {
        sortAndFindCells(particles, frame, sort32_, pool);
    } else {
        sortAndFindCells(particles, frame, sort64_, pool);
    }
    findRows(dimension, pool);
    if (period_.any()) faces_.build(table(), period_, pool);
    return {frame.notFinite, frame.outOfRange};
}

template <class Key>
void CellGrid::sortAndFindCells(ParticleStore& particles, const CellFrame& frame, RadixSort<Key>& sort,
                                const ThreadPool& pool) {
    computeCellKeys(particles, frame, pool, sort.prepare(particleCount_));
    sort.sort(static_cast<Key>(frame.largestKey()), pool);
    order_ = sort.order().span();
    particles.permute(pool, order_);
    findCells(sort.keys(), pool);
}

template <class Key>
void CellGrid::findCells(const AlignedArray<Key>& keys, const ThreadPool& pool) {
    const Index n = particleCount_;
    const auto startsCell = [&](Index i) { return i == 0 || keys[i] != keys[i - 1]; };

    // Count the cells that start in each block of particles, then number them.
    const Index blocks = blockCount(n);
    cellsOfBlock_.resizeForOverwrite(blocks);
    pool.run(blocks, [&](Index b) {
        const Range block = blockRange(b, n);
        Index count = 0;
        for (Index i = block.begin; i < block.end; ++i) count += startsCell(i) ? 1 : 0;
        cellsOfBlock_[b] = count;
    });
    cellCount_ = 0;
    for (Index b = 0; b < blocks; ++b) cellCount_ += std::exchange(cellsOfBlock_[b], cellCount_);

    cellKey_.resizeForOverwrite(cellCount_ + 1);
    cellStart_.resizeForOverwrite(cellCount_ + 1);
    cellKey_[cellCount_] = std::numeric_limits<std::int64_t>::max();  // beyond the row of any cell
    pool.run(blocks, [&](Index b) {
        const Range block = blockRange(b, n);
        const Index first = cellsOfBlock_[b];
        Index cell = b + 1 < blocks ? cellsOfBlock_[b + 1] : cellCount_;
        // Backwards every particle may write: the first one of a cell does so last. There is no telling which
        // one that is, so a branch would cost more.
        const Index last = cell;
        for (Index i = block.end; cell > first;) {
            --i;
            cellStart_[cell - 1] = i;
            cell -= startsCell(i) ? 1 : 0;
        }
        for (; cell < last; ++cell) cellKey_[cell] = keys[cellStart_[cell]];
    });
    cellStart_[cellCount_] = n;
}

void CellGrid::findRows(int dimension, const ThreadPool& pool) {
    rowsPerCell_ = dimension == 2 ? 3 : 9;
    rows_.resizeForOverwrite(cellCount_ * rowsPerCell_);
    const auto keyOf = [&](Index c) { return static_cast<std::int64_t>(cellKey_[c]); };
    pool.forEachBlock(
        cellCount_,
        [&](Range block) {
            for (std::size_t row = 0; row < rowsPerCell_; ++row) {
                // The row's middle cell has this cell's key plus `offset`. Where it would stand only goes up
                // from one cell to the next, and the key after the last one stops it.
                const RowPlace place = rowPlace(row, rowsPerCell_);
                const std::int64_t offset = place.dy * frame_.strideY() + place.dz * frame_.strideZ();
                const std::int64_t lowest = std::max<std::int64_t>(keyOf(block.begin) + offset, 0);
                Index at = table().cellsBetween(lowest, lowest).begin;
                for (Index c = block.begin; c < block.end; ++c) {
                    const std::int64_t middle = keyOf(c) + offset;
                    while (keyOf(at) < middle) ++at;
                    const Index low = at - (at > 0 && keyOf(at - 1) == middle - 1 ? 1 : 0);
                    Index high = at + (keyOf(at) == middle ? 1 : 0);
                    high += keyOf(high) == middle + 1 ? 1 : 0;
                    rows_[c * rowsPerCell_ + row] = {cellStart_[low], cellStart_[high]};
                }
            }
        },
        8 * kCellsPerBlock);
}

/// The particles of the cells with keys from `lowKey` to `highKey`.
Range CellGrid::particlesBetween(std::int64_t lowKey, std::int64_t highKey) const {
    const Range cells = table().cellsBetween(lowKey, highKey);
    return {cellStart_[cells.begin], cellStart_[cells.end]};
}

std::span<const FaceRow> CellGrid::faceRowsAround(Vec3 x,
                                                  std::span<FaceRow, FaceRows::kMostRows> room) const {
    if (!period_.any() || cellCount_ == 0 || !hasCellAt(x)) return {};
    return faces_.around(table(), period_, cellAt(x), room);
}

std::size_t CellGrid::bytes() const {
    return sort32_.bytes() + sort64_.bytes() + cellsOfBlock_.bytes() + cellKey_.bytes() + cellStart_.bytes() +
           rows_.bytes() + faces_.bytes();
}

}  // namespace undine
