// SPDX-License-Identifier: Zlib
// Outlines in two dimensions: marching squares by the rule that a face of a cell has in three, see
// cell_cases.h. Every crossing of an edge begins one line and ends one, so lines close to loops.
#pragma once

#include "surface/field_blocks.h"

namespace undine {

std::vector<SurfaceOutline> traceOutlines(const FieldBlocks& blocks);

/// Smooths loops as MeshTopology smooths meshes.
void smoothOutline(SurfaceOutline& outline, int passes);

}  // namespace undine
