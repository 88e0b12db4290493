// SPDX-License-Identifier: Zlib
// Particles in classic BGEO, as Undine writes them.
#pragma once

#include <string_view>

#include "io/particle_file.h"
#include "undine/result.h"

namespace undine {

/// The points of a BGEO file: x, y, z, then the attributes; a vector `a` is a_x, a_y, a_z.
Result<ParticleTable> parseBgeoTable(std::string_view text);

}  // namespace undine
