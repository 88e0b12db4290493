// SPDX-License-Identifier: Zlib
#pragma once

#include "undine/types.h"

namespace undine {

/// Nearest point of a surface, as seen from some place.
struct SurfacePoint {
    float distance = 0;  ///< m; below 0 inside
    Vec3 normal{};       ///< of length 1, away from the solid
};

}  // namespace undine
