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
#include <vector>

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

/// Positions and velocities, one of each per place of the nozzle.
struct LayerPlaces {
    std::vector<Vec3> positions;   ///< m.
    std::vector<Vec3> velocities;  ///< m/s.
};

/// How many layers have passed the plane at the time t.
std::uint64_t layersUntil(const EmitterSettings& emitter, float spacing, double t);

/// Writes the layers that pass after `from` and until `now`.
void findLayers(const EmitterSettings& emitter, float spacing, double from, double now,
                std::vector<Layer>& layers);

/// Appends the places of a layer, at the moment at which `body` is where it is. Without a body that is one at
/// the origin, BodyState{}. `seed` makes the jitter of two emitters differ.
void placeLayer(const EmitterSettings& emitter, const Nozzle& nozzle, const BodyState& body,
                const Layer& layer, std::uint64_t seed, LayerPlaces& places);

/// Random bits of one place in one layer, independent of its jitter.
std::uint64_t randomOfPlace(const Nozzle& nozzle, const Layer& layer, std::size_t place, std::uint64_t seed);

}  // namespace undine
