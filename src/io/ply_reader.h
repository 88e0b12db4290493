// SPDX-License-Identifier: Zlib
// Particles in PLY: a header in text that declares elements and their properties, then the values of all
// elements in that order, in text or in binary.
#pragma once

#include <string_view>

#include "undine/result.h"
#include "undine/shapes.h"

namespace undine {

/// The element "vertex" of a PLY file. The error says where it is wrong.
Result<PointCloud> parsePly(std::string_view text);

}  // namespace undine
