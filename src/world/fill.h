// SPDX-License-Identifier: Zlib
// Shapes full of particles, on a cubic (in 2D square) lattice.
#pragma once

#include <vector>

#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

/// Lattice points of `spacing` inside the shape, or why there can be none.
Result<std::vector<Vec3>> latticePoints(const Fill& shape, float spacing, int dimension);

}  // namespace undine
