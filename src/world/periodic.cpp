// SPDX-License-Identifier: Zlib
#include "world/periodic.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "boundary/face_walls.h"
#include "undine/parameters.h"
#include "world/lattice.h"

namespace undine {
namespace {

constexpr double kMostCells = 1e6;  // between the faces and from the origin: the grid can number no more

std::string text(double value) { return describeValue(value); }

std::array<float, 3> axesOf(Vec3 a) { return {a.x, a.y, a.z}; }

Result<void> checkSide(float low, float high, float h, const std::string& axis) {
    const double length = static_cast<double>(high) - low;
    if (!(length > 0)) {
        return Error{"world.periodic_max: must be above periodic_min along " + axis + ", which is periodic"};
    }
    // Cells are a hair larger than h, and there must be three of them.
    if (length < 3.0 * h * (1 + 2e-6)) {
        return Error{"world.periodic_max: the box is " + text(length) + " m long along " + axis +
                     ", and must be more than 3 support radii of " + text(static_cast<double>(h)) +
                     " m: particles would meet others twice"};
    }
    if (std::max(std::abs(low), std::abs(high)) > kMostCells * h) {
        return Error{
            "world.periodic_max: the box must be within a million support radii of the origin along " + axis};
    }
    return {};
}

}  // namespace

Result<Period> makePeriod(const WorldSettings& settings, float h) {
    Period period;
    const auto axes = static_cast<unsigned>(settings.periodic);
    if (settings.dimension == 2 && (axes & 4U) != 0) {
        return Error{"world.periodic: a world of two dimensions can repeat itself along x and y only"};
    }
    const std::array<float, 3> low = axesOf(settings.periodicMin);
    const std::array<float, 3> high = axesOf(settings.periodicMax);
    for (unsigned k = 0; k < 3; ++k) {
        if ((axes >> k & 1U) == 0) continue;
        const auto checked = checkSide(low[k], high[k], h, axisName(static_cast<int>(k)));
        if (!checked) return Error{checked.error()};
        period.low[k] = low[k];
        period.length[k] = high[k] - low[k];
    }
    return period;
}

Result<void> checkInPeriod(std::span<const Vec3> positions, const Period& period) {
    if (!period.any()) return {};
    const auto isOutside = [&](Vec3 p) {
        const std::array<float, 3> x = axesOf(p);
        for (int k = 0; k < 3; ++k) {
            const double t = static_cast<double>(x[static_cast<std::size_t>(k)]) - period.low[k];
            if (period.repeats(k) && (t < 0 || t > period.length[k])) return true;
        }
        return false;
    };
    const auto outside = std::ranges::count_if(positions, isOutside);
    if (outside == 0) return {};
    return Error{std::to_string(outside) + " of its " + std::to_string(positions.size()) +
                 " particles are outside of the periodic box; the first is at " +
                 describeValue(*std::ranges::find_if(positions, isOutside))};
}

Result<void> checkLatticeCloses(const Fill& shape, const Period& period, float spacing) {
    const auto* box = std::get_if<BoxFill>(&shape);
    if (box == nullptr) return {};
    const std::array<float, 3> size = axesOf(box->max - box->min);
    for (int k = 0; k < 3; ++k) {
        if (!period.repeats(k)) continue;
        const double along = static_cast<double>(period.length[k]) / spacing;
        const double gap =
            along - static_cast<double>(pointsAlong(size[static_cast<std::size_t>(k)], spacing)) + 1;
        const bool fits = std::abs(gap - 1) < 0.01 || gap >= 2;
        if (fits) continue;
        const auto fewer = static_cast<std::int64_t>(along);
        return Error{"does not go on across the periodic faces along " + axisName(k) + ", which are " +
                     text(along) + " spacings apart: make the box that repeats " + std::to_string(fewer) +
                     " or " + std::to_string(fewer + 1) + " spacings long, and fill it from face to face"};
    }
    return {};
}

Result<void> checkNozzleInPeriod(const EmitterSettings& emitter, const Nozzle& nozzle, const Period& period,
                                 float h, const std::string& path) {
    if (!period.any()) return {};
    const float mouth = 2 * nozzle.spacing;
    for (const Vec3 place : nozzle.places) {
        for (const Vec3 p : {emitter.position + place, emitter.position + place + mouth * nozzle.direction}) {
            const std::array<float, 3> x = axesOf(p);
            for (int k = 0; k < 3; ++k) {
                const float t = x[static_cast<std::size_t>(k)] - period.low[k];
                if (!period.repeats(k) || (t >= h && t <= period.length[k] - h)) continue;
                return Error{path + ".position: the nozzle must keep a support radius of " +
                             text(static_cast<double>(h)) + " m from the periodic faces along " +
                             axisName(k)};
            }
        }
    }
    return {};
}

}  // namespace undine
