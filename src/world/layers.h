// SPDX-License-Identifier: Zlib
// When the layers of an emitter leave its nozzle, and where they are.
//
// Think of the fluid behind a nozzle as a rod: a lattice of particle_spacing that is pushed out at the speed
// of the emitter. D(t), the distance it has been pushed until t, is the integral of speed times schedule, and
// layer k passes the plane of the nozzle when D = (k + 1/2) spacings. Later it is D - (k + 1/2) spacings
// ahead of the plane. Layers are so one spacing apart whatever the moments at which somebody looks, and a
// nozzle has given out as many as its fluid has travelled spacings, to the nearest whole number.
//
// An emitter on a body has its plane where the body was when the layer passed; from then on the layer flies
// with the velocity that the nozzle had there.
#pragma once

#include <cstdint>

#include "undine/report.h"
#include "undine/settings.h"
#include "world/nozzle.h"

namespace undine {

struct Layer {
    std::uint64_t number = 0;  ///< 0 is the first one ever.
    double ahead = 0;          ///< m. How far it is past the plane by now.
    double age = 0;            ///< s. How long ago it passed.
    double speed = 0;          ///< m/s. How fast it passed.
};

/// How many layers have passed the plane at the time t.
std::uint64_t layersUntil(const EmitterSettings& emitter, float spacing, double t);

/// Layer `number`, which has passed already, at the time `now`.
Layer layerAt(const EmitterSettings& emitter, float spacing, std::uint64_t number, double now);

/// How fast the fluid leaves at the time t, in m/s; 0 before the start and after the end.
double speedAt(const EmitterSettings& emitter, double t);

struct Place {
    Vec3 position;  ///< m.
    Vec3 velocity;  ///< m/s.
    Vec3 thrust;    ///< m/s. Of it, what the nozzle gives; the rest is the velocity of the body there.
};

/// A place of a layer, at the moment at which `body` is where it is. Without a body that is one at the
/// origin, BodyState{}. `seed` makes the jitter of two emitters differ.
class LayerPlaces {
  public:
    LayerPlaces(const EmitterSettings& emitter, const Nozzle& nozzle, const BodyState& body,
                const Layer& layer, std::uint64_t seed);

    Place at(std::size_t place) const;

    /// Random bits of a place, independent of its jitter.
    std::uint64_t randomAt(std::size_t place) const;

  private:
    std::uint64_t counterOf(std::size_t place) const;

    const EmitterSettings& emitter_;
    const Nozzle& nozzle_;
    const BodyState& body_;
    Layer layer_;
    std::uint64_t seed_;
    Quaternion rotation_;  // of the body when the layer passed
    Vec3 middle_;          // the same
    Vec3 direction_;       // the same
};

}  // namespace undine
