// SPDX-License-Identifier: Zlib
// The first part of building a CellGrid: from positions to cell keys.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "core/particles.h"

namespace undine {

/// The coordinates of a cell.
struct CellPlace {
    std::int64_t c[3];
};

/// The box of occupied cells and the numbering of the cells within it.
struct CellFrame {
    double inverseCell = 1;              ///< 1/m
    float limit = 0;                     ///< m. Coordinates of this size and beyond have no cell.
    std::int64_t low[3] = {0, 0, 0};     ///< lowest occupied cell
    std::int64_t extent[3] = {1, 1, 1};  ///< cells per axis, with an empty layer between the rows
    std::int64_t outcast = 0;            ///< key of the cell for particles that have none
    Index notFinite = 0;
    Index outOfRange = 0;

    std::int64_t strideY() const { return extent[0]; }
    std::int64_t strideZ() const { return extent[0] * extent[1]; }
    CellPlace cellAt(Vec3 x) const {
        const auto along = [&](float a) { return static_cast<std::int64_t>(std::floor(a * inverseCell)); };
        return {{along(x.x), along(x.y), along(x.z)}};
    }
    /// How many bits a key has.
    int keyBits() const;
};

/// The box that holds some particles, and how many of them have no place in it. += merges two such boxes.
struct PositionBounds {
    float low[3] = {INFINITY, INFINITY, INFINITY};
    float high[3] = {-INFINITY, -INFINITY, -INFINITY};
    Index notFinite = 0;
    Index outOfRange = 0;

    PositionBounds& operator+=(const PositionBounds& other) {
        for (int k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], other.low[k]);
            high[k] = std::max(high[k], other.high[k]);
        }
        notFinite += other.notFinite;
        outOfRange += other.outOfRange;
        return *this;
    }
};

/// Finds the box of cells that holds all particles, and how many particles have no cell.
CellFrame computeCellFrame(ParticleStore& particles, float supportRadius, const ThreadPool& pool);

/// keys[i] = the number of particle i's cell within the frame, which must fit.
void computeCellKeys(ParticleStore& particles, const CellFrame& frame, const ThreadPool& pool,
                     std::uint32_t* keys);
void computeCellKeys(ParticleStore& particles, const CellFrame& frame, const ThreadPool& pool,
                     std::uint64_t* keys);

}  // namespace undine
