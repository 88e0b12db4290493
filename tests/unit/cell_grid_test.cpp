// SPDX-License-Identifier: Zlib
// The grid by itself: what it does to the particles, and that its rows hold what they must.
#include "neighbors/cell_grid.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "neighbors/row_finder.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::cubicLattice;
using test::forEachSimdTarget;
using test::kInfinity;
using test::kNaN;
using test::randomPoints;
using test::storeOf;

/// Cells partition the particles, and every particle is in a row of its own cell.
void expectSound(const CellGrid& grid) {
    Index next = 0;
    for (Index c = 0; c < grid.cellCount(); ++c) {
        const Range cell = grid.cell(c);
        ASSERT_EQ(cell.begin, next);
        ASSERT_LT(cell.begin, cell.end) << "only occupied cells are stored";
        next = cell.end;
        const auto rows = grid.rows(c);
        const bool holdsItself = std::any_of(rows.begin(), rows.end(), [&](Range row) {
            return row.begin <= cell.begin && cell.end <= row.end;
        });
        ASSERT_TRUE(holdsItself) << "cell " << c;
    }
    ASSERT_EQ(next, grid.particleCount());
}

std::vector<Index> orderOf(const CellGrid& grid) { return {grid.order().begin(), grid.order().end()}; }

struct Built {
    ParticleStore store;
    CellGrid grid;
    CellGrid::Misplaced misplaced;
};

Built build(const std::vector<Vec3>& points, float h, int dimension = 3, int threads = 2) {
    Built built{storeOf(points), {}, {}};
    built.misplaced = built.grid.build(built.store, h, dimension, ThreadPool(threads));
    return built;
}

TEST(CellGrid, SortsParticlesByAPermutation) {
    const std::vector<Vec3> points = randomPoints(5000, {-3, -3, -3}, {3, 3, 3});
    Built built = build(points, 0.5F);
    expectSound(built.grid);
    std::vector<Index> sorted = orderOf(built.grid);
    for (Index i = 0; i < built.store.size(); ++i) {
        ASSERT_EQ(built.store.position()[i], points[sorted[i]]);
        ASSERT_EQ(built.store.id()[i], sorted[i]);
    }
    std::sort(sorted.begin(), sorted.end());
    for (Index i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i);
}

TEST(CellGrid, KeepsTheOrderWithinACell) {
    Built built = build(randomPoints(20000, {0, 0, 0}, {2, 2, 2}), 0.3F);
    for (Index c = 0; c < built.grid.cellCount(); ++c) {
        const Range cell = built.grid.cell(c);
        for (Index i = cell.begin + 1; i < cell.end; ++i) {
            ASSERT_LT(built.store.id()[i - 1], built.store.id()[i]);
        }
    }
}

TEST(CellGrid, LeavesSortedParticlesAlone) {
    Built built = build(randomPoints(3000, {0, 0, 0}, {1, 1, 1}), 0.1F);
    built.grid.build(built.store, 0.1F, 3, ThreadPool(2));
    const std::vector<Index> again = orderOf(built.grid);
    for (Index i = 0; i < again.size(); ++i) ASSERT_EQ(again[i], i);
}

TEST(CellGrid, HasTheSameOrderOnEveryTargetAndForAnyNumberOfThreads) {
    // Enough for several chunks of the sort, and for a second digit.
    const std::vector<Vec3> points = randomPoints(60000, {-20, -20, -20}, {20, 20, 20});
    const std::vector<Index> expected = orderOf(build(points, 0.4F, 3, 1).grid);
    forEachSimdTarget([&] {
        for (const int threads : {1, 2, 3, 8})
            EXPECT_EQ(orderOf(build(points, 0.4F, 3, threads).grid), expected);
    });
}

TEST(CellGrid, PutsParticlesOfACellWithinOneCell) {
    constexpr float kH = 0.25F;
    Built built = build(randomPoints(4000, {-2, -2, -2}, {2, 2, 2}), kH);
    for (Index c = 0; c < built.grid.cellCount(); ++c) {
        const Range cell = built.grid.cell(c);
        const Vec3 first = built.store.position()[cell.begin];
        for (Index i = cell.begin; i < cell.end; ++i) {
            const Vec3 d = built.store.position()[i] - first;
            for (const float component : {d.x, d.y, d.z}) ASSERT_LT(std::fabs(component), kH * 1.00001F);
        }
    }
}

TEST(CellGrid, HasRowsThatDoNotOverlap) {
    Built built = build(randomPoints(3000, {-1, -1, -1}, {1, 1, 1}), 0.2F);
    for (Index c = 0; c < built.grid.cellCount(); ++c) {
        std::set<Index> seen;
        for (const Range row : built.grid.rows(c)) {
            for (Index j = row.begin; j < row.end; ++j)
                ASSERT_TRUE(seen.insert(j).second) << "particle " << j;
        }
    }
}

TEST(CellGrid, HasThreeRowsInTwoDimensions) {
    Built flat = build(cubicLattice(10, 0.1F, 2), 0.25F, 2);
    Built deep = build(cubicLattice(10, 0.1F, 3), 0.25F, 3);
    EXPECT_EQ(flat.grid.rows(0).size(), 3U);
    EXPECT_EQ(deep.grid.rows(0).size(), 9U);
    expectSound(flat.grid);
}

