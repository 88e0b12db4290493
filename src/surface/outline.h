// SPDX-License-Identifier: Zlib
// Outlines in two dimensions: marching squares by the rules that a face of a cell has in three, see
// cell_cases.h and meeting_cells.h. Every crossing of an edge begins one line of a fluid and ends one, so
// lines close to loops. Fluids that touch share their vertices, which are smoothed once for all of them:
// nothing opens between them.
#pragma once

#include "surface/field_blocks.h"

namespace undine {

/// Loops are smoothed as MeshTopology smooths meshes: points on the clip box stay, and so do small drops and
/// the points where three labels meet.
/// Those that touch neither the box nor another fluid keep their area.
struct OutlineSmoothing {
    int passes = 0;   ///< back and forth
    Index small = 2;  ///< points of a loop that is smoothed in full
};

std::vector<SurfaceOutline> traceOutlines(const FieldBlocks& blocks, const OutlineSmoothing& smoothing);

}  // namespace undine
