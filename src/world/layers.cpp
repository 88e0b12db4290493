// SPDX-License-Identifier: Zlib
#include "world/layers.h"

#include <algorithm>
#include <cmath>

#include "core/geometry.h"
#include "core/random.h"
#include "world/curve.h"

namespace undine {
namespace {

/// D(t): m that the fluid has been pushed.
double distanceAt(const EmitterSettings& emitter, double t) {
    const double start = emitter.start;
    const double last = emitter.end > 0 ? std::min<double>(t, emitter.end) : t;
    return last > start ? emitter.speed * integrate(emitter.schedule, start, last) : 0;
}

/// The moment in from..to at which the distance is reached.
double timeOf(const EmitterSettings& emitter, double distance, double from, double to) {
    if (emitter.schedule.empty()) {
        return std::clamp(emitter.start + distance / emitter.speed, from, to);
    }
    // The distance only grows: bisect until the interval cannot be told from a point.
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (from + to);
        (distanceAt(emitter, middle) < distance ? from : to) = middle;
    }
    return to;
}

/// Each place of each layer has three random numbers of its own.
std::uint64_t counterOf(const Nozzle& nozzle, const Layer& layer, std::size_t place, std::uint64_t seed) {
    return randomWord(seed) + 3 * (layer.number * nozzle.places.size() + place);
}

Vec3 jitterOf(const Nozzle& nozzle, float amplitude, std::uint64_t counter) {
    return amplitude * nozzle.spacing *
           (randomSigned(counter) * nozzle.across + randomSigned(counter + 1) * nozzle.up);
}

}  // namespace

std::uint64_t layersUntil(const EmitterSettings& emitter, float spacing, double t) {
    return static_cast<std::uint64_t>(distanceAt(emitter, t) / spacing + 0.5);
}

void findLayers(const EmitterSettings& emitter, float spacing, double from, double now,
                std::vector<Layer>& layers) {
    layers.clear();
    const double distance = distanceAt(emitter, now);
    const std::uint64_t end = layersUntil(emitter, spacing, now);
    for (std::uint64_t k = layersUntil(emitter, spacing, from); k < end; ++k) {
        const double passed = (static_cast<double>(k) + 0.5) * spacing;
        const double t = timeOf(emitter, passed, from, now);
        layers.push_back({.number = k,
                          .ahead = std::max(0.0, distance - passed),
                          .age = now - t,
                          .speed = emitter.speed * valueAt(emitter.schedule, t)});
    }
}

void placeLayer(const EmitterSettings& emitter, const Nozzle& nozzle, const BodyState& body,
                const Layer& layer, std::uint64_t seed, LayerPlaces& places) {
    // Where the body was when the layer passed.
    const auto age = static_cast<float>(layer.age);
    const Quaternion rotation = rotationBy(-age * body.angularVelocity) * body.rotation;
    const Vec3 middle = body.position - age * body.velocity;
    const Vec3 direction = rotate(rotation, nozzle.direction);
    for (std::size_t k = 0; k < nozzle.places.size(); ++k) {
        Vec3 own = emitter.position + nozzle.places[k];
        if (emitter.jitter > 0) {
            own = own + jitterOf(nozzle, emitter.jitter, counterOf(nozzle, layer, k, seed));
        }
        const Vec3 arm = rotate(rotation, own);
        const Vec3 carried = body.velocity + cross(body.angularVelocity, arm);
        Vec3 x = middle + arm + age * carried + static_cast<float>(layer.ahead) * direction;
        Vec3 v = carried + static_cast<float>(layer.speed) * direction;
        if (nozzle.dimension == 2) x.z = v.z = 0;  // a rotation in the plane may round
        places.positions.push_back(x);
        places.velocities.push_back(v);
    }
}

std::uint64_t randomOfPlace(const Nozzle& nozzle, const Layer& layer, std::size_t place, std::uint64_t seed) {
    return randomWord(counterOf(nozzle, layer, place, seed) + 2);
}

}  // namespace undine
