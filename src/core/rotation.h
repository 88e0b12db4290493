// SPDX-License-Identifier: Zlib
// Vectors and rotations in double, for what is computed once per step and not per particle.
#pragma once

#include <cmath>
#include <numbers>

#include "undine/types.h"

namespace undine {

struct Vec3d {
    double x = 0;
    double y = 0;
    double z = 0;

    Vec3d() = default;
    constexpr Vec3d(double x0, double y0, double z0) : x(x0), y(y0), z(z0) {}
    explicit constexpr Vec3d(Vec3 a) : x(a.x), y(a.y), z(a.z) {}

    Vec3 rounded() const { return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}; }
};

constexpr Vec3d operator+(Vec3d a, Vec3d b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3d operator-(Vec3d a, Vec3d b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3d operator*(double s, Vec3d a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr double dot(Vec3d a, Vec3d b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3d cross(Vec3d a, Vec3d b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3d a) { return std::sqrt(dot(a, a)); }

/// Of length 1; the vector must have a length. Along an axis it is exact.
inline Vec3d normalized(Vec3d a) {
    const double size = length(a);
    return {a.x / size, a.y / size, a.z / size};
}

constexpr double kRadiansPerDegree = std::numbers::pi / 180;

/// A rotation as a unit quaternion w + (x, y, z).
class Rotation {
  public:
    Rotation() = default;

    /// About the axis of `vector`, by its length in radians.
    static Rotation byVector(Vec3d vector) {
        const double angle = length(vector);
        const double scale = angle > 1e-9 ? std::sin(0.5 * angle) / angle : 0.5;
        return {std::cos(0.5 * angle), scale * vector};
    }

    /// About x, then y, then z, each of them fixed, by these angles.
    static Rotation byDegrees(Vec3 degrees) {
        const Vec3d a = kRadiansPerDegree * Vec3d(degrees);
        return byVector({0, 0, a.z}) * byVector({0, a.y, 0}) * byVector({a.x, 0, 0});
    }

    /// By a quaternion w + v, of any length but 0.
    static Rotation of(double w, Vec3d v) { return Rotation(w, v).normalized(); }
    static Rotation of(Quaternion q) { return of(q.w, {q.x, q.y, q.z}); }

    Rotation inverse() const { return {w_, -1 * v_}; }
    /// Of length 1 again, after rounding.
    Rotation normalized() const {
        const double scale = 1 / std::sqrt(w_ * w_ + dot(v_, v_));
        return {scale * w_, scale * v_};
    }

    /// First b, then a.
    friend Rotation operator*(const Rotation& a, const Rotation& b) {
        return {a.w_ * b.w_ - dot(a.v_, b.v_), a.w_ * b.v_ + b.w_ * a.v_ + cross(a.v_, b.v_)};
    }

    Vec3d apply(Vec3d p) const {
        const Vec3d t = 2 * cross(v_, p);
        return p + w_ * t + cross(v_, t);
    }

    Quaternion rounded() const {
        const Vec3 v = v_.rounded();
        return {v.x, v.y, v.z, static_cast<float>(w_)};
    }

  private:
    Rotation(double w, Vec3d v) : w_(w), v_(v) {}

    double w_ = 1;
    Vec3d v_;
};

}  // namespace undine
