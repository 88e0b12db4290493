// SPDX-License-Identifier: Zlib
//   [VS83] Van Oosterom, Strackee: The Solid Angle of a Plane Triangle, 1983
#include "surface/drops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/geometry.h"

namespace undine {
namespace {

constexpr float kWidest = 2.4F;        // spacings from the middle: the cells around it hold all particles
constexpr float kWide = 2;             // from here on, less and less is done
constexpr float kLeastScale = 0.85F;   // what is further off is no drop that this is meant for
constexpr float kLargestScale = 1.3F;  // a lone particle needs 1.07, two up to 1.12

using Triangle = std::array<Index, 3>;

/// The triangles of the small parts, part by part.
struct SmallParts {
    std::vector<Triangle> triangles;
    std::vector<Index> first;  // of each part, and the end
    std::vector<Index> fluid;  // of each part, by its list of triangles; kMixed: of several
    std::vector<Index> lead;   // its first vertex
};
constexpr Index kMixed = ~Index{0};
constexpr Index kLarge = ~Index{0};

SmallParts collect(const MeshTopology& topology, const RawSurface& raw, Index largest) {
    SmallParts parts;
    std::vector<Index> number(raw.positions.size(), kLarge);  // of a part, at its first vertex
    for (Index v = 0; v < number.size(); ++v) {
        if (topology.partOf(v) != v || topology.sizeOfPart(v) >= largest) continue;
        number[v] = static_cast<Index>(parts.lead.size());
        parts.lead.push_back(v);
    }
    parts.fluid.resize(parts.lead.size(), kMixed);
    parts.first.resize(parts.lead.size() + 1, 0);
    const auto forEach = [&](auto&& use) {
        for (Index f = 0; f < raw.trianglesOfFluid.size(); ++f) {
            const auto list = raw.trianglesOfFluid[f].span();
            for (std::size_t t = 0; t < list.size(); t += 3) {
                const Index part = number[topology.partOf(list[t])];
                if (part != kLarge) use(part, f, Triangle{list[t], list[t + 1], list[t + 2]});
            }
        }
    };
    forEach([&](Index part, Index f, const Triangle&) {
        parts.fluid[part] = parts.first[part + 1] == 0 || parts.fluid[part] == f ? f : kMixed;
        ++parts.first[part + 1];
    });
    for (std::size_t k = 1; k < parts.first.size(); ++k) parts.first[k] += parts.first[k - 1];
    parts.triangles.resize(parts.first.back());
    std::vector<Index> next(parts.first.begin(), parts.first.end() - 1);
    forEach([&](Index part, Index, const Triangle& corners) { parts.triangles[next[part]++] = corners; });
    return parts;
}

/// The solid angle of a triangle seen from the origin, by its side [VS83].
float solidAngle(Vec3 a, Vec3 b, Vec3 c) {
    const float la = length(a), lb = length(b), lc = length(c);
    const float below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    return 2 * std::atan2(dot(a, cross(b, c)), below);
}

class Drop {
  public:
    Drop(std::span<const Triangle> triangles, std::span<Vec3> positions)
        : triangles_(triangles), positions_(positions) {}

    /// What it has, and its middle. None when it is a cavity, or too wide.
    bool measure(float spacing) {
        Box box;
        for (const Triangle& t : triangles_) {
            for (const Index v : t) box.add(positions_[v]);
        }
        const Vec3 origin = box.middle();
        Vec3 sum;
        for (const Triangle& t : triangles_) {
            const Vec3 a = positions_[t[0]] - origin, b = positions_[t[1]] - origin;
            const Vec3 c = positions_[t[2]] - origin;
            const float sixth = dot(a, cross(b, c)) / 6;
            volume_ += sixth;
            sum = sum + (0.25F * sixth) * (a + b + c);
        }
        const Vec3 half = 0.5F * (box.high - box.low);
        const float widest = std::max({half.x, half.y, half.z}) / spacing;
        if (!(volume_ > 0) || !(widest < kWidest)) return false;
        share_ = std::min((kWidest - widest) / (kWidest - kWide), 1.0F);
        middle_ = origin + (1 / volume_) * sum;
        return true;
    }

    Index countInside(SurfaceParticles& particles, FluidIndex fluid) const {
        Index count = 0;
        Range room[9];
        const VectorSpan x = particles.positions();
        for (const Range row : particles.grid().rowsAround(middle_, room)) {
            for (Index i = row.begin; i < row.end; ++i) {
                if (particles.fluids()[i] == fluid && holds(x[i])) ++count;
            }
        }
        return count;
    }

    /// Scaled to a volume, as far as `share` says.
    void restore(float wanted, float share) {
        const float scale = std::cbrt(wanted / volume_);
        if (!(scale > kLeastScale && scale < kLargestScale)) return;
        const float factor = 1 + share * share_ * (scale - 1);
        std::vector<Index> vertices;
        for (const Triangle& t : triangles_) vertices.insert(vertices.end(), t.begin(), t.end());
        std::ranges::sort(vertices);
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        for (const Index v : vertices) positions_[v] = middle_ + factor * (positions_[v] - middle_);
    }

  private:
    /// All around a point within, the triangles fill the whole sphere; from outside they cancel.
    bool holds(Vec3 p) const {
        float angle = 0;
        for (const Triangle& t : triangles_) {
            angle += solidAngle(positions_[t[0]] - p, positions_[t[1]] - p, positions_[t[2]] - p);
        }
        return angle > 2 * std::numbers::pi_v<float>;
    }

    std::span<const Triangle> triangles_;
    std::span<Vec3> positions_;
    float volume_ = 0;
    float share_ = 0;  // of the correction that its width allows
    Vec3 middle_;
};

}  // namespace

void restoreDrops(const DropSearch& search, RawSurface& raw, const ThreadPool& pool) {
    const SmallParts parts = collect(search.topology, raw, search.largest);
    const float spacing = search.particles.spacing();
    const auto isFixed = [&](Index v) { return raw.isFixed[v] != 0; };
    pool.run(static_cast<Index>(parts.lead.size()), [&](Index k) {
        if (parts.fluid[k] == kMixed) return;
        const std::span<const Triangle> own(parts.triangles.data() + parts.first[k],
                                            parts.first[k + 1] - parts.first[k]);
        if (std::ranges::any_of(own, [&](const Triangle& t) { return std::ranges::any_of(t, isFixed); }))
            return;
        Drop drop(own, raw.positions.span());
        if (!drop.measure(spacing)) return;
        const Index count = drop.countInside(search.particles, search.fluids[parts.fluid[k]]);
        const float relative = static_cast<float>(search.topology.sizeOfPart(parts.lead[k])) /
                               static_cast<float>(search.largest);
        drop.restore(static_cast<float>(count) * spacing * spacing * spacing,
                     std::clamp(2 - 2 * relative, 0.0F, 1.0F));
    });
}

}  // namespace undine
