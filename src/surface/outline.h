// SPDX-License-Identifier: Zlib
// Outlines in two dimensions: marching squares by the rule that a face of a cell has in three, see
// cell_cases.h. Every crossing of an edge begins one line and ends one, so lines close to loops.
#pragma once

#include "surface/field_blocks.h"

namespace undine {

/// Loops are smoothed as MeshTopology smooths meshes: points on the clip box stay, and so do small drops.
/// Those that touch neither the box nor another fluid keep their area.
struct OutlineSmoothing {
    int passes = 0;   ///< back and forth
    Index small = 2;  ///< points of a loop that is smoothed in full
};

std::vector<SurfaceOutline> traceOutlines(const FieldBlocks& blocks, const OutlineSmoothing& smoothing);

}  // namespace undine
