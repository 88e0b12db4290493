// SPDX-License-Identifier: Zlib
// Grid and lists together against brute force, on every instruction set and for several numbers of threads.
#include "neighbors/neighbor_lists.h"

#include <algorithm>

#include "neighbors/brute_force.h"
#include "neighbors/octree.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::cubicLattice;
using test::forEachSimdTarget;
using test::kInfinity;
using test::kNaN;
using test::positionsOf;
using test::randomPoints;
using test::storeOf;

using Lists = std::vector<std::vector<ParticleId>>;

/// Neighbours by id, so that the order of the particles plays no part.
template <class Table>
Lists byId(ParticleStore& store, const Table& table) {
    Lists lists(store.size());
    for (Index i = 0; i < store.size(); ++i) {
        std::vector<ParticleId>& list = lists[store.id()[i]];
        for (const Index j : table.of(i)) list.push_back(store.id()[j]);
        std::sort(list.begin(), list.end());
    }
    return lists;
}

Lists byBruteForce(const std::vector<Vec3>& points, float h) {
    ParticleStore store = storeOf(points);
    return byId(store, findNeighborsByBruteForce(positionsOf(store), h, ThreadPool(2)));
}

Lists byGrid(const std::vector<Vec3>& points, float h, int dimension, int threads) {
    const ThreadPool pool(threads);
    ParticleStore store = storeOf(points);
    CellGrid grid;
    grid.build(store, h, dimension, pool);
    NeighborLists lists;
    EXPECT_TRUE(lists.build(grid, store.position(), h, pool));
    return byId(store, lists);
}

void expectEqual(const Lists& got, const Lists& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t id = 0; id < expected.size(); ++id)
        ASSERT_EQ(got[id], expected[id]) << "particle " << id;
}

std::size_t expectSameAsBruteForce(const std::vector<Vec3>& points, float h, int dimension = 3) {
    const Lists expected = byBruteForce(points, h);
    forEachSimdTarget([&] {
        for (const int threads : {1, 2, 8}) expectEqual(byGrid(points, h, dimension, threads), expected);
    });
    std::size_t total = 0;
    for (const auto& list : expected) total += list.size();
    return total;
}

TEST(NeighborLists, HoldWhatBruteForceFindsOnRandomPoints) {
    EXPECT_GT(expectSameAsBruteForce(randomPoints(4000, {0, 0, 0}, {1, 1, 1}), 0.1F), 10000U);
    EXPECT_GT(expectSameAsBruteForce(randomPoints(4000, {-7, 3, -100}, {-6, 4, -99}), 0.13F), 10000U);
}

TEST(NeighborLists, HoldWhatBruteForceFindsInTwoDimensions) {
    EXPECT_GT(expectSameAsBruteForce(randomPoints(4000, {-1, -1, 0}, {1, 1, 0}), 0.05F, 2), 10000U);
    EXPECT_GT(expectSameAsBruteForce(cubicLattice(40, 0.125F, 2), 0.25F, 2), 10000U);
}

TEST(NeighborLists, HoldWhatBruteForceFindsOnALattice) {
    // Lengths are powers of two, so that distances are exact and many of them exactly h.
    EXPECT_GT(expectSameAsBruteForce(cubicLattice(13, 0.125F), 0.25F), 30000U);
    EXPECT_GT(expectSameAsBruteForce(cubicLattice(13, 0.125F), 0.125F * 1.75F), 30000U);
    EXPECT_EQ(expectSameAsBruteForce(cubicLattice(9, 0.125F), 0.125F), 0U)
        << "at distance h is not closer than h";
}

TEST(NeighborLists, LeaveOutWhatIsExactlyAtTheRadius) {
    EXPECT_EQ(expectSameAsBruteForce({{0, 0, 0}, {1, 0, 0}}, 1), 0U);
    EXPECT_EQ(expectSameAsBruteForce({{0, 0, 0}, {0, 0, -1}}, std::nextafter(1.0F, 2.0F)), 2U);
    EXPECT_EQ(expectSameAsBruteForce({{0, std::nextafter(1.0F, 0.0F), 0}, {0, 0, 0}}, 1), 2U);
}

TEST(NeighborLists, HoldWhatBruteForceFindsForFewParticles) {
    EXPECT_EQ(expectSameAsBruteForce({}, 1), 0U);
    EXPECT_EQ(expectSameAsBruteForce({{3, -2, 1}}, 1), 0U);
    EXPECT_EQ(expectSameAsBruteForce({{3, -2, 1}, {3.5F, -2, 1}}, 1), 2U);
    EXPECT_EQ(expectSameAsBruteForce({{3, -2, 1}, {30, -2, 1}}, 1), 0U);
}

TEST(NeighborLists, HoldAllOfOneCell) {
    EXPECT_EQ(expectSameAsBruteForce(randomPoints(300, {0.1F, 0.1F, 0.1F}, {0.4F, 0.4F, 0.4F}), 1),
              300U * 299U);
}

TEST(NeighborLists, HoldCoincidentParticles) {
    std::vector<Vec3> points(50, Vec3{0.3F, 0.3F, 0.3F});
    points.push_back({0.35F, 0.3F, 0.3F});
    points.push_back({-5, 0, 0});
    EXPECT_EQ(expectSameAsBruteForce(points, 0.1F), 51U * 50U);
}

