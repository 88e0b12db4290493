// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neighbors/neighbor_lists.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "neighbors/candidates-inl.h"

#include "neighbors/neighbor_lists.h"

#include <algorithm>

UNDINE_WIDE_BEGIN

// Every candidate is compared with every particle of the cell: those nearer than h have their indices stored
// side by side. The particle itself is a candidate too and is left out by its index.
std::size_t listsWide(const CellGrid& grid, Range cells, const ListBlock& block) {
    std::size_t used = 0;
    std::size_t needed = 0;
    const Wide h2(block.h * block.h);
    const auto steps = hn::Iota(UintTag(), 0);
    for (Index c = cells.begin; c < cells.end; ++c) {
        const Range cell = grid.cell(c);
        for (Index i = cell.begin; i < cell.end; ++i) {
            const Vec<Wide> xi = Vec<Wide>::all(block.x[i]);
            const auto self = hn::Set(UintTag(), i);
            const std::size_t first = used;
            for (const Range row : grid.rows(c)) {
                // Storing writes whole registers, so there must be room for the row and a register more.
                const std::size_t room = used + (row.end - row.begin) + kLanes;
                const bool fits = room <= block.capacity;
                needed = HWY_MAX(needed, room);
                for (Index j = row.begin; j < row.end; j += kLanes) {
                    const Vec<Wide> d = xi - Vec<Wide>::load(block.x.x, block.x.y, block.x.z, j);
                    const auto index = hn::Add(hn::Set(UintTag(), j), steps);
                    const WideMask other = {hn::RebindMask(FloatTag(), hn::Ne(index, self))};
                    const Compress near((dot(d, d) < h2) & other & Lanes<Wide>::first(row.end - j));
                    if (fits) near.store(index, block.entries + used);
                    used += near.count();
                }
            }
            block.start[i] = block.firstEntry + first;
            block.count[i] = static_cast<Index>(used - first);
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
    constexpr std::size_t kSlack = 256;  // a block writes whole registers, and asks for room for whole rows
    const auto offsetOf = [&](Index particle, Index block) {
        return std::size_t{particle} * perParticle_ + block * kSlack;
    };
    const Index blocks = blockCount(grid.cellCount(), kCellsPerBlock);
    for (;;) {
        if (offsetOf(n, blocks) > kMaxEntries) {
            std::fill_n(count_.data(), n, 0);
            std::fill_n(start_.data(), n, 0);
            return false;
        }
        entries_.resizeForOverwrite(offsetOf(n, blocks));

        // The most entries per particle that any block needs; a maximum does not depend on the order.
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
                return Need{
                    needed <= kSlack ? 0 : static_cast<Index>((needed - kSlack + particles - 1) / particles)};
            },
            kCellsPerBlock);
        if (need.perParticle <= perParticle_) return true;
        perParticle_ = need.perParticle + need.perParticle / 4;
    }
}

std::size_t NeighborLists::totalCount() const {
    std::size_t total = 0;
    for (std::size_t i = 0; i < count_.size(); ++i) total += count_[i];
    return total;
}

}  // namespace undine

#endif  // HWY_ONCE
