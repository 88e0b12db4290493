// SPDX-License-Identifier: Zlib
#include "surface/drops.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/geometry.h"
#include "surface/inside_test.h"

namespace undine {
namespace {

constexpr float kLeastShare = 0.6F;    // of the volume: what is further off is no drop that this is meant for
constexpr float kLargestShare = 2.2F;  // a lone particle has 0.82, two from 0.71 on
constexpr float kFurthest = 0.35F;     // spacings that the surface may move
constexpr float kColumn = 0.5F;        // spacings
constexpr float kBeyond = 0.3F;        // spacings that a particle of a drop may stick out of its mesh
constexpr int kSteps = 6;              // of Newton's method, at most

using Triangle = MeshTriangle;

/// The triangles of the small parts, part by part, without those between two fluids.
struct SmallParts {
    std::vector<Triangle> triangles;
    std::vector<Index> first;  // of each part, and the end of all
    std::vector<Index> end;    // of each part
    std::vector<Index> lead;   // its first vertex
};
constexpr Index kLarge = ~Index{0};

/// Keeps the triangles that no two fluids share; says where they end.
template <class Place>
Place keepOuter(Place begin, Place end) {
    const auto corners = [](Triangle t) {
        std::ranges::sort(t);
        return t;
    };
    std::sort(begin, end, [&](const Triangle& a, const Triangle& b) { return corners(a) < corners(b); });
    Place outer = begin;
    for (Place t = begin; t != end; ++t) {
        const bool isShared = t + 1 != end && corners(t[0]) == corners(t[1]);
        if (isShared) {
            ++t;
        } else {
            *outer++ = *t;
        }
    }
    return outer;
}

SmallParts collect(const MeshTopology& topology, const RawSurface& raw, Index largest) {
    SmallParts parts;
    std::vector<Index> number(raw.positions.size(), kLarge);  // of a part, at its first vertex
    for (Index v = 0; v < number.size(); ++v) {
        if (topology.partOf(v) != v || topology.sizeOfPart(v) >= largest) continue;
        number[v] = static_cast<Index>(parts.lead.size());
        parts.lead.push_back(v);
    }
    parts.first.resize(parts.lead.size() + 1, 0);
    const auto forEach = [&](auto&& use) {
        for (const AlignedArray<std::uint32_t>& triangles : raw.trianglesOfFluid) {
            const auto list = triangles.span();
            for (std::size_t t = 0; t < list.size(); t += 3) {
                const Index part = number[topology.partOf(list[t])];
                if (part != kLarge) use(part, Triangle{list[t], list[t + 1], list[t + 2]});
            }
        }
    };
    forEach([&](Index part, const Triangle&) { ++parts.first[part + 1]; });
    for (std::size_t k = 1; k < parts.first.size(); ++k) parts.first[k] += parts.first[k - 1];
    parts.triangles.resize(parts.first.back());
    std::vector<Index> next(parts.first.begin(), parts.first.end() - 1);
    forEach([&](Index part, const Triangle& corners) { parts.triangles[next[part]++] = corners; });
    parts.end = std::move(next);
    if (raw.trianglesOfFluid.size() == 1) return parts;
    for (std::size_t k = 0; k < parts.lead.size(); ++k) {
        const auto begin = parts.triangles.begin();
        parts.end[k] = static_cast<Index>(keepOuter(begin + parts.first[k], begin + parts.end[k]) - begin);
    }
    return parts;
}

/// What a part is before anything moves.
struct Measure {
    Box box;
    double volume = 0;  // negative for a cavity
};

double sixthOf(Vec3 a, Vec3 b, Vec3 c) { return static_cast<double>(dot(a, cross(b, c))) / 6; }

Measure measure(std::span<const Triangle> triangles, std::span<const Vec3> positions) {
    Measure result;
    for (const Triangle& t : triangles) {
        for (const Index v : t) result.box.add(positions[v]);
    }
    const Vec3 o = result.box.middle();
    for (const Triangle& t : triangles) {
        result.volume += sixthOf(positions[t[0]] - o, positions[t[1]] - o, positions[t[2]] - o);
    }
    return result;
}

/// A part with vertices and triangles of its own, to be moved along its normals.
class Drop {
  public:
    Drop(std::span<const Triangle> triangles, std::span<const Vec3> positions, Vec3 origin) {
        for (const Triangle& t : triangles) vertices_.insert(vertices_.end(), t.begin(), t.end());
        std::ranges::sort(vertices_);
        vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
        const auto numberOf = [&](Index v) {
            return static_cast<Index>(std::ranges::lower_bound(vertices_, v) - vertices_.begin());
        };
        for (const Triangle& t : triangles) {
            triangles_.push_back({numberOf(t[0]), numberOf(t[1]), numberOf(t[2])});
        }
        for (const Index v : vertices_) at_.push_back(positions[v] - origin);
        moved_ = at_;
        normals_.resize(at_.size());
        gradients_.resize(at_.size());
        addGradients();
        for (std::size_t v = 0; v < at_.size(); ++v) normals_[v] = normalized(gradients_[v]);
    }

