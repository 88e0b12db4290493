// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boundary/walls.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "boundary/walls.h"

#include <algorithm>
#include <cmath>

UNDINE_WIDE_BEGIN

template <class Real>
struct WallPoint {
    Real distance;
    Vec<Real> normal;
};

template <class Real>
HWY_INLINE WallPoint<Real> closestOnSphere(const WallShape& wall, const Vec<Real>& x) {
    const Vec<Real> d = x - Vec<Real>::all(wall.center);
    const Real inverse = rsqrt(max(dot(d, d), Real(1e-24F)));
    const Real side(wall.side);
    return {side * (dot(d, d) * inverse - Real(wall.radius)), (side * inverse) * d};
}

/// `d` is measured from the middle of the box, along its sides.
template <class Real>
HWY_INLINE WallPoint<Real> closestOnBox(const WallShape& wall, const Vec<Real>& d) {
    const Real zero(0.0F);
    const Real one(1.0F);
    const Vec<Real> sign = {select(d.x < zero, -one, one), select(d.y < zero, -one, one),
                            select(d.z < zero, -one, one)};
    const Vec<Real> q = {abs(d.x) - Real(wall.extent.x), abs(d.y) - Real(wall.extent.y),
                         abs(d.z) - Real(wall.extent.z)};

    // Outside: away from the nearest point of the surface, be it on a face, an edge or a corner.
    const Vec<Real> out = {max(q.x, zero), max(q.y, zero), max(q.z, zero)};
    const Real inverse = rsqrt(max(dot(out, out), Real(1e-24F)));

    // Inside: through the nearest face.
    const Real depth = max(max(q.x, q.y), q.z);
    const auto xFace = depth <= q.x;
    const auto yFace = depth <= q.y;
    const Vec<Real> face = {select(xFace, one, zero), select(xFace, zero, select(yFace, one, zero)),
                            select(xFace, zero, select(yFace, zero, one))};

    const auto inside = depth <= zero;
    const Vec<Real> n = select(inside, face, inverse * out);
    return {select(inside, depth, dot(out, out) * inverse), {sign.x * n.x, sign.y * n.y, sign.z * n.z}};
}

/// Into the directions of the sides and back.
template <class Real>
HWY_INLINE WallPoint<Real> closestOnTurnedBox(const WallShape& wall, const Vec<Real>& d) {
    const Vec<Real> a = Vec<Real>::all(wall.axes.x);
    const Vec<Real> b = Vec<Real>::all(wall.axes.y);
    const Vec<Real> c = Vec<Real>::all(wall.axes.z);
    const WallPoint<Real> own = closestOnBox(wall, Vec<Real>{dot(a, d), dot(b, d), dot(c, d)});
    return {own.distance, mulAdd(own.normal.x, a, mulAdd(own.normal.y, b, own.normal.z * c))};
}

template <class Real>
HWY_INLINE WallPoint<Real> closest(const WallShape& wall, const Vec<Real>& x) {
    if (wall.kind == WallShape::Kind::Plane) {
        const Vec<Real> n = Vec<Real>::all(wall.extent);
        return {dot(n, x - Vec<Real>::all(wall.center)), n};
    }
    if (wall.kind == WallShape::Kind::Sphere) return closestOnSphere(wall, x);
    const Vec<Real> d = x - Vec<Real>::all(wall.center);
    return wall.kind == WallShape::Kind::Box ? closestOnBox(wall, d) : closestOnTurnedBox(wall, d);
}

/// The velocity of the wall's material at x.
template <class Real>
HWY_INLINE Vec<Real> velocityAt(const WallMotion& motion, const Vec<Real>& x) {
    return Vec<Real>::all(motion.velocity) +
           cross(Vec<Real>::all(motion.angularVelocity), x - Vec<Real>::all(motion.pivot));
}

