// SPDX-License-Identifier: Zlib
#pragma once

#include <cmath>

#include "undine/types.h"

namespace undine {

inline bool isFinite(Vec3 a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

}  // namespace undine
