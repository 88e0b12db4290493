// SPDX-License-Identifier: Zlib
#pragma once

#include "neighbors/cell_grid.h"
#include "neighbors/neighbor_lists.h"
#include "vortex/proximity.h"

namespace undine {

/// A scalar over particles, and where these are. Arrays are padded as AlignedArray is.
struct GradientInput {
    const CellGrid* grid = nullptr;  ///< built with the support radius h: the particles are in its order
    const NeighborLists* lists = nullptr;  ///< of the same particles and h; the grid alone needs none
    VectorSpan x;
    const float* value = nullptr;      ///< A: its deviation from what is where no particles are
    const float* proximity = nullptr;  ///< m, with a cap of 2h (proximity.h); nullptr without walls
    float h = 0;                       ///< m. Support radius.
    int dimension = 3;
    float particleVolume = 0;  ///< m^d. What a particle takes at rest.
    Obstacles obstacles;       ///< for the grid's nodes
};

}  // namespace undine
