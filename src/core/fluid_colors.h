// SPDX-License-Identifier: Zlib
#pragma once

#include <iterator>

#include "undine/types.h"

namespace undine {

/// The colour of a fluid that nobody gave one, as a screen shows it: the same in meshes and pictures.
inline Vec3 usualFluidColor(FluidIndex fluid) {
    constexpr Vec3 kColors[] = {
        {0.17F, 0.50F, 0.77F}, {0.88F, 0.54F, 0.12F}, {0.25F, 0.61F, 0.32F}, {0.69F, 0.31F, 0.49F}};
    return kColors[fluid % std::size(kColors)];
}

}  // namespace undine
