// SPDX-License-Identifier: Zlib
// Rows of cells that are next to each other across the faces of a periodic world.
//
// Along an axis that repeats, a whole number of cells fits between the faces (cell_keys.h). A cell at a face
// then has, beside the rows of the grid, up to 17 more: those that begin again at the opposite face. Their
// particles stand next to the cell when they are moved by the length of the box.
//
//   passes over cells    read such a row in place and move it while they copy it (candidates-inl.h)
//   passes over lists    gather records by index, and an index has no room for a shift. So the particles of
//                        cells at faces have images, numbered from 0: records of their own behind those of
//                        the particles, which are copied whenever these have changed (neighbor_lists.h)
//
// Images are in the order of where they are moved to, and of particles then, so that those of a row follow
// one another as its particles do. Worlds that do not repeat have neither, and pay one comparison per cell.
#pragma once

#include <cstdint>
#include <span>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "neighbors/cell_keys.h"
#include "neighbors/period.h"

namespace undine {

/// A row across faces: some particles, and where they stand for the cell the row belongs to.
struct FaceRow {
    Range particles;
    Index firstImage;  ///< the image of the first one; those of the others follow
    Vec3 shift;
};

/// The occupied cells of a grid, in the order of their keys.
struct CellTable {
    const CellFrame& frame;
    std::span<const std::uint64_t> keys;
    std::span<const Index> start;  ///< of their particles; one more, for the end
    std::size_t rowsPerCell = 9;

    /// The cells with keys from `low` to `high`.
    Range cellsBetween(std::int64_t low, std::int64_t high) const;
    /// Where a cell is; that of particles without a place is beyond the frame.
    CellPlace placeOf(Index cell) const;
    bool isInFrame(const CellPlace& place) const { return place.c[2] < frame.low[2] + frame.extent[2]; }
};

class FaceRows {
  public:
    static constexpr std::size_t kMostRows = 17;  ///< of a cell at a corner

    /// Finds rows and images. The result does not depend on the number of threads.
    void build(const CellTable& cells, const Period& period, const ThreadPool& pool);

    std::span<const FaceRow> of(Index cell) const {
        if (faceOf_.size() == 0 || faceOf_[cell] == kNone) return {};
        const Index face = faceOf_[cell];
        return {rows_.data() + face * kMostRows, rowCount_[face]};
    }

    /// The rows across faces around any place, occupied or not.
    std::span<const FaceRow> around(const CellTable& cells, const Period& period, const CellPlace& place,
                                    std::span<FaceRow, kMostRows> room) const;

    std::span<const ParticleImage> images() const { return images_.span(); }

    std::size_t bytes() const {
        return faceOf_.bytes() + faceCells_.bytes() + firstImage_.bytes() + rows_.bytes() +
               rowCount_.bytes() + images_.bytes();
    }

  private:
    static constexpr Index kNone = ~Index{0};
    static constexpr std::size_t kMasks = 8;  // which axes an image is moved along, as bits

    void findFaceCells(const CellTable& cells, const ThreadPool& pool);
    void numberImages(const CellTable& cells);
    void placeImages(const CellTable& cells, const Period& period, const ThreadPool& pool);

    AlignedArray<Index> faceOf_;      // cell -> its number among those at faces
    AlignedArray<Index> faceCells_;   // and back
    AlignedArray<Index> firstImage_;  // of a cell at a face, for each mask
    AlignedArray<FaceRow> rows_;
    AlignedArray<Index> rowCount_;
    AlignedArray<ParticleImage> images_;
};

}  // namespace undine
