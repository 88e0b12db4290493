// SPDX-License-Identifier: Zlib
#pragma once

#include "neighbors/cell_grid.h"
#include "vortex/proximity.h"

namespace undine {

/// A scalar over particles, and where these are. Arrays are padded as AlignedArray is.
struct GradientInput {
    const CellGrid* grid = nullptr;  ///< built with the support radius h: the particles are in its order
    VectorSpan x;
    const float* value = nullptr;      ///< A: its deviation from what is where no particles are
    const float* proximity = nullptr;  ///< m, with a cap of 2h (proximity.h); nullptr without walls
    float h = 0;                       ///< m. Support radius.
    int dimension = 3;

    // For the grid alone.
    float particleVolume = 0;  ///< m^d. What a particle takes at rest.
    Obstacles obstacles;
};

}  // namespace undine
