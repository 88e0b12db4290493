// SPDX-License-Identifier: Zlib
#include "boundary/solid_part.h"

#include <algorithm>
#include <cmath>

#include "boundary/larger.h"
#include "core/geometry.h"

namespace undine {
namespace {

/// Without branches on where p is: they would be mispredicted half of the time.
SurfacePoint closestOnBox(Vec3 p, Vec3 half) {
    const Vec3 q{std::abs(p.x) - half.x, std::abs(p.y) - half.y, std::abs(p.z) - half.z};
    const float most = larger(larger(q.x, q.y), q.z);
    const float inside = most <= 0 ? 1.0F : 0.0F;
    // Inside, the nearest face is the one that is least far away.
    const float x = q.x == most ? inside : 0.0F;
    const float y = q.y == most ? inside - x : 0.0F;
    const Vec3 d{x + positivePart(q.x), y + positivePart(q.y), inside - x - y + positivePart(q.z)};
    const float size = length(d);
    const Vec3 normal = (1 / size) * d;
    return {inside * most + (1 - inside) * size,
            {std::copysign(normal.x, p.x), std::copysign(normal.y, p.y), std::copysign(normal.z, p.z)}};
}

/// The surface at `radius` around a point or a line, seen from `p` relative to it; `still` is the normal
/// where all directions are alike.
SurfacePoint closestAround(Vec3 p, float radius, Vec3 still) {
    const float distance = length(p);
    return {distance - radius, distance > 0 ? (1 / distance) * p : still};
}

/// A place in the plane of radius and height, or a direction there.
struct Profile {
    float r;
    float y;
};

struct ProfilePoint {
    float distance;
    Profile normal;
};

ProfilePoint closestOnCylinder(Profile p, float radius, float half) {
    const Profile q{p.r - radius, std::abs(p.y) - half};
    const float up = std::copysign(1.0F, p.y);
    if (q.r <= 0 && q.y <= 0) {
        if (q.r >= q.y) return {q.r, {1, 0}};
        return {q.y, {0, up}};
    }
    const Profile d{positivePart(q.r), positivePart(q.y)};
    const float distance = std::sqrt(d.r * d.r + d.y * d.y);
    return {distance, {d.r / distance, up * d.y / distance}};
}

/// Base and slope meet at the rim; slope and axis at the apex.
ProfilePoint closestOnCone(Profile p, float radius, float half) {
    const float height = 2 * half;
    const float size = std::sqrt(radius * radius + height * height);
    const Profile along{-radius / size, height / size};  // up the slope
    const Profile outwards{height / size, radius / size};
    const Profile fromRim{p.r - radius, p.y + half};
    const float slope = fromRim.r * outwards.r + fromRim.y * outwards.y;
    const float base = -fromRim.y;
    const float climbed = fromRim.r * along.r + fromRim.y * along.y;
    if (slope <= 0 && base <= 0) {
        if (slope >= base) return {slope, outwards};
        return {base, {0, -1}};
    }
    if (base >= 0 && fromRim.r <= 0) return {base, {0, -1}};
    if (slope >= 0 && climbed >= 0 && climbed <= size) return {slope, outwards};
    const Profile d = climbed > size ? Profile{p.r, p.y - half} : fromRim;
    const float distance = std::sqrt(d.r * d.r + d.y * d.y);
    return {distance, {d.r / distance, d.y / distance}};
}

/// Back from the plane of radius and height to the half-plane of `p`.
SurfacePoint turnedAbout(Vec3 p, float r, ProfilePoint point) {
    const Vec3 out = r > 0 ? Vec3{p.x / r, 0, p.z / r} : Vec3{1, 0, 0};
    return {point.distance, {point.normal.r * out.x, point.normal.y, point.normal.r * out.z}};
}

SurfacePoint closestInOwnAxes(const SolidPart& part, Vec3 p) {
    const float radius = part.extent.x;
    const float half = part.extent.y;
    switch (part.kind) {
        case SolidPart::Kind::Sphere:
            return closestAround(p, radius, {0, 1, 0});
        case SolidPart::Kind::Capsule:
            return closestAround({p.x, p.y - std::clamp(p.y, -half, half), p.z}, radius, {1, 0, 0});
        case SolidPart::Kind::Cylinder: {
            const float r = std::sqrt(p.x * p.x + p.z * p.z);
            return turnedAbout(p, r, closestOnCylinder({r, p.y}, radius, half));
        }
        case SolidPart::Kind::Cone: {
            const float r = std::sqrt(p.x * p.x + p.z * p.z);
            return turnedAbout(p, r, closestOnCone({r, p.y}, radius, half));
        }
        case SolidPart::Kind::Plane:
            return {p.y, {0, 1, 0}};
        default:
            return closestOnBox(p, part.extent);
    }
}

/// How far the shape reaches along a direction of length 1 of its own axes.
float reach(const SolidPart& part, Vec3 direction) {
    const Vec3 d{std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)};
    const float radius = part.extent.x;
    const float half = part.extent.y;
    const float disk = radius * std::sqrt(d.x * d.x + d.z * d.z);
    switch (part.kind) {
        case SolidPart::Kind::Sphere:
            return radius;
        case SolidPart::Kind::Capsule:
            return radius + half * d.y;
        case SolidPart::Kind::Cylinder:
            return disk + half * d.y;
        case SolidPart::Kind::Cone:
            return std::max(half * direction.y, disk - half * direction.y);
        case SolidPart::Kind::Plane:
            return kEndless;
        default:
            return dot(d, part.extent);
    }
}

}  // namespace

SurfacePoint SolidPart::closest(Vec3 p) const {
    if (kind == Kind::Mesh) return tree->closest(p);
    Vec3 q = p - position;
    if (flat) q.z = 0;
    if (!turned) return closestInOwnAxes(*this, q);
    const SurfacePoint own = closestInOwnAxes(*this, {dot(axes.x, q), dot(axes.y, q), dot(axes.z, q)});
    return {own.distance, toBody(own.normal)};
}

void SolidPart::computeBounds() {
    if (kind == Kind::Mesh) {
        min = tree->min();
        max = tree->max();
        return;
    }
    const Vec3 rows[3] = {
        {axes.x.x, axes.y.x, axes.z.x}, {axes.x.y, axes.y.y, axes.z.y}, {axes.x.z, axes.y.z, axes.z.z}};
    max = position + Vec3{reach(*this, rows[0]), reach(*this, rows[1]), reach(*this, rows[2])};
    min = position - Vec3{reach(*this, -1 * rows[0]), reach(*this, -1 * rows[1]), reach(*this, -1 * rows[2])};
    if (flat) min.z = max.z = 0;
}

}  // namespace undine
