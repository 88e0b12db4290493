// SPDX-License-Identifier: Zlib
#include "boundary/face_walls.h"

#include <array>
#include <cmath>

#include "core/geometry.h"
#include "undine/parameters.h"

namespace undine {
namespace {

float along(int axis, Vec3 a) { return std::array{a.x, a.y, a.z}[static_cast<std::size_t>(axis)]; }

/// Half the length of a wall along an axis.
float halfSide(const WallShape& wall, int axis) {
    if (wall.kind == WallShape::Kind::Sphere) return wall.radius;
    if (wall.kind == WallShape::Kind::Box) return along(axis, wall.extent);
    return std::abs(along(axis, wall.axes.x)) * wall.extent.x +
           std::abs(along(axis, wall.axes.y)) * wall.extent.y +
           std::abs(along(axis, wall.axes.z)) * wall.extent.z;
}

/// Whether the surface does not change along the axis, but for its ends.
bool isStraight(const WallShape& wall, int axis) {
    constexpr float kRounding = 1e-6F;
    if (wall.kind == WallShape::Kind::Plane) return std::abs(along(axis, wall.extent)) <= kRounding;
    if (wall.kind == WallShape::Kind::Sphere) return false;
    if (wall.kind == WallShape::Kind::Box) return true;
    // One of a turned box's own axes is this one.
    return std::abs(along(axis, wall.axes.x)) >= 1 - kRounding ||
           std::abs(along(axis, wall.axes.y)) >= 1 - kRounding ||
           std::abs(along(axis, wall.axes.z)) >= 1 - kRounding;
}

}  // namespace

bool isCutByFaces(const WallShape& wall, const Period& period, int axis, float reach) {
    if (!period.repeats(axis)) return false;
    if (wall.kind == WallShape::Kind::Plane) return !isStraight(wall, axis);
    const float low = period.low[axis];
    const float high = low + period.length[axis];
    const float first = along(axis, wall.center) - halfSide(wall, axis);
    const float last = along(axis, wall.center) + halfSide(wall, axis);
    const bool isInside = first >= low + reach && last <= high - reach;
    const bool isEndless = isStraight(wall, axis) && first <= low - reach && last >= high + reach;
    return !isInside && !isEndless;
}

int axisThatCuts(std::span<const WallShape> walls, const Period& period, float reach) {
    for (const WallShape& wall : walls) {
        for (int axis = 0; axis < 3; ++axis) {
            if (isCutByFaces(wall, period, axis, reach)) return axis;
        }
    }
    return -1;
}

Result<void> checkAtFaces(std::span<const WallShape> walls, const Period& period, float reach,
                          const std::string& path) {
    const int axis = axisThatCuts(walls, period, reach);
    if (axis < 0) return {};
    const std::string name = axisName(axis);
    return Error{path + ": the world repeats itself along " + name +
                 ": a wall must be parallel to that axis and reach " +
                 describeValue(static_cast<double>(reach)) +
                 " m beyond both faces, or end as far before them; use planes whose normal has no " + name};
}

}  // namespace undine