TEST(NeighborLists, HoldNeighboursAcrossTheOrigin) {
    EXPECT_GT(expectSameAsBruteForce(randomPoints(3000, {-0.5F, -0.5F, -0.5F}, {0.5F, 0.5F, 0.5F}), 0.1F),
              10000U);
}

TEST(NeighborLists, HoldWhatBruteForceFindsInAWideWorld) {
    // Pairs strewn over 1e4 h in every direction.
    constexpr float kH = 0.1F;
    std::vector<Vec3> points = randomPoints(1000, {-500, -500, -500}, {500, 500, 500});
    test::Random random(8);
    for (Index i = 0; i < 1000; ++i)
        points.push_back(points[i] + random.between({-kH, -kH, -kH}, {kH, kH, kH}));
    EXPECT_GT(expectSameAsBruteForce(points, kH), 500U);
}

TEST(NeighborLists, HoldWhatBruteForceFindsAtTheEndOfTheRange) {
    // A million cells from the origin a float tells 16 places per cell apart.
    constexpr float kFar = 1.0e6F;
    EXPECT_GT(
        expectSameAsBruteForce(randomPoints(300, {kFar, -kFar, kFar}, {kFar + 4, -kFar + 4, kFar + 4}), 1.0F),
        500U);
}

TEST(NeighborLists, AreUnharmedByMisplacedParticles) {
    // 2^32 times this many cells per layer is more than 64 bits hold.
    for (const float size : {1.0F, 1.0e4F}) {
        std::vector<Vec3> points = randomPoints(1500, {0, 0, 0}, {1, 1, 1});
        points.push_back({size, size, size});
        const Lists before = byBruteForce(points, 0.12F);
        for (const Vec3 odd : {Vec3{1e9F, 0.5F, 0.5F}, Vec3{kNaN, 0.5F, 0.5F}, Vec3{0.5F, kInfinity, 0.5F},
                               Vec3{0.5F, 0.5F, -kInfinity}, Vec3{-3e38F, -3e38F, -3e38F}}) {
            points.push_back(odd);
        }
        Lists expected = before;
        expected.resize(points.size());
        forEachSimdTarget([&] {
            for (const int threads : {1, 2, 8}) expectEqual(byGrid(points, 0.12F, 3, threads), expected);
        });
    }
}

TEST(NeighborLists, AreCompleteWhenABlockOverflowsItsRoom) {
    // A clump of 1500 in a thin gas: some blocks need a thousand entries per particle, most none.
    std::vector<Vec3> points = randomPoints(1500, {0, 0, 0}, {0.1F, 0.1F, 0.1F});
    const std::vector<Vec3> gas = randomPoints(1500, {-5, -5, -5}, {5, 5, 5}, 2);
    points.insert(points.end(), gas.begin(), gas.end());
    EXPECT_GT(expectSameAsBruteForce(points, 0.2F), 1000000U);
}

TEST(NeighborLists, AreInTheOrderOfTheIndices) {
    const ThreadPool pool(2);
    ParticleStore store = storeOf(randomPoints(2000, {0, 0, 0}, {1, 1, 1}));
    CellGrid grid;
    grid.build(store, 0.15F, 3, pool);
    NeighborLists lists;
    ASSERT_TRUE(lists.build(grid, store.position(), 0.15F, pool));
    std::size_t total = 0;
    for (Index i = 0; i < store.size(); ++i) {
        EXPECT_TRUE(std::is_sorted(lists.of(i).begin(), lists.of(i).end()));
        total += lists.of(i).size();
    }
    EXPECT_EQ(lists.totalCount(), total);
    EXPECT_EQ(lists.particleCount(), store.size());
}

TEST(NeighborLists, CanBeBuiltAgainWithoutMoreMemory) {
    const ThreadPool pool(2);
    ParticleStore store = storeOf(randomPoints(3000, {0, 0, 0}, {1, 1, 1}));
    CellGrid grid;
    NeighborLists lists;
    grid.build(store, 0.2F, 3, pool);
    ASSERT_TRUE(lists.build(grid, store.position(), 0.2F, pool));
    const std::size_t before = lists.bytes();
    for (const float h : {0.1F, 0.2F, 0.15F}) {
        grid.build(store, h, 3, pool);
        ASSERT_TRUE(lists.build(grid, store.position(), h, pool));
        EXPECT_EQ(lists.bytes(), before);
        expectEqual(byId(store, lists), byId(store, findNeighborsByBruteForce(positionsOf(store), h, pool)));
    }
}

TEST(NeighborLists, AgreeWithTheOctree) {
    const ThreadPool pool(2);
    ParticleStore store = storeOf(randomPoints(5000, {0, 0, 0}, {1, 1, 1}));
    CellGrid grid;
    NeighborLists lists;
    grid.build(store, 0.11F, 3, pool);
    ASSERT_TRUE(lists.build(grid, store.position(), 0.11F, pool));
    expectEqual(byId(store, lists), byId(store, Octree(positionsOf(store)).findNeighbors(0.11F, pool)));
}

}  // namespace
}  // namespace undine
