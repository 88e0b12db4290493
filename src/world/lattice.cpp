// SPDX-License-Identifier: Zlib
#include "world/lattice.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace undine {

std::int64_t pointsAlong(float length, float spacing) {
    const double n = std::floor(static_cast<double>(length) / spacing + 1e-3);
    return std::isnan(n) ? 0 : static_cast<std::int64_t>(std::clamp(n, 0.0, 1e15));
}

Lattice::Lattice(Vec3 min, Vec3 max, float spacing, int dimension)
    : first_{min.x + 0.5F * spacing, min.y + 0.5F * spacing, min.z + 0.5F * spacing},
      count_{pointsAlong(max.x - min.x, spacing), pointsAlong(max.y - min.y, spacing),
             pointsAlong(max.z - min.z, spacing)},
      spacing_(spacing),
      dimension_(dimension) {
    if (dimension == 2) {
        first_[2] = 0;
        count_[2] = 1;
    }
}

double Lattice::total() const {
    return static_cast<double>(count_[0]) * static_cast<double>(count_[1]) * static_cast<double>(count_[2]);
}

double Lattice::boundFor(double volume, double surface) const {
    const double cell = std::pow(spacing_, dimension_);
    return std::min(total(), volume / cell + surface * spacing_ / cell);
}

std::int64_t Lattice::firstAtLeast(int axis, double value) const {
    const auto count = static_cast<double>(count_[axis]);
    const double guess = std::ceil((value - first_[axis]) / spacing_);
    auto i = static_cast<std::int64_t>(std::isnan(guess) ? 0 : std::clamp(guess, 0.0, count));
    // Coordinates are rounded to float, so that the guess may be off.
    while (i > 0 && coordinate(axis, i - 1) >= value) --i;
    while (i < count_[axis] && coordinate(axis, i) < value) ++i;
    return i;
}

void LatticeFiller::add(std::int64_t i, std::int64_t j, std::int64_t k) {
    Vec3 p = lattice_.at(i, j, k);
    if (amplitude_ > 0) {
        const std::uint64_t counter = 3 * points_.size();
        p = p + amplitude_ * Vec3{randomSigned(counter), randomSigned(counter + 1),
                                  dimension_ == 2 ? 0 : randomSigned(counter + 2)};
    }
    points_.push_back(p);
}

}  // namespace undine
