// SPDX-License-Identifier: Zlib
// Which columns of a table of particles are x, y, z and vx, vy, vz. All others are ignored.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "undine/result.h"
#include "undine/shapes.h"

namespace undine {

/// The values of one particle, in the order of PointColumns::kNames.
using PointRow = std::array<float, 6>;

class PointColumns {
  public:
    static constexpr std::array<std::string_view, 6> kNames = {"x", "y", "z", "vx", "vy", "vz"};
    static constexpr int kIgnored = -1;

    /// x, y, z must be there, vx, vy, vz may be; none twice.
    static Result<PointColumns> create(std::span<const std::string_view> columns);

    /// Place of this column in a PointRow, or kIgnored.
    int placeOf(std::size_t column) const { return places_[column]; }
    std::size_t count() const { return places_.size(); }

    /// Appends a particle.
    void append(const PointRow& row, PointCloud& points) const;

  private:
    std::vector<int> places_;
    bool hasVelocity_ = false;
};

}  // namespace undine
