// SPDX-License-Identifier: Zlib
// What plain vectors and rotations need beyond undine/types.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

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

/// A box along the axes; empty as long as its lower corner is above the upper one.
struct Box {
    Vec3 low{std::numeric_limits<float>::max(), std::numeric_limits<float>::max(),
             std::numeric_limits<float>::max()};
    Vec3 high{std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest(),
              std::numeric_limits<float>::lowest()};

    bool isEmpty() const { return low.x > high.x; }
    bool holds(Vec3 p) const { return isInBox(p, low, high); }
    void add(Vec3 p) {
        low = lower(low, p);
        high = upper(high, p);
    }
    void add(const Box& other) {
        if (other.isEmpty()) return;
        add(other.low);
        add(other.high);
    }
    Vec3 middle() const { return 0.5F * (low + high); }
    float radius() const { return isEmpty() ? 1 : 0.5F * length(high - low); }
    Vec3 corner(unsigned k) const {
        return {(k & 1U) != 0 ? high.x : low.x, (k & 2U) != 0 ? high.y : low.y,
                (k & 4U) != 0 ? high.z : low.z};
    }

    friend bool operator==(const Box&, const Box&) = default;
};

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
