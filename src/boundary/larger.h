// SPDX-License-Identifier: Zlib
// Maxima without branches. Compilers like to make branches of std::max, and of maxima that are multiplied
// afterwards; where places are random they are mispredicted half of the time, which costs more than all the
// rest of a distance.
#pragma once

#include <cmath>

namespace undine {

/// The larger of two numbers.
inline float larger(float a, float b) { return a > b ? a : b; }

/// The number itself, or 0 when it is below.
inline float positivePart(float a) { return 0.5F * (a + std::abs(a)); }

}  // namespace undine
