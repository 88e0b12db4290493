// SPDX-License-Identifier: Zlib
#include "solvers/fluid_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace undine {
namespace {

constexpr float kMostContrast = 10;       // of rest densities
constexpr float kVolumeTolerance = 0.1F;  // relative

std::string numberText(float value) {
    char text[32];
    std::snprintf(text, sizeof(text), "%g", static_cast<double>(value));
    return text;
}

/// Larger over smaller.
float ratioOf(float a, float b) { return std::max(a, b) / std::min(a, b); }

Result<void> checkPair(std::span<const FluidSettings> fluids, std::size_t one, std::size_t other) {
    const FluidSettings& a = fluids[one];
    const FluidSettings& b = fluids[other];
    const float volumes = ratioOf(a.particleMass / a.restDensity, b.particleMass / b.restDensity);
    const bool contrast = ratioOf(a.restDensity, b.restDensity) > kMostContrast;
    if (!contrast && volumes <= 1 + kVolumeTolerance) return {};

    const std::string mine = "fluids." + std::to_string(one);
    const std::string theirs = "fluids." + std::to_string(other);
    if (contrast) {
        return Error{mine + ".rest_density: " + numberText(a.restDensity) + ": must be within a factor of " +
                     numberText(kMostContrast) + " of that of " + theirs + ", " + numberText(b.restDensity)};
    }
    return Error{mine +
                 ".particle_mass: particles of all fluids must have about the same volume, mass over rest "
                 "density; those of " +
                 mine + " and " + theirs + " differ by a factor of " + numberText(volumes) +
                 ", which must be at most " + numberText(1 + kVolumeTolerance) +
                 "; a mass of 0 is chosen to fit"};
}

}  // namespace

void FluidTables::assign(std::span<const FluidConstants> fluids, const Viscosity& kinds) {
    const auto fill = [&](std::vector<float>& table, auto&& value) {
        table.clear();
        for (const FluidConstants& fluid : fluids) table.push_back(value(fluid));
    };
    unitVolume = fluids.empty() ? 1 : fluids[0].restVolume();
    fill(restDensity, [](const FluidConstants& f) { return f.restDensity; });
    fill(restVolume, [](const FluidConstants& f) { return f.restVolume(); });
    fill(relativeVolume, [&](const FluidConstants& f) { return f.restVolume() / unitVolume; });
    fill(bulkModulus, [](const FluidConstants& f) { return f.stiffness * f.restDensity; });
    fill(specificVolume, [&](const FluidConstants& f) { return unitVolume / f.mass; });
    fill(wallFactor,
         [&](const FluidConstants& f) { return unitVolume / f.mass * (unitVolume / f.restVolume()); });
    const auto viscosityOf = [&](const FluidConstants& f) {
        const float artificial = kinds.artificial * f.restDensity * std::sqrt(f.stiffness);
        return artificial + (kinds.own ? f.viscosity : 0);
    };
    fill(viscosityRoot, [&](const FluidConstants& f) { return std::sqrt(viscosityOf(f)); });
}

Result<void> checkContrast(std::span<const FluidSettings> fluids) {
    for (std::size_t other = 0; other + 1 < fluids.size(); ++other) {
        if (auto checked = checkPair(fluids, fluids.size() - 1, other); !checked) return checked;
    }
    return {};
}

}  // namespace undine
