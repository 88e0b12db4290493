// SPDX-License-Identifier: Zlib
// Turned lists against those they were made of, on every instruction set.
#include "neighbors/lane_lists.h"

#include <algorithm>

#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::forEachSimdTarget;
using test::randomPoints;
using test::storeOf;

struct Turned {
    explicit Turned(const std::vector<Vec3>& points, float h, int threads = 1) : store(storeOf(points)) {
        const ThreadPool pool(threads);
        CellGrid grid;
        grid.build(store, h, 3, pool);
        EXPECT_TRUE(lists.build(grid, store.position(), h, pool));
        lanes.build(lists, pool);
    }

    Range groups() { return lanes.groupsOf({0, store.size()}); }
    Index laneCount() {
        return store.size() == 0 ? 1 : static_cast<Index>(lanes.particles(1) - lanes.particles(0));
    }

    ParticleStore store;
    NeighborLists lists;
    LaneLists lanes;
};

void expectTheSameLists(Turned& turned) {
    const Index n = turned.store.size();
    const Index width = turned.laneCount();
    std::vector<int> seen(n, 0);
    for (Index g = turned.groups().begin; g < turned.groups().end; ++g) {
        const LaneLists::Group& group = turned.lanes.group(g);
        for (Index l = 0; l < width; ++l) {
            const Index i = turned.lanes.particles(g)[l];
            std::vector<Index> expected;
            if (l < group.count) {
                ASSERT_LT(i, n);
                ++seen[i];
                expected.assign(turned.lists.of(i).begin(), turned.lists.of(i).end());
            } else {
                ASSERT_EQ(i, n) << "nobody";
            }
            ASSERT_LE(expected.size(), group.length);
            expected.resize(group.length, n);
            for (Index k = 0; k < group.length; ++k) {
                ASSERT_EQ(turned.lanes.entries(group)[k * width + l], kStride * expected[k])
                    << "particle " << i;
            }
        }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(n));
}

TEST(LaneLists, HaveEveryParticleOnceWithAllItsNeighbors) {
    forEachSimdTarget([] {
        for (const int count : {0, 1, 2, 15, 255, 256, 257, 1500}) {
            SCOPED_TRACE(count);
            Turned turned(randomPoints(count, {0, 0, 0}, {1, 1, 1}), 0.25F);
            expectTheSameLists(turned);
        }
    });
}

TEST(LaneLists, HoldParticlesWithoutNeighborsAndCrowds) {
    forEachSimdTarget([] {
        std::vector<Vec3> points = randomPoints(400, {0, 0, 0}, {0.05F, 0.05F, 0.05F});
        const std::vector<Vec3> gas = randomPoints(300, {-50, -50, -50}, {50, 50, 50}, 2);
        points.insert(points.end(), gas.begin(), gas.end());
        Turned turned(points, 0.2F);
        expectTheSameLists(turned);
    });
}

// Lists that end the memory of all are turned beside one that is much longer.
TEST(LaneLists, ReadNothingBeyondShortLists) {
    forEachSimdTarget([] {
        std::vector<Vec3> points(250, Vec3{0, 0, 0});
        for (int k = 0; k < 6; ++k) points.push_back({1e3F, 1e3F, 1e3F + static_cast<float>(k)});
        Turned turned(points, 0.2F);
        expectTheSameLists(turned);
    });
}

// The particles of a group have about as many neighbours each: little is filled up.
TEST(LaneLists, FillUpLittle) {
    Turned turned(randomPoints(8192, {0, 0, 0}, {1, 1, 1}), 0.1F);
    std::size_t entries = 0;
    for (Index g = turned.groups().begin; g < turned.groups().end; ++g) {
        entries += std::size_t{turned.lanes.group(g).length} * turned.laneCount();
    }
    EXPECT_LT(static_cast<double>(entries), 1.06 * static_cast<double>(turned.lists.totalCount()));
}

TEST(LaneLists, AreTheSameForAnyNumberOfThreads) {
    const std::vector<Vec3> points = randomPoints(5000, {0, 0, 0}, {1, 1, 1});
    Turned one(points, 0.12F);
    Turned four(points, 0.12F, 4);
    ASSERT_EQ(one.groups().end, four.groups().end);
    for (Index g = 0; g < one.groups().end; ++g) {
        const LaneLists::Group& group = one.lanes.group(g);
        ASSERT_EQ(group.length, four.lanes.group(g).length);
        const Index* const entries = one.lanes.entries(group);
        ASSERT_TRUE(std::equal(entries, entries + std::size_t{group.length} * one.laneCount(),
                               four.lanes.entries(four.lanes.group(g))));
    }
}

}  // namespace
}  // namespace undine
