// SPDX-License-Identifier: Zlib
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace undine {

/// A part of a colour, 0..1, as files and pictures have it, 0..255. NaN is 0.
inline std::uint8_t colorByte(float v) {
    return static_cast<std::uint8_t>(std::lround(255 * (v > 0 ? std::min(v, 1.0F) : 0.0F)));
}

}  // namespace undine