// Every point, in a cell of the grid or not, in any order: what is near it is in its rows, once, and no row
// has a particle of a cell that is not next to it.
TEST(RowFinder, FindsWhatIsAroundAnyPoint) {
    constexpr float kH = 0.3F;
    Built built = build(randomPoints(700, {-2, -1, -1}, {2, 1, 1}), kH);
    RowFinder finder(built.grid);
    for (const Vec3 at : randomPoints(2000, {-2.7F, -1.7F, -1.7F}, {2.7F, 1.7F, 1.7F})) {
        std::vector<int> found(built.store.size(), 0);
        for (const Range row : finder.rowsAround(at)) {
            for (Index i = row.begin; i < row.end; ++i) ++found[i];
        }
        const CellPlace place = built.grid.cellAt(at);
        for (Index i = 0; i < built.store.size(); ++i) {
            const CellPlace cell = built.grid.cellAt(built.store.position()[i]);
            bool isNext = true;
            for (int k = 0; k < 3; ++k) isNext &= std::abs(cell.c[k] - place.c[k]) <= 1;
            ASSERT_EQ(found[i], isNext ? 1 : 0) << "particle " << i;
        }
    }
}

TEST(RowFinder, FindsNothingWhereThereIsNoCell) {
    Built built = build({{0, 0, 0}, {kNaN, 0, 0}}, 1);
    RowFinder finder(built.grid);
    EXPECT_TRUE(finder.rowsAround({kNaN, 0, 0}).empty());
    EXPECT_TRUE(finder.rowsAround({kInfinity, 0, 0}).empty());
    EXPECT_TRUE(finder.rowsAround({0, 1e30F, 0}).empty());
    Built none = build({}, 1);
    RowFinder nowhere(none.grid);
    for (const Range row : nowhere.rowsAround({0, 0, 0})) EXPECT_EQ(row.begin, row.end);
}

TEST(CellGrid, TakesFewParticles) {
    Built none = build({}, 1);
    EXPECT_EQ(none.grid.cellCount(), 0U);
    EXPECT_EQ(none.misplaced.count(), 0U);
    Built one = build({{-1e3F, 5, 2}}, 1);
    EXPECT_EQ(one.grid.cellCount(), 1U);
    expectSound(one.grid);
    Built two = build({{0, 0, 0}, {100, 0, 0}}, 1);
    EXPECT_EQ(two.grid.cellCount(), 2U);
    expectSound(two.grid);
}

TEST(CellGrid, CanBeBuiltAgainForFewerAndForMoreParticles) {
    Built built = build(randomPoints(3000, {0, 0, 0}, {1, 1, 1}), 0.1F);
    const ThreadPool pool(2);
    for (const Index n : {10U, 8000U, 0U, 1U}) {
        ParticleStore store = storeOf(randomPoints(n, {0, 0, 0}, {1, 1, 1}, n));
        built.grid.build(store, 0.1F, 3, pool);
        EXPECT_EQ(built.grid.particleCount(), n);
        expectSound(built.grid);
    }
}

TEST(CellGrid, ReportsWhatIsNotFiniteOrTooFarAway) {
    std::vector<Vec3> points = randomPoints(2000, {0, 0, 0}, {1, 1, 1});
    points[3] = {kNaN, 0, 0};
    points[700] = {0, kInfinity, 0};
    points[701] = {0, 0, -kInfinity};
    points[900] = {1e6F, 0, 0};
    points[901] = {0, -3e38F, 0};
    forEachSimdTarget([&] {
        for (const int threads : {1, 2, 8}) {
            Built built = build(points, 0.1F, 3, threads);
            EXPECT_EQ(built.misplaced.notFinite, 3U);
            EXPECT_EQ(built.misplaced.outOfRange, 2U);
            EXPECT_EQ(built.misplaced.count(), 5U);
            expectSound(built.grid);
            // They come last, in the order in which they were.
            const std::vector<ParticleId> last(built.store.id() + 1995, built.store.id() + 2000);
            EXPECT_EQ(last, (std::vector<ParticleId>{3, 700, 701, 900, 901}));
        }
    });
}

TEST(CellGrid, PlacesWhatIsJustInRange) {
    // 2^20 cells on each side of the origin, less a few.
    for (const float place : {1.04e6F, -1.04e6F}) {
        EXPECT_EQ(build({{place, place, place}, {0, 0, 0}}, 1).misplaced.count(), 0U) << place;
        EXPECT_EQ(build({{1.01F * place, 0, 0}, {0, 0, 0}}, 1).misplaced.outOfRange, 1U) << place;
    }
}

TEST(CellGrid, TakesAWorldOfNothingButMisplacedParticles) {
    const std::vector<Vec3> points{{kNaN, kNaN, kNaN}, {1e9F, 0, 0}, {kNaN, 0, 0}};
    Built built = build(points, 0.1F);
    EXPECT_EQ(built.misplaced.notFinite, 2U);
    EXPECT_EQ(built.misplaced.outOfRange, 1U);
    expectSound(built.grid);
}

TEST(CellGrid, NeedsMemoryForParticlesAndNotForSpace) {
    const std::size_t compact = build(randomPoints(1000, {0, 0, 0}, {1, 1, 1}), 0.1F).grid.bytes();
    const std::size_t spread =
        build(randomPoints(1000, {-1e5F, -1e5F, -1e5F}, {1e5F, 1e5F, 1e5F}), 0.1F).grid.bytes();
    EXPECT_LT(spread, 4 * compact + 100000);
}

}  // namespace
}  // namespace undine
