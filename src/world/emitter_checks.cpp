// SPDX-License-Identifier: Zlib
#include "world/emitter_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/shape_checks.h"
#include "undine/parameters.h"
#include "world/curve.h"

namespace undine {
namespace {

/// Particles one emitter may bring at once: about 2 GB of them.
constexpr double kMostPerStep = 1e7;

}  // namespace

Result<void> checkEmitter(const EmitterSettings& settings, const std::string& path, std::size_t fluidCount) {
    if (const auto checked = checkParameters(settings, path); !checked) return Error{checked.error()};
    if (fluidCount == 0) {
        return Error{path + ".fluid: " + std::to_string(settings.fluid) + ": the world has no fluid yet"};
    }
    if (settings.fluid >= fluidCount) {
        return Error{path + ".fluid: " + std::to_string(settings.fluid) +
                     ": must be the number of a fluid, 0 to " + std::to_string(fluidCount - 1)};
    }
    return checkTimes(settings.start, settings.end, path);
}

Result<void> checkAmount(const EmitterSettings& settings, const Nozzle& nozzle, const std::string& path,
                         double longestStep) {
    const double speed = settings.speed * largestValue(settings.schedule);
    const auto places = static_cast<double>(nozzle.places.size());
    const double layers = std::ceil(speed * longestStep / nozzle.spacing);
    if (layers * places <= kMostPerStep) return {};
    char text[160];
    std::snprintf(text, sizeof(text),
                  ".speed: %g m/s: would bring %.3g layers of %.0f particles in one time step of %g s", speed,
                  layers, places, longestStep);
    return Error{path + text};
}

Result<double> shareOfFlow(const EmitterSettings& settings, const Nozzle& nozzle, const std::string& path) {
    if (settings.flowRate == 0) return 1.0;
    const auto places = static_cast<double>(nozzle.places.size());
    const double full = places * std::pow(nozzle.spacing, nozzle.dimension - 1) * settings.speed;
    // A flow rate that was meant to be the full one may be rounded up.
    if (settings.flowRate <= 1.0001 * full) return std::min(1.0, settings.flowRate / full);
    const char* unit = nozzle.dimension == 2 ? "m^2/s" : "m^3/s";
    char text[200];
    std::snprintf(text, sizeof(text),
                  ".flow_rate: %g %s: must be at most %g, which is what %.0f places of %g m give at %g m/s",
                  static_cast<double>(settings.flowRate), unit, full, places,
                  static_cast<double>(nozzle.spacing), static_cast<double>(settings.speed));
    return Error{path + text};
}

Result<std::size_t> findName(std::string_view name, std::span<const std::string_view> names,
                             std::string_view what) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    return Error{'"' + std::string(name) + "\": there is no " + std::string(what) + " of that name" +
                 suggestion(name, names)};
}

}  // namespace undine
