// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boundary/walls.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "boundary/walls.h"

#include <cmath>
#include <string>

#include "core/parameter_table.h"

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

template <class Real>
HWY_INLINE WallPoint<Real> closestOnBox(const WallShape& wall, const Vec<Real>& x) {
    const Real zero(0.0F);
    const Real one(1.0F);
    const Vec<Real> d = x - Vec<Real>::all(wall.center);
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

template <class Real>
HWY_INLINE WallPoint<Real> closest(const WallShape& wall, const Vec<Real>& x) {
    if (wall.kind == WallShape::Kind::Plane) {
        const Vec<Real> n = Vec<Real>::all(wall.extent);
        return {dot(n, x - Vec<Real>::all(wall.center)), n};
    }
    return wall.kind == WallShape::Kind::Sphere ? closestOnSphere(wall, x) : closestOnBox(wall, x);
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

float distanceScalar(const WallShape& wall, Vec3 x) { return closest(wall, Vec<float>::all(x)).distance; }

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

void wallPressureWide(const WallPass& pass, Range particles, const float* term, float scale,
                      const VectorSpan& acceleration) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Vec<Wide> x = Vec<Wide>::load(pass.x.x, pass.x.y, pass.x.z, i);
        Wide open(1.0F);
        Vec<Wide> push{};
        for (const WallShape& wall : pass.walls) {
            const WallPoint<Wide> point = closest(wall, x);
            if (!any(point.distance < Wide(pass.h))) continue;
            const Wide openHere = Wide(1.0F) - lookUp(pass.table->volume, pass.table->scale, point.distance);
            const Wide area = lookUp(pass.table->area, pass.table->scale, point.distance);
            push = mulAdd(area / openHere, point.normal, push);
            open = open * openHere;
        }
        const Wide factor = Wide(scale) * open * Lanes<Wide>::load(term + i);
        const Index count = particles.end - i;
        const Vec<Wide> before = {Lanes<Wide>::loadFirst(acceleration.x + i, count),
                                  Lanes<Wide>::loadFirst(acceleration.y + i, count),
                                  Lanes<Wide>::loadFirst(acceleration.z + i, count)};
        const Vec<Wide> a = mulAdd(factor, push, before);
        Lanes<Wide>::storeFirst(a.x, acceleration.x + i, count);
        Lanes<Wide>::storeFirst(a.y, acceleration.y + i, count);
        Lanes<Wide>::storeFirst(a.z, acceleration.z + i, count);
    }
}

