// SPDX-License-Identifier: Zlib
// sweep() advances conservatively: no surface is nearer than closest() says, so the ball may always move that
// far. Close to the surface these steps become tiny, above all along it. There the ball moves at least a
// quarter of its radius: it cannot pass a surface by that, only dip into it, and then bisection finds where
// it did.
#include "boundary/solid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/geometry.h"

namespace undine {
namespace {

/// A ball that moves by less than this share of its way towards a surface it touches moves along it.
constexpr float kAlong = 1e-5F;

float squaredDistance(Vec3 p, const SolidPart& part) {
    const Vec3 d{std::max({part.min.x - p.x, p.x - part.max.x, 0.0F}),
                 std::max({part.min.y - p.y, p.y - part.max.y, 0.0F}),
                 std::max({part.min.z - p.z, p.z - part.max.z, 0.0F})};
    return dot(d, d);
}

/// Its largest coordinate.
float farthest(Vec3 p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

/// Shortens the shares begin … end of a way to what is between two planes across an axis.
void clip(float from, float way, float low, float high, std::pair<float, float>& shares) {
    auto& [begin, end] = shares;
    if (way == 0) {
        if (from < low || from > high) end = -1;
        return;
    }
    const float t0 = (low - from) / way;
    const float t1 = (high - from) / way;
    begin = std::max(begin, std::min(t0, t1));
    end = std::min(end, std::max(t0, t1));
}

/// The way of a ball, in metres from its start.
struct Way {
    const Solid& solid;
    Vec3 start;
    Vec3 direction;
    float radius;

    /// The gap between ball and surface; below 0 they overlap.
    SurfacePoint at(float way) const {
        SurfacePoint point = solid.closest(start + way * direction);
        point.distance -= radius;
        return point;
    }
    bool movesIn(const SurfacePoint& point) const { return dot(direction, point.normal) < -kAlong; }
};

/// Halves the way from `before` to `after` until what begins there is found.
template <class Condition>
float firstWhere(float before, float after, float enough, Condition&& condition) {
    for (int k = 0; k < 30 && after - before > enough; ++k) {
        const float middle = 0.5F * (before + after);
        (condition(middle) ? after : before) = middle;
    }
    return after;
}

std::optional<float> advance(const Way& way, float end, float touching) {
    const float least = std::max(0.25F * way.radius, 8 * touching);
    const auto isTouching = [&](float s) { return way.at(s).distance <= touching; };
    const auto isStopped = [&](const SurfacePoint& point) {
        return point.distance <= touching && way.movesIn(point);
    };
    float s = 0;
    SurfacePoint point = way.at(s);
    if (isStopped(point)) return s;
    while (s < end) {
        const float next = std::min(s + std::max(point.distance, least), end);
        const SurfacePoint there = way.at(next);
        if (point.distance > touching && there.distance <= touching) {
            const float hit = firstWhere(s, next, 0.5F * touching, isTouching);
            if (way.movesIn(way.at(hit))) return hit;
        }
        if (isStopped(there)) {
            return firstWhere(s, next, 0.5F * touching, [&](float at) { return isStopped(way.at(at)); });
        }
        s = next;
        point = there;
    }
    return {};
}

}  // namespace

SurfacePoint Solid::closest(Vec3 p) const {
    const std::vector<SolidPart>& parts = *parts_;
    if (flat_) p.z = 0;
    SurfacePoint best = parts[0].closest(p);
    for (std::size_t k = 1; k < parts.size(); ++k) {
        const float apart = squaredDistance(p, parts[k]);
        if (apart > 0 && (best.distance < 0 || apart >= best.distance * best.distance)) continue;
        const SurfacePoint point = parts[k].closest(p);
        if (point.distance < best.distance) best = point;
    }
    return best;
}

std::optional<float> Solid::sweep(Vec3 a, Vec3 b, float radius) const {
    if (flat_) a.z = b.z = 0;
    const Vec3 way = b - a;
    // How exact distances are: of what is met on the way, not of a plane's corners, far out of this world.
    const float away = std::min(std::max(farthest(a), farthest(b)), std::max(farthest(min_), farthest(max_)));
    const float touching = 1e-4F * radius + 4e-7F * (away + radius);
    // Only what is in the box around the solid matters.
    std::pair<float, float> shares{0.0F, 1.0F};
    const float reach = radius + 4 * touching;
    clip(a.x, way.x, min_.x - reach, max_.x + reach, shares);
    clip(a.y, way.y, min_.y - reach, max_.y + reach, shares);
    clip(a.z, way.z, min_.z - reach, max_.z + reach, shares);
    const float all = length(way);
    if (!(shares.first <= shares.second) || !(all > 0) || !std::isfinite(all)) return {};
    const Way path{*this, a + shares.first * way, (1 / all) * way, radius};
    const auto hit = advance(path, (shares.second - shares.first) * all, touching);
    if (!hit) return {};
    return std::min(shares.first + *hit / all, 1.0F);
}

Solid::MassProperties Solid::massProperties() const {
    MassProperties sum;
    for (const SolidPart& part : *parts_) sum = sum + part.massProperties();
    return sum;
}

}  // namespace undine
