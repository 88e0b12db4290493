// SPDX-License-Identifier: Zlib
// An octree over points for sums over all of them: points are sorted along a Z-order curve, so that a node is
// a range of them, and a node's ball is drawn tightly around its points. (neighbors/octree.h is the reference
// of the neighbour search: it is made for finding, this one for expanding.)
//
// The tree keeps its own sorted copy of the points, in units in which all of them fit into a box of size 1
// around the origin: powers of distances then neither overflow nor vanish.
#pragma once

#include <span>
#include <vector>

#include "core/aligned_array.h"
#include "core/geometry.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "neighbors/radix_sort.h"

namespace undine {

/// How points of the world become points of a tree: (x - origin) / size.
struct TreeFrame {
    Vec3 origin;
    float size = 1;

    Vec3 toTree(Vec3 x) const { return (1 / size) * (x - origin); }
};

/// The box around points.
Box boxAround(const VectorSpan& x, Index count, const ThreadPool& pool);

class PointTree {
  public:
    /// A node's points are [begin, end); its children, if it has any, are side by side.
    struct Node {
        Vec3 center;
        float radius = 0;  ///< of the ball around the center that holds all its points
        Index begin = 0;
        Index end = 0;
        Index firstChild = 0;
        Index childCount = 0;

        Index count() const { return end - begin; }
        bool isLeaf() const { return childCount == 0; }
    };

    /// The box around the points, as a frame.
    static TreeFrame frameOf(const VectorSpan& x, Index count, const ThreadPool& pool);

    /// Sorts the points and makes the nodes. Leaves have at most `leafSize` points, unless these are in one
    /// place.
    void build(const VectorSpan& x, Index count, const TreeFrame& frame, Index leafSize,
               const ThreadPool& pool);

    Index size() const { return static_cast<Index>(order_.size()); }
    std::span<const Node> nodes() const { return nodes_; }

    /// The nodes by their depth: those of depth d are [levels()[d], levels()[d + 1]).
    std::span<const Index> levels() const { return levels_; }

    /// Appends the largest nodes of at most `most` points, or leaves, at or below a node: together they hold
    /// each of its points once.
    void findGroups(Index from, Index most, std::vector<Index>& groups) const;

    /// The points in the order of the tree, and where they were before.
    VectorSpan points() { return spanOf(points_); }
    std::span<const Index> order() const { return order_; }

    std::size_t bytes() const;

  private:
    void sortPoints(const VectorSpan& x, Index count, const TreeFrame& frame, const ThreadPool& pool);
    void split(Index leafSize);
    void addChildren(Index node, unsigned shift, Index leafSize);
    void drawBalls(const ThreadPool& pool);
    void drawLeaf(Index leaf);
    void drawInner(Index inner);

    RadixSort<std::uint64_t> sort_;
    std::span<const Index> order_;
    std::array<AlignedArray<float>, 3> points_;
    std::vector<Node> nodes_;
    std::vector<Index> levels_;
    std::vector<Box> boxes_;        // around the points of each node
    std::vector<unsigned> shifts_;  // of each node: bits of a key below its cube
};

}  // namespace undine
