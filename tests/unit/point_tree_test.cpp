// SPDX-License-Identifier: Zlib
// The tree of the fast sum: what its nodes hold, and that none of them is there for nothing.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/test_support.h"
#include "vortex/point_tree.h"

namespace undine {
namespace {

constexpr Index kLeafSize = 32;

struct Cloud {
    std::string name;
    std::vector<Vec3> points;
};

std::vector<Cloud> clouds() {
    std::vector<Vec3> ring(3000);
    for (std::size_t k = 0; k < ring.size(); ++k) {
        const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(k) / 3000;
        ring[k] = {std::cos(angle), 0.3F, std::sin(angle)};
    }
    std::vector<Vec3> twoPlaces(100, Vec3{1, 2, 3});
    twoPlaces.resize(200, Vec3{1, 2, 4});
    return {{"box", test::randomPoints(10000, {-1, -1, -1}, {1, 1, 1})},
            {"square", test::randomPoints(10000, {-1, -1, 0}, {1, 1, 0})},
            {"upright square", test::randomPoints(5000, {0, -1, -1}, {0, 1, 1})},
            {"line", test::randomPoints(1000, {0, 5, 0}, {0, 9, 0})},
            {"ring", ring},
            {"two places", twoPlaces}};
}

PointTree treeOf(const std::vector<Vec3>& points) {
    std::array<AlignedArray<float>, 3> x;
    const auto count = static_cast<Index>(points.size());
    for (AlignedArray<float>& axis : x) axis.resize(count);
    for (Index i = 0; i < count; ++i) spanOf(x).set(i, points[i]);
    const ThreadPool pool(2);
    PointTree tree;
    tree.build(spanOf(x), count, PointTree::frameOf(spanOf(x), count, pool), kLeafSize, pool);
    return tree;
}

TEST(PointTree, HasChildrenThatShareThePointsOfTheirParents) {
    for (const Cloud& cloud : clouds()) {
        SCOPED_TRACE(cloud.name);
        const PointTree tree = treeOf(cloud.points);
        for (const PointTree::Node& node : tree.nodes()) {
            if (node.isLeaf()) continue;
            EXPECT_GT(node.count(), kLeafSize);
            EXPECT_GE(node.childCount, 2U) << "a part that is the whole is looked at twice";
            Index at = node.begin;
            for (Index c = node.firstChild; c < node.firstChild + node.childCount; ++c) {
                EXPECT_EQ(tree.nodes()[c].begin, at);
                at = tree.nodes()[c].end;
            }
            EXPECT_EQ(at, node.end);
        }
    }
}

TEST(PointTree, HasLeavesOfFewPointsUnlessTheseAreInOnePlace) {
    for (const Cloud& cloud : clouds()) {
        SCOPED_TRACE(cloud.name);
        PointTree tree = treeOf(cloud.points);
        for (const PointTree::Node& node : tree.nodes()) {
            if (!node.isLeaf() || node.count() <= kLeafSize) continue;
            for (Index i = node.begin; i < node.end; ++i)
                EXPECT_EQ(tree.points()[i], tree.points()[node.begin]);
        }
    }
}

TEST(PointTree, HasBallsAroundAllPoints) {
    for (const Cloud& cloud : clouds()) {
        SCOPED_TRACE(cloud.name);
        PointTree tree = treeOf(cloud.points);
        for (const PointTree::Node& node : tree.nodes()) {
            for (Index i = node.begin; i < node.end; ++i) {
                ASSERT_LE(length(tree.points()[i] - node.center), node.radius * 1.0001F + 1e-7F);
            }
        }
    }
}

TEST(PointTree, KnowsWhereItsPointsWere) {
    const std::vector<Vec3> points = clouds().front().points;
    PointTree tree = treeOf(points);
    std::vector<bool> isSeen(points.size());
    for (Index i = 0; i < tree.size(); ++i) isSeen[tree.order()[i]] = true;
    EXPECT_EQ(std::count(isSeen.begin(), isSeen.end(), true), static_cast<std::ptrdiff_t>(points.size()));
}

}  // namespace
}  // namespace undine
