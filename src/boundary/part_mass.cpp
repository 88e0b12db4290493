// SPDX-License-Identifier: Zlib
// Volume, centre and inertia of the parts of a solid, in closed form.
#include <cmath>
#include <numbers>

#include "boundary/solid_part.h"

namespace undine {
namespace {

using Tensor = MassProperties::Tensor;
using std::numbers::pi;

Tensor operator+(const Tensor& a, const Tensor& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.zx + b.zx};
}

/// The inertia of a mass in one point.
Tensor ofPoint(double mass, Vec3d d) {
    return {mass * (d.y * d.y + d.z * d.z),
            mass * (d.z * d.z + d.x * d.x),
            mass * (d.x * d.x + d.y * d.y),
            -mass * d.x * d.y,
            -mass * d.y * d.z,
            -mass * d.z * d.x};
}

/// The tensor of three second moments, the integrals of x^2, y^2 and z^2.
Tensor ofMoments(double x, double y, double z) { return {y + z, z + x, x + y, 0, 0, 0}; }

struct Size {
    double r;
    double h;
};

/// A cylinder and two halves of a ball, each with its centre 3/8 of the radius beyond the end.
MassProperties capsule(Size s) {
    const double tube = pi * s.r * s.r * s.h;
    const double ball = 4 * pi / 3 * s.r * s.r * s.r;
    const double shift = 0.5 * s.h + 0.375 * s.r;
    const double across = tube * s.r * s.r / 4 + ball * s.r * s.r / 5;
    const double own = ball * (0.2 - 0.375 * 0.375) * s.r * s.r;  // of the halves about their own centres
    return {tube + ball, {}, ofMoments(across, tube * s.h * s.h / 12 + own + ball * shift * shift, across)};
}

MassProperties inSpace(const SolidPart& part, Size s) {
    switch (part.kind) {
        case SolidPart::Kind::Sphere: {
            const double volume = 4 * pi / 3 * s.r * s.r * s.r;
            const double moment = volume * s.r * s.r / 5;
            return {volume, {}, ofMoments(moment, moment, moment)};
        }
        case SolidPart::Kind::Capsule:
            return capsule(s);
        case SolidPart::Kind::Cylinder: {
            const double volume = pi * s.r * s.r * s.h;
            const double across = volume * s.r * s.r / 4;
            return {volume, {}, ofMoments(across, volume * s.h * s.h / 12, across)};
        }
        case SolidPart::Kind::Cone: {
            const double volume = pi / 3 * s.r * s.r * s.h;
            const double across = 0.15 * volume * s.r * s.r;
            return {volume, {0, -0.25 * s.h, 0}, ofMoments(across, volume * s.h * s.h * 3 / 80, across)};
        }
        default: {
            const Vec3d half(part.extent);
            const double v = 8 * half.x * half.y * half.z;
            return {
                v, {}, ofMoments(v * half.x * half.x / 3, v * half.y * half.y / 3, v * half.z * half.z / 3)};
        }
    }
}

/// The section at z = 0 as a plate of mass 1 per area.
MassProperties inPlane(const SolidPart& part, Size s) {
    switch (part.kind) {
        case SolidPart::Kind::Sphere: {
            const double area = pi * s.r * s.r;
            return {area, {}, ofMoments(area * s.r * s.r / 4, area * s.r * s.r / 4, 0)};
        }
        case SolidPart::Kind::Capsule: {
            const double middle = 2 * s.r * s.h;
            const double disk = pi * s.r * s.r;
            const double out = 4 * s.r / (3 * pi);  // of a half disk's centre
            const double shift = 0.5 * s.h + out;
            const double x = middle * s.r * s.r / 3 + disk * s.r * s.r / 4;
            const double y =
                middle * s.h * s.h / 12 + disk * (s.r * s.r / 4 - out * out) + disk * shift * shift;
            return {middle + disk, {}, ofMoments(x, y, 0)};
        }
        case SolidPart::Kind::Cylinder: {
            const double area = 2 * s.r * s.h;
            return {area, {}, ofMoments(area * s.r * s.r / 3, area * s.h * s.h / 12, 0)};
        }
        case SolidPart::Kind::Cone: {
            const double area = s.r * s.h;
            return {area, {0, -s.h / 6, 0}, ofMoments(area * s.r * s.r / 6, area * s.h * s.h / 18, 0)};
        }
        default: {
            const Vec3d half(part.extent);
            const double area = 4 * half.x * half.y;
            return {area, {}, ofMoments(area * half.x * half.x / 3, area * half.y * half.y / 3, 0)};
        }
    }
}

/// Sums over the tetrahedra from the middle of the box to each triangle.
MassProperties ofMesh(const TriangleTree& tree) {
    const Vec3d origin = 0.5 * (Vec3d(tree.min()) + Vec3d(tree.max()));
    double volume = 0;
    Vec3d first;
    Tensor second;
    for (std::size_t t = 0; t < tree.triangleCount(); ++t) {
        const TriangleTree::Corners corners = tree.corners(t);
        const Vec3d a = Vec3d(corners.a) - origin;
        const Vec3d b = Vec3d(corners.b) - origin;
        const Vec3d c = Vec3d(corners.c) - origin;
        const double v = dot(a, cross(b, c)) / 6;
        const Vec3d sum = a + b + c;
        volume += v;
        first = first + (v / 4) * sum;
        // The integral of p p^T over a tetrahedron with a corner at 0 is v/20 (sum sum^T + aa^T + bb^T +
        // cc^T).
        for (const Vec3d corner : {sum, a, b, c}) second = second + ofPoint(v / 20, corner);
    }
    if (volume == 0) return {};
    const Vec3d center = (1 / volume) * first;
    return {volume, origin + center, second + ofPoint(-volume, center)};
}

/// The tensor seen from axes in which its own axes are x, y, z: the sum of its entries times products of
/// axes.
Tensor turnedTensor(const Tensor& own, const BoxAxes& axes) {
    const double main[3] = {own.xx, own.yy, own.zz};
    const Vec3d axis[3] = {Vec3d(axes.x), Vec3d(axes.y), Vec3d(axes.z)};
    Tensor t;
    for (int k = 0; k < 3; ++k) {
        const Vec3d e = axis[k];
        t = t + Tensor{main[k] * e.x * e.x, main[k] * e.y * e.y, main[k] * e.z * e.z,
                       main[k] * e.x * e.y, main[k] * e.y * e.z, main[k] * e.z * e.x};
    }
    return t;
}

}  // namespace

MassProperties SolidPart::massProperties() const {
    if (kind == Kind::Plane) return {};
    if (kind == Kind::Mesh) return tree->isOpen() ? MassProperties{} : ofMesh(*tree);
    const Size size{extent.x, 2.0 * static_cast<double>(extent.y)};
    const MassProperties own = flat ? inPlane(*this, size) : inSpace(*this, size);
    const Vec3d up(axes.y);  // all centres are on the axis
    Vec3d center = Vec3d(position) + own.center.y * up;
    if (flat) center.z = 0;
    return {own.volume, center, turnedTensor(own.inertia, axes)};
}

MassProperties operator+(const MassProperties& a, const MassProperties& b) {
    const double volume = a.volume + b.volume;
    if (volume == 0) return {};
    const Vec3d center = (1 / volume) * (a.volume * a.center + b.volume * b.center);
    return {
        volume, center,
        a.inertia + b.inertia + ofPoint(a.volume, a.center - center) + ofPoint(b.volume, b.center - center)};
}

}  // namespace undine
