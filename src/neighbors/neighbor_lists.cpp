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
        IndexedCandidates found = prepare(grid.rows(c));
        const float* const source[3] = {x.x, x.y, x.z};
        const CellBox box(source, grid.cell(c), h);
        const auto steps = hn::Iota(UintTag(), 0);
        Index size = 0;
        for (const Range row : grid.rows(c)) {
            for (Index j = row.begin; j < row.end; j += kLanes) {
                const Vec<Wide> xj = Vec<Wide>::load(x.x, x.y, x.z, j);
                const Compress near(box.reaches(box.local(xj)) & Lanes<Wide>::first(row.end - j));
                near.store(xj.x, found.x[0] + size);
                near.store(xj.y, found.x[1] + size);
                near.store(xj.z, found.x[2] + size);
                near.store(hn::Add(hn::Set(UintTag(), j), steps), found.index + size);
                size += near.count();
            }
        }
        for (float* axis : found.x) Lanes<Wide>::store(Wide(kFarAway), axis + size);
        found.size = size;
        return found;
    }

  private:
    static constexpr float kFarAway = 1e18F;

    HWY_INLINE IndexedCandidates prepare(std::span<const Range> rows) {
        Index most = 1024;  // more than a fluid at rest has, so that room is made once
        for (const Range row : rows) most += row.end - row.begin;
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
        const Compress found((dot(d, d) < h2) & other);
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

std::size_t NeighborLists::totalCount() const {
    std::size_t total = 0;
    for (std::size_t i = 0; i < count_.size(); ++i) total += count_[i];
    return total;
}

}  // namespace undine

#endif  // HWY_ONCE