/// Splits a velocity relative to the wall: what approaches is turned back by the restitution, what slides is
/// slowed by friction.
template <class Real>
HWY_INLINE Vec<Real> reflect(const WallShape& wall, const Vec<Real>& normal, const Vec<Real>& v) {
    const Real zero(0.0F);
    const Real normalSpeed = dot(v, normal);
    const Vec<Real> tangential = mulAdd(-normalSpeed, normal, v);
    const Real newSpeed = max(normalSpeed, zero) - Real(wall.restitution) * min(normalSpeed, zero);
    return mulAdd(newSpeed, normal, Real(1.0F - wall.friction) * tangential);
}

/// Linear interpolation in a table over the distance; particles beyond a wall count as on it.
template <class Real>
HWY_INLINE Real lookUp(const float* table, float scale, Real distance) {
    const Real last(static_cast<float>(HalfSpaceTable::kIntervals));
    const Real position = min(max(distance * Real(scale), Real(0.0F)), last);
    const Real lower = Lanes<Real>::lookUp(table, position, 0);
    const Real upper = Lanes<Real>::lookUp(table, position, 1);
    return mulAdd(fraction(position), upper - lower, lower);
}

/// The least and the largest coordinate of a block.
HWY_INLINE void bound(const float* x, Range particles, float& low, float& high) {
    Wide lows(low);
    Wide highs(high);
    Index i = particles.begin;
    for (; i + kLanes <= particles.end; i += kLanes) {
        const Wide at = Lanes<Wide>::load(x + i);
        lows = min(at, lows);  // on x86, what is not a number does not count in this order
        highs = max(at, highs);
    }
    low = -maxOfLanes(-lows);
    high = maxOfLanes(highs);
    for (; i < particles.end; ++i) {
        low = min(x[i], low);
        high = max(x[i], high);
    }
}

void boundWide(const VectorSpan& x, Range particles, Vec3* low, Vec3* high) {
    bound(x.x, particles, low->x, high->x);
    bound(x.y, particles, low->y, high->y);
    bound(x.z, particles, low->z, high->z);
}

SurfacePoint pointScalar(const WallShape& wall, Vec3 x) {
    const WallPoint<float> point = closest(wall, Vec<float>::all(x));
    return {point.distance, {point.normal.x, point.normal.y, point.normal.z}};
}

void wallDensityWide(const WallPass& pass, Range particles, float restDensity, float* density) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Vec<Wide> x = Vec<Wide>::load(pass.x.x, pass.x.y, pass.x.z, i);
        Wide open(1.0F);  // the share of the neighbourhood that no wall takes
        for (const WallShape& wall : pass.walls) {
            const Wide distance = closest(wall, x).distance;
            if (!any(distance < Wide(pass.h))) continue;
            open = open * (Wide(1.0F) - lookUp(pass.table->volume, pass.table->scale, distance));
        }
        const Wide rho =
            Lanes<Wide>::loadFirst(density + i, particles.end - i) + Wide(restDensity) * (Wide(1.0F) - open);
        Lanes<Wide>::storeFirst(rho, density + i, particles.end - i);
    }
}

void wallDistanceWide(const WallPass& pass, Range particles, float* distance) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Vec<Wide> x = loadFirst<Wide>(pass.x, i, count);
        Wide nearest = Lanes<Wide>::loadFirst(distance + i, count);
        for (const WallShape& wall : pass.walls) nearest = min(nearest, closest(wall, x).distance);
        Lanes<Wide>::storeFirst(nearest, distance + i, count);
    }
}

/// The share of a neighbourhood that no wall takes, and minus its gradient over that share.
template <class Real>
struct OpenShare {
    Real open;
    Vec<Real> push;

    HWY_INLINE OpenShare(const WallPass& pass, const Vec<Real>& x) : open(1.0F), push(Vec<Real>::all({})) {
        for (const WallShape& wall : pass.walls) {
            const WallPoint<Real> point = closest(wall, x);
            if (!any(point.distance < Real(pass.h))) continue;
            const Real openHere = Real(1.0F) - lookUp(pass.table->volume, pass.table->scale, point.distance);
            const Real area = lookUp(pass.table->area, pass.table->scale, point.distance);
            push = mulAdd(area / openHere, point.normal, push);
            open = open * openHere;
        }
    }
};

