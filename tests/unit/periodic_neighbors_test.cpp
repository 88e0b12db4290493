// SPDX-License-Identifier: Zlib
// Neighbours across the faces of a world that repeats itself, against brute force with the nearest image.
#include <algorithm>
#include <cmath>

#include "neighbors/neighbor_lists.h"
#include "neighbors/period.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::forEachSimdTarget;
using test::kInfinity;
using test::kNaN;
using test::randomPoints;
using test::storeOf;

using Lists = std::vector<std::vector<ParticleId>>;

/// Along the axes whose bits are set.
Period periodAlong(unsigned axes, Vec3 low, Vec3 size) {
    Period period;
    const float lows[3] = {low.x, low.y, low.z};
    const float sizes[3] = {size.x, size.y, size.z};
    for (unsigned k = 0; k < 3; ++k) {
        if ((axes >> k & 1U) == 0) continue;
        period.low[k] = lows[k];
        period.length[k] = sizes[k];
    }
    return period;
}

double squareOfNearest(Vec3 a, Vec3 b, const Period& period) {
    const double d[3] = {double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z};
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        const double side = period.length[k];
        const double nearest = side > 0 ? d[k] - side * std::round(d[k] / side) : d[k];
        sum += nearest * nearest;
    }
    return sum;
}

/// All pairs nearer than `h`.
Lists byBruteForce(const std::vector<Vec3>& points, double h, const Period& period) {
    Lists lists(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < points.size(); ++j) {
            if (i != j && squareOfNearest(points[i], points[j], period) < h * h) lists[i].push_back(j);
        }
    }
    return lists;
}

/// Across a face distances are rounded: of pairs this near to h either is right.
constexpr double kRounding = 3e-6;

void expectBetween(const Lists& got, const Lists& fewest, const Lists& most) {
    ASSERT_EQ(got.size(), fewest.size());
    for (std::size_t id = 0; id < got.size(); ++id) {
        ASSERT_TRUE(std::ranges::includes(got[id], fewest[id])) << "particle " << id;
        ASSERT_TRUE(std::ranges::includes(most[id], got[id])) << "particle " << id;
        ASSERT_EQ(std::ranges::adjacent_find(got[id]), got[id].end()) << "nobody is met twice";
    }
}

Lists byGrid(const std::vector<Vec3>& points, float h, int dimension, const Period& period, int threads) {
    const ThreadPool pool(threads);
    ParticleStore store = storeOf(points);
    CellGrid grid;
    grid.repeat(period);
    grid.build(store, h, dimension, pool);
    NeighborLists lists;
    EXPECT_TRUE(lists.build(grid, store.position(), h, pool));

    // Images are where the neighbours are: nearer than h.
    std::vector<Record> places(lists.recordCount());
    const VectorSpan x = store.position();
    for (Index i = 0; i < store.size(); ++i) places[i] = {x.x[i], x.y[i], x.z[i], 0};
    lists.completePositions(places.data(), pool);
    Lists byId(store.size());
    for (Index i = 0; i < store.size(); ++i) {
        for (const Index j : lists.of(i)) {
            byId[store.id()[i]].push_back(store.id()[lists.sourceOf(j)]);
            const Vec3 d = x[i] - Vec3{places[j].x, places[j].y, places[j].z};
            EXPECT_LT(dot(d, d), h * h);
        }
        std::ranges::sort(byId[store.id()[i]]);
    }
    return byId;
}

std::size_t expectSameAsBruteForce(const std::vector<Vec3>& points, float h, int dimension,
                                   const Period& period) {
    const Lists fewest = byBruteForce(points, h * (1 - kRounding), period);
    const Lists most = byBruteForce(points, h * (1 + kRounding), period);
    forEachSimdTarget([&] {
        for (const int threads : {1, 3}) {
            expectBetween(byGrid(points, h, dimension, period, threads), fewest, most);
        }
    });
    std::size_t total = 0;
    for (const auto& list : fewest) total += list.size();
    return total;
}

TEST(PeriodicNeighbors, AreThoseOfTheNearestImageAlongAnyAxes) {
    for (unsigned axes = 1; axes < 8; ++axes) {
        SCOPED_TRACE("axes " + std::to_string(axes));
        const Period period = periodAlong(axes, {0, 0, 0}, {1, 1, 1});
        EXPECT_GT(expectSameAsBruteForce(randomPoints(1500, {0, 0, 0}, {1, 1, 1}), 0.13F, 3, period), 5000U);
    }
}

TEST(PeriodicNeighbors, AreThoseOfTheNearestImageInTwoDimensions) {
    for (unsigned axes = 1; axes < 4; ++axes) {
        const Period period = periodAlong(axes, {-1, 2, 0}, {1.7F, 0.6F, 0});
        const auto points = randomPoints(1200, {-1, 2, 0}, {0.7F, 2.6F, 0});
        EXPECT_GT(expectSameAsBruteForce(points, 0.07F, 2, period), 5000U);
    }
}

TEST(PeriodicNeighbors, AreFoundInTheSmallestBoxThereMayBe) {
    // Three cells and no more: a cell has all others around it, each once.
    const Period period = periodAlong(7, {-0.15F, -0.15F, -0.15F}, {0.3001F, 0.3001F, 0.3001F});
    const auto points = randomPoints(400, {-0.15F, -0.15F, -0.15F}, {0.15F, 0.15F, 0.15F});
    EXPECT_GT(expectSameAsBruteForce(points, 0.1F, 3, period), 5000U);
}

