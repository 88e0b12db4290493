// SPDX-License-Identifier: Zlib
// Conditions between settings that a parameter table cannot express. Messages begin with
// `path`.
#pragma once

#include <string>

#include "core/rotation.h"
#include "undine/parameters.h"
#include "undine/result.h"
#include "undine/types.h"

namespace undine {

inline Error refusal(const std::string& path, Vec3 value, const char* rule) {
    return {path + ": " + describeValue(value) + ": " + rule};
}

/// A box between two corners must have a size. In two dimensions z does not count.
inline Result<void> checkCorners(Vec3 min, Vec3 max, int dimension, const std::string& path) {
    const Vec3 size = max - min;
    if (size.x > 0 && size.y > 0 && (dimension == 2 || size.z > 0)) return {};
    return Error{path + ": min " + describeValue(min) + ", max " + describeValue(max) +
                 ": the box is empty: max must be above min in " +
                 (dimension == 2 ? "x and y" : "x, y and z")};
}

/// The direction as a vector of length 1.
inline Result<Vec3> unitDirection(Vec3 direction, const std::string& path) {
    const Vec3d d(direction);
    if (length(d) > 1e-20) return normalized(d).rounded();
    return refusal(path, direction, "must have a length above 0");
}

/// What moves or pushes in two dimensions stays in their plane.
inline Result<void> checkInPlane(Vec3 value, int dimension, const std::string& path) {
    if (dimension == 3 || value.z == 0) return {};
    return refusal(path, value, "z must be 0 in two dimensions");
}

/// What turns in two dimensions turns about z.
inline Result<void> checkAboutZ(Vec3 axis, int dimension, const std::string& path) {
    if (dimension == 3 || (axis.x == 0 && axis.y == 0)) return {};
    return refusal(path, axis, "x and y must be 0 in two dimensions, where all turning is about z");
}

/// What acts from `start` to `end` must have some time; an end of 0 is never.
inline Result<void> checkTimes(float start, float end, const std::string& path) {
    if (end == 0 || end > start) return {};
    return Error{path + ".end: " + describeValue(static_cast<double>(end)) +
                 ": must be 0 (never) or after start, " + describeValue(static_cast<double>(start))};
}

/// Whether what acts from `start` to `end` does so at the time t; an end of 0 is never.
inline bool isActive(float start, float end, double t) {
    return t >= static_cast<double>(start) && (end == 0 || t < static_cast<double>(end));
}

}  // namespace undine
