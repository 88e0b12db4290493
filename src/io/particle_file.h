// SPDX-License-Identifier: Zlib
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "undine/result.h"
#include "undine/shapes.h"

namespace undine {

/// All columns of a file of particles.
struct ParticleTable {
    std::size_t size = 0;
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns;  ///< by name
    std::optional<double> spacing;             ///< m, if the file says so
    std::optional<double> dimension;           ///< the same
    std::optional<double> time;                ///< s, the same

    const std::vector<double>* find(std::string_view name) const;
};

/// 2 or 3: as the file says, else whether all particles lie in the plane z = 0. None when neither tells: no
/// particle is off the plane, and there are fewer than two.
std::optional<int> dimensionOf(const ParticleTable& table);

/// Reads particles with x, y, z and, if wanted, vx, vy, vz from a PLY file (text or binary, elements and
/// properties of other names skipped) or a CSV file (a line with the names of the columns, then a line for
/// each particle). The error names the file and the line or particle.
Result<PointCloud> readParticles(const std::string& path);

/// readParticles() from text that is in memory; errors do not name a file.
Result<PointCloud> parseCsv(std::string_view text);

/// All columns of a CSV file, which may have no particles. What is no number is NaN.
Result<ParticleTable> parseCsvTable(std::string_view text);

}  // namespace undine