TEST(PeriodicNeighbors, AreFoundWhereTheBoxIsNoMultipleOfTheRadius) {
    for (const float length : {0.399F, 0.401F, 0.4999F, 0.55F}) {
        const Period period = periodAlong(3, {3, -7, 0}, {length, length, 1});
        const auto points = randomPoints(500, {3, -7, 0}, {3 + length, -7 + length, 0.3F}, 5);
        EXPECT_GT(expectSameAsBruteForce(points, 0.1F, 3, period), 1000U) << length;
    }
}

TEST(PeriodicNeighbors, AreFoundAmongFewAndNextToTheFaces) {
    const Period period = periodAlong(7, {0, 0, 0}, {1, 1, 1});
    const float last = std::nextafter(1.0F, 0.0F);
    EXPECT_EQ(expectSameAsBruteForce({{0, 0.5F, 0.5F}, {last, 0.5F, 0.5F}}, 0.2F, 3, period), 2U);
    EXPECT_EQ(expectSameAsBruteForce({{0, 0, 0}, {last, last, last}}, 0.2F, 3, period), 2U);
    EXPECT_EQ(expectSameAsBruteForce({{0.05F, 0.5F, 0.5F}, {0.95F, 0.5F, 0.5F}}, 0.09F, 3, period), 0U);
    EXPECT_EQ(expectSameAsBruteForce({{0.5F, 0.5F, 0.5F}}, 0.2F, 3, period), 0U);
    EXPECT_EQ(expectSameAsBruteForce({}, 0.2F, 3, period), 0U);
}

TEST(PeriodicNeighbors, AreUnharmedByParticlesWithoutAPlace) {
    const Period period = periodAlong(1, {0, 0, 0}, {1, 1, 1});
    std::vector<Vec3> points = randomPoints(800, {0, 0, 0}, {1, 1, 1});
    const Lists before = byGrid(points, 0.13F, 3, period, 2);
    points.push_back({kNaN, 0.5F, 0.5F});
    points.push_back({0.5F, kInfinity, 0.5F});
    points.push_back({0.01F, 1e30F, 0.5F});
    Lists expected = before;
    expected.resize(points.size());
    EXPECT_EQ(byGrid(points, 0.13F, 3, period, 2), expected);
}

TEST(PeriodicNeighbors, AreAsBeforeInAWorldThatDoesNotRepeat) {
    const Period none;
    EXPECT_FALSE(none.any());
    EXPECT_GT(expectSameAsBruteForce(randomPoints(1000, {0, 0, 0}, {1, 1, 1}), 0.13F, 3, none), 3000U);
}

TEST(Period, BringsBackWhatHasLeft) {
    const Period period = periodAlong(1, {-0.5F, 0, 0}, {2, 0, 0});
    EXPECT_EQ(period.wrapped(0, 0.25F), 0.25F);
    EXPECT_EQ(period.wrapped(0, -0.5F), -0.5F);
    EXPECT_EQ(period.wrapped(0, 1.5F), -0.5F);
    EXPECT_EQ(period.wrapped(0, 1.75F), -0.25F);
    EXPECT_EQ(period.wrapped(0, -0.75F), 1.25F);
    EXPECT_EQ(period.wrapped(0, 8.0F), 0.0F) << "several boxes away";
    EXPECT_TRUE(std::isnan(period.wrapped(0, kNaN)));
}

TEST(Period, NeverLeavesAnythingOnTheUpperFace) {
    // From just below the lower face, rounding would lead onto the upper one.
    const Period above = periodAlong(1, {-1, 0, 0}, {1, 0, 0});
    const float tiny = -1e-30F;
    EXPECT_EQ(above.wrapped(0, tiny), -1.0F) << "0 is the upper face, and so is what is this near to it";
    const Period period = periodAlong(1, {0, 0, 0}, {1, 0, 0});
    for (const float x : {-1e-30F, -1e-9F, -5e-8F, 1.0F, std::nextafter(1.0F, 0.0F), 2.0F}) {
        const float y = period.wrapped(0, x);
        EXPECT_GE(y, 0.0F) << x;
        EXPECT_LT(y, 1.0F) << x;
    }
}

TEST(Period, WrapsOnlyTheAxesThatRepeat) {
    const ThreadPool pool(2);
    ParticleStore store = storeOf(randomPoints(3000, {-3, -3, -3}, {3, 3, 3}));
    const std::vector<Vec3> before = randomPoints(3000, {-3, -3, -3}, {3, 3, 3});
    const Period period = periodAlong(5, {0, 0, 0}, {1, 1, 1});
    period.wrap(store.position(), store.size(), pool);
    for (Index i = 0; i < store.size(); ++i) {
        const Vec3 x = store.position()[i];
        EXPECT_TRUE(x.x >= 0 && x.x < 1 && x.z >= 0 && x.z < 1);
        EXPECT_EQ(x.y, before[i].y);
        EXPECT_NEAR(x.x - before[i].x, std::round(x.x - before[i].x), 1e-6F);
    }
}

}  // namespace
}  // namespace undine
