// SPDX-License-Identifier: Zlib
// Conditions between the numbers of a shape, which a parameter table cannot express. Messages begin with
// `path`.
#pragma once

#include <string>

#include "core/rotation.h"
#include "undine/result.h"
#include "undine/types.h"

namespace undine {

/// A box between two corners must have a size. In two dimensions z does not count.
inline Result<void> checkCorners(Vec3 min, Vec3 max, int dimension, const std::string& path) {
    const Vec3 size = max - min;
    if (size.x > 0 && size.y > 0 && (dimension == 2 || size.z > 0)) return {};
    return Error{path + ": max must be greater than min in every coordinate"};
}

/// The direction as a vector of length 1.
inline Result<Vec3> unitDirection(Vec3 direction, const std::string& path) {
    const Vec3d d(direction);
    if (length(d) > 1e-20) return ((1 / length(d)) * d).rounded();
    return Error{path + ": must not be the zero vector"};
}

/// What moves or pushes in two dimensions stays in their plane.
inline Result<void> checkInPlane(Vec3 value, int dimension, const std::string& path) {
    if (dimension == 3 || value.z == 0) return {};
    return Error{path + ": z must be 0 in two dimensions"};
}

/// What turns in two dimensions turns about z.
inline Result<void> checkAboutZ(Vec3 axis, int dimension, const std::string& path) {
    if (dimension == 3 || (axis.x == 0 && axis.y == 0)) return {};
    return Error{path + ": x and y must be 0 in two dimensions, where all turning is about z"};
}

}  // namespace undine
