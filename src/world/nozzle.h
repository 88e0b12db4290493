// SPDX-License-Identifier: Zlib
// The shape of an emitter as the places of one layer of particles: a square lattice of particle_spacing
// across the direction of the flow, so that layers one spacing apart are a cubic lattice at rest density. In
// two dimensions a layer is a row.
#pragma once

#include <string>
#include <vector>

#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

struct Nozzle {
    Vec3 direction;            ///< Length 1.
    Vec3 across;               ///< Length 1, at right angles to direction.
    Vec3 up;                   ///< Length 1, at right angles to both; 0 in two dimensions.
    std::vector<Vec3> places;  ///< m, relative to the emitter's position.
    float spacing = 1;         ///< m. Of places, and of layers.
    int dimension = 3;
};

/// The most places a nozzle may have.
inline constexpr double kMostPlaces = 1e6;

/// The places of an emitter, or why it can have none; `path` names it in messages.
Result<Nozzle> makeNozzle(const Emitter& emitter, float spacing, int dimension, const std::string& path);

}  // namespace undine
