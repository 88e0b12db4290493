// SPDX-License-Identifier: Zlib
#include "boundary/body_pairs.h"

#include <algorithm>
#include <utility>

#include "neighbors/neighbor_lists.h"
#include "neighbors/row_finder.h"

namespace undine {
namespace {

bool isBefore(const BodyPair& a, const BodyPair& b) {
    return std::pair(a.particle, a.body) < std::pair(b.particle, b.body);
}

}  // namespace

/// The pairs of one block of cells.
class BodyPairs::Search {
  public:
    explicit Search(Found& found) : found_(found) {
        found_.lists.clear();
        found_.bodies.clear();
        found_.pairs.clear();
    }

    void addCells(const SampleSearch& search, const CellGrid& grid, Range cells, SampleCloud& cloud) {
        RowFinder finder(cloud.grid());
        for (Index c = cells.begin; c < cells.end; ++c) {
            const Range particles = grid.cell(c);
            const Vec3 x = search.x[particles.begin];
            if (cloud.mask().has(grid.cellAt(x)))
                addCell(search, particles, finder.rowsAround(x), cloud.bodies());
        }
    }

    void makePairs() {
        for (std::size_t k = 0; k < found_.bodies.size(); ++k) {
            const SampleLists::List& list = found_.lists.all()[k];
            found_.pairs.push_back({.particle = list.particle,
                                    .body = found_.bodies[k],
                                    .samples = found_.lists.entries() + list.first,
                                    .count = list.count});
        }
        // Those with the second cloud came after all of those with the first. No two pairs are
        // equal: no stable sort is needed, which would ask for memory.
        if (!std::ranges::is_sorted(found_.pairs, isBefore)) std::ranges::sort(found_.pairs, isBefore);
    }

  private:
    void addCell(const SampleSearch& search, Range particles, std::span<const Range> rows,
                 std::span<const std::uint32_t> bodies) {
        const auto all = [&](Range row) { return bodies.subspan(row.begin, row.end - row.begin); };
        const auto some = std::ranges::find_if(rows, [&](Range row) { return !all(row).empty(); });
        if (some == rows.end()) return;
        const Index body = all(*some).front();
        const auto isOfBody = [&](Range row) {
            return std::ranges::all_of(all(row), [&](Index b) { return b == body; });
        };
        if (std::ranges::all_of(rows, isOfBody)) {
            appendSampleLists(search, particles, rows, found_.lists);
            found_.bodies.resize(found_.lists.all().size(), body);
        } else {
            found_.mixed.clear();
            appendSampleLists(search, particles, rows, found_.mixed);
            for (const SampleLists::List& list : found_.mixed.all()) split(list, search, bodies);
        }
    }

    /// A list for each body.
    void split(const SampleLists::List& list, const SampleSearch& search,
               std::span<const std::uint32_t> bodies) {
        const Index* const samples = found_.mixed.entries() + list.first;
        left_.assign(samples, samples + list.count);
        while (!left_.empty()) {
            const Index body = bodies[left_.front() - search.first];
            Index* const own = found_.lists.roomFor(left_.size() + SampleLists::kUnit);
            Index count = 0;
            std::size_t others = 0;
            for (const Index sample : left_) {
                const bool isOwn = bodies[sample - search.first] == body;
                (isOwn ? own[count++] : left_[others++]) = sample;
            }
            std::fill_n(own + count, SampleLists::kUnit, search.nobody);
            left_.resize(others);
            found_.lists.append(list.particle, count);
            found_.bodies.push_back(body);
        }
    }

