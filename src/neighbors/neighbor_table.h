// SPDX-License-Identifier: Zlib
// The neighbour lists of the reference searches: plain, without tricks, and made anew at every search.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/parallel.h"

namespace undine {

/// Lists of all particles, one after the other: that of particle i is entries[start[i]] … entries[start[i +
/// 1] - 1].
struct NeighborTable {
    std::vector<std::size_t> start;
    std::vector<Index> entries;

    Index particleCount() const { return start.empty() ? 0 : static_cast<Index>(start.size() - 1); }
    std::span<const Index> of(Index i) const {
        return std::span(entries).subspan(start[i], start[i + 1] - start[i]);
    }
};

/// Makes the table of n particles by query(i, list), which appends the neighbours of particle i to `list`.
/// Blocks of particles are queried in parallel, each into a list of its own, and the lists put together in
/// the order of the blocks.
template <class Query>
NeighborTable collectNeighbors(Index n, const ThreadPool& pool, Query&& query) {
    constexpr Index kPerBlock = 64;
    std::vector<std::vector<Index>> lists(blockCount(n, kPerBlock));
    NeighborTable table;
    table.start.resize(std::size_t{n} + 1);
    pool.forEachBlock(
        n,
        [&](Range block) {
            std::vector<Index>& list = lists[block.begin / kPerBlock];
            for (Index i = block.begin; i < block.end; ++i) {
                const std::size_t before = list.size();
                query(i, list);
                table.start[i + 1] = list.size() - before;
            }
        },
        kPerBlock);

    // Turn counts into places.
    for (Index i = 0; i < n; ++i) table.start[i + 1] += table.start[i];
    table.entries.reserve(table.start[n]);
    for (const std::vector<Index>& list : lists) {
        table.entries.insert(table.entries.end(), list.begin(), list.end());
    }
    return table;
}

}  // namespace undine
