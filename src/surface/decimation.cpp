// SPDX-License-Identifier: Zlib
#include "surface/decimation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <queue>
#include <utility>

#include "core/geometry.h"

namespace undine {
namespace {

constexpr Index kGone = ~Index{0};

// Cells: how far a vertex may be, in the mean over the triangles it stands for, from their planes. With it
// boxes and balls of some hundred particles keep their volume within 1 % at any share, and lose up to six of
// seven triangles; balls of up to thirty particles keep it within 2 %.
constexpr double kMostError = 0.07;

/// [GH97]: the sum of squared distances of a point from planes, as a form of the point.
struct Quadric {
    std::array<double, 10> a{};
    double weight = 0;

    void addPlane(Vec3 n, double d, double area) {
        const double v[4] = {n.x, n.y, n.z, d};
        std::size_t k = 0;
        for (int i = 0; i < 4; ++i) {
            for (int j = i; j < 4; ++j) a[k++] += area * v[i] * v[j];
        }
        weight += area;
    }
    void add(const Quadric& other) {
        for (std::size_t k = 0; k < a.size(); ++k) a[k] += other.a[k];
        weight += other.weight;
    }
    double at(Vec3 p) const {
        const double v[4] = {p.x, p.y, p.z, 1};
        double sum = 0;
        std::size_t k = 0;
        for (int i = 0; i < 4; ++i) {
            for (int j = i; j < 4; ++j) sum += (i == j ? 1 : 2) * a[k++] * v[i] * v[j];
        }
        return sum;
    }
};

struct Collapse {
    double cost;
    Index from;
    Index to;
    std::uint32_t age;  // of both ends together when this was reckoned

    // The least cost first; ties by the ends, so that the order is always the same.
    bool operator<(const Collapse& other) const {
        if (cost != other.cost) return cost > other.cost;
        return from != other.from ? from > other.from : to > other.to;
    }
};

class Decimator {
  public:
    Decimator(SurfaceMesh& mesh, std::span<const std::uint8_t> holds, float cellSize)
        : mesh_(mesh),
          holds_(holds),
          mostSquare_(kMostError * kMostError * static_cast<double>(cellSize) *
                      static_cast<double>(cellSize)),
          origin_(mesh.positions[0]),
          quadrics_(mesh.positions.size()),
          trianglesOf_(mesh.positions.size()),
          age_(mesh.positions.size(), 0) {
        for (Index t = 0; t < mesh_.triangles.size() / 3; ++t) {
            const Vec3 area = areaOf(t);
            const Vec3 n = normalized(area);
            const double d = -static_cast<double>(dot(n, local(corner(t, 0))));
            for (int k = 0; k < 3; ++k) {
                const Index v = mesh_.triangles[3 * t + k];
                trianglesOf_[v].push_back(t);
                quadrics_[v].addPlane(n, d, static_cast<double>(length(area)));
            }
        }
    }

    void run(float share) {
        const double surplus = static_cast<double>(share) * static_cast<double>(countMovable());
        for (Index v = 0; v < trianglesOf_.size(); ++v) offerAround(v);
        for (std::size_t removed = 0; static_cast<double>(removed) + 1 <= surplus && !queue_.empty();) {
            const Collapse next = queue_.top();
            queue_.pop();
            if (next.age != age_[next.from] + age_[next.to] || !isAllowed(next)) continue;
            removed += apply(next);
        }
        pack();
    }

  private:
    Vec3 corner(Index triangle, int k) const { return mesh_.positions[mesh_.triangles[3 * triangle + k]]; }
    /// Small numbers wherever the mesh is. Positions themselves are not moved: the bits of those that stay
    /// must not change.
    Vec3 local(Vec3 p) const { return p - origin_; }
    bool canJoin(Index v, Index w) const { return holds_[v] == holds_[w] && holds_[v] != Hold::kWhole; }

    /// Triangles with an edge that may collapse.
    std::size_t countMovable() const {
        std::size_t count = 0;
        for (std::size_t t = 0; t < mesh_.triangles.size(); t += 3) {
            const Index* v = &mesh_.triangles[t];
            count += canJoin(v[0], v[1]) || canJoin(v[1], v[2]) || canJoin(v[2], v[0]) ? 1 : 0;
        }
        return count;
    }
    Vec3 areaOf(Index t) const { return cross(corner(t, 1) - corner(t, 0), corner(t, 2) - corner(t, 0)); }
    Vec3 target(const Collapse& c) const { return 0.5F * (mesh_.positions[c.from] + mesh_.positions[c.to]); }

