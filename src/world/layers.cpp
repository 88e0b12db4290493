// SPDX-License-Identifier: Zlib
#include "world/layers.h"

#include <algorithm>
#include <cmath>

#include "core/geometry.h"
#include "core/random.h"
#include "core/shape_checks.h"
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

}  // namespace

std::uint64_t layersUntil(const EmitterSettings& emitter, float spacing, double t) {
    return static_cast<std::uint64_t>(std::floor(distanceAt(emitter, t) / spacing + 0.5));
}

Layer layerAt(const EmitterSettings& emitter, float spacing, std::uint64_t number, double now) {
    const double passed = (static_cast<double>(number) + 0.5) * spacing;
    const double t = timeOf(emitter, passed, emitter.start, now);
    return {.number = number,
            .ahead = std::max(0.0, distanceAt(emitter, now) - passed),
            .age = now - t,
            .speed = emitter.speed * valueAt(emitter.schedule, t)};
}

double speedAt(const EmitterSettings& emitter, double t) {
    return isActive(emitter.start, emitter.end, t) ? emitter.speed * valueAt(emitter.schedule, t) : 0;
}

LayerPlaces::LayerPlaces(const EmitterSettings& emitter, const Nozzle& nozzle, const BodyState& body,
                         const Layer& layer, std::uint64_t seed)
    : emitter_(emitter), nozzle_(nozzle), body_(body), layer_(layer), seed_(randomWord(seed)) {
    const auto age = static_cast<float>(layer.age);
    rotation_ = rotationBy(-age * body.angularVelocity) * body.rotation;
    middle_ = body.position - age * body.velocity;
    direction_ = rotate(rotation_, nozzle.direction);
}

Place LayerPlaces::at(std::size_t place) const {
    Vec3 own = emitter_.position + nozzle_.places[place];
    if (emitter_.jitter > 0) {
        const std::uint64_t counter = counterOf(place);
        own = own + emitter_.jitter * nozzle_.spacing *
                        (randomSigned(counter) * nozzle_.across + randomSigned(counter + 1) * nozzle_.up);
    }
    const Vec3 arm = rotate(rotation_, own);
    const Vec3 carried = body_.velocity + cross(body_.angularVelocity, arm);
    Vec3 x = middle_ + arm + static_cast<float>(layer_.age) * carried +
             static_cast<float>(layer_.ahead) * direction_;
    const Vec3 thrust = static_cast<float>(layer_.speed) * direction_;
    Vec3 v = carried + thrust;
    if (nozzle_.dimension == 2) x.z = v.z = 0;  // a rotation in the plane may round
    return {x, v, thrust};
}

std::uint64_t LayerPlaces::randomAt(std::size_t place) const { return randomWord(counterOf(place) + 2); }

// Each place of each layer has three random numbers of its own.
std::uint64_t LayerPlaces::counterOf(std::size_t place) const {
    return seed_ + 3 * (layer_.number * nozzle_.places.size() + place);
}

}  // namespace undine
