// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neighbors/lane_lists.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "core/assert.h"
#include "neighbors/lane_lists.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <hwy/cache_control.h>

UNDINE_WIDE_BEGIN

Index laneCount() {
    static_assert(kLaneBlock % kLanes == 0);
    return kLanes;
}

/// Writes the lists of a group side by side: `to` has room for three entries more of each.
void turnWide(const NeighborLists& lists, const Index* particles, const LaneLists::Group& group, Index* to) {
    const Index nobody = lists.particleCount();
    const float* from[kLanes];
    HWY_ALIGN Index counts[kLanes] = {};
    for (Index l = 0; l < kLanes; ++l) {
        const Index i = particles[l < group.count ? l : 0];
        from[l] =
            reinterpret_cast<const float*>(lists.begin(i));  // moved about as bits, never read as floats
        if (l < group.count) counts[l] = lists.count(i);
    }
    const auto ends = hn::Load(UintTag(), counts);
    const auto fill = hn::Set(UintTag(), nobody);
    const auto put = [&](Wide four, Index k) HWY_ATTR {
        const auto isThere = hn::Gt(ends, hn::Set(UintTag(), k));
        const auto entries = hn::IfThenElse(isThere, hn::BitCast(UintTag(), four.v), fill);
        static_assert(kStride == 2);
        hn::StoreU(hn::Add(entries, entries), UintTag(), to + std::size_t{k} * kLanes);
    };
    for (Index k = 0; k < group.length; k += 4) {
        const RecordLanes<Wide> four =
            transpose([&](Index l) HWY_ATTR { return from[l] + (k < counts[l] ? k : 0); });
        put(four.v.x, k);
        put(four.v.y, k + 1);
        put(four.v.z, k + 2);
        put(four.w, k + 3);
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(laneCount);
HWY_EXPORT(turnWide);

namespace {

constexpr Index kSpare = 3;  // entries that turning may write beyond the longest list

/// Puts the particles of a block in the order of the lengths of their lists, longest first; equal ones stay
/// as they are.
void sortByCount(const NeighborLists& lists, Range block, Index* order) {
    constexpr Index kMost = 127;  // all that have more are taken for equal
    std::array<Index, kMost + 2> place{};
    const auto rankOf = [&](Index i) { return kMost - std::min(lists.count(i), kMost); };
    for (Index i = block.begin; i < block.end; ++i) ++place[rankOf(i) + 1];
    for (std::size_t k = 1; k < place.size(); ++k) place[k] += place[k - 1];
    for (Index i = block.begin; i < block.end; ++i) order[place[rankOf(i)]++] = i;
}

/// Asks for memory to be brought near.
void fetch(std::span<const Index> list) {
    constexpr std::size_t kLine = kAlignment / sizeof(Index);
    for (std::size_t k = 0; k < list.size(); k += kLine) hwy::Prefetch(list.data() + k);
}

}  // namespace

void LaneLists::build(const NeighborLists& lists, const ThreadPool& pool) {
    lanes_ = HWY_DYNAMIC_DISPATCH(laneCount)();
    const Index n = particleCount_ = lists.particleCount();
    UNDINE_ASSERT(lists.recordCount() < (std::size_t{1} << 32U) / kStride);
    const Index blocks = blockCount(n, kLaneBlock);
    const Index groupsPerBlock = kLaneBlock / lanes_;
    order_.resizeForOverwrite(std::size_t{blocks} * kLaneBlock);
    groups_.resizeForOverwrite(std::size_t{blocks} * groupsPerBlock);
    sizes_.resizeForOverwrite(blocks);

    // Form groups, and find how much room each takes in its block.
    const auto form = [&](Range block) {
        Index* const order = order_.data() + block.begin;
        sortByCount(lists, block, order);
        const Index count = block.end - block.begin;
        std::fill(order + count, order + kLaneBlock, n);
        std::size_t size = 0;
        for (Index first = 0; first < kLaneBlock; first += lanes_) {
            Group& group = groups_[(block.begin + first) / lanes_];
            group = {size, 0, first < count ? std::min(count - first, lanes_) : 0};
            for (Index l = 0; l < group.count; ++l) {
                group.length = std::max(group.length, lists.count(order[first + l]));
            }
            size += std::size_t{group.length} * lanes_;
        }
        sizes_[block.begin / kLaneBlock] = size;
    };
    pool.forEachBlock(n, form, kLaneBlock);

    std::size_t total = 0;
    for (std::size_t& size : sizes_.span())
        total += std::exchange(size, total) + std::size_t{kSpare} * lanes_;
    entries_.resizeForOverwrite(total);

    const auto turn = [&](Range block) {
        // In their order lists are fetched in advance, in that of their lengths one would wait for each.
        for (Index i = block.begin; i < block.end; ++i) fetch(lists.of(i));
        for (Index g = block.begin / lanes_; g < (block.begin + kLaneBlock) / lanes_; ++g) {
            Group& group = groups_[g];
            group.firstEntry += sizes_[block.begin / kLaneBlock];
            if (group.count == 0) continue;
            HWY_DYNAMIC_DISPATCH(turnWide)(lists, particles(g), group, entries_.data() + group.firstEntry);
        }
    };
    pool.forEachBlock(n, turn, kLaneBlock);
}

Range LaneLists::groupsOf(Range particles) const {
    UNDINE_ASSERT(particles.begin % kLaneBlock == 0);
    UNDINE_ASSERT(particles.end % kLaneBlock == 0 || particles.end == particleCount_);
    return {particles.begin / lanes_, (particles.end + lanes_ - 1) / lanes_};
}

}  // namespace undine

#endif  // HWY_ONCE
