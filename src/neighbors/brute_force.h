// SPDX-License-Identifier: Zlib
// The neighbour search nobody can get wrong: every pair is tested. What the other searches are compared with.
#pragma once

#include "core/parallel.h"
#include "neighbors/neighbor_table.h"
#include "undine/fields.h"

namespace undine {

/// All j != i with |x_i - x_j| < h, in the order of their indices. A position that is not finite has no
/// neighbours.
NeighborTable findNeighborsByBruteForce(const VectorView& x, float h, const ThreadPool& pool);

}  // namespace undine
