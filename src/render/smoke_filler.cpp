// SPDX-License-Identifier: Zlib
#include "render/smoke_filler.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace undine {
namespace {

constexpr float kPuffRadius = 2.3F;      // beside the distance of puffs
constexpr float kTracerDepth = 9;        // optical depth of all tracers of a scene, as a cube
constexpr float kParticleDepth = 0.55F;  // optical depth of a layer of particles
constexpr unsigned kParts = 8;           // small puffs of a particle
constexpr float kEvening = 0.22F;        // daylight beside a fire
constexpr Vec3 kSoot{0.36F, 0.35F, 0.34F};
constexpr float kPartDistance = 0.5F;  // of small puffs, beside particles
constexpr float kFlame = 0.745F;       // how much of what is behind a layer of particles its flame replaces

// A layer of puffs one behind the other, `spacing` apart, has the optical depth thickness * spacing.
float opacityOf(float thickness, float spacing, float radius) {
    const float depth =
        3 * thickness * spacing * spacing * spacing / (std::numbers::pi_v<float> * radius * radius);
    return 1 - std::exp(-depth);
}

const float* numbersOf(const PictureSource& source, const char* name) {
    const FieldView* field = source.find(name);
    return field != nullptr && field->info.type == FieldType::Scalar
               ? static_cast<const float*>(field->data[0])
               : nullptr;
}

bool isAny(const float* values, std::size_t count) {
    return values != nullptr && std::any_of(values, values + count, [](float v) { return v > 0; });
}

// Numbers in -1..1 that look random, always the same for the same key.
float scattered(std::uint64_t key) {
    key = (key ^ key >> 30U) * 0xbf58476d1ce4e5b9U;
    key = (key ^ key >> 27U) * 0x94d049bb133111ebU;
    key ^= key >> 31U;
    return static_cast<float>(key >> 40U) / static_cast<float>(1U << 23U) - 1;
}

}  // namespace

float estimateSpacing(std::span<const Vec3> points) {
    constexpr std::size_t kSamples = 101;
    if (points.size() < 2) return 0.01F;
    std::vector<float> nearest;
    const std::size_t samples = std::min(kSamples, points.size());
    for (std::size_t k = 0; k < samples; ++k) {
        const std::size_t i = k * points.size() / samples;
        float least = 1e30F;
        for (std::size_t j = 0; j < points.size(); ++j) {
            const Vec3 d = points[j] - points[i];
            if (j != i && dot(d, d) > 0) least = std::min(least, dot(d, d));
        }
        nearest.push_back(std::sqrt(least));
    }
    std::ranges::sort(nearest);
    const float median = nearest[nearest.size() / 2];
    return std::isfinite(median) && median < 1e14F ? 1.1F * median : 0.01F;
}

void SmokeFiller::fill(const PictureSource& source, const Stage& stage, bool isColored, RenderScene& scene) {
    scene.puffs.clear();
    isBurning_ = isBurning_ || stage.hasFuel;
    if (!scene.tracers.empty()) {
        if (!(tracerSpacing_ > 0)) {
            tracerSpacing_ = stage.tracerSpacing > 0 ? stage.tracerSpacing : estimateSpacing(source.tracers);
        }
        if (stage.bringsTracers) thickness_ = kParticleDepth / scene.spacing;
        addTracers(source, scene);
    } else {
        addParticles(source, isColored, scene);
    }
    if (!scene.isFlat) light_.shade(scene.puffs, scene.bounds);
}

void SmokeFiller::addTracers(const PictureSource& source, RenderScene& scene) {
    const float spacing = tracerSpacing_, radius = kPuffRadius * spacing;
    if (!(thickness_ > 0)) {
        thickness_ = kTracerDepth / (spacing * std::cbrt(static_cast<float>(scene.tracers.size())));
    }
    const Fire fire =
        fireOf({source.tracerSmoke.data(), source.tracerTemperatures.data()}, source.tracerSmoke.size());
    if (fire.smoke != nullptr) lightFire(scene, spacing);
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < source.tracers.size() && drawn < scene.tracers.size(); ++i) {
        // Tracers that are nowhere are not among those of the scene.
        if (!(source.tracers[i] == scene.tracers[drawn].position)) continue;
        RenderPuff puff{scene.tracers[drawn].position, radius, scene.tracers[drawn].color, 0};
        float share = 1;
        if (fire.smoke != nullptr) {
            share = std::clamp(fire.smoke[i], 0.0F, 1.0F);
            puff.temperature = fire.temperature[i];
            puff.color = packColor(kSoot);
        }
        puff.opacity = opacityOf(share * thickness_, spacing, radius);
        scene.puffs.push_back(puff);
        ++drawn;
    }
}