void wallPressureWide(const WallPass& pass, Range particles, const float* term, const PerFluid& scale,
                      const VectorSpan& acceleration) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const OpenShare<Wide> share(pass, Vec<Wide>::load(pass.x.x, pass.x.y, pass.x.z, i));
        const Wide factor =
            lookUpFirst(scale, i, count) * share.open * Lanes<Wide>::loadFirst(term + i, count);
        storeFirst(mulAdd(factor, share.push, loadFirst<Wide>(acceleration, i, count)), acceleration, i,
                   count);
    }
}

void wallConstraintWide(const WallPass& pass, Range particles, float* ratio, const VectorSpan& gradient) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const OpenShare<Wide> share(pass, Vec<Wide>::load(pass.x.x, pass.x.y, pass.x.z, i));
        const Wide before = Lanes<Wide>::loadFirst(ratio + i, count);
        Lanes<Wide>::storeFirst(before + (Wide(1.0F) - share.open), ratio + i, count);
        storeFirst(mulAdd(-share.open, share.push, loadFirst<Wide>(gradient, i, count)), gradient, i, count);
    }
}

void collideWide(const WallPass& pass, Range particles, float radius, const VectorSpan& velocity) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        Vec<Wide> x = loadFirst<Wide>(pass.x, i, count);
        Vec<Wide> v = loadFirst<Wide>(velocity, i, count);
        bool touched = false;
        for (const WallShape& wall : pass.walls) {
            const WallPoint<Wide> point = closest(wall, x);
            const WideMask contact = point.distance < Wide(radius);
            if (!any(contact)) continue;
            touched = true;
            x = select(contact, mulAdd(Wide(radius) - point.distance, point.normal, x), x);
            if (wall.moves) {
                const Vec<Wide> carried = velocityAt(wall.motion, x);
                v = select(contact, carried + reflect(wall, point.normal, v - carried), v);
            } else {
                v = select(contact, reflect(wall, point.normal, v), v);
            }
        }
        if (!touched) continue;
        storeFirst(x, pass.x, i, count);
        storeFirst(v, velocity, i, count);
    }
}

void pushOutWide(const WallPass& pass, Range particles, float radius, const VectorSpan& displacement) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Vec<Wide> before = loadFirst<Wide>(pass.x, i, count);
        Vec<Wide> x = before;
        bool touched = false;
        for (const WallShape& wall : pass.walls) {
            const WallPoint<Wide> point = closest(wall, x);
            const WideMask contact = point.distance < Wide(radius);
            if (!any(contact)) continue;
            touched = true;
            x = select(contact, mulAdd(Wide(radius) - point.distance, point.normal, x), x);
        }
        if (!touched) continue;
        storeFirst(x, pass.x, i, count);
        storeFirst(loadFirst<Wide>(displacement, i, count) + (x - before), displacement, i, count);
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(boundWide);
HWY_EXPORT(wallDensityWide);
HWY_EXPORT(wallPressureWide);
HWY_EXPORT(wallConstraintWide);
HWY_EXPORT(wallDistanceWide);
HWY_EXPORT(collideWide);
HWY_EXPORT(pushOutWide);

namespace {

/// The box around the particles of a block.
struct BlockBox {
    Vec3 middle;
    Vec3 half;

    BlockBox(const VectorSpan& x, Range particles) {
        Vec3 low{1e38F, 1e38F, 1e38F};
        Vec3 high = -1 * low;
        HWY_DYNAMIC_DISPATCH(boundWide)(x, particles, &low, &high);
        middle = 0.5F * low + 0.5F * high;
        half = 0.5F * high - 0.5F * low;
    }
};

float sumOfSizes(Vec3 a) { return std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z); }

/// No more than the distance of anything in the box.
float leastDistance(const WallShape& wall, const BlockBox& box) {
    // What the wide passes may be off by, estimates of roots included.
    const float rounding = 1e-4F * (sumOfSizes(box.middle) + sumOfSizes(box.half) + sumOfSizes(wall.center));
    const float distance = wallDistance(wall, box.middle) - rounding;
    const Vec3 n = wall.extent;
    if (wall.kind == WallShape::Kind::Plane) {
        return distance - sumOfSizes({n.x * box.half.x, n.y * box.half.y, n.z * box.half.z});
    }
    return distance - std::sqrt(dot(box.half, box.half));  // it changes by no more than the way
}

