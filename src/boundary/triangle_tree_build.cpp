// SPDX-License-Identifier: Zlib
// Making of the tree: boxes, and the normals of edges and vertices.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "boundary/mesh_check.h"
#include "boundary/triangle_tree.h"
#include "core/geometry.h"

namespace undine {
namespace {

/// Triangles in a leaf.
constexpr std::uint32_t kLeaf = 4;

}  // namespace

class TriangleTree::Builder {
  public:
    Builder(TriangleTree& tree, const TriangleMesh& mesh) : tree_(tree), mesh_(mesh) {
        const std::size_t count = mesh.indices.size() / 3;
        order_.resize(count);
        std::iota(order_.begin(), order_.end(), 0U);
        middles_.reserve(count);
        for (std::uint32_t t = 0; t < count; ++t) {
            middles_.push_back(corner(t, 0) + corner(t, 1) + corner(t, 2));
        }
    }

    void run() {
        const auto count = static_cast<std::uint32_t>(order_.size());
        const Box box = boxOf(0, count);
        tree_.min_ = box.low;
        tree_.max_ = box.high;
        tree_.root_ = split(0, count);
        addTriangles();
        addRims();
    }

  private:
    Vec3 corner(std::uint32_t triangle, std::uint32_t k) const {
        return mesh_.vertices[mesh_.indices[3 * triangle + k]];
    }

    Box boxOf(std::uint32_t begin, std::uint32_t end) const {
        Box box;
        for (std::uint32_t i = begin; i < end; ++i) {
            for (std::uint32_t k = 0; k < 3; ++k) box.add(corner(order_[i], k));
        }
        return box;
    }

    /// Sorts the triangles begin … end - 1 into two halves along the longest side of the box around their
    /// middles, and returns where the second one begins.
    std::uint32_t halve(std::uint32_t begin, std::uint32_t end) {
        Box box;
        for (std::uint32_t i = begin; i < end; ++i) box.add(middles_[order_[i]]);
        const Vec3 size = box.high - box.low;
        float Vec3::*axis = size.x >= size.y ? &Vec3::x : &Vec3::y;
        if (size.z > size.*axis) axis = &Vec3::z;
        const std::uint32_t middle = begin + (end - begin) / 2;
        std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                         [&](std::uint32_t a, std::uint32_t b) {
                             return std::make_pair(middles_[a].*axis, a) <
                                    std::make_pair(middles_[b].*axis, b);
                         });
        return middle;
    }

    /// Four quarters of the triangles, and each of those again.
    std::int32_t split(std::uint32_t begin, std::uint32_t end) {
        if (end - begin <= kLeaf) return ~static_cast<std::int32_t>(8 * begin + (end - begin));
        const std::uint32_t middle = halve(begin, end);
        const std::uint32_t ends[5] = {begin, halve(begin, middle), middle, halve(middle, end), end};
        Node node{};
        for (int k = 0; k < 4; ++k) {
            const Box box = boxOf(ends[k], ends[k + 1]);
            const float low[3] = {box.low.x, box.low.y, box.low.z};
            const float high[3] = {box.high.x, box.high.y, box.high.z};
            for (int axis = 0; axis < 3; ++axis) {
                node.min[axis][k] = low[axis];
                node.max[axis][k] = high[axis];
            }
        }
        const std::size_t place = tree_.nodes_.size();
        tree_.nodes_.push_back(node);
        for (int k = 0; k < 4; ++k) {
            const std::int32_t child = split(ends[k], ends[k + 1]);
            tree_.nodes_[place].child[k] = child;
        }
        return static_cast<std::int32_t>(place);
    }

    Vec3d normalOf(std::uint32_t triangle) const {
        const Vec3d a(corner(triangle, 0));
        return normalized(cross(Vec3d(corner(triangle, 1)) - a, Vec3d(corner(triangle, 2)) - a));
    }

    void addTriangles() {
        tree_.triangles_.reserve(order_.size());
        for (const std::uint32_t t : order_) {
            const Vec3 a = corner(t, 0);
            tree_.triangles_.push_back({a, corner(t, 1) - a, corner(t, 2) - a, normalOf(t).rounded()});
        }
    }

    /// An edge between two vertices, whichever way it is passed, and the place of one of its triangles.
    struct Edge {
        std::uint64_t key;
        std::uint32_t slot;  // 3 triangle + number of the edge
    };

    void addRims() {
        const std::vector<std::uint32_t> welded = weldVertices(mesh_.vertices);
        std::vector<Vec3d> atVertex(mesh_.vertices.size());
        std::vector<Edge> edges;
        edges.reserve(mesh_.indices.size());
        for (std::uint32_t i = 0; i < order_.size(); ++i) {
            const Vec3d normal = normalOf(order_[i]);
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t from = welded[mesh_.indices[3 * order_[i] + k]];
                const std::uint32_t to = welded[mesh_.indices[3 * order_[i] + (k + 1) % 3]];
                atVertex[from] = atVertex[from] + angleAt(order_[i], k) * normal;
                const std::uint64_t low = std::min(from, to);
                edges.push_back({(low << 32U) | std::max(from, to), 3 * i + k});
            }
        }
        tree_.rims_.resize(order_.size());
        sumEdges(edges);
        for (std::uint32_t i = 0; i < order_.size(); ++i) {
            for (std::uint32_t k = 0; k < 3; ++k) {
                const Vec3d sum = atVertex[welded[mesh_.indices[3 * order_[i] + k]]];
                tree_.rims_[i].corner[k] = normalized(sum.rounded());
            }
        }
    }

    double angleAt(std::uint32_t triangle, std::uint32_t k) const {
        const Vec3d at(corner(triangle, k));
        const Vec3d a = Vec3d(corner(triangle, (k + 1) % 3)) - at;
        const Vec3d b = Vec3d(corner(triangle, (k + 2) % 3)) - at;
        return std::atan2(length(cross(a, b)), dot(a, b));
    }

    void sumEdges(std::vector<Edge>& edges) {
        std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
            return std::make_pair(a.key, a.slot) < std::make_pair(b.key, b.slot);
        });
        for (std::size_t begin = 0; begin < edges.size();) {
            std::size_t end = begin;
            Vec3d sum;
            for (; end < edges.size() && edges[end].key == edges[begin].key; ++end) {
                sum = sum + normalOf(order_[edges[end].slot / 3]);
            }
            for (; begin < end; ++begin) {
                const std::uint32_t slot = edges[begin].slot;
                tree_.rims_[slot / 3].edge[slot % 3] = normalized(sum.rounded());
            }
        }
    }

    TriangleTree& tree_;
    const TriangleMesh& mesh_;
    std::vector<std::uint32_t> order_;
    std::vector<Vec3> middles_;  // three times the middle of each triangle
};

TriangleTree::TriangleTree(const TriangleMesh& mesh, bool open) : open_(open) { Builder(*this, mesh).run(); }

}  // namespace undine