    std::vector<Index> neighborsOf(Index v) const {
        std::vector<Index> neighbors;
        for (const Index t : trianglesOf_[v]) {
            for (int k = 0; k < 3; ++k) {
                if (mesh_.triangles[3 * t + k] != v) neighbors.push_back(mesh_.triangles[3 * t + k]);
            }
        }
        std::sort(neighbors.begin(), neighbors.end());
        neighbors.erase(std::unique(neighbors.begin(), neighbors.end()), neighbors.end());
        return neighbors;
    }

    void offerAround(Index v) {
        for (const Index w : neighborsOf(v)) {
            if (!canJoin(v, w)) continue;
            Collapse c{0, std::max(v, w), std::min(v, w), age_[v] + age_[w]};
            Quadric sum = quadrics_[v];
            sum.add(quadrics_[w]);
            const double error = std::max(sum.at(local(target(c))), 0.0);
            if (error > mostSquare_ * sum.weight) continue;
            const Vec3 side = mesh_.positions[v] - mesh_.positions[w];
            // Where all is flat, short edges go first.
            c.cost = error + 1e-6 * static_cast<double>(dot(side, side) * dot(side, side));
            queue_.push(c);
        }
    }

    /// The two ends have just two common neighbours, and no triangle turns over.
    bool isAllowed(const Collapse& c) const {
        const std::vector<Index> a = neighborsOf(c.from);
        const std::vector<Index> b = neighborsOf(c.to);
        std::vector<Index> common;
        std::ranges::set_intersection(a, b, std::back_inserter(common));
        if (common.size() != 2 || a.size() + b.size() < 9 || !std::ranges::binary_search(a, c.to))
            return false;
        for (const Index v : common) {
            if (trianglesOf_[v].size() < 4) return false;  // it would be left with two triangles
        }
        return !turnsOver(c.from, c) && !turnsOver(c.to, c);
    }
    bool turnsOver(Index v, const Collapse& c) const {
        const Vec3 goal = target(c);
        for (const Index t : trianglesOf_[v]) {
            const Index* corners = &mesh_.triangles[3 * t];
            if (std::count(corners, corners + 3, c.from) + std::count(corners, corners + 3, c.to) > 1)
                continue;
            Vec3 p[3];
            for (int k = 0; k < 3; ++k) p[k] = corners[k] == v ? goal : corner(t, k);
            const Vec3 after = cross(p[1] - p[0], p[2] - p[0]);
            const Vec3 before = areaOf(t);
            if (dot(after, before) <= 0.3F * length(after) * length(before)) return true;
        }
        return false;
    }

    /// Returns how many triangles went.
    std::size_t apply(const Collapse& c) {
        mesh_.positions[c.to] = target(c);
        quadrics_[c.to].add(quadrics_[c.from]);
        std::size_t removed = 0;
        for (const Index t : std::exchange(trianglesOf_[c.from], {})) {
            Index* corners = &mesh_.triangles[3 * t];
            if (std::find(corners, corners + 3, c.to) == corners + 3) {
                std::replace(corners, corners + 3, c.from, c.to);
                trianglesOf_[c.to].push_back(t);
                continue;
            }
            for (int k = 0; k < 3; ++k) std::erase(trianglesOf_[corners[k]], t);
            std::fill(corners, corners + 3, kGone);
            ++removed;
        }
        ++age_[c.to];
        ++age_[c.from];
        for (const Index w : neighborsOf(c.to)) ++age_[w];
        for (const Index w : neighborsOf(c.to)) offerAround(w);
        return removed;
    }

    void pack() {
        std::vector<Index> number(mesh_.positions.size(), kGone);
        Index kept = 0;
        for (Index v = 0; v < number.size(); ++v) {
            if (trianglesOf_[v].empty()) continue;
            mesh_.positions[kept] = mesh_.positions[v];
            number[v] = kept++;
        }
        mesh_.positions.resize(kept);
        std::erase(mesh_.triangles, kGone);
        for (Index& v : mesh_.triangles) v = number[v];
    }

    SurfaceMesh& mesh_;
    std::span<const std::uint8_t> holds_;
    double mostSquare_;  // of the error, m^2
    Vec3 origin_;
    std::vector<Quadric> quadrics_;
    std::vector<std::vector<Index>> trianglesOf_;
    std::vector<std::uint32_t> age_;
    std::priority_queue<Collapse> queue_;
};

}  // namespace

void decimate(SurfaceMesh& mesh, std::span<const std::uint8_t> holds, const DecimationGoal& goal) {
    if (mesh.triangles.empty() || goal.share <= 0) return;
    Decimator(mesh, holds, goal.cellSize).run(goal.share);
}

}  // namespace undine
