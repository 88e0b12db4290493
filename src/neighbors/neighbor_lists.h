// SPDX-License-Identifier: Zlib
// For each particle the indices of its neighbours, all j != i with |x_i - x_j| < h. For methods that sum over
// the same neighbours many times; a method with two passes is faster without (candidates-inl.h).
//
// A block of cells writes the lists of its particles one after the other into its own part of one large
// array. The parts are sized by the most entries per particle any block has needed so far, so that after the
// first steps nothing is allocated; a block that finds its part too small says so, and the build is repeated
// with larger parts.
//
// Passes read lists by the register. The last register of a list is filled up with the index particleCount(),
// which is nobody: arrays that passes gather from have one entry more, far from everything (padding()).
//
// In a world that repeats itself, a neighbour across a face is an image of its particle: the entry
// particleCount() + 1 + its number among the images of the grid. Records that passes gather from have
// recordCount() entries, and after those of the particles are written, complete() or completePositions()
// writes those of their images. Without images both do nothing.
#pragma once

#include <cstddef>
#include <span>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "core/record.h"
#include "neighbors/cell_grid.h"

namespace undine {

class NeighborLists {
  public:
    /// Entries beyond which a build gives up: particles this crowded are no fluid any more, and 2^32 entries
    /// are 17 GB.
    static constexpr std::size_t kMaxEntries = std::size_t{1} << 32U;

    /// Finds all neighbours; false, with empty lists, when there would be more than kMaxEntries. Images are
    /// those of the grid, until it is built again.
    [[nodiscard]] bool build(const CellGrid& grid, const VectorSpan& x, float h, const ThreadPool& pool);

    /// The neighbours of particle i, in the order of their indices within each row of cells.
    std::span<const Index> of(Index i) const { return {entries_.data() + start_[i], count_[i]}; }

    /// Where the list of particle i begins; whole registers may be read up to its last entry.
    const Index* begin(Index i) const { return entries_.data() + start_[i]; }
    Index count(Index i) const { return count_[i]; }

    /// What the entry for "nobody" holds: a position out of reach of all that a grid can hold.
    static Record padding(float h) { return {4e6F * h, 4e6F * h, 4e6F * h, 0}; }

    Index particleCount() const { return static_cast<Index>(count_.size()); }

    /// Entries of records for all particles, nobody, and images.
    std::size_t recordCount() const { return std::size_t{particleCount()} + 1 + images_.size(); }

    /// Images have what their particles have.
    void complete(Record* records, const ThreadPool& pool) const;
    /// The same, in another place.
    void completePositions(Record* positions, const ThreadPool& pool) const;

    /// The particle that an entry of a list is, or is the image of.
    Index sourceOf(Index entry) const {
        return entry < particleCount() ? entry : images_[entry - particleCount() - 1].source;
    }
    std::size_t totalCount() const;
    std::size_t bytes() const { return entries_.bytes() + start_.bytes() + count_.bytes(); }

  private:
    static constexpr Index kUsualNeighbors = 48;
    static constexpr std::size_t kSlack = 256;  // a block writes whole registers, and asks for whole rows

    /// Where the part of a block begins, of which this is the first particle.
    std::size_t offsetOf(Index particle, Index block) const {
        return std::size_t{particle} * perParticle_ + block * kSlack;
    }
    /// Writes the lists of all blocks; returns the most entries per particle that one of them needs. When
    /// that is more than perParticle_, lists are missing.
    Index writeLists(const CellGrid& grid, const VectorSpan& x, float h, const ThreadPool& pool);
    /// Makes all lists empty.
    void giveUp();

    AlignedArray<Index> entries_;
    AlignedArray<std::size_t> start_;
    AlignedArray<Index> count_;
    std::span<const ParticleImage> images_;
    Index perParticle_ =
        kUsualNeighbors;  // room for this many entries per particle, on the average of a block
};

/// One block's share of a build, as the wide pass sees it.
struct ListBlock {
    VectorSpan x;
    float h = 0;
    Index* entries = nullptr;    ///< where the block's lists go
    std::size_t capacity = 0;    ///< entries there is room for
    std::size_t firstEntry = 0;  ///< position of `entries` in the whole array
    std::size_t* start = nullptr;
    Index* count = nullptr;
};

/// Writes the lists of a block of cells; returns the capacity it needs. When that is more than it has, lists
/// are missing.
std::size_t listsOfCells(const CellGrid& grid, Range cells, const ListBlock& block);

}  // namespace undine
