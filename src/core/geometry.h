// SPDX-License-Identifier: Zlib
// What plain vectors and rotations need beyond undine/types.h.
#pragma once

#include <algorithm>
#include <cmath>

#include "undine/types.h"

namespace undine {

inline Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }

/// Of length 1; a vector of next to no length becomes a short one instead of NaN.
inline Vec3 normalized(Vec3 v) { return (1 / std::sqrt(std::max(dot(v, v), 1e-30F))) * v; }

/// The lower and the upper corner of the box around two points.
inline Vec3 lower(Vec3 a, Vec3 b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
inline Vec3 upper(Vec3 a, Vec3 b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

/// Whether p is in the box between two corners; its faces belong to it.
inline bool isInBox(Vec3 p, Vec3 min, Vec3 max) {
    return p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y && p.z >= min.z && p.z <= max.z;
}

/// The vector after the rotation. The rotation by nothing changes no bit.
inline Vec3 rotate(Quaternion q, Vec3 v) {
    const Vec3 axis{q.x, q.y, q.z};
    const Vec3 t = 2 * cross(axis, v);
    return v + q.w * t + cross(axis, t);
}

/// The rotation by the angle |turn| (radians) about the direction of `turn`.
inline Quaternion rotationBy(Vec3 turn) {
    const float angle = length(turn);
    const float scale = angle > 1e-6F ? std::sin(0.5F * angle) / angle : 0.5F;
    return {scale * turn.x, scale * turn.y, scale * turn.z, std::cos(0.5F * angle)};
}

/// First b, then a.
inline Quaternion operator*(Quaternion a, Quaternion b) {
    const Vec3 u{a.x, a.y, a.z};
    const Vec3 v{b.x, b.y, b.z};
    const Vec3 w = a.w * v + b.w * u + cross(u, v);
    return {w.x, w.y, w.z, a.w * b.w - dot(u, v)};
}

}  // namespace undine
