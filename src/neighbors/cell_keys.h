// SPDX-License-Identifier: Zlib
// The first part of building a CellGrid: from positions to cell keys.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "neighbors/period.h"

namespace undine {

/// The coordinates of a cell.
struct CellPlace {
    std::int64_t c[3];
};

/// Where a row is, seen from the cell it belongs to.
struct RowPlace {
    std::int64_t dy;
    std::int64_t dz;
};

/// Of the 9 rows of a cell, or 3 in two dimensions.
inline RowPlace rowPlace(std::size_t row, std::size_t rowsPerCell) {
    return {static_cast<std::int64_t>(row % 3) - 1,
            rowsPerCell == 3 ? 0 : static_cast<std::int64_t>(row / 3) - 1};
}

/// m. Coordinates of this size and beyond have no cell.
float cellLimit(float supportRadius);

/// The box of occupied cells and the numbering of the cells within it. Along an axis that repeats, cell 0
/// begins at the lower face, and cells are so much larger than h that a whole number reaches the upper one.
struct CellFrame {
    double inverseCell[3] = {1, 1, 1};   ///< 1/m
    double origin[3] = {0, 0, 0};        ///< m. Where cell 0 begins.
    std::int64_t around[3] = {0, 0, 0};  ///< cells from face to face; 0 along axes that do not repeat
    float limit = 0;                     ///< m. Coordinates of this size and beyond have no cell.
    std::int64_t low[3] = {0, 0, 0};     ///< lowest occupied cell
    std::int64_t extent[3] = {1, 1, 1};  ///< cells per axis, with an empty layer between the rows
    std::int64_t outcast = 0;            ///< key of the cell for particles that have none
    Index notFinite = 0;
    Index outOfRange = 0;

    std::int64_t strideY() const { return extent[0]; }
    std::int64_t strideZ() const { return extent[0] * extent[1]; }
    CellPlace cellAt(Vec3 x) const { return {{cellAlong(0, x.x), cellAlong(1, x.y), cellAlong(2, x.z)}}; }
    std::int64_t cellAlong(int axis, float a) const {
        return static_cast<std::int64_t>(std::floor((a - origin[axis]) * inverseCell[axis]));
    }
    std::int64_t largestKey() const {
        return notFinite + outOfRange > 0 ? outcast : extent[2] * strideZ() - 1;
    }
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

/// Finds the box of cells that holds all particles, and how many particles have no cell. Along axes that
/// repeat, particles are within the period.
CellFrame computeCellFrame(ParticleStore& particles, float supportRadius, const Period& period,
                           const ThreadPool& pool);

/// keys[i] = the number of particle i's cell within the frame, which must fit.
void computeCellKeys(ParticleStore& particles, const CellFrame& frame, const ThreadPool& pool,
                     std::uint32_t* keys);
void computeCellKeys(ParticleStore& particles, const CellFrame& frame, const ThreadPool& pool,
                     std::uint64_t* keys);

}  // namespace undine