/// How far contacts look: a particle is pushed by each wall as deep as it is in it, and as the walls before
/// have moved it, towards other walls maybe.
float reachOfContacts(const WallPass& pass, const BlockBox& box, float radius) {
    float moved = 0;
    for (const WallShape& wall : pass.walls) {
        moved += std::max(radius + moved - leastDistance(wall, box), 0.0F);
    }
    return radius + moved;
}

/// A pass with those walls only that some of the particles may be within reach of. A block is far from most
/// planes of a container.
class NearWalls {
  public:
    /// Reach is how far a wall is felt, as a function of the box around the particles.
    template <class Reach>
    NearWalls(const WallPass& pass, Range particles, const Reach& reach) : near_(pass) {
        if (pass.walls.empty() || pass.walls.size() > kMost) return;
        const BlockBox box(pass.x, particles);
        const float limit = reach(box);
        std::size_t count = 0;
        for (const WallShape& wall : pass.walls) {
            // Written so that a box that is not a number, or empty, leaves out nothing.
            if (!(leastDistance(wall, box) > limit)) room_[count++] = wall;
        }
        near_.walls = {room_, count};
    }
    NearWalls(const NearWalls&) = delete;  // the pass points into it
    NearWalls& operator=(const NearWalls&) = delete;

    static NearWalls within(const WallPass& pass, Range particles, float distance) {
        return {pass, particles, [=](const BlockBox& /*box*/) { return distance; }};
    }
    static NearWalls ofContacts(const WallPass& pass, Range particles, float radius) {
        return {pass, particles, [&](const BlockBox& box) { return reachOfContacts(pass, box, radius); }};
    }

    bool empty() const { return near_.walls.empty(); }
    const WallPass& pass() const { return near_; }

  private:
    static constexpr std::size_t kMost = 16;  // more are taken as they are

    WallShape room_[kMost];
    WallPass near_;
};

}  // namespace

SurfacePoint wallPoint(const WallShape& wall, Vec3 x) { return HWY_STATIC_DISPATCH(pointScalar)(wall, x); }

void addWallDensity(const WallPass& pass, Range particles, float restDensity, float* density) {
    const NearWalls near = NearWalls::within(pass, particles, pass.h);
    if (near.empty()) return;
    HWY_DYNAMIC_DISPATCH(wallDensityWide)(near.pass(), particles, restDensity, density);
}

void addWallPressure(const WallPass& pass, Range particles, const float* term, const PerFluid& scale,
                     const VectorSpan& acceleration) {
    const NearWalls near = NearWalls::within(pass, particles, pass.h);
    if (near.empty()) return;
    HWY_DYNAMIC_DISPATCH(wallPressureWide)(near.pass(), particles, term, scale, acceleration);
}

void addWallConstraint(const WallPass& pass, Range particles, float* ratio, const VectorSpan& gradient) {
    const NearWalls near = NearWalls::within(pass, particles, pass.h);
    if (near.empty()) return;
    HWY_DYNAMIC_DISPATCH(wallConstraintWide)(near.pass(), particles, ratio, gradient);
}

void lowerToWallDistance(const WallPass& pass, Range particles, float* distance) {
    HWY_DYNAMIC_DISPATCH(wallDistanceWide)(pass, particles, distance);
}

void collideWithWalls(const WallPass& pass, Range particles, float radius, const VectorSpan& velocity) {
    const NearWalls near = NearWalls::ofContacts(pass, particles, radius);
    if (near.empty()) return;
    HWY_DYNAMIC_DISPATCH(collideWide)(near.pass(), particles, radius, velocity);
}

void pushOutOfWalls(const WallPass& pass, Range particles, float radius, const VectorSpan& displacement) {
    const NearWalls near = NearWalls::ofContacts(pass, particles, radius);
    if (near.empty()) return;
    HWY_DYNAMIC_DISPATCH(pushOutWide)(near.pass(), particles, radius, displacement);
}

}  // namespace undine

#endif  // HWY_ONCE
