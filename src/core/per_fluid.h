// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdint>

#include "undine/types.h"

namespace undine {

/// A constant that each fluid has its own of, as passes over particles read it. With one fluid it is one
/// number and costs no lookup. Wide code reads it by lookUpFirst() (core/wide-inl.h).
struct PerFluid {
    const float* values = nullptr;         ///< by fluid
    const std::uint32_t* fluid = nullptr;  ///< of each particle; nullptr: all are of fluid 0

    float of(Index i) const { return values[fluid == nullptr ? 0 : fluid[i]]; }
};

}  // namespace undine