// Flames of finer puffs are not brighter: there are more of them behind each other.
void SmokeFiller::lightFire(RenderScene& scene, float puffSpacing) {
    scene.daylight = kEvening;
    scene.flame = opacityOf(kFlame / scene.spacing, puffSpacing, kPuffRadius * puffSpacing);
}

struct SmokeFiller::Particle {
    RenderPoint point;
    Vec3 axis;              // of its vorticity, of length 1 or 0
    std::uint64_t key = 0;  // its id
    float spacing = 0;      // m
    float opacity = 0;      // of its small puffs
    float temperature = 0;  // K
};

// Whether there is fire, and what is seen of it.
SmokeFiller::Fire SmokeFiller::fireOf(const Fire& fire, std::size_t count) {
    isBurning_ = isBurning_ || isAny(fire.smoke, count);
    return isBurning_ && fire.smoke != nullptr && fire.temperature != nullptr ? fire : Fire{};
}

void SmokeFiller::addParticles(const PictureSource& source, bool isColored, RenderScene& scene) {
    const FieldView* positions = source.find("position");
    if (positions == nullptr) return;
    const FieldView* vorticity = source.find("vorticity");
    const FieldView* ids = source.find("id");
    const bool hasAxes = vorticity != nullptr && vorticity->info.type == FieldType::Vector;
    const bool hasIds = ids != nullptr && ids->info.type == FieldType::UInt64;
    isBurning_ = isBurning_ || isAny(numbersOf(source, "fuel"), source.size());
    const Fire burning =
        fireOf({numbersOf(source, "smoke"), numbersOf(source, "temperature")}, source.size());
    const Fire fire = isColored ? Fire{} : burning;
    const float fine = kPartDistance * scene.spacing;
    if (fire.smoke != nullptr) lightFire(scene, fine);

    std::size_t drawn = 0;
    for (Index i = 0; i < positions->size && drawn < scene.particles.size(); ++i) {
        // Particles that are nowhere are not among those of the scene.
        if (!(vectorAt(*positions, i) == scene.particles[drawn].position)) continue;
        Particle particle{.point = scene.particles[drawn++], .axis = {}, .key = i, .spacing = scene.spacing};
        if (hasIds) particle.key = static_cast<const std::uint64_t*>(ids->data[0])[i];
        const Vec3 axis = hasAxes ? vectorAt(*vorticity, i) : Vec3{};
        if (dot(axis, axis) > 0) particle.axis = normalized(axis);
        float share = 1;
        if (fire.smoke != nullptr) {
            share = std::clamp(fire.smoke[i], 0.0F, 1.0F);
            particle.temperature = fire.temperature[i];
            particle.point.color = packColor(kSoot);
        }
        particle.opacity = opacityOf(share * kParticleDepth / scene.spacing, fine, kPuffRadius * fine);
        addParts(particle, scene.puffs);
    }
}

// Small puffs lie along the axis a particle turns about, as smoke is drawn out in filaments.
void SmokeFiller::addParts(const Particle& particle, std::vector<RenderPuff>& puffs) const {
    const float radius = kPuffRadius * kPartDistance * particle.spacing;
    for (unsigned k = 0; k < kParts; ++k) {
        const std::uint64_t key = 4 * (kParts * particle.key + k);
        Vec3 offset{scattered(key), scattered(key + 1), scattered(key + 2)};
        offset = 0.75F * offset + (0.6F * scattered(key + 3)) * particle.axis;
        puffs.push_back({.position = particle.point.position + particle.spacing * offset,
                         .radius = radius,
                         .color = particle.point.color,
                         .opacity = particle.opacity,
                         .temperature = particle.temperature});
    }
}

}  // namespace undine
