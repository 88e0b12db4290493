// SPDX-License-Identifier: Zlib
#include "boundary/body_pairs.h"

#include <algorithm>
#include <utility>

#include "neighbors/neighbor_lists.h"

namespace undine {
namespace {

constexpr Index kMostLanes = 16;  // lists are filled up to whole registers of any machine
constexpr Index kPairsPerBlock = 256;

}  // namespace

/// The pairs of one block of cells.
class BodyPairs::Search {
  public:
    Search(const VectorSpan& x, float h, Index nobody, Found& found)
        : x_(x), h2_(h * h), nobody_(nobody), found_(found) {
        found_.pairs.clear();
        found_.firstSample.clear();
        found_.samples.clear();
    }

    /// `first` is the number of the cloud's first sample among all.
    void addCell(Range particles, SampleCloud& cloud, const Record* records, Index first) {
        Range room[9];
        const auto rows = cloud.grid().rowsAround(x_[particles.begin], room);
        for (Index i = particles.begin; i < particles.end; ++i) {
            collect(i, rows, records, first);
            addPairs(i, cloud, first);
        }
    }

  private:
    void collect(Index i, std::span<const Range> rows, const Record* records, Index first) {
        std::size_t most = 0;
        for (const Range row : rows) most += row.end - row.begin;
        found_.near.resize(most + 1);
        const Vec3 xi = x_[i];
        Index* const near = found_.near.data();
        std::size_t count = 0;
        for (const Range row : rows) {
            for (Index j = first + row.begin; j < first + row.end; ++j) {
                const Vec3 d = xi - Vec3{records[j].x, records[j].y, records[j].z};
                near[count] = j;
                count += dot(d, d) < h2_ ? 1 : 0;
            }
        }
        found_.near.resize(count);
    }

    /// One pair per body; most particles have one.
    void addPairs(Index i, SampleCloud& cloud, Index first) {
        std::vector<Index>& near = found_.near;
        const auto bodyOf = [&](Index sample) { return cloud.bodyOf(sample - first); };
        while (!near.empty()) {
            const Index body = bodyOf(near.front());
            BodyPair pair;
            pair.particle = i;
            pair.body = body;
            found_.firstSample.push_back(found_.samples.size());
            std::size_t others = 0;
            for (const Index sample : near) {
                if (bodyOf(sample) == body) {
                    found_.samples.push_back(sample);
                    ++pair.count;
                } else {
                    near[others++] = sample;
                }
            }
            near.resize(others);
            while (found_.samples.size() % kMostLanes != 0) found_.samples.push_back(nobody_);
            found_.pairs.push_back(pair);
        }
    }

    const VectorSpan& x_;
    float h2_;
    Index nobody_;
    Found& found_;
};

void BodyPairs::find(const CellGrid& grid, const VectorSpan& x, std::span<SampleCloud* const> clouds,
                     const SampleKernel& kernel, const ThreadPool& pool) {
    const auto nobody = static_cast<Index>(records_.size() - 1);
    const Index blocks = blockCount(grid.cellCount(), kCellsPerBlock);
    found_.resize(blocks);
    pool.run(blocks, [&](Index b) {
        Search search(x, kernel.h, nobody, found_[b]);
        const Range cells = blockRange(b, grid.cellCount(), kCellsPerBlock);
        for (Index c = cells.begin; c < cells.end; ++c) {
            const Range particles = grid.cell(c);
            const CellPlace place = grid.cellAt(x[particles.begin]);
            Index first = 0;
            for (SampleCloud* cloud : clouds) {
                if (cloud->size() > 0 && cloud->mask().has(place)) {
                    search.addCell(particles, *cloud, records_.data(), first);
                }
                first += cloud->size();
            }
        }
    });
    pairs_.clear();
    for (Found& block : found_) {
        for (std::size_t k = 0; k < block.pairs.size(); ++k) {
            block.pairs[k].samples = block.samples.data() + block.firstSample[k];
            pairs_.push_back(block.pairs[k]);
        }
    }
    // A cell's pairs with the second cloud came after all of those with the first. No two pairs are equal: no
    // stable sort is needed, which would ask for memory.
    std::ranges::sort(pairs_, {}, [](const BodyPair& pair) { return std::pair(pair.particle, pair.body); });
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
    pool.forEachBlock(
        static_cast<Index>(pairs_.size()),
        [&](Range block) {
            sumOverSamples(pass, std::span(pairs_).subspan(block.begin, block.end - block.begin));
        },
        kPairsPerBlock);
}

std::span<BodyPair> BodyPairs::of(Range particles) {
    if (pairs_.empty()) return {};
    const auto begin = std::ranges::lower_bound(pairs_, particles.begin, {}, &BodyPair::particle);
    const auto end = std::ranges::lower_bound(begin, pairs_.end(), particles.end, {}, &BodyPair::particle);
    return {begin, end};
}

std::size_t BodyPairs::bytes() const {
    std::size_t total = pairs_.capacity() * sizeof(BodyPair) + records_.bytes();
    for (const Found& block : found_) {
        total += block.pairs.capacity() * sizeof(BodyPair) +
                 block.firstSample.capacity() * sizeof(std::size_t) +
                 (block.samples.capacity() + block.near.capacity()) * sizeof(Index);
    }
    return total;
}

}  // namespace undine
