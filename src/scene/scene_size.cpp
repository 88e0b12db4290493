// SPDX-License-Identifier: Zlib
#include "scene/scene_size.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/geometry.h"
#include "core/memory.h"
#include "io/body_mesh.h"
#include "scene/mistakes.h"
#include "world/body_model.h"
#include "world/curve.h"
#include "world/fill.h"
#include "world/vortex_seeds.h"

namespace undine {
namespace {

constexpr std::uint64_t kWaitingFrames = 3;
constexpr std::uint64_t kFrameBytes = 64;  // of a particle
constexpr std::uint64_t kSampleBytes = 150;

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

/// Whether an emitter only gives back what was there before.
bool isPump(const Emitter& emitter, const Scene& scene) {
    const std::string& name = emitter.settings.name;
    return std::ranges::any_of(
        scene.absorbers, [&](const Absorber& absorber) { return !name.empty() && absorber.feeds == name; });
}

/// Particles an emitter gives in the whole run.
double emittedBy(const Emitter& emitter, const Scene& scene) {
    const EmitterSettings& settings = emitter.settings;
    const double opening =
        std::visit([&](const auto& nozzle) { return openingOf(nozzle, scene.world); }, emitter.shape);
    const double full = settings.flowRate > 0 ? settings.flowRate : opening * settings.speed;
    const double flow = full * largestValue(settings.schedule);
    const double end = settings.end > 0 ? std::min(settings.end, scene.output.seconds) : scene.output.seconds;
    const double cell = std::pow(static_cast<double>(worldSpacing(scene.world)), scene.world.dimension);
    const double emitted = flow * std::max(0.0, end - settings.start) / cell;
    return settings.limit > 0 ? std::min<double>(emitted, settings.limit) : emitted;
}

double areaOf(const BodyMesh& mesh) {
    double area = 0;
    for (const auto& [a, b, c, d] : mesh.faces) {
        const auto at = [&](int k) { return mesh.vertices[static_cast<std::size_t>(k)]; };
        area += 0.5 * length(cross(at(b) - at(a), at(c) - at(a)));
        area += 0.5 * length(cross(at(c) - at(a), at(d) - at(a)));
    }
    return area;
}

/// In two dimensions the way around the body, as a box.
double outlineOf(const BodyMesh& mesh) {
    float x = 0, y = 0;
    for (const Vec3 v : mesh.vertices) {
        x = std::max(x, std::abs(v.x));
        y = std::max(y, std::abs(v.y));
    }
    return 4.0 * (x + y);
}

/// What one entry of the scene contributes.
struct Share {
    std::string path;
    double particles = 0;
};

std::vector<Share> sharesOf(const Scene& scene) {
    std::vector<Share> shares;
    const int dimension = scene.world.dimension;
    const float spacing = worldSpacing(scene.world);
    double filled = 0;
    for (std::size_t i = 0; i < scene.fills.size(); ++i) {
        const auto count = static_cast<double>(countParticles(scene.fills[i].shape, spacing, dimension));
        shares.push_back({joinPath("fill", i), count});
        filled += count;
    }
    for (std::size_t i = 0; i < scene.vortices.size(); ++i) {
        const double count = countVortexPoints(scene.vortices[i], spacing, dimension);
        shares.push_back({joinPath("vortices", i), count});
        filled += count;
    }
    double room = scene.world.maxParticles > 0 ? scene.world.maxParticles - filled : kCountless;
    for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
        const double given = isPump(scene.emitters[i], scene) ? 0 : emittedBy(scene.emitters[i], scene);
        const double count = std::clamp(given, 0.0, std::max(room, 0.0));
        shares.push_back({joinPath("emitters", i), count});
        room -= count;
    }
    double tracers = 0;
    for (std::size_t i = 0; i < scene.tracers.size(); ++i) {
        const float own = scene.tracers[i].settings.spacing;
        const auto count = countParticles(scene.tracers[i].shape, own > 0 ? own : spacing, dimension);
        shares.push_back({joinPath("tracers", i), static_cast<double>(count)});
        tracers += static_cast<double>(count);
    }
    // Tracers outlive the particles they came with.
    room = scene.world.maxTracers > 0 ? scene.world.maxTracers - tracers : kCountless;
    for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
        const double each = scene.emitters[i].settings.tracers;
        if (!(each > 0)) continue;
        const double count = std::clamp(each * emittedBy(scene.emitters[i], scene), 0.0, std::max(room, 0.0));
        shares.push_back({joinPath("emitters", i) + ".tracers", count});
        room -= count;
    }
    return shares;
}

}  // namespace

std::uint64_t estimateParticles(const Scene& scene) {
    double count = 0;
    for (const Share& share : sharesOf(scene)) count += share.particles;
    return toCount(count);
}

std::uint64_t estimateSamples(const Scene& scene) {
    const double spacing = worldSpacing(scene.world);
    double count = 0;
    for (const Body& body : scene.bodies) {
        if (isWallBody(body) || !scene.contacts.boundaryParticles) continue;
        const BodyMesh mesh = bodyMesh(body.shape, scene.world.dimension);
        count += scene.world.dimension == 2 ? outlineOf(mesh) / spacing : areaOf(mesh) / (spacing * spacing);
    }
    return toCount(count);
}

std::uint64_t estimateSampleBytes(std::uint64_t samples) { return samples * kSampleBytes; }

std::uint64_t estimateBytes(std::uint64_t particles) {
    return particles * (kBytesPerParticle + kWaitingFrames * kFrameBytes);
}

Result<void> checkSceneSize(const Scene& scene) {
    const std::uint64_t particles = estimateParticles(scene);
    const std::uint64_t samples = estimateSampleBytes(estimateSamples(scene));
    const auto fits = checkMemory(particles, estimateBytes(particles) + samples);
    if (fits) return {};
    std::vector<Share> shares = sharesOf(scene);
    shares.push_back({"bodies", static_cast<double>(estimateSamples(scene))});
    const std::string& largest = std::ranges::max_element(shares, {}, &Share::particles)->path;
    const bool isEmitter = largest.starts_with("emitters"), isTracers = largest.ends_with("tracers");
    const char* limit = isTracers ? " or set world.max_tracers" : " or set world.max_particles";
    const std::string spacing =
        largest.starts_with("tracers") ? largest + ".spacing" : "world.particle_spacing";
    return Error{"the scene " + fits.error() + "; most of it would be for " + largest + ": raise " + spacing +
                 (isEmitter ? limit : "")};
}

}  // namespace undine
