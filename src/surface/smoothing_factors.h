// SPDX-License-Identifier: Zlib
#pragma once

namespace undine {

// [Tau95]: 1 / kSmoothForth + 1 / kSmoothBack, the frequency that neither grows nor shrinks, should be small
// and positive.
inline constexpr float kSmoothForth = 0.5F;
inline constexpr float kSmoothBack = -0.53F;

}  // namespace undine
