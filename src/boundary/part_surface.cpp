// SPDX-License-Identifier: Zlib
#include "boundary/part_surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/geometry.h"

namespace undine {
namespace {

using std::numbers::pi;
using Kind = SolidPart::Kind;

Vec3 vec(double x, double y, double z) { return Vec3d(x, y, z).rounded(); }

/// On a ring about y.
Vec3 ring(double radius, double y, double turn) {
    return vec(radius * std::cos(2 * pi * turn), y, radius * std::sin(2 * pi * turn));
}

/// On a ball of radius r about (0, middle, 0).
Vec3 onBall(double r, double middle, double u, double v) {
    const double y = 2 * u - 1;
    return ring(r * std::sqrt(std::max(0.0, 1 - y * y)), middle + r * y, v);
}

}  // namespace

PartSurface::PartSurface(const SolidPart& part) : part_(part) {
    addPieces();
    for (std::size_t k = 1; k < ends_.size(); ++k) ends_[k] += ends_[k - 1];
}

void PartSurface::addPieces() {
    const Vec3d e(part_.extent);
    const double r = e.x;
    const double h = 2 * e.y;
    const double slope = std::sqrt(r * r + h * h);
    const bool flat = part_.flat;
    switch (part_.kind) {
        case Kind::Sphere:
            ends_ = {flat ? 2 * pi * r : 4 * pi * r * r};
            break;
        case Kind::Capsule:
            if (flat)
                ends_ = {h, pi * r, h, pi * r};
            else
                ends_ = {2 * pi * r * h, 4 * pi * r * r};
            break;
        case Kind::Cylinder:
            if (flat)
                ends_ = {2 * r, h, 2 * r, h};
            else
                ends_ = {2 * pi * r * h, pi * r * r, pi * r * r};
            break;
        case Kind::Cone:
            if (flat)
                ends_ = {2 * r, slope, slope};
            else
                ends_ = {pi * r * slope, pi * r * r};
            break;
        case Kind::Box:
            if (flat)
                ends_ = {2 * e.x, 2 * e.y, 2 * e.x, 2 * e.y};
            else
                ends_ = {4 * e.y * e.z, 4 * e.y * e.z, 4 * e.z * e.x,
                         4 * e.z * e.x, 4 * e.x * e.y, 4 * e.x * e.y};
            break;
        case Kind::Plane:  // walls need no samples
            break;
        case Kind::Mesh:
            ends_.reserve(part_.tree->triangleCount());
            for (std::size_t t = 0; t < part_.tree->triangleCount(); ++t) {
                const TriangleTree::Corners c = part_.tree->corners(t);
                ends_.push_back(0.5 * length(cross(Vec3d(c.b) - Vec3d(c.a), Vec3d(c.c) - Vec3d(c.a))));
            }
            break;
    }
}

PartSurface::Place PartSurface::at(double share, double u, double v) const {
    const double wanted = share * area();
    const auto found = std::upper_bound(ends_.begin(), ends_.end(), wanted);
    const auto piece = std::min(static_cast<std::size_t>(found - ends_.begin()), ends_.size() - 1);
    if (part_.kind == Kind::Mesh) return onTriangle(piece, u, v);
    const double begin = piece == 0 ? 0 : ends_[piece - 1];
    const double along = std::clamp((wanted - begin) / std::max(ends_[piece] - begin, 1e-30), 0.0, 1.0);
    Vec3 p = part_.position + part_.toBody(part_.flat ? onOutline(piece, along) : onPiece(piece, u, v));
    if (part_.flat) p.z = 0;
    return {p, part_.closest(p).normal};
}

Vec3 PartSurface::onPiece(std::size_t piece, double u, double v) const {
    const Vec3d e(part_.extent);
    const double side = piece % 2 == 0 ? 1 : -1;
    const double a = 2 * u - 1;
    const double b = 2 * v - 1;
    switch (part_.kind) {
        case Kind::Sphere:
            return onBall(e.x, 0, u, v);
        case Kind::Capsule:
            return piece == 0 ? ring(e.x, e.y * a, v) : onBall(e.x, u > 0.5 ? e.y : -e.y, u, v);
        case Kind::Cylinder:
            return piece == 0 ? ring(e.x, e.y * a, v) : ring(e.x * std::sqrt(u), side * e.y, v);
        case Kind::Cone: {
            const double share = std::sqrt(u);
            return ring(e.x * share, piece == 0 ? e.y * (1 - 2 * share) : -e.y, v);
        }
        default:
            if (piece < 2) return vec(side * e.x, a * e.y, b * e.z);
            if (piece < 4) return vec(a * e.x, side * e.y, b * e.z);
            return vec(a * e.x, b * e.y, side * e.z);
    }
}

/// Counter-clockwise, from the lower left corner or from the right.
Vec3 PartSurface::onOutline(std::size_t piece, double u) const {
    const Vec3d e(part_.extent);
    const double a = 2 * u - 1;
    switch (part_.kind) {
        case Kind::Sphere:
            return vec(e.x * std::cos(2 * pi * u), e.x * std::sin(2 * pi * u), 0);
        case Kind::Capsule: {
            const double side = piece < 2 ? 1 : -1;
            if (piece % 2 == 0) return vec(side * e.x, side * a * e.y, 0);
            return vec(side * e.x * std::cos(pi * u), side * (e.y + e.x * std::sin(pi * u)), 0);
        }
        case Kind::Cone:
            if (piece == 0) return vec(a * e.x, -e.y, 0);
            if (piece == 1) return vec((1 - u) * e.x, a * e.y, 0);
            return vec(-u * e.x, -a * e.y, 0);
        default: {
            const double side = piece < 2 ? 1 : -1;
            if (piece % 2 == 0) return vec(side * a * e.x, -side * e.y, 0);
            return vec(side * e.x, side * a * e.y, 0);
        }
    }
}

PartSurface::Place PartSurface::onTriangle(std::size_t triangle, double u, double v) const {
    const TriangleTree::Corners c = part_.tree->corners(triangle);
    const bool beyond = u + v > 1;  // the other half of the parallelogram is turned back
    const auto s = static_cast<float>(beyond ? 1 - u : u);
    const auto t = static_cast<float>(beyond ? 1 - v : v);
    const Vec3 ab = c.b - c.a;
    const Vec3 ac = c.c - c.a;
    return {c.a + s * ab + t * ac, normalized((1 / std::max(length(ab), length(ac))) * cross(ab, ac))};
}

}  // namespace undine
