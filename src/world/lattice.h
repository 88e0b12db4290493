// SPDX-License-Identifier: Zlib
// The cubic (in 2D square) lattice that shapes are filled with, and what fills it row by row. Rows run along
// x; shapes fill them in the order of y, then z, so that equal shapes have equal particles in equal order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "undine/types.h"

namespace undine {

/// How many points of a lattice fit side by side, each in the middle of its own spacing: at most 1e15. A
/// length that is a thousandth of a spacing too short for one more has it.
std::int64_t pointsAlong(float length, float spacing);

class Lattice {
  public:
    /// The lattice of a box. Particles keep half a spacing from its faces. In 2D it is one layer at z = 0.
    Lattice(Vec3 min, Vec3 max, float spacing, int dimension);

    /// Points along x, y and z, at most 1e15 each.
    std::int64_t count(int axis) const { return count_[axis]; }
    float spacing() const { return spacing_; }

    /// All points; a double, because it may be more than any integer holds.
    double total() const;

    /// Upper bound for the points inside a shape of this volume and surface: all its cells, and those its
    /// surface cuts. In 2D area and circumference.
    double boundFor(double volume, double surface) const;

    Vec3 at(std::int64_t i, std::int64_t j, std::int64_t k) const {
        return {coordinate(0, i), coordinate(1, j), coordinate(2, k)};
    }
    float coordinate(int axis, std::int64_t i) const {
        return first_[axis] + spacing_ * static_cast<float>(i);
    }

    /// The first index along the axis whose coordinate is at least `value`; count(axis) when there is none.
    std::int64_t firstAtLeast(int axis, double value) const;

  private:
    std::array<float, 3> first_;
    std::array<std::int64_t, 3> count_;
    float spacing_;
    int dimension_;
};

/// Collects points of a lattice, each displaced at random by up to jitter spacings: the same at every run.
class LatticeFiller {
  public:
    LatticeFiller(const Lattice& lattice, float jitter, int dimension)
        : lattice_(lattice), amplitude_(jitter * lattice.spacing()), dimension_(dimension) {}

    void add(std::int64_t i, std::int64_t j, std::int64_t k);
    void addRow(std::int64_t begin, std::int64_t end, std::int64_t j, std::int64_t k) {
        for (std::int64_t i = begin; i < end; ++i) add(i, j, k);
    }
    std::vector<Vec3> take() { return std::move(points_); }

  private:
    const Lattice& lattice_;
    float amplitude_;
    int dimension_;
    std::vector<Vec3> points_;
};

/// Calls fillRow(j, k) for every row, if rows have points at all.
template <class FillRow>
void forEachRow(const Lattice& lattice, FillRow&& fillRow) {
    if (lattice.count(0) == 0) return;
    for (std::int64_t k = 0; k < lattice.count(2); ++k) {
        for (std::int64_t j = 0; j < lattice.count(1); ++j) fillRow(j, k);
    }
}

}  // namespace undine
