// SPDX-License-Identifier: Zlib
// The weight with which places of a lattice and points between them exchange values.
//
//   [Mon85] Monaghan: Extrapolating B Splines for Interpolation, 1985
//   [Key81] Keys: Cubic Convolution Interpolation for Digital Image Processing, 1981
#pragma once

#include <cmath>

namespace undine {

/// M4' of [Mon85], which is the cubic of [Key81]; r in spacings of the lattice. It is 1 at 0 and 0 at all
/// other whole numbers, reaches two spacings, and is exact for parabolas.
inline float cubicWeight(float r) {
    r = std::fabs(r);
    if (r < 1) return 1 - 0.5F * r * r * (5 - 3 * r);
    if (r < 2) return 0.5F * (2 - r) * (2 - r) * (1 - r);
    return 0;
}

}  // namespace undine
