// SPDX-License-Identifier: Zlib
#include "io/point_columns.h"

#include <algorithm>
#include <string>

namespace undine {

Result<PointColumns> PointColumns::create(std::span<const std::string_view> columns) {
    PointColumns result;
    std::array<int, kNames.size()> found{};
    for (const std::string_view column : columns) {
        const auto name = std::ranges::find(kNames, column);
        const int place = name == kNames.end() ? kIgnored : static_cast<int>(name - kNames.begin());
        result.places_.push_back(place);
        if (place != kIgnored && ++found[place] > 1) return Error{std::string(column) + " appears twice"};
    }
    std::string missing;
    const int velocities = found[3] + found[4] + found[5];
    for (std::size_t k = 0; k < kNames.size(); ++k) {
        const bool needed = k < 3 || velocities > 0;
        if (needed && found[k] == 0) missing += (missing.empty() ? "" : ", ") + std::string(kNames[k]);
    }
    if (!missing.empty()) {
        return Error{"no " + missing + ": particles need x, y, z and may have vx, vy, vz"};
    }
    result.hasVelocity_ = velocities > 0;
    return result;
}

void PointColumns::append(const PointRow& row, PointCloud& points) const {
    points.positions.push_back({row[0], row[1], row[2]});
    if (hasVelocity_) points.velocities.push_back({row[3], row[4], row[5]});
}

}  // namespace undine
