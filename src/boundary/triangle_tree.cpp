// SPDX-License-Identifier: Zlib
#include "boundary/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "boundary/mesh_check.h"
#include "core/geometry.h"

namespace undine {
namespace {

/// Triangles in a leaf.
constexpr std::uint32_t kLeaf = 4;

Vec3 lower(Vec3 a, Vec3 b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 upper(Vec3 a, Vec3 b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

struct Box {
    Vec3 min{std::numeric_limits<float>::max(), std::numeric_limits<float>::max(),
             std::numeric_limits<float>::max()};
    Vec3 max{std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest(),
             std::numeric_limits<float>::lowest()};

    void add(Vec3 p) {
        min = lower(min, p);
        max = upper(max, p);
    }
};

float squaredDistance(Vec3 p, Vec3 min, Vec3 max) {
    const Vec3 d = upper(upper(min - p, p - max), {0, 0, 0});
    return dot(d, d);
}

/// The part of a triangle that is nearest to a place.
enum class Feature { Face, EdgeAb, EdgeBc, EdgeCa, CornerA, CornerB, CornerC };

struct Foot {
    Vec3 offset;  // from corner a
    Feature feature;
};

/// The nearest point of the triangle (0, ab, ac) to q. The plane is divided into the regions that are nearest
/// to a corner, to an edge, or to the face.
Foot footOn(Vec3 ab, Vec3 ac, Vec3 q) {
    const float abq = dot(ab, q);
    const float acq = dot(ac, q);
    if (abq <= 0 && acq <= 0) return {{}, Feature::CornerA};
    const Vec3 fromB = q - ab;
    const float abB = dot(ab, fromB);
    const float acB = dot(ac, fromB);
    if (abB >= 0 && acB <= abB) return {ab, Feature::CornerB};
    const float weightC = abq * acB - abB * acq;
    if (weightC <= 0 && abq >= 0 && abB <= 0) return {(abq / (abq - abB)) * ab, Feature::EdgeAb};
    const Vec3 fromC = q - ac;
    const float abC = dot(ab, fromC);
    const float acC = dot(ac, fromC);
    if (acC >= 0 && abC <= acC) return {ac, Feature::CornerC};
    const float weightB = abC * acq - abq * acC;
    if (weightB <= 0 && acq >= 0 && acC <= 0) return {(acq / (acq - acC)) * ac, Feature::EdgeCa};
    const float weightA = abB * acC - abC * acB;
    if (weightA <= 0 && acB >= abB && abC >= acC) {
        const float share = (acB - abB) / ((acB - abB) + (abC - acC));
        return {ab + share * (ac - ab), Feature::EdgeBc};
    }
    const float scale = 1 / (weightA + weightB + weightC);
    return {(weightB * scale) * ab + (weightC * scale) * ac, Feature::Face};
}

}  // namespace

// ---- Making of the tree

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
        tree_.min_ = box.min;
        tree_.max_ = box.max;
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

    /// Sorts the triangles begin … end - 1 into two halves along their longest side, and those again.
    std::int32_t split(std::uint32_t begin, std::uint32_t end) {
        if (end - begin <= kLeaf) return ~static_cast<std::int32_t>(8 * begin + (end - begin));
        Box box;
        for (std::uint32_t i = begin; i < end; ++i) box.add(middles_[order_[i]]);
        const Vec3 size = box.max - box.min;
        float Vec3::*axis = size.x >= size.y ? &Vec3::x : &Vec3::y;
        if (size.z > size.*axis) axis = &Vec3::z;
        const std::uint32_t middle = begin + (end - begin) / 2;
        std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                         [&](std::uint32_t a, std::uint32_t b) {
                             return std::make_pair(middles_[a].*axis, a) <
                                    std::make_pair(middles_[b].*axis, b);
                         });
        const Box boxes[2] = {boxOf(begin, middle), boxOf(middle, end)};
        const auto node = static_cast<std::int32_t>(tree_.nodes_.size());
        tree_.nodes_.push_back({{boxes[0].min, boxes[1].min}, {boxes[0].max, boxes[1].max}, {}});
        const std::int32_t first = split(begin, middle);
        const std::int32_t second = split(middle, end);
        Node& made = tree_.nodes_[static_cast<std::size_t>(node)];
        made.child[0] = first;
        made.child[1] = second;
        return node;
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

TriangleTree::Corners TriangleTree::corners(std::size_t triangle) const {
    const Triangle& t = triangles_[triangle];
    return {t.a, t.a + t.ab, t.a + t.ac};
}

// ---- Search

/// Walks down the nearer of two boxes first, and leaves out what is farther than the best so far.
class TriangleTree::Search {
  public:
    Search(const TriangleTree& tree, Vec3 p) : tree_(tree), p_(p) {}

    std::uint32_t run() {
        struct Waiting {
            std::int32_t node;
            float distance;
        };
        Waiting waiting[64];  // halves of halves: the tree is no deeper than 32
        int count = 0;
        std::int32_t node = tree_.root_;
        while (true) {
            while (node >= 0) {
                const Node& n = tree_.nodes_[static_cast<std::size_t>(node)];
                const float d[2] = {squaredDistance(p_, n.min[0], n.max[0]),
                                    squaredDistance(p_, n.min[1], n.max[1])};
                const int nearer = d[1] < d[0] ? 1 : 0;
                if (d[1 - nearer] < best_) waiting[count++] = {n.child[1 - nearer], d[1 - nearer]};
                node = d[nearer] < best_ ? n.child[nearer] : ~0;
            }
            visitLeaf(static_cast<std::uint32_t>(~node));
            do {
                if (count == 0) return bestTriangle_;
                node = waiting[--count].node;
            } while (waiting[count].distance >= best_);
        }
    }

  private:
    void visitLeaf(std::uint32_t leaf) {
        const std::uint32_t begin = leaf / 8;
        for (std::uint32_t t = begin; t < begin + leaf % 8; ++t) {
            const Triangle& triangle = tree_.triangles_[t];
            const Vec3 q = p_ - triangle.a;
            const Vec3 d = q - footOn(triangle.ab, triangle.ac, q).offset;
            const float distance = dot(d, d);
            if (distance >= best_) continue;
            best_ = distance;
            bestTriangle_ = t;
        }
    }

    const TriangleTree& tree_;
    Vec3 p_;
    float best_ = std::numeric_limits<float>::infinity();
    std::uint32_t bestTriangle_ = 0;
};

SurfacePoint TriangleTree::describe(std::uint32_t triangle, Vec3 p) const {
    const Triangle& t = triangles_[triangle];
    const Vec3 q = p - t.a;
    const Foot foot = footOn(t.ab, t.ac, q);
    if (foot.feature == Feature::Face) {
        const float height = dot(q, t.normal);
        if (open_ && height < 0) return {-height, -1 * t.normal};
        return {height, t.normal};
    }
    const Vec3 d = q - foot.offset;
    const float distance = length(d);
    const auto k = static_cast<std::size_t>(foot.feature);
    const auto corner = static_cast<std::size_t>(Feature::CornerA);
    const Rims& rims = rims_[triangle];
    const Vec3 rim = k < corner ? rims.edge[k - 1] : rims.corner[k - corner];
    // So near to it the direction is nothing but rounding.
    const float rounding = 1e-6F * (std::abs(p.x) + std::abs(p.y) + std::abs(p.z));
    if (open_) return {distance, distance > rounding ? (1 / distance) * d : t.normal};
    const float sign = dot(d, rim) < 0 ? -1.0F : 1.0F;
    return {sign * distance, distance > rounding ? (sign / distance) * d : rim};
}

SurfacePoint TriangleTree::closest(Vec3 p) const { return describe(Search(*this, p).run(), p); }

}  // namespace undine
