// SPDX-License-Identifier: Zlib
#include "world/nozzle.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/geometry.h"
#include "core/shape_checks.h"
#include "undine/parameters.h"

namespace undine {
namespace {

/// What the shapes need to know of their emitter.
struct Frame {
    Nozzle nozzle;
    std::string path;

    Vec3 at(double i, double j) const {
        const double s = nozzle.spacing;
        return static_cast<float>(i * s) * nozzle.across + static_cast<float>(j * s) * nozzle.up;
    }
};

/// How many particles fit side by side; the same rule as in a box that is filled.
double countAlong(float length, float spacing) {
    return std::floor(static_cast<double>(length) / spacing + 1e-3);
}

Error tooSmall(const Frame& frame, const char* key, float value) {
    char text[120];
    std::snprintf(text, sizeof(text), ".%s: %g m: leaves no room for one particle of %g m", key,
                  static_cast<double>(value), static_cast<double>(frame.nozzle.spacing));
    return {frame.path + text};
}

Result<void> checkPlaces(const Frame& frame, double count) {
    if (count <= kMostPlaces) return {};
    char text[120];
    std::snprintf(text, sizeof(text), ": the nozzle has %.3g places of particle_spacing; at most %g", count,
                  kMostPlaces);
    return Error{frame.path + text};
}

/// columns x rows places around the middle.
std::vector<Vec3> latticeOf(const Frame& frame, double columns, double rows) {
    std::vector<Vec3> places;
    for (double j = 0.5 - rows / 2; j < rows / 2; ++j) {
        for (double i = 0.5 - columns / 2; i < columns / 2; ++i) places.push_back(frame.at(i, j));
    }
    return places;
}

/// The places of a lattice inside a circle of `radius` spacings, its nearest one (i0, j0) from the middle.
std::vector<Vec3> discOf(const Frame& frame, double radius, double i0, double j0) {
    const double n = std::floor(radius) + 1;
    std::vector<Vec3> places;
    for (double j = j0 - n; j <= n; ++j) {
        for (double i = i0 - n; i <= n; ++i) {
            if (i * i + j * j <= radius * radius) places.push_back(frame.at(i, j));
        }
    }
    return places;
}

Result<std::vector<Vec3>> placesOf(const CircleNozzle& circle, const Frame& frame) {
    const double radius = static_cast<double>(circle.radius) / frame.nozzle.spacing;
    if (frame.nozzle.dimension == 2) {
        const double columns = countAlong(2 * circle.radius, frame.nozzle.spacing);
        if (columns < 1) return tooSmall(frame, "radius", circle.radius);
        if (const auto checked = checkPlaces(frame, columns); !checked) return Error{checked.error()};
        return latticeOf(frame, columns, 1);
    }
    const double area = 3.141592653589793 * radius * radius;
    if (radius < 0.4999) return tooSmall(frame, "radius", circle.radius);
    if (const auto checked = checkPlaces(frame, area); !checked) return Error{checked.error()};
    // A lattice may have a place in the middle of the circle, or be shifted by half a spacing along one axis
    // or both. Take the one whose number of places is nearest to the area.
    std::vector<Vec3> best;
    const double shifts[3][2] = {{0, 0}, {0.5, 0}, {0.5, 0.5}};
    for (const auto& [i0, j0] : shifts) {
        std::vector<Vec3> places = discOf(frame, radius, i0, j0);
        const auto miss = [&](const auto& p) { return std::abs(static_cast<double>(p.size()) - area); };
        if (best.empty() || miss(places) < miss(best)) best = std::move(places);
    }
    return best;
}

Result<std::vector<Vec3>> placesOf(const RectangleNozzle& rectangle, const Frame& frame) {
    const double columns = countAlong(rectangle.width, frame.nozzle.spacing);
    const double rows = frame.nozzle.dimension == 2 ? 1 : countAlong(rectangle.height, frame.nozzle.spacing);
    if (columns < 1) return tooSmall(frame, "width", rectangle.width);
    if (rows < 1) return tooSmall(frame, "height", rectangle.height);
    if (const auto checked = checkPlaces(frame, columns * rows); !checked) return Error{checked.error()};
    return latticeOf(frame, columns, rows);
}

/// Two jets that are nearer to each other than particles may be would clump.
Result<void> checkDistances(std::vector<Vec3> points, const Frame& frame) {
    std::ranges::sort(points, {}, &Vec3::x);
    for (std::size_t a = 0; a < points.size(); ++a) {
        for (std::size_t b = a + 1; b < points.size() && points[b].x - points[a].x < frame.nozzle.spacing;
             ++b) {
            const float distance = length(points[b] - points[a]);
            if (distance >= 0.999F * frame.nozzle.spacing) continue;
            char text[120];
            std::snprintf(text, sizeof(text), ".points: two are %g m apart: must be at least %g m",
                          static_cast<double>(distance), static_cast<double>(frame.nozzle.spacing));
            return Error{frame.path + text};
        }
    }
    return {};
}

Result<std::vector<Vec3>> placesOf(const PointsNozzle& nozzle, const Frame& frame) {
    if (nozzle.points.empty()) return Error{frame.path + ".points: []: must name at least one"};
    if (frame.nozzle.dimension == 2 && std::ranges::any_of(nozzle.points, [](Vec3 p) { return p.z != 0; })) {
        return Error{frame.path + ".points: z must be 0 in two dimensions"};
    }
    const auto count = static_cast<double>(nozzle.points.size());
    if (const auto checked = checkPlaces(frame, count); !checked) return Error{checked.error()};
    if (const auto checked = checkDistances(nozzle.points, frame); !checked) return Error{checked.error()};
    return nozzle.points;
}

/// Of length 1 whatever the length it had, or 0.
Vec3 unit(Vec3 v) {
    const double size =
        std::hypot(static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z));
    if (!(size > 0)) return {};
    return {static_cast<float>(v.x / size), static_cast<float>(v.y / size), static_cast<float>(v.z / size)};
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
    Frame frame{{}, path};
    Nozzle& nozzle = frame.nozzle;
    nozzle.spacing = spacing;
    nozzle.dimension = dimension;
    nozzle.direction = direction.value();
    if (dimension == 2) {
        nozzle.across = {-nozzle.direction.y, nozzle.direction.x, 0};
    } else {
        const Vec3 up = roughlyUp(emitter.shape, nozzle.direction);
        const Vec3 side = cross(nozzle.direction, unit(up));
        if (!(length(side) > 1e-3F)) return refusal(path + ".up", up, "must not be along direction");
        nozzle.across = unit(side);
        nozzle.up = cross(nozzle.across, nozzle.direction);
    }
    auto places = std::visit([&](const auto& shape) { return placesOf(shape, frame); }, emitter.shape);
    if (!places) return Error{places.error()};
    nozzle.places = std::move(places).value();
    return std::move(nozzle);
}

}  // namespace undine
