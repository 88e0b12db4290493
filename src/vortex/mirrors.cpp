// SPDX-License-Identifier: Zlib
#include "vortex/mirrors.h"

#include <array>
#include <cmath>

#include "core/geometry.h"
#include "core/rotation.h"

namespace undine {
namespace {

constexpr float kAligned = 1e-4F;  // of angles, in radians: how far they may be off

struct Plane {
    Vec3 point;
    Vec3 normal;
};

Plane planeOf(const WallShape& wall, float ahead) {
    if (!wall.moves || ahead == 0) return {wall.center, wall.extent};
    const auto time = static_cast<double>(ahead);
    const Vec3d spin(wall.motion.angularVelocity);
    const Vec3d pivot(wall.motion.pivot);
    const Rotation turn = Rotation::byVector(time * spin);
    return {(pivot + turn.apply(Vec3d(wall.center) - pivot) + time * Vec3d(wall.motion.velocity)).rounded(),
            turn.apply(Vec3d(wall.extent)).rounded()};
}

constexpr std::size_t kMostPlanes = 6;

/// Planes that all are at right angles or opposite to each other.
struct Planes {
    std::array<Plane, kMostPlanes> all;
    std::size_t count = 0;

    bool isRight(std::size_t a, std::size_t b) const {
        return std::fabs(dot(all[a].normal, all[b].normal)) < kAligned;
    }

    /// Takes a plane that fits in. Of planes that face the same way the foremost counts.
    void add(const Plane& plane) {
        for (std::size_t k = 0; k < count; ++k) {
            const float along = dot(all[k].normal, plane.normal);
            if (std::fabs(along) < kAligned) continue;
            const Vec3 across = cross(all[k].normal, plane.normal);
            if (!(dot(across, across) < kAligned * kAligned)) return;  // at another angle
            if (along < 0) continue;
            if (dot(all[k].normal, plane.point - all[k].point) > 0) all[k] = plane;
            return;
        }
        if (count < kMostPlanes) all[count++] = plane;
    }
};

}  // namespace

Mirror mirrorIn(Vec3 point, Vec3 normal) {
    Mirror mirror;
    mirror.rows[0] = mirror.rows[0] - 2 * normal.x * normal;
    mirror.rows[1] = mirror.rows[1] - 2 * normal.y * normal;
    mirror.rows[2] = mirror.rows[2] - 2 * normal.z * normal;
    mirror.offset = 2 * dot(point, normal) * normal;
    mirror.sign = -1;
    return mirror;
}

Mirror operator*(const Mirror& second, const Mirror& first) {
    Mirror both;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 row = second.rows[k];
        both.rows[k] = row.x * first.rows[0] + row.y * first.rows[1] + row.z * first.rows[2];
    }
    both.offset = second.imageOf(first.offset);
    both.sign = second.sign * first.sign;
    return both;
}

void findMirrors(std::span<const WallShape> walls, float ahead, std::vector<Mirror>& mirrors) {
    mirrors.clear();
    Planes planes;
    for (const WallShape& wall : walls) {
        if (wall.kind == WallShape::Kind::Plane) planes.add(planeOf(wall, ahead));
    }
    const auto in = [&](std::size_t a) { return mirrorIn(planes.all[a].point, planes.all[a].normal); };
    for (std::size_t a = 0; a < planes.count; ++a) {
        mirrors.push_back(in(a));
        for (std::size_t b = 0; b < a; ++b) {
            if (!planes.isRight(a, b)) continue;
            mirrors.push_back(in(a)*in(b));
            for (std::size_t c = 0; c < b; ++c) {
                if (planes.isRight(a, c) && planes.isRight(b, c)) mirrors.push_back(in(a)*in(b)*in(c));
            }
        }
    }
}

}  // namespace undine