    /// How far it has to move for a volume, by Newton's method; 0 if that is further than `most`.
    float wayTo(double wanted, float most) {
        double way = 0;
        for (int step = 0; step < kSteps; ++step) {
            for (std::size_t v = 0; v < at_.size(); ++v)
                moved_[v] = at_[v] + static_cast<float>(way) * normals_[v];
            addGradients();
            double volume = 0;
            double slope = 0;
            for (const Triangle& t : triangles_) volume += sixthOf(moved_[t[0]], moved_[t[1]], moved_[t[2]]);
            for (std::size_t v = 0; v < at_.size(); ++v) slope += dot(gradients_[v], normals_[v]);
            if (!(slope > 0)) return 0;
            way += (wanted - volume) / slope;
            if (std::fabs(way) > most) return 0;
        }
        return static_cast<float>(way);
    }

    void move(float way, std::span<Vec3> positions) const {
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            positions[vertices_[v]] = positions[vertices_[v]] + way * normals_[v];
        }
    }

  private:
    /// How the volume grows as a vertex moves: the areas of its triangles, as vectors, by three.
    void addGradients() {
        std::ranges::fill(gradients_, Vec3{});
        for (const Triangle& t : triangles_) {
            const Vec3 a = moved_[t[0]];
            const Vec3 area = (1 / 6.0F) * cross(moved_[t[1]] - a, moved_[t[2]] - a);
            for (const Index v : t) gradients_[v] = gradients_[v] + area;
        }
    }

    std::vector<Index> vertices_;  // in the mesh
    std::vector<Triangle> triangles_;
    std::vector<Vec3> at_;
    std::vector<Vec3> moved_;
    std::vector<Vec3> normals_;
    std::vector<Vec3> gradients_;
};

/// All that is known of the small parts while they are corrected.
class Restoration {
  public:
    Restoration(const DropSearch& search, RawSurface& raw)
        : search_(search), raw_(raw), parts_(collect(search.topology, raw, search.largest)) {}

    void run(const ThreadPool& pool) {
        const auto count = static_cast<Index>(parts_.lead.size());
        measures_.resize(count);
        ways_.resize(count);
        pool.run(count, [&](Index k) { measures_[k] = measure(trianglesOf(k), raw_.positions.span()); });
        for (Index k = 0; k < count; ++k) {
            if (measures_[k].volume < 0) cavities_.push_back(k);
        }
        // Parts move when all are measured: a drop may hold another one.
        std::vector<std::optional<Drop>> drops(count);
        pool.run(count, [&](Index k) { findWay(k, drops[k]); });
        pool.run(count, [&](Index k) {
            if (drops[k]) drops[k]->move(ways_[k], raw_.positions.span());
        });
    }

  private:
    std::span<const Triangle> trianglesOf(Index part) const {
        return {parts_.triangles.data() + parts_.first[part], parts_.end[part] - parts_.first[part]};
    }

    bool isFixed(Index part) const {
        return std::ranges::any_of(trianglesOf(part), [&](const Triangle& t) {
            return std::ranges::any_of(t, [&](Index v) { return raw_.isFixed[v] != 0; });
        });
    }

    /// Counts the particles inside, of whatever fluid: a drop of one may hold some of another.
    Index countInside(const InsideTest& inside) const {
        Index count = 0;
        const VectorSpan x = search_.particles.positions();
        const Box& box = inside.box();
        const float beyond = kBeyond * search_.particles.spacing();
        const auto isInside = [&](Vec3 p) {
            return inside.holds(p) || inside.holds(p + beyond * normalized(box.middle() - p));
        };
        const Vec3 margin{beyond, beyond, beyond};
        search_.particles.grid().forEachRowInBox(box.low - margin, box.high + margin, [&](Range row) {
            for (Index i = row.begin; i < row.end; ++i) {
                if (isInside(x[i])) ++count;
            }
        });
        return count;
    }

    /// The volumes of the cavities within a part, which are negative, and of what floats in them.
    double volumeWithin(Index part, const InsideTest& inside) const {
        const auto isWithin = [&](Index k) {
            return k != part && inside.holds(raw_.positions[parts_.lead[k]]);
        };
        if (std::ranges::none_of(cavities_, isWithin)) return 0;
        double sum = 0;
        for (Index k = 0; k < measures_.size(); ++k) sum += isWithin(k) ? measures_[k].volume : 0;
        return sum;
    }

    void findWay(Index part, std::optional<Drop>& drop) {
        const double volume = measures_[part].volume;
        if (!(volume > 0) || isFixed(part)) return;
        const float spacing = search_.particles.spacing();
        const InsideTest inside(trianglesOf(part), raw_.positions.span(), kColumn * spacing);
        const Index count = countInside(inside);
        const double particle = std::pow(static_cast<double>(spacing), 3);
        const double wanted = count * particle - volumeWithin(part, inside);
        if (!(wanted > kLeastShare * volume && wanted < kLargestShare * volume)) return;
        drop.emplace(trianglesOf(part), raw_.positions.span(), measures_[part].box.middle());
        const float relative = static_cast<float>(search_.topology.sizeOfPart(parts_.lead[part])) /
                               static_cast<float>(search_.largest);
        ways_[part] = std::clamp(2 - 2 * relative, 0.0F, 1.0F) * drop->wayTo(wanted, kFurthest * spacing);
    }

    const DropSearch& search_;
    RawSurface& raw_;
    SmallParts parts_;
    std::vector<Measure> measures_;
    std::vector<Index> cavities_;
    std::vector<float> ways_;
};

}  // namespace

void restoreDrops(const DropSearch& search, RawSurface& raw, const ThreadPool& pool) {
    Restoration(search, raw).run(pool);
}

}  // namespace undine
