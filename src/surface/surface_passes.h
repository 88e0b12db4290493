// SPDX-License-Identifier: Zlib
// The two passes over neighbours that tell how a particle lies in the fluid.
#pragma once

#include "core/particles.h"
#include "neighbors/cell_grid.h"

namespace undine {

/// For every particle: the sum of (1 - q^2)^3 over its neighbours and itself, with q = r / h, and the sums
/// of the same times the vectors to them, in h, and times q^2. Added to what is there.
struct SupportJob {
    VectorSpan x;
    float* weight = nullptr;
    float* spread = nullptr;
    VectorSpan toward;
};
void addSupport(const CellGrid& grid, Range cells, float h, const SupportJob& job);

/// Sums over the neighbours of a particle near the surface, with weights w = 1 - q^2 and d in h.
struct Moments {
    float weight, x, y, z;         ///< w, w d
    float xx, yy, zz, xy, xz, yz;  ///< w d d^T
    float nearWeight;              ///< w of those near the surface
    float driftX, driftY, driftZ;  ///< w of those near the surface, times their offset
};

struct MomentJob {
    VectorSpan x;
    const float* isNear = nullptr;  ///< 1 for particles near the surface, else 0
    VectorSpan offset;              ///< any vector of theirs; 0 for the others
    const Index* slotOf = nullptr;  ///< place in `moments`; 0 for those that want none
    Moments* moments = nullptr;
};
void addMoments(const CellGrid& grid, Range cells, float h, const MomentJob& job);

}  // namespace undine
