// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neighbors/neighbor_lists.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "neighbors/candidates-inl.h"

#include "neighbors/neighbor_lists.h"

#include <algorithm>

UNDINE_WIDE_BEGIN

/// The candidates of a cell with their indices, padded with candidates out of reach.
struct IndexedCandidates {
    float* x[3];
    Index* index;
    Index size;
};

/// Memory for the candidates of one cell: all of them at once, however many, because a list must not be
/// interrupted.
class CandidateMemory {
  public:
    /// Takes all particles of the cell's rows that are closer than h to the box around the cell's particles.
    HWY_INLINE IndexedCandidates collect(const CellGrid& grid, Index c, const VectorSpan& x, float h) {
        IndexedCandidates found = prepare(grid.rows(c), grid.faceRows(c));
        const float* const source[3] = {x.x, x.y, x.z};
        const CellBox box(source, grid.cell(c), h);
        for (const Range row : grid.rows(c)) {
            for (Index j = row.begin; j < row.end; j += kLanes) {
                append(found, box, Vec<Wide>::load(x.x, x.y, x.z, j), j, row.end - j);
            }
        }
        for (const FaceRow& row : grid.faceRows(c)) {
            const Vec<Wide> shift = Vec<Wide>::all(row.shift);
            const Range of = row.particles;
            const Index first = grid.particleCount() + 1 + row.firstImage;
            for (Index j = of.begin; j < of.end; j += kLanes) {
                const Vec<Wide> image = Vec<Wide>::load(x.x, x.y, x.z, j) + shift;
                append(found, box, image, first + (j - of.begin), of.end - j);
            }
        }
        for (float* axis : found.x) Lanes<Wide>::store(Wide(kFarAway), axis + found.size);
        return found;
    }

  private:
    static constexpr float kFarAway = 1e18F;

    /// Of `count` candidates from `index` on, at most a register of them, takes those that the box reaches.
    static HWY_INLINE void append(IndexedCandidates& found, const CellBox& box, const Vec<Wide>& x,
                                  Index index, Index count) {
        const Compress near(box.reaches(box.local(x)) & Lanes<Wide>::first(count));
        near.store(x.x, found.x[0] + found.size);
        near.store(x.y, found.x[1] + found.size);
        near.store(x.z, found.x[2] + found.size);
        near.store(hn::Add(hn::Set(UintTag(), index), hn::Iota(UintTag(), 0)), found.index + found.size);
        found.size += near.count();
    }

    HWY_INLINE IndexedCandidates prepare(std::span<const Range> rows, std::span<const FaceRow> faceRows) {
        Index most = 1024;  // more than a fluid at rest has, so that room is made once
        for (const Range row : rows) most += row.end - row.begin;
        for (const FaceRow& row : faceRows) most += row.particles.end - row.particles.begin;
        for (AlignedArray<float>& axis : x_) axis.resizeForOverwrite(most);
        index_.resizeForOverwrite(most);
        return {{x_[0].data(), x_[1].data(), x_[2].data()}, index_.data(), 0};
    }

    AlignedArray<float> x_[3];
    AlignedArray<Index> index_;
};

/// Stores the candidates nearer than h, without the particle itself, side by side; returns how many.
template <bool kStore>
HWY_INLINE Index listOf(Index i, const Vec<Wide>& xi, Wide h2, const IndexedCandidates& near, Index* list) {
    const auto self = hn::Set(UintTag(), i);
    Index count = 0;
    for (Index k = 0; k < near.size; k += kLanes) {
        const Vec<Wide> d = xi - Vec<Wide>::load(near.x[0], near.x[1], near.x[2], k);
        const auto index = hn::LoadU(UintTag(), near.index + k);
        const WideMask other = {hn::RebindMask(FloatTag(), hn::Ne(index, self))};
        const CompressOnce found((dot(d, d) < h2) & other);
        if constexpr (kStore) found.store(index, list + count);
        count += found.count();
    }
    return count;
}

