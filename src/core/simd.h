// SPDX-License-Identifier: Zlib
// The inner side of the SIMD selection in include/undine/world.h.
#pragma once

#include "undine/result.h"

namespace undine {

/// Obeys UNDINE_SIMD. World::create calls it, so that an unknown name is an error and not a silence.
Result<void> applySimdEnvironment();

}  // namespace undine
