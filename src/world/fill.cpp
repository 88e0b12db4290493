// SPDX-License-Identifier: Zlib
//   [TG37] Taylor, Green: Mechanism of the Production of Small Eddies from Large Ones, 1937
#include "world/fill.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "boundary/mesh_check.h"
#include "core/finite.h"
#include "core/memory.h"
#include "core/shape_checks.h"
#include "undine/parameters.h"
#include "world/cylinder_fill.h"
#include "world/lattice.h"
#include "world/mesh_fill.h"

namespace undine {
namespace {

using Points = Result<std::vector<Vec3>>;

const char* nameOf(const BoxFill& /*shape*/) { return "box"; }
const char* nameOf(const SphereFill& /*shape*/) { return "sphere"; }
const char* nameOf(const CylinderFill& /*shape*/) { return "cylinder"; }
const char* nameOf(const MeshFill& /*shape*/) { return "mesh"; }
const char* nameOf(const ParticleFill& /*shape*/) { return "particles"; }

Lattice latticeOf(const BoxFill& box, float spacing, int dimension) {
    return {box.min, box.max, spacing, dimension};
}

Lattice latticeOf(const SphereFill& ball, float spacing, int dimension) {
    const Vec3 r{ball.radius, ball.radius, ball.radius};
    return {ball.center - r, ball.center + r, spacing, dimension};
}

// ---- What is wrong with a shape beyond the ranges of its settings

Result<void> checkShape(const BoxFill& box, int dimension, const std::string& path) {
    return checkCorners(box.min, box.max, dimension, path);
}

Result<void> checkShape(const SphereFill& /*ball*/, int /*dimension*/, const std::string& /*path*/) {
    return {};
}

Result<void> checkShape(const CylinderFill& cylinder, int dimension, const std::string& path) {
    if (const auto axis = unitDirection(cylinder.axis, path + ".axis"); !axis) return Error{axis.error()};
    return checkInPlane(cylinder.axis, dimension, path + ".axis");
}

Result<void> checkShape(const MeshFill& fill, int dimension, const std::string& path) {
    if (dimension == 2) {
        return Error{path + ": a mesh can be filled in three dimensions only; this world has two"};
    }
    if (!fill.mesh) return Error{path + ": has no triangles yet: `mesh` must be set"};
    const Result<void> checked = checkMesh(*fill.mesh);
    return checked ? checked : Error{path + ": " + checked.error()};
}

Result<void> checkShape(const ParticleFill& fill, int /*dimension*/, const std::string& path) {
    if (!fill.points || fill.points->positions.empty()) return Error{path + ": there are none"};
    const PointCloud& points = *fill.points;
    const std::size_t count = points.positions.size();
    const std::size_t velocities = points.velocities.size();
    if (velocities != 0 && velocities != count) {
        return Error{path + ": " + std::to_string(velocities) + " velocities for " + std::to_string(count) +
                     " positions"};
    }
    const auto good = [&](std::size_t i) {
        return isFinite(points.positions[i] + fill.position) &&
               (velocities == 0 || isFinite(points.velocities[i] + fill.velocity));
    };
    std::size_t bad = 0;
    std::size_t first = 0;
    for (std::size_t i = count; i-- > 0;) {
        if (good(i)) continue;
        ++bad;
        first = i;
    }
    if (bad == 0) return {};
    return Error{path + ": position or velocity of " + std::to_string(bad) + " of " + std::to_string(count) +
                 " particles is not finite; the first is number " + std::to_string(first)};
}

// ---- Upper bounds

double boundOf(const BoxFill& box, float spacing, int dimension) {
    return latticeOf(box, spacing, dimension).total();
}

double boundOf(const SphereFill& ball, float spacing, int dimension) {
    constexpr double kPi = std::numbers::pi;
    const double r = ball.radius;
    const double volume = dimension == 2 ? kPi * r * r : 4 * kPi / 3 * r * r * r;
    const double surface = dimension == 2 ? 2 * kPi * r : 4 * kPi * r * r;
    return latticeOf(ball, spacing, dimension).boundFor(volume, surface);
}

double boundOf(const CylinderFill& cylinder, float spacing, int dimension) {
    return boundOfCylinder(cylinder, spacing, dimension);
}

double boundOf(const MeshFill& fill, float spacing, int /*dimension*/) {
    return fill.mesh ? boundOfMesh(fill, spacing) : 0;
}

double boundOf(const ParticleFill& fill, float /*spacing*/, int /*dimension*/) {
    return fill.points ? static_cast<double>(fill.points->positions.size()) : 0;
}

// ---- Filling of shapes that are in order

Points fillShape(const BoxFill& box, float spacing, int dimension) {
    const Lattice lattice = latticeOf(box, spacing, dimension);
    LatticeFiller filler(lattice, box.jitter, dimension);
    forEachRow(lattice, [&](std::int64_t j, std::int64_t k) { filler.addRow(0, lattice.count(0), j, k); });
    return filler.take();
}

Points fillShape(const SphereFill& ball, float spacing, int dimension) {
    const Lattice lattice = latticeOf(ball, spacing, dimension);
    LatticeFiller filler(lattice, ball.jitter, dimension);
    forEachRow(lattice, [&](std::int64_t j, std::int64_t k) {
        for (std::int64_t i = 0; i < lattice.count(0); ++i) {
            Vec3 d = lattice.at(i, j, k) - ball.center;
            if (dimension == 2) d.z = 0;
            if (dot(d, d) <= ball.radius * ball.radius) filler.add(i, j, k);
        }
    });
    return filler.take();
}

Points fillShape(const CylinderFill& cylinder, float spacing, int dimension) {
    return fillCylinder(cylinder, spacing, dimension);
}

Points fillShape(const MeshFill& fill, float spacing, int /*dimension*/) { return fillMesh(fill, spacing); }

Points fillShape(const ParticleFill& fill, float /*spacing*/, int /*dimension*/) {
    std::vector<Vec3> points = fill.points->positions;
    for (Vec3& p : points) p = p + fill.position;
    return points;
}

/// u = speed (-cos kx sin ky, sin kx cos ky) with k = pi / size [TG37].
std::vector<Vec3> eddies(const BoxFill& box, std::span<const Vec3> points) {
    std::vector<Vec3> velocities;
    if (!(box.eddySpeed > 0)) return velocities;
    velocities.reserve(points.size());
    const float k = std::numbers::pi_v<float> / box.eddySize;
    for (const Vec3 p : points) {
        const float x = k * (p.x - box.min.x);
        const float y = k * (p.y - box.min.y);
        const Vec3 turn{-std::cos(x) * std::sin(y), std::sin(x) * std::cos(y), 0};
        velocities.push_back(box.velocity + box.eddySpeed * turn);
    }
    return velocities;
}

template <class Shape>
Points checkAndFill(const Shape& shape, float spacing, int dimension) {
    const std::string name = nameOf(shape);
    if (const auto checked = checkFill(shape, dimension, name); !checked) return Error{checked.error()};
    const auto refuse = [&](const std::string& why) { return Error{name + ": " + why}; };
    const std::uint64_t count = toCount(boundOf(shape, spacing, dimension));
    const auto fits = checkMemory(count, count * kBytesPerParticle);
    if (!fits) return refuse(fits.error());
    Points points = fillShape(shape, spacing, dimension);
    if (!points) return refuse(points.error());
    if (points.value().empty()) return refuse("is smaller than one particle_spacing and would stay empty");
    return points;
}

}  // namespace

std::uint64_t countParticles(const Fill& shape, float spacing, int dimension) {
    return toCount(std::visit([&](const auto& s) { return boundOf(s, spacing, dimension); }, shape));
}

Result<void> checkFill(const Fill& shape, int dimension, const std::string& path) {
    return std::visit(
        [&](const auto& s) {
            const Result<void> ranges = checkParameters(s, path);
            return ranges ? checkShape(s, dimension, path) : ranges;
        },
        shape);
}

Points latticePoints(const Fill& shape, float spacing, int dimension) {
    return std::visit([&](const auto& s) { return checkAndFill(s, spacing, dimension); }, shape);
}

std::vector<Vec3> ownVelocities(const Fill& shape, std::span<const Vec3> points) {
    if (const auto* box = std::get_if<BoxFill>(&shape)) return eddies(*box, points);
    const auto* fill = std::get_if<ParticleFill>(&shape);
    if (fill == nullptr || !fill->points) return {};
    std::vector<Vec3> velocities = fill->points->velocities;
    for (Vec3& v : velocities) v = v + fill->velocity;
    return velocities;
}

}  // namespace undine
