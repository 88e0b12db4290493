// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neighbors/neighbor_lists.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "neighbors/indexed_candidates-inl.h"

#include "neighbors/neighbor_lists.h"

#include <algorithm>

UNDINE_WIDE_BEGIN

std::size_t listsWide(const CellGrid& grid, Range cells, const ListBlock& block) {
    thread_local IndexedCandidates near;
    std::size_t used = 0;
    std::size_t needed = 0;
    const Wide h2(block.h * block.h);
    const auto nobody = hn::Set(UintTag(), grid.particleCount());
    const float* const source[3] = {block.x.x, block.x.y, block.x.z};
    for (Index c = cells.begin; c < cells.end; ++c) {
        const Range cell = grid.cell(c);
        const CellBox box(source, cell, block.h);
        near.clear(grid.rows(c), grid.faceRows(c));
        for (const Range row : grid.rows(c)) near.append(block.x, row, row.begin, box);
        for (const FaceRow& row : grid.faceRows(c)) {
            near.append(block.x, row, grid.particleCount() + 1 + row.firstImage, box);
        }
        near.pad();
        for (Index i = cell.begin; i < cell.end; ++i) {
            // Storing writes whole registers, so there must be room for all candidates and a register more.
            const std::size_t room = used + near.size() + kLanes;
            needed = HWY_MAX(needed, room);
            const Vec<Wide> xi = Vec<Wide>::all(block.x[i]);
            const Index count = room <= block.capacity ? near.listOf<true>(xi, h2, i, block.entries + used)
                                                       : near.listOf<false>(xi, h2, i, nullptr);
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
