// SPDX-License-Identifier: Zlib
// The neighbour search: an unbounded, sparse grid of cells as large as the support radius h.
//
// Each particle's cell has integer coordinates (cx, cy, cz), 21 bits each, and a key that counts cells along
// x first, then y, then z, within the box of cells that holds all particles. Particles are sorted by key, so:
//   - a cell is a contiguous range of particles,
//   - three cells next to each other in x, a row, are one contiguous range as well,
//   - all neighbours of a particle are in 9 rows (3 in two dimensions).
// Only occupied cells are stored. The rows of a cell are found without a hash table or a search: going
// through the cells in the order of their keys, the place of "my key plus a constant" only moves forward, so
// nine cursors that walk along find all rows in linear time. Memory and time depend on the number of
// particles, never on the size of the world.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "neighbors/cell_keys.h"
#include "neighbors/face_rows.h"
#include "neighbors/radix_sort.h"

namespace undine {

inline constexpr Index kCellsPerBlock = 32;  ///< cells a thread takes at a time: about 200 particles

class CellGrid {
  public:
    /// Particles the grid could not place. They come last in the order, in a cell that is nobody's neighbour,
    /// so that they disturb nothing; the step reports them.
    struct Misplaced {
        Index notFinite = 0;   ///< particles with a coordinate that is NaN or infinite
        Index outOfRange = 0;  ///< particles further than 2^20 cells from the origin
        Index count() const { return notFinite + outOfRange; }
    };

    /// From now on the world repeats itself. The box must be at least three support radii long along the axes
    /// that repeat, or a particle would meet another one twice.
    void repeat(const Period& period) { period_ = period; }
    const Period& period() const { return period_; }

    /// Sorts the particles by cell and finds the rows. Those that have left a box that repeats come back into
    /// it on the other side. The result does not depend on the number of threads.
    Misplaced build(ParticleStore& particles, float supportRadius, int dimension, const ThreadPool& pool);

    Index cellCount() const { return cellCount_; }
    Index particleCount() const { return particleCount_; }

    /// The particles of a cell. Cells are numbered in the order of their keys.
    Range cell(Index c) const { return {cellStart_[c], cellStart_[c + 1]}; }

    /// The ranges of particles that hold all neighbours of the particles of a cell; some may be empty.
    std::span<const Range> rows(Index c) const {
        return {rows_.data() + std::size_t{c} * rowsPerCell_, rowsPerCell_};
    }

    /// Of a cell at a face of a world that repeats: the rows beyond that face. Else none.
    std::span<const FaceRow> faceRows(Index c) const { return faces_.of(c); }

    /// What has neighbours beyond a face, as seen from there.
    std::span<const ParticleImage> images() const { return faces_.images(); }

    /// The cell a point is in, be there particles or not; the same for all grids of this support radius.
    CellPlace cellAt(Vec3 x) const { return frame_.cellAt(x); }

    /// Whether a point is in the world, so that cellAt() can number its cell.
    bool hasCellAt(Vec3 x) const {
        return std::fabs(x.x) < frame_.limit && std::fabs(x.y) < frame_.limit &&
               std::fabs(x.z) < frame_.limit;
    }

    /// The rows beyond faces around any point within the box; RowFinder finds the others.
    std::span<const FaceRow> faceRowsAround(Vec3 x, std::span<FaceRow, FaceRows::kMostRows> room) const;

    /// The occupied cells.
    CellTable table() const {
        return {frame_, {cellKey_.data(), cellCount_}, {cellStart_.data(), cellCount_ + 1}, rowsPerCell_};
    }

    /// Calls body(Range of particles) for the rows of cells that meet the box between two points of the
    /// world.
    template <class Body>
    void forEachRowInBox(Vec3 low, Vec3 high, Body&& body) const {
        const CellPlace first = frame_.cellAt(low);
        const CellPlace last = frame_.cellAt(high);
        std::int64_t from[3];
        std::int64_t to[3];
        for (int k = 0; k < 3; ++k) {
            from[k] = std::max<std::int64_t>(first.c[k] - frame_.low[k], 0);
            to[k] = std::min(last.c[k] - frame_.low[k], frame_.extent[k] - 1);
        }
        if (to[0] < from[0]) return;
        for (std::int64_t z = from[2]; z <= to[2]; ++z) {
            for (std::int64_t y = from[1]; y <= to[1]; ++y) {
                const std::int64_t line = y * frame_.strideY() + z * frame_.strideZ();
                const Range row = particlesBetween(line + from[0], line + to[0]);
                if (row.begin < row.end) body(row);
            }
        }
    }

    /// Calls body(Range of cells) for fixed blocks of cells, in parallel.
    template <class Body>
    void forEachBlockOfCells(const ThreadPool& pool, Body&& body) const {
        pool.forEachBlock(cellCount_, std::forward<Body>(body), kCellsPerBlock);
    }

    /// The particles of a block of cells: cells of a block are neighbours in memory.
    Range particlesOf(Range cells) const { return {cellStart_[cells.begin], cellStart_[cells.end]}; }

    /// Where each particle was before the sort.
    std::span<const Index> order() const { return order_; }

    std::size_t bytes() const;

  private:
    template <class Key>
    void sortAndFindCells(ParticleStore& particles, const CellFrame& frame, RadixSort<Key>& sort,
                          const ThreadPool& pool);
    template <class Key>
    void findCells(const AlignedArray<Key>& keys, const ThreadPool& pool);
    void findRows(int dimension, const ThreadPool& pool);
    Range particlesBetween(std::int64_t lowKey, std::int64_t highKey) const;

    Period period_;
    CellFrame frame_;
    Index particleCount_ = 0;
    Index cellCount_ = 0;
    std::size_t rowsPerCell_ = 0;
    std::span<const Index> order_;
    RadixSort<std::uint32_t> sort32_;  // for all but the sparsest of worlds
    RadixSort<std::uint64_t> sort64_;
    AlignedArray<Index> cellsOfBlock_;
    AlignedArray<std::uint64_t> cellKey_;
    AlignedArray<Index> cellStart_;
    AlignedArray<Range> rows_;
    FaceRows faces_;
};

}  // namespace undine
