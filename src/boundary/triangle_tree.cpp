// SPDX-License-Identifier: Zlib
#include "boundary/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "boundary/larger.h"
#include "core/geometry.h"

namespace undine {
namespace {

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

TriangleTree::Corners TriangleTree::corners(std::size_t triangle) const {
    const Triangle& t = triangles_[triangle];
    return {t.a, t.a + t.ab, t.a + t.ac};
}

/// Walks down the nearest box first, and leaves out what is farther than the best so far.
class TriangleTree::Search {
  public:
    Search(const TriangleTree& tree, Vec3 p) : tree_(tree), p_(p) {}

    std::uint32_t run() {
        waiting_[0] = {tree_.root_, 0};
        count_ = 1;
        while (count_ > 0) {
            const Waiting next = waiting_[--count_];
            if (next.distance >= best_) continue;
            if (next.node < 0) {
                visitLeaf(static_cast<std::uint32_t>(~next.node));
            } else {
                visitNode(tree_.nodes_[static_cast<std::size_t>(next.node)]);
            }
        }
        return bestTriangle_;
    }

  private:
    struct Waiting {
        std::int32_t node;
        float distance;
    };

    void visitNode(const Node& node) {
        float distance[4];
        for (int k = 0; k < 4; ++k) {
            const float x = positivePart(larger(node.min[0][k] - p_.x, p_.x - node.max[0][k]));
            const float y = positivePart(larger(node.min[1][k] - p_.y, p_.y - node.max[1][k]));
            const float z = positivePart(larger(node.min[2][k] - p_.z, p_.z - node.max[2][k]));
            distance[k] = x * x + y * y + z * z;
        }
        // The nearest one goes last onto the pile, to be taken first. To sort the others does not pay.
        int nearest = distance[1] < distance[0] ? 1 : 0;
        nearest = distance[2] < distance[nearest] ? 2 : nearest;
        nearest = distance[3] < distance[nearest] ? 3 : nearest;
        for (int k = 0; k < 4; ++k) {
            if (k != nearest && distance[k] < best_) waiting_[count_++] = {node.child[k], distance[k]};
        }
        waiting_[count_++] = {node.child[nearest], distance[nearest]};
    }

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
    Waiting waiting_[64];  // quarters of quarters: the tree is no deeper than 16, with three waiting at each
    int count_ = 0;
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
