// SPDX-License-Identifier: Zlib
// Particle files as named columns of numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "undine/result.h"

namespace undine {

struct NumberColumn {
    std::string name;
    std::vector<float> values;
};

/// The element "vertex" of a PLY file: every property that is no list. Whole numbers lose their lowest digits
/// beyond 2^24.
Result<std::vector<NumberColumn>> readPlyColumns(std::string_view text);

/// The points of a classic BGEO file: x, y, z, then the attributes; a vector `a` is a_x, a_y, a_z.
Result<std::vector<NumberColumn>> readBgeoColumns(std::string_view text);

}  // namespace undine
