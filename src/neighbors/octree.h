// SPDX-License-Identifier: Zlib
// An octree over points, as a reference for tests and for the benchmark: what many programs use where Undine
// sorts into cells. The box around a node's points is cut in the middle of all three axes; each part with
// points in it becomes a child with a box of its own, drawn tight, until few enough points are left.
#pragma once

#include <vector>

#include "core/parallel.h"
#include "neighbors/neighbor_table.h"
#include "undine/fields.h"

namespace undine {

class Octree {
  public:
    /// Refers to the points, which must stay as they are. Points that are not finite are left out.
    explicit Octree(const VectorView& points, Index leafCapacity = 16);

    /// Appends the points closer than `radius` to `center`, in no particular order.
    void find(Vec3 center, float radius, std::vector<Index>& found) const;

    /// All j != i with |x_i - x_j| < radius for each point i, each list in no particular order.
    NeighborTable findNeighbors(float radius, const ThreadPool& pool) const;

    std::size_t nodeCount() const { return nodes_.size(); }
    int depth() const { return depth_; }  ///< levels; 0 without points

  private:
    /// A node's points are order_[begin] … order_[end - 1]; its children, if any, are side by side in nodes_.
    struct Node {
        Vec3 low;
        Vec3 high;
        Index begin = 0;
        Index end = 0;
        Index firstChild = 0;
        Index childCount = 0;
    };

    Node makeNode(Index begin, Index end) const;
    void split(Index node, int level);
    void visit(const Node& node, Vec3 center, float radius2, std::vector<Index>& found) const;

    VectorView points_;
    Index leafCapacity_;
    int depth_ = 0;
    std::vector<Index> order_;
    std::vector<Index> spare_;
    std::vector<Node> nodes_;
};

}  // namespace undine