    Found& found_;
    std::vector<Index>& left_ = found_.left;
};

void BodyPairs::find(const CellGrid& grid, const VectorSpan& x, std::span<SampleCloud* const> clouds,
                     const SampleKernel& kernel, const ThreadPool& pool) {
    const auto nobody = static_cast<Index>(records_.size() - 1);
    const Index blocks = blockCount(grid.cellCount(), kCellsPerBlock);
    // Blocks that are not needed now keep their memory for when they are.
    if (found_.size() < blocks) found_.resize(blocks);
    for (std::size_t b = blocks; b < found_.size(); ++b) found_[b].pairs.clear();
    pool.run(blocks, [&](Index b) {
        Search pairs(found_[b]);
        const Range cells = blockRange(b, grid.cellCount(), kCellsPerBlock);
        Index first = 0;
        for (SampleCloud* cloud : clouds) {
            const SampleSearch search{x, cloud->positions(), kernel.h, first, nobody};
            if (cloud->size() > 0) pairs.addCells(search, grid, cells, *cloud);
            first += cloud->size();
        }
        pairs.makePairs();
    });
    gather(pool);
}

/// Puts the pairs of all blocks side by side.
void BodyPairs::gather(const ThreadPool& pool) {
    std::size_t total = 0;
    for (Found& block : found_) {
        block.place = total;
        total += block.pairs.size();
    }
    pairs_.resize(total);
    pool.forEachBlock(
        static_cast<Index>(found_.size()),
        [&](Range blocks) {
            for (Index b = blocks.begin; b < blocks.end; ++b) {
                std::ranges::copy(found_[b].pairs, pairs_.data() + found_[b].place);
            }
        },
        32);
}

void BodyPairs::takeSamples(std::span<SampleCloud* const> clouds, std::size_t which,
                            const SampleKernel& kernel, const ThreadPool& pool) {
    std::size_t total = 0;
    std::size_t first = 0;
    for (std::size_t k = 0; k < clouds.size(); ++k) {
        if (k == which) first = total;
        total += clouds[k]->size();
    }
    records_.resizeForOverwrite(total + 1);
    records_[total] = NeighborLists::padding(kernel.h);
    clouds[which]->writeRecords(records_.data() + first, pool);
}

void BodyPairs::computeSums(BodyPair& pair, const VectorSpan& x, Vec3 gravity,
                            const SampleKernel& kernel) const {
    sumOverSamples({records_.data(), x, gravity, kernel}, {&pair, 1});
}

void BodyPairs::computeSums(const VectorSpan& x, Vec3 gravity, const SampleKernel& kernel,
                            const ThreadPool& pool) {
    const BodySumPass pass{records_.data(), x, gravity, kernel};
    forEachBlock(pool, [&](std::span<BodyPair> block) { sumOverSamples(pass, block); });
}

void BodyPairs::press(const SamplePressure& pass, std::span<SampleCloud* const> clouds, std::size_t which,
                      const ThreadPool& pool) {
    Index first = 0;
    for (std::size_t k = 0; k < which; ++k) first += clouds[k]->size();
    const Index last = first + clouds[which]->size();
    pressed_.resizeForOverwrite(records_.size());
    pressed_[pressed_.size() - 1] = NeighborLists::padding(pass.kernel.h);
    pool.forEachBlock(clouds[which]->size(), [&](Range samples) {
        pressSamples(pass, clouds[which]->arrays(), samples, pressed_.data() + first);
    });
    const BodySumPass sums{pressed_.data(), pass.x, {}, pass.kernel};
    const auto has = [&](const BodyPair& pair) { return pair.samples[0] >= first && pair.samples[0] < last; };
    forEachBlock(pool, [&](std::span<BodyPair> block) {
        for (auto begin = block.begin(); begin != block.end();) {
            begin = std::find_if(begin, block.end(), has);
            const auto end = std::find_if_not(begin, block.end(), has);
            sumPressures(sums, {begin, end});
            begin = end;
        }
    });
}

std::span<BodyPair> BodyPairs::of(Range particles) {
    if (pairs_.empty()) return {};
    const auto begin = std::ranges::lower_bound(pairs_, particles.begin, {}, &BodyPair::particle);
    const auto end = std::ranges::lower_bound(begin, pairs_.end(), particles.end, {}, &BodyPair::particle);
    return {begin, end};
}

std::size_t BodyPairs::bytes() const {
    std::size_t total = pairs_.capacity() * sizeof(BodyPair) + records_.bytes() + pressed_.bytes();
    for (const Found& block : found_) {
        total += block.pairs.capacity() * sizeof(BodyPair) +
                 (block.bodies.capacity() + block.left.capacity()) * sizeof(Index) + block.lists.bytes() +
                 block.mixed.bytes();
    }
    return total;
}

}  // namespace undine
