// SPDX-License-Identifier: Zlib
#include "world/nozzle.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/geometry.h"
#include "core/shape_checks.h"
#include "undine/parameters.h"
#include "world/lattice.h"
#include "world/nearby_particles.h"

namespace undine {
namespace {

/// What the shapes need to know of their emitter.
struct Draft {
    Nozzle nozzle;
    std::string path;

    Vec3 at(double i, double j) const {
        const double s = nozzle.spacing;
        return static_cast<float>(i * s) * nozzle.across + static_cast<float>(j * s) * nozzle.up;
    }
};

/// How many particles fit side by side.
double countAlong(float length, float spacing) { return static_cast<double>(pointsAlong(length, spacing)); }

Error tooSmall(const Draft& draft, const char* key, float value) {
    char text[120];
    std::snprintf(text, sizeof(text), ".%s: %g m: leaves no room for one particle of %g m", key,
                  static_cast<double>(value), static_cast<double>(draft.nozzle.spacing));
    return {draft.path + text};
}

Result<void> checkPlaces(const Draft& draft, double count) {
    if (count <= kMostPlaces) return {};
    char text[120];
    std::snprintf(text, sizeof(text), ": the nozzle has %.3g places of particle_spacing; at most %g", count,
                  kMostPlaces);
    return Error{draft.path + text};
}

/// columns x rows places around the middle.
std::vector<Vec3> latticeOf(const Draft& draft, double columns, double rows) {
    std::vector<Vec3> places;
    for (double j = 0.5 - rows / 2; j < rows / 2; ++j) {
        for (double i = 0.5 - columns / 2; i < columns / 2; ++i) places.push_back(draft.at(i, j));
    }
    return places;
}

/// The places of a lattice inside a circle of `radius` spacings, its nearest one (i0, j0) from the middle.
std::vector<Vec3> discOf(const Draft& draft, double radius, double i0, double j0) {
    const double n = std::floor(radius) + 1;
    std::vector<Vec3> places;
    for (double j = j0 - n; j <= n; ++j) {
        for (double i = i0 - n; i <= n; ++i) {
            if (i * i + j * j <= radius * radius) places.push_back(draft.at(i, j));
        }
    }
    return places;
}

Result<std::vector<Vec3>> placesOf(const CircleNozzle& circle, const Draft& draft) {
    const double radius = static_cast<double>(circle.radius) / draft.nozzle.spacing;
    if (draft.nozzle.dimension == 2) {
        const double columns = countAlong(2 * circle.radius, draft.nozzle.spacing);
        if (columns < 1) return tooSmall(draft, "radius", circle.radius);
        if (const auto checked = checkPlaces(draft, columns); !checked) return Error{checked.error()};
        return latticeOf(draft, columns, 1);
    }
    const double area = std::numbers::pi * radius * radius;
    if (radius < 0.4999) return tooSmall(draft, "radius", circle.radius);
    if (const auto checked = checkPlaces(draft, area); !checked) return Error{checked.error()};
    // A lattice may have a place in the middle of the circle, or be shifted by half a spacing along one axis
    // or both. Take the one whose number of places is nearest to the area.
    std::vector<Vec3> best;
    const double shifts[3][2] = {{0, 0}, {0.5, 0}, {0.5, 0.5}};
    for (const auto& [i0, j0] : shifts) {
        std::vector<Vec3> places = discOf(draft, radius, i0, j0);
        const auto miss = [&](const auto& p) { return std::abs(static_cast<double>(p.size()) - area); };
        if (best.empty() || miss(places) < miss(best)) best = std::move(places);
    }
    return best;
}

Result<std::vector<Vec3>> placesOf(const RectangleNozzle& rectangle, const Draft& draft) {
    const double columns = countAlong(rectangle.width, draft.nozzle.spacing);
    const double rows = draft.nozzle.dimension == 2 ? 1 : countAlong(rectangle.height, draft.nozzle.spacing);
    if (columns < 1) return tooSmall(draft, "width", rectangle.width);
    if (rows < 1) return tooSmall(draft, "height", rectangle.height);
    if (const auto checked = checkPlaces(draft, columns * rows); !checked) return Error{checked.error()};
    return latticeOf(draft, columns, rows);
}

/// Two jets that are nearer to each other than particles may be would clump.
Result<void> checkDistances(const std::vector<Vec3>& points, const Draft& draft) {
    NearbyParticles earlier;
    earlier.clear(points.size(), 0.999F * draft.nozzle.spacing);
    for (const Vec3 p : points) {
        if (const Vec3* other = earlier.findNear(p)) {
            char text[120];
            std::snprintf(text, sizeof(text), ".points: two are %g m apart: must be at least %g m",
                          static_cast<double>(length(p - *other)), static_cast<double>(draft.nozzle.spacing));
            return Error{draft.path + text};
        }
        earlier.insert(p);
    }
    return {};
}

Result<std::vector<Vec3>> placesOf(const PointsNozzle& nozzle, const Draft& draft) {
    if (nozzle.points.empty()) return Error{draft.path + ".points: []: must name at least one"};
    if (draft.nozzle.dimension == 2 && std::ranges::any_of(nozzle.points, [](Vec3 p) { return p.z != 0; })) {
        return Error{draft.path + ".points: z must be 0 in two dimensions"};
    }
    const auto count = static_cast<double>(nozzle.points.size());
    if (const auto checked = checkPlaces(draft, count); !checked) return Error{checked.error()};
    if (const auto checked = checkDistances(nozzle.points, draft); !checked) return Error{checked.error()};
    return nozzle.points;
}

/// The vector that is `up` for the shape, before it is put at right angles to the direction.
Vec3 roughlyUp(const NozzleShape& shape, Vec3 direction) {
    const auto* rectangle = std::get_if<RectangleNozzle>(&shape);
    if (rectangle != nullptr && rectangle->up != Vec3{}) return rectangle->up;
    return std::abs(direction.y) > 0.9F ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
}

}  // namespace

Result<Nozzle> makeNozzle(const Emitter& emitter, float spacing, int dimension, const std::string& path) {
    const auto checked =
        std::visit([&](const auto& shape) { return checkParameters(shape, path); }, emitter.shape);
    if (!checked) return Error{checked.error()};
    const Vec3 given = emitter.settings.direction;
    const auto direction = unitDirection(given, path + ".direction");
    if (!direction) return Error{direction.error()};
    for (const auto& inPlane : {checkInPlane(given, dimension, path + ".direction"),
                                checkInPlane(emitter.settings.position, dimension, path + ".position")}) {
        if (!inPlane) return Error{inPlane.error()};
    }
    Draft draft{{}, path};
    Nozzle& nozzle = draft.nozzle;
    nozzle.spacing = spacing;
    nozzle.dimension = dimension;
    nozzle.direction = direction.value();
    if (dimension == 2) {
        nozzle.across = {-nozzle.direction.y, nozzle.direction.x, 0};
    } else {
        const Vec3 up = roughlyUp(emitter.shape, nozzle.direction);
        const auto upwards = unitDirection(up, path + ".up");
        if (!upwards) return Error{upwards.error()};
        const Vec3 side = cross(nozzle.direction, upwards.value());
        if (!(length(side) > 1e-3F)) return refusal(path + ".up", up, "must not be along direction");
        nozzle.across = normalized(side);
        nozzle.up = cross(nozzle.across, nozzle.direction);
    }
    auto places = std::visit([&](const auto& shape) { return placesOf(shape, draft); }, emitter.shape);
    if (!places) return Error{places.error()};
    nozzle.places = std::move(places).value();
    return std::move(nozzle);
}

}  // namespace undine