void collideWide(const WallPass& pass, Range particles, float radius, const VectorSpan& velocity) {
    const Wide zero(0.0F);
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        Vec<Wide> x = Vec<Wide>::load(pass.x.x, pass.x.y, pass.x.z, i);
        Vec<Wide> v = Vec<Wide>::load(velocity.x, velocity.y, velocity.z, i);
        bool touched = false;
        for (const WallShape& wall : pass.walls) {
            const WallPoint<Wide> point = closest(wall, x);
            const WideMask contact = point.distance < Wide(radius);
            if (!any(contact)) continue;
            touched = true;
            x = select(contact, mulAdd(Wide(radius) - point.distance, point.normal, x), x);

            // Split the velocity; what approaches is turned back by the restitution, what slides is slowed by
            // friction.
            const Wide normalSpeed = dot(v, point.normal);
            const Vec<Wide> tangential = mulAdd(-normalSpeed, point.normal, v);
            const Wide newSpeed = max(normalSpeed, zero) - Wide(wall.restitution) * min(normalSpeed, zero);
            v = select(contact, mulAdd(newSpeed, point.normal, Wide(1.0F - wall.friction) * tangential), v);
        }
        if (!touched) continue;
        const Index count = particles.end - i;
        Lanes<Wide>::storeFirst(x.x, pass.x.x + i, count);
        Lanes<Wide>::storeFirst(x.y, pass.x.y + i, count);
        Lanes<Wide>::storeFirst(x.z, pass.x.z + i, count);
        Lanes<Wide>::storeFirst(v.x, velocity.x + i, count);
        Lanes<Wide>::storeFirst(v.y, velocity.y + i, count);
        Lanes<Wide>::storeFirst(v.z, velocity.z + i, count);
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(wallDensityWide);
HWY_EXPORT(wallPressureWide);
HWY_EXPORT(collideWide);

float wallDistance(const WallShape& wall, Vec3 x) { return HWY_STATIC_DISPATCH(distanceScalar)(wall, x); }

void addWallDensity(const WallPass& pass, Range particles, float restDensity, float* density) {
    HWY_DYNAMIC_DISPATCH(wallDensityWide)(pass, particles, restDensity, density);
}

void addWallPressure(const WallPass& pass, Range particles, const float* term, float scale,
                     const VectorSpan& acceleration) {
    HWY_DYNAMIC_DISPATCH(wallPressureWide)(pass, particles, term, scale, acceleration);
}

void collideWithWalls(const WallPass& pass, Range particles, float radius, const VectorSpan& velocity) {
    HWY_DYNAMIC_DISPATCH(collideWide)(pass, particles, radius, velocity);
}

// --- From settings to shapes ---

template <>
std::span<const Parameter> parametersOf<PlaneWall>() {
    static const Parameter table[] = {
        param<&PlaneWall::point>("point", "m", anyNumber(), "Any point of the plane."),
        param<&PlaneWall::normal>("normal", "", anyNumber(),
                                  "Direction into the fluid, of any length but 0."),
        param<&PlaneWall::friction>("friction", "", between(0, 1),
                                    "Share of the tangential velocity a contact removes."),
        param<&PlaneWall::restitution>("restitution", "", between(0, 1),
                                       "Share of the normal velocity a contact gives back."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<BoxWall>() {
    static const Parameter table[] = {
        param<&BoxWall::min>("min", "m", anyNumber(), "Lower corner."),
        param<&BoxWall::max>("max", "m", anyNumber(), "Upper corner."),
        choice<&BoxWall::side>("side",
                               "Where the fluid is: inside of a container, or outside of an obstacle."),
        param<&BoxWall::friction>("friction", "", between(0, 1),
                                  "Share of the tangential velocity a contact removes."),
        param<&BoxWall::restitution>("restitution", "", between(0, 1),
                                     "Share of the normal velocity a contact gives back."),
    };
    return table;
}

template <>
std::span<const Parameter> parametersOf<SphereWall>() {
    static const Parameter table[] = {
        param<&SphereWall::center>("center", "m", anyNumber(), "Middle."),
        param<&SphereWall::radius>("radius", "m", above(0), "Radius."),
        choice<&SphereWall::side>("side",
                                  "Where the fluid is: inside of a container, or outside of an obstacle."),
        param<&SphereWall::friction>("friction", "", between(0, 1),
                                     "Share of the tangential velocity a contact removes."),
        param<&SphereWall::restitution>("restitution", "", between(0, 1),
                                        "Share of the normal velocity a contact gives back."),
    };
    return table;
}

namespace {

using Shapes = Result<std::vector<WallShape>>;

Shapes makeShapes(const PlaneWall& wall, int dimension) {
    if (const auto checked = checkParameters(wall, "plane"); !checked) return Error{checked.error()};
    Vec3 n = wall.normal;
    if (dimension == 2) n.z = 0;
    const float length = std::sqrt(dot(n, n));
    if (!(length > 1e-20F))
        return Error{dimension == 2
                         ? "plane.normal: x and y must not both be 0; z does not count in two dimensions"
                         : "plane.normal: must not be the zero vector"};
    return Shapes({{.center = wall.point,
                    .extent = (1 / length) * n,
                    .friction = wall.friction,
                    .restitution = wall.restitution}});
}

Shapes makeShapes(const BoxWall& wall, int dimension) {
    if (const auto checked = checkParameters(wall, "box"); !checked) return Error{checked.error()};
    const Vec3 size = wall.max - wall.min;
    if (!(size.x > 0) || !(size.y > 0) || !(dimension == 2 || size.z > 0)) {
        return Error{"box: max must be greater than min in every coordinate"};
    }
    std::vector<WallShape> shapes;
    if (wall.side == Side::Outside) {
        WallShape box{.kind = WallShape::Kind::Box,
                      .center = 0.5F * (wall.min + wall.max),
                      .extent = 0.5F * size,
                      .friction = wall.friction,
                      .restitution = wall.restitution};
        // In two dimensions the box is endless in z: no particle is ever nearest to those faces.
        if (dimension == 2) box.center.z = 0, box.extent.z = 1e18F;
        shapes.push_back(box);
        return shapes;
    }
    constexpr Vec3 kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < dimension; ++k) {
        for (const float direction : {1.0F, -1.0F}) {
            shapes.push_back({.center = direction > 0 ? wall.min : wall.max,
                              .extent = direction * kAxes[k],
                              .friction = wall.friction,
                              .restitution = wall.restitution});
        }
    }
    return shapes;
}

Shapes makeShapes(const SphereWall& wall, int dimension) {
    if (const auto checked = checkParameters(wall, "sphere"); !checked) return Error{checked.error()};
    WallShape sphere{.kind = WallShape::Kind::Sphere,
                     .center = wall.center,
                     .extent = {},
                     .radius = wall.radius,
                     .side = wall.side == Side::Outside ? 1.0F : -1.0F,
                     .friction = wall.friction,
                     .restitution = wall.restitution};
    if (dimension == 2) sphere.center.z = 0;
    return Shapes({sphere});
}

}  // namespace

Result<std::vector<WallShape>> makeWallShapes(const Wall& wall, int dimension) {
    return std::visit([&](const auto& shape) { return makeShapes(shape, dimension); }, wall);
}

}  // namespace undine

#endif  // HWY_ONCE
