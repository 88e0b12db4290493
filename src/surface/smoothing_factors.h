// SPDX-License-Identifier: Zlib
#pragma once

#include <algorithm>

#include "undine/types.h"

namespace undine {

// [Tau95]: 1 / kSmoothForth + 1 / kSmoothBack, the frequency that neither grows nor shrinks, should be small
// and positive.
inline constexpr float kSmoothForth = 0.5F;
inline constexpr float kSmoothBack = -0.53F;

/// How much a part of that many vertices takes part: less than 1 if they are fewer than `small`, and not at
/// all with half of that. Drops of a few cells would shrink.
inline float weightOfPart(Index vertices, Index small) {
    const float half = 0.5F * static_cast<float>(small);
    return std::clamp((static_cast<float>(vertices) - half) / half, 0.0F, 1.0F);
}

}  // namespace undine