std::size_t listsWide(const CellGrid& grid, Range cells, const ListBlock& block) {
    thread_local CandidateMemory memory;
    std::size_t used = 0;
    std::size_t needed = 0;
    const Wide h2(block.h * block.h);
    const auto nobody = hn::Set(UintTag(), grid.particleCount());
    for (Index c = cells.begin; c < cells.end; ++c) {
        const IndexedCandidates near = memory.collect(grid, c, block.x, block.h);
        const Range cell = grid.cell(c);
        for (Index i = cell.begin; i < cell.end; ++i) {
            // Storing writes whole registers, so there must be room for all candidates and a register more.
            const std::size_t room = used + near.size + kLanes;
            needed = HWY_MAX(needed, room);
            const Vec<Wide> xi = Vec<Wide>::all(block.x[i]);
            const Index count = room <= block.capacity ? listOf<true>(i, xi, h2, near, block.entries + used)
                                                       : listOf<false>(i, xi, h2, near, nullptr);
            block.start[i] = block.firstEntry + used;
            block.count[i] = count;
            if (room <= block.capacity) hn::StoreU(nobody, UintTag(), block.entries + used + count);
            used += (count + kLanes - 1) / kLanes * kLanes;
        }
    }
    return needed;
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(listsWide);

std::size_t listsOfCells(const CellGrid& grid, Range cells, const ListBlock& block) {
    return HWY_DYNAMIC_DISPATCH(listsWide)(grid, cells, block);
}

bool NeighborLists::build(const CellGrid& grid, const VectorSpan& x, float h, const ThreadPool& pool) {
    const Index n = grid.particleCount();
    images_ = grid.images();
    count_.resizeForOverwrite(n);
    start_.resizeForOverwrite(n);
    const Index blocks = blockCount(grid.cellCount(), kCellsPerBlock);
    for (;;) {
        if (offsetOf(n, blocks) > kMaxEntries) {
            giveUp();
            return false;
        }
        // Fluid that spreads takes more cells from step to step: make room for half as many again.
        if (offsetOf(n, blocks) > entries_.size()) {
            entries_.resizeForOverwrite(offsetOf(n, blocks + blocks / 2));
        }
        const Index needed = writeLists(grid, x, h, pool);
        if (needed <= perParticle_) return true;
        perParticle_ = needed + needed / 4;
    }
}

void NeighborLists::giveUp() {
    perParticle_ = kUsualNeighbors;  // the next build may find them spread out
    std::fill_n(count_.data(), count_.size(), 0);
    std::fill_n(start_.data(), start_.size(), 0);
}

Index NeighborLists::writeLists(const CellGrid& grid, const VectorSpan& x, float h, const ThreadPool& pool) {
    // A maximum does not depend on the order.
    struct Need {
        Index perParticle = 0;
        Need& operator+=(const Need& other) {
            perParticle = std::max(perParticle, other.perParticle);
            return *this;
        }
    };
    const auto need = deterministicSum<Need>(
        pool, grid.cellCount(),
        [&](Range cells) {
            const Range own = grid.particlesOf(cells);
            const Index block = cells.begin / kCellsPerBlock;
            const std::size_t begin = offsetOf(own.begin, block);
            const std::size_t needed =
                listsOfCells(grid, cells,
                             {x, h, entries_.data() + begin, offsetOf(own.end, block + 1) - begin, begin,
                              start_.data(), count_.data()});
            const Index particles = own.end - own.begin;
            return Need{needed <= kSlack ? 0
                                         : static_cast<Index>((needed - kSlack + particles - 1) / particles)};
        },
        kCellsPerBlock);
    return need.perParticle;
}

void NeighborLists::complete(Record* records, const ThreadPool& pool) const {
    Record* const to = records + particleCount() + 1;
    pool.forEachBlock(static_cast<Index>(images_.size()), [&](Range block) {
        for (Index k = block.begin; k < block.end; ++k) to[k] = records[images_[k].source];
    });
}

void NeighborLists::completePositions(Record* positions, const ThreadPool& pool) const {
    Record* const to = positions + particleCount() + 1;
    pool.forEachBlock(static_cast<Index>(images_.size()), [&](Range block) {
        for (Index k = block.begin; k < block.end; ++k) {
            const Record& own = positions[images_[k].source];
            const Vec3 shift = images_[k].shift;
            to[k] = {own.x + shift.x, own.y + shift.y, own.z + shift.z, own.w};
        }
    });
}

std::size_t NeighborLists::totalCount() const {
    std::size_t total = 0;
    for (std::size_t i = 0; i < count_.size(); ++i) total += count_[i];
    return total;
}

}  // namespace undine

#endif  // HWY_ONCE
