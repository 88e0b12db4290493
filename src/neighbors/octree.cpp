// SPDX-License-Identifier: Zlib
#include "neighbors/octree.h"

#include <algorithm>
#include <cmath>

#include "core/finite.h"
#include "core/geometry.h"

namespace undine {
namespace {

// A bound on the recursion. Points that are still together then are so close that rounding keeps the middle
// of their box from parting them, or strung out over many orders of magnitude; they stay in one leaf.
constexpr int kMaxDepth = 64;

/// Which of the eight parts of a box cut at `middle` holds p.
unsigned octantOf(Vec3 p, Vec3 middle) {
    return (p.x > middle.x ? 1U : 0U) | (p.y > middle.y ? 2U : 0U) | (p.z > middle.z ? 4U : 0U);
}

/// Square of the distance to a box, rounded as the distances to the points in it are, so that it never
/// exceeds them.
float distance2ToBox(Vec3 p, Vec3 low, Vec3 high) {
    const Vec3 out = upper(upper(low - p, p - high), Vec3{});
    return dot(out, out);
}

}  // namespace

Octree::Octree(const VectorView& points, Index leafCapacity)
    : points_(points), leafCapacity_(std::max(leafCapacity, Index{1})) {
    for (Index i = 0; i < points.size(); ++i) {
        if (isFinite(points[i])) order_.push_back(i);
    }
    if (order_.empty()) return;
    spare_.resize(order_.size());
    nodes_.push_back(makeNode(0, static_cast<Index>(order_.size())));
    split(0, 1);
}

Octree::Node Octree::makeNode(Index begin, Index end) const {
    Node node{.low = points_[order_[begin]], .high = points_[order_[begin]], .begin = begin, .end = end};
    for (Index k = begin + 1; k < end; ++k) {
        node.low = lower(node.low, points_[order_[k]]);
        node.high = upper(node.high, points_[order_[k]]);
    }
    return node;
}

void Octree::split(Index parent, int level) {
    depth_ = std::max(depth_, level);
    const Node node = nodes_[parent];  // a copy: nodes_ grows below
    if (node.end - node.begin <= leafCapacity_ || level == kMaxDepth || node.low == node.high) return;

    // Sort the points by octant. Halves are added, not the sum halved, which might overflow.
    const Vec3 middle = 0.5F * node.low + 0.5F * node.high;
    Index start[9] = {};
    for (Index k = node.begin; k < node.end; ++k) ++start[octantOf(points_[order_[k]], middle) + 1];
    start[0] = node.begin;
    for (int octant = 0; octant < 8; ++octant) start[octant + 1] += start[octant];
    Index next[8];
    std::copy_n(start, 8, next);
    for (Index k = node.begin; k < node.end; ++k)
        spare_[next[octantOf(points_[order_[k]], middle)]++] = order_[k];
    std::copy(spare_.begin() + node.begin, spare_.begin() + node.end, order_.begin() + node.begin);

    // Make the children side by side, then their children.
    const auto firstChild = static_cast<Index>(nodes_.size());
    for (int octant = 0; octant < 8; ++octant) {
        if (start[octant] < start[octant + 1]) nodes_.push_back(makeNode(start[octant], start[octant + 1]));
    }
    const auto childCount = static_cast<Index>(nodes_.size()) - firstChild;
    nodes_[parent].firstChild = firstChild;
    nodes_[parent].childCount = childCount;
    for (Index child = 0; child < childCount; ++child) split(firstChild + child, level + 1);
}

void Octree::find(Vec3 center, float radius, std::vector<Index>& found) const {
    if (!nodes_.empty()) visit(nodes_[0], center, radius * radius, found);
}

void Octree::visit(const Node& node, Vec3 center, float radius2, std::vector<Index>& found) const {
    if (!(distance2ToBox(center, node.low, node.high) < radius2)) return;
    for (Index child = 0; child < node.childCount; ++child) {
        visit(nodes_[node.firstChild + child], center, radius2, found);
    }
    if (node.childCount > 0) return;
    for (Index k = node.begin; k < node.end; ++k) {
        const Vec3 d = center - points_[order_[k]];
        if (dot(d, d) < radius2) found.push_back(order_[k]);
    }
}

NeighborTable Octree::findNeighbors(float radius, const ThreadPool& pool) const {
    return collectNeighbors(points_.size(), pool, [&](Index i, std::vector<Index>& list) {
        const auto first = static_cast<std::ptrdiff_t>(list.size());
        find(points_[i], radius, list);
        list.erase(std::remove(list.begin() + first, list.end(), i), list.end());  // every point finds itself
    });
}

}  // namespace undine
