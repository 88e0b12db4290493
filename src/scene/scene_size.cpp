// SPDX-License-Identifier: Zlib
#include "scene/scene_size.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/memory.h"
#include "world/fill.h"

namespace undine {
namespace {

constexpr std::uint64_t kWaitingFrames = 3;
constexpr std::uint64_t kFrameBytes = 64;  // of a particle

/// Lengths of a scene are those of the world; the spacing is given at the simulation scale.
float worldSpacing(const WorldSettings& world) { return world.particleSpacing / world.simulationScale; }

/// m^2, in 2D m.
double openingOf(const CircleNozzle& nozzle, const WorldSettings& world) {
    const double r = nozzle.radius;
    return world.dimension == 2 ? 2 * r : std::numbers::pi * r * r;
}

double openingOf(const RectangleNozzle& nozzle, const WorldSettings& world) {
    return world.dimension == 2 ? nozzle.width : static_cast<double>(nozzle.width) * nozzle.height;
}

double openingOf(const PointsNozzle& nozzle, const WorldSettings& world) {
    return static_cast<double>(nozzle.points.size()) * std::pow(worldSpacing(world), world.dimension - 1);
}

/// Particles an emitter gives in the whole run.
double emittedBy(const Emitter& emitter, const Scene& scene) {
    const EmitterSettings& settings = emitter.settings;
    // A pump only gives back what was there before.
    const auto feeds = [&](const Absorber& absorber) {
        return !settings.name.empty() && absorber.feeds == settings.name;
    };
    if (std::ranges::any_of(scene.absorbers, feeds)) return 0;
    double flow = settings.flowRate;
    if (flow == 0) {
        double factor = settings.schedule.empty() ? 1 : 0;
        for (const CurveKey& key : settings.schedule) factor = std::max<double>(factor, key.value);
        const double opening =
            std::visit([&](const auto& nozzle) { return openingOf(nozzle, scene.world); }, emitter.shape);
        flow = opening * settings.speed * factor;
    }
    const double end = settings.end > 0 ? std::min(settings.end, scene.output.seconds) : scene.output.seconds;
    const double cell = std::pow(static_cast<double>(worldSpacing(scene.world)), scene.world.dimension);
    const double emitted = flow * std::max(0.0, end - settings.start) / cell;
    return settings.limit > 0 ? std::min<double>(emitted, settings.limit) : emitted;
}

double filledIn(const Scene& scene) {
    double count = 0;
    for (const SceneFill& fill : scene.fills) {
        count +=
            static_cast<double>(countParticles(fill.shape, worldSpacing(scene.world), scene.world.dimension));
    }
    return count;
}

double tracersIn(const Scene& scene) {
    double count = 0;
    for (const Tracers& tracers : scene.tracers) {
        const float own = tracers.settings.spacing;
        const float spacing = own > 0 ? own : worldSpacing(scene.world);
        count += static_cast<double>(countParticles(tracers.shape, spacing, scene.world.dimension));
    }
    return count;
}

double emittedIn(const Scene& scene) {
    double count = 0;
    for (const Emitter& emitter : scene.emitters) count += emittedBy(emitter, scene);
    if (scene.world.maxParticles == 0) return count;
    return std::min(count, std::max(0.0, scene.world.maxParticles - filledIn(scene)));
}

}  // namespace

std::uint64_t estimateParticles(const Scene& scene) {
    return toCount(filledIn(scene) + tracersIn(scene) + emittedIn(scene));
}

std::uint64_t estimateBytes(std::uint64_t particles) {
    return particles * (kBytesPerParticle + kWaitingFrames * kFrameBytes);
}

Result<void> checkSceneSize(const Scene& scene) {
    const std::uint64_t particles = estimateParticles(scene);
    const auto fits = checkMemory(particles, estimateBytes(particles));
    if (fits) return {};
    const bool mostlyEmitted = emittedIn(scene) > 0.5 * static_cast<double>(particles);
    return Error{"the scene " + fits.error() + ": raise world.particle_spacing" +
                 (mostlyEmitted ? " or set world.max_particles" : "")};
}

}  // namespace undine
