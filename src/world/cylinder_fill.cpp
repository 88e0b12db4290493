// SPDX-License-Identifier: Zlib
//
//   c  centre          a  axis, of length 1     r  radius     h  half the height
//   d = p - c          s = a . d, the height of p above the middle
//
// p is inside when |s| <= h and |d|^2 - s^2 <= r^2. With y and z given, the first is a linear condition for x
// and the second a quadratic one. In 2D the second is |b . d| <= r with b across a, linear again.
#include "world/cylinder_fill.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/rotation.h"
#include "world/lattice.h"

namespace undine {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Rounding must not decide about points that lie on the surface.
constexpr double kTolerance = 1e-6;

struct Interval {
    double low = -kInfinity;
    double high = kInfinity;
};
constexpr Interval kNowhere{kInfinity, -kInfinity};

Interval common(Interval a, Interval b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

/// Where |slope x + offset| <= limit.
Interval solveLinear(double slope, double offset, double limit) {
    if (slope == 0) return std::abs(offset) <= limit ? Interval{} : kNowhere;
    const double a = (-limit - offset) / slope;
    const double b = (limit - offset) / slope;
    return {std::min(a, b), std::max(a, b)};
}

/// Where a x^2 + 2 b x + c <= 0, for a >= 0.
Interval solveQuadratic(double a, double b, double c) {
    if (a == 0) return c <= 0 ? Interval{} : kNowhere;
    const double discriminant = b * b - a * c;
    if (discriminant < 0) return kNowhere;
    const double root = std::sqrt(discriminant);
    return {(-b - root) / a, (-b + root) / a};
}

class Cylinder {
  public:
    Cylinder(const CylinderFill& fill, int dimension)
        : center_{fill.center.x, fill.center.y, dimension == 2 ? 0.0 : fill.center.z},
          radius_(fill.radius * (1 + kTolerance)),
          half_(0.5 * fill.height * (1 + kTolerance)),
          dimension_(dimension) {
        const Vec3d axis = normalized(Vec3d(fill.axis));
        axis_ = {axis.x, axis.y, axis.z};
    }

    /// Half the extent of the bounding box.
    double reach(int axis, double half, double radius) const {
        return half * std::abs(axis_[axis]) + radius * across(axis);
    }

    /// Where in y the layer at z can meet the cylinder.
    Interval layer(double z) const {
        const Interval s =
            common(solveLinear(axis_[2], center_[2] - z, radius_ * across(2)), {-half_, half_});
        if (s.low > s.high) return kNowhere;
        const double middle = center_[1] + 0.5 * axis_[1] * (s.low + s.high);
        const double reach = 0.5 * std::abs(axis_[1]) * (s.high - s.low) + radius_ * across(1);
        return {middle - reach, middle + reach};
    }

    /// Where in x the row at y and z is inside.
    Interval row(double y, double z) const {
        const double dy = y - center_[1];
        const double dz = dimension_ == 2 ? 0 : z - center_[2];
        const double s = axis_[1] * dy + axis_[2] * dz;
        Interval x = solveLinear(axis_[0], s, half_);
        if (dimension_ == 2) {
            x = common(x, solveLinear(-axis_[1], axis_[0] * dy, radius_));
        } else {
            const double a = axis_[1] * axis_[1] + axis_[2] * axis_[2];
            const double c = dy * dy + dz * dz - s * s - radius_ * radius_;
            x = common(x, solveQuadratic(a, -axis_[0] * s, c));
        }
        return {center_[0] + x.low, center_[0] + x.high};
    }

  private:
    /// How much of a disc across the axis is seen along a coordinate.
    double across(int axis) const { return std::sqrt(std::max(0.0, 1 - axis_[axis] * axis_[axis])); }

    std::array<double, 3> center_;
    std::array<double, 3> axis_;
    double radius_;
    double half_;
    int dimension_;
};

Lattice latticeOf(const CylinderFill& fill, float spacing, int dimension) {
    const Cylinder cylinder(fill, dimension);
    const auto reach = [&](int axis) {
        return static_cast<float>(cylinder.reach(axis, 0.5 * fill.height, fill.radius));
    };
    const Vec3 extent{reach(0), reach(1), reach(2)};
    return {fill.center - extent, fill.center + extent, spacing, dimension};
}

/// Past the points that are at most `value`.
std::int64_t endOf(const Lattice& lattice, int axis, double value) {
    return lattice.firstAtLeast(axis, std::nextafter(value, kInfinity));
}

}  // namespace

double boundOfCylinder(const CylinderFill& fill, float spacing, int dimension) {
    constexpr double kPi = std::numbers::pi;
    const double r = fill.radius;
    const double height = fill.height;
    const double volume = dimension == 2 ? 2 * r * height : kPi * r * r * height;
    const double surface = dimension == 2 ? 4 * r + 2 * height : 2 * kPi * r * (r + height);
    return latticeOf(fill, spacing, dimension).boundFor(volume, surface);
}

std::vector<Vec3> fillCylinder(const CylinderFill& fill, float spacing, int dimension) {
    const Cylinder cylinder(fill, dimension);
    const Lattice lattice = latticeOf(fill, spacing, dimension);
    LatticeFiller filler(lattice, fill.jitter, dimension);
    for (std::int64_t k = 0; k < lattice.count(2); ++k) {
        const double z = lattice.coordinate(2, k);
        const Interval y = dimension == 2 ? Interval{} : cylinder.layer(z);
        const std::int64_t end = endOf(lattice, 1, y.high);
        for (std::int64_t j = lattice.firstAtLeast(1, y.low); j < end; ++j) {
            const Interval x = cylinder.row(lattice.coordinate(1, j), z);
            filler.addRow(lattice.firstAtLeast(0, x.low), endOf(lattice, 0, x.high), j, k);
        }
    }
    return filler.take();
}

}  // namespace undine
