// SPDX-License-Identifier: Zlib
// The searches that others are compared with, brute force and octree, and these two with each other.
#include <algorithm>

#include "neighbors/brute_force.h"
#include "neighbors/octree.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::cubicLattice;
using test::kInfinity;
using test::kNaN;
using test::positionsOf;
using test::randomPoints;
using test::storeOf;

using Lists = std::vector<std::vector<Index>>;

Lists sortedLists(const NeighborTable& table) {
    Lists lists;
    for (Index i = 0; i < table.particleCount(); ++i) {
        lists.emplace_back(table.of(i).begin(), table.of(i).end());
        std::sort(lists.back().begin(), lists.back().end());
    }
    return lists;
}

Lists byBruteForce(const std::vector<Vec3>& points, float h, int threads = 1) {
    ParticleStore store = storeOf(points);
    return sortedLists(findNeighborsByBruteForce(positionsOf(store), h, ThreadPool(threads)));
}

Lists byOctree(const std::vector<Vec3>& points, float h, int threads = 1, Index leafCapacity = 16) {
    ParticleStore store = storeOf(points);
    return sortedLists(Octree(positionsOf(store), leafCapacity).findNeighbors(h, ThreadPool(threads)));
}

/// Brute force is the obvious loop; this one is more obvious still.
Lists byDefinition(const std::vector<Vec3>& points, float h) {
    Lists lists(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < points.size(); ++j) {
            const Vec3 d = points[i] - points[j];
            if (i != j && dot(d, d) < h * h) lists[i].push_back(static_cast<Index>(j));
        }
    }
    return lists;
}

void expectAllAgree(const std::vector<Vec3>& points, float h) {
    const Lists expected = byDefinition(points, h);
    EXPECT_EQ(byBruteForce(points, h, 1), expected);
    EXPECT_EQ(byBruteForce(points, h, 3), expected);
    for (const Index capacity : {1U, 16U}) {
        EXPECT_EQ(byOctree(points, h, 1, capacity), expected) << "leaf capacity " << capacity;
        EXPECT_EQ(byOctree(points, h, 3, capacity), expected) << "leaf capacity " << capacity;
    }
}

TEST(ReferenceSearch, FindsAllOnRandomPoints) {
    expectAllAgree(randomPoints(1500, {-1, -1, -1}, {1, 1, 1}), 0.25F);
    expectAllAgree(randomPoints(500, {-1, -1, 0}, {1, 1, 0}), 0.1F);
}

TEST(ReferenceSearch, CountsTheNeighboursOnALattice) {
    // Within 1.5 spacings a point has 6 neighbours at 1 and 12 at sqrt 2.
    const Lists lists = byOctree(cubicLattice(5, 1), 1.5F);
    EXPECT_EQ(lists[62].size(), 18U);  // the middle one
    EXPECT_EQ(lists[0].size(), 6U);    // a corner
    expectAllAgree(cubicLattice(6, 0.5F), 0.8F);
}

TEST(ReferenceSearch, LeavesOutWhatIsExactlyAtTheRadius) {
    expectAllAgree({{0, 0, 0}, {1, 0, 0}, {0, 0.5F, 0}}, 1.0F);
    EXPECT_EQ(byBruteForce({{0, 0, 0}, {1, 0, 0}}, 1.0F), (Lists{{}, {}}));
    EXPECT_EQ(byBruteForce({{0, 0, 0}, {std::nextafter(1.0F, 0.0F), 0, 0}}, 1.0F), (Lists{{1}, {0}}));
}

TEST(ReferenceSearch, TakesFewPoints) {
    EXPECT_TRUE(byBruteForce({}, 1).empty());
    EXPECT_TRUE(byOctree({}, 1).empty());
    EXPECT_EQ(byOctree({{1, 2, 3}}, 1), Lists{{}});
    EXPECT_EQ(byOctree({{1, 2, 3}, {1, 2, 3.5F}}, 1), (Lists{{1}, {0}}));
}

TEST(ReferenceSearch, TakesCoincidentPoints) {
    std::vector<Vec3> points(100, Vec3{0.1F, 0.2F, 0.3F});
    points.push_back({5, 5, 5});
    expectAllAgree(points, 0.5F);
}

TEST(ReferenceSearch, GivesPointsThatAreNotFiniteNoNeighboursAndNoPlaceAmongOthers) {
    std::vector<Vec3> points = randomPoints(300, {0, 0, 0}, {1, 1, 1});
    const Lists before = byDefinition(points, 0.3F);
    points.push_back({kNaN, 0.5F, 0.5F});
    points.push_back({0.5F, kInfinity, 0.5F});
    points.push_back({0.5F, 0.5F, -kInfinity});
    Lists expected = before;
    expected.resize(points.size());
    EXPECT_EQ(byBruteForce(points, 0.3F), expected);
    EXPECT_EQ(byOctree(points, 0.3F), expected);
    EXPECT_EQ(byOctree({{kNaN, kNaN, kNaN}}, 1), Lists{{}});
}

TEST(Octree, StaysShallowForPointsThatCannotBeParted) {
    // Neighbouring floats have no float between them to cut at: the middle of these two rounds to the upper
    // one.
    const float lower = std::nextafter(1.0F, 2.0F);
    std::vector<Vec3> points(80, Vec3{lower, 1, 1});
    points.resize(120, {std::nextafter(lower, 2.0F), 1, 1});
    points.resize(160, {1e-45F, 0, 0});
    points.resize(200, {0, 0, 0});
    points.resize(201, {3e38F, -3e38F, 3e38F});
    ParticleStore store = storeOf(points);
    const Octree tree(positionsOf(store), 1);
    EXPECT_LE(tree.depth(), 64);
    EXPECT_LT(tree.nodeCount(), 2000U);
    expectAllAgree(points, 0.5F);
}

TEST(Octree, KeepsToItsLeafCapacity) {
    ParticleStore store = storeOf(cubicLattice(8, 1));
    EXPECT_EQ(Octree(positionsOf(store), 512).nodeCount(), 1U);
    EXPECT_EQ(Octree(positionsOf(store), 64).nodeCount(), 1U + 8);
    const Octree finest(positionsOf(store), 1);
    EXPECT_EQ(finest.nodeCount(), 1U + 8 + 64 + 512);
    EXPECT_EQ(finest.depth(), 4);
}

TEST(Octree, FindsPointsAroundAPlaceWithoutOne) {
    ParticleStore store = storeOf(cubicLattice(4, 1));
    std::vector<Index> found;
    Octree(positionsOf(store)).find({0.5F, 0.5F, 0.5F}, 1, found);
    EXPECT_EQ(found.size(), 8U);
    found.clear();
    Octree(positionsOf(store)).find({kNaN, 0, 0}, 1, found);
    EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace undine
