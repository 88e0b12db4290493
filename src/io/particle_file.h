// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <string_view>

#include "undine/result.h"
#include "undine/shapes.h"

namespace undine {

/// Reads particles with x, y, z and, if wanted, vx, vy, vz from a PLY file (text or binary, elements and
/// properties of other names skipped) or a CSV file (a line with the names of the columns, then a line for
/// each particle). The error names the file and the line or particle.
Result<PointCloud> readParticles(const std::string& path);

/// The same from text that is in memory; errors do not name a file.
Result<PointCloud> parseCsv(std::string_view text);

}  // namespace undine
