// SPDX-License-Identifier: Zlib
#pragma once

#include "undine/types.h"

namespace undine {

/// From deep blue over green to pale yellow, evenly brighter, for t in 0..1: what is more stays more on a
/// grey copy of the picture, and for those who do not see red and green apart.
Vec3 colorOf(float t);

}  // namespace undine
