// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "neighbors/cell_keys.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "neighbors/cell_keys.h"

#include <limits>

UNDINE_WIDE_BEGIN

void boundsOfBlock(const VectorSpan& x, Range block, float limit, PositionBounds* out) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float* axis[3] = {x.x, x.y, x.z};
    Wide low[3] = {Wide(kInfinity), Wide(kInfinity), Wide(kInfinity)};
    Wide high[3] = {Wide(-kInfinity), Wide(-kInfinity), Wide(-kInfinity)};
    for (Index i = block.begin; i < block.end; i += kLanes) {
        const WideMask here = Lanes<Wide>::first(block.end - i);
        const Vec<Wide> p = Vec<Wide>::load(axis[0], axis[1], axis[2], i);
        const WideMask inRange =
            (abs(p.x) < Wide(limit)) & (abs(p.y) < Wide(limit)) & (abs(p.z) < Wide(limit));
        const WideMask placed = here & inRange;
        const Wide coordinate[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; ++k) {
            low[k] = min(low[k], select(placed, coordinate[k], Wide(kInfinity)));
            high[k] = max(high[k], select(placed, coordinate[k], Wide(-kInfinity)));
        }
        const WideMask misplaced = here & !inRange;
        if (any(misplaced)) {
            const Wide inf(kInfinity);
            const WideMask finite = (abs(p.x) < inf) & (abs(p.y) < inf) & (abs(p.z) < inf);
            out->notFinite += static_cast<Index>(hn::CountTrue(FloatTag(), (misplaced & !finite).m));
            out->outOfRange += static_cast<Index>(hn::CountTrue(FloatTag(), (misplaced & finite).m));
        }
    }
    for (int k = 0; k < 3; ++k) {
        out->low[k] = -maxOfLanes(-low[k]);
        out->high[k] = maxOfLanes(high[k]);
    }
}

// Cell coordinates are computed in double: a float product would be off by a cell's fraction far from the
// origin, and two particles closer than h could then end up two cells apart.
// Coordinates that have no cell count as 0: not every machine has an integer for NaN.
HWY_INLINE void cellCoordinates(const float* x, const CellFrame& frame, int axis, std::int32_t* cell) {
    using DoubleTag = hn::ScalableTag<double>;
    using HalfFloatTag = hn::Rebind<float, DoubleTag>;
    using HalfIntTag = hn::Rebind<std::int32_t, DoubleTag>;
    const auto scale = hn::Set(DoubleTag(), frame.inverseCell[axis]);
    const auto origin = hn::Set(DoubleTag(), frame.origin[axis]);
    const auto limit = hn::Set(HalfFloatTag(), frame.limit);
    for (Index k = 0; k < kLanes; k += static_cast<Index>(hn::MaxLanes(DoubleTag()))) {
        const auto given = hn::LoadU(HalfFloatTag(), x + k);
        const auto placed = hn::IfThenElseZero(hn::Lt(hn::Abs(given), limit), given);
        const auto wide = hn::Sub(hn::PromoteTo(DoubleTag(), placed), origin);
        hn::StoreU(hn::DemoteTo(HalfIntTag(), hn::Floor(hn::Mul(wide, scale))), HalfIntTag(), cell + k);
    }
}

using CellCoordinates = std::int32_t[3][kLanes];

/// Writes the keys of `count` cells, x + y strideY + z strideZ from the lowest cell on. Unsigned: the cell of
/// a misplaced particle may be any number, and its key is replaced later.
HWY_INLINE void writeKeys(const CellCoordinates& cell, Index count, const CellFrame& frame,
                          std::uint64_t* keys) {
    for (Index k = 0; k < count; ++k) {
        const auto cx = static_cast<std::uint64_t>(cell[0][k] - frame.low[0]);
        const auto cy = static_cast<std::uint64_t>(cell[1][k] - frame.low[1]);
        const auto cz = static_cast<std::uint64_t>(cell[2][k] - frame.low[2]);
        keys[k] = cz * static_cast<std::uint64_t>(frame.strideZ()) +
                  cy * static_cast<std::uint64_t>(frame.strideY()) + cx;
    }
}

/// The same where keys have 32 bits: what is lost beyond them on the way is no part of the sum.
HWY_INLINE void writeKeys(const CellCoordinates& cell, Index count, const CellFrame& frame,
                          std::uint32_t* keys) {
    const UintTag d;
    const auto part = [&](int axis, std::int64_t stride) HWY_ATTR {
        const auto coordinate = hn::BitCast(d, hn::LoadU(IntTag(), cell[axis]));
        const auto fromLow = hn::Sub(coordinate, hn::Set(d, static_cast<std::uint32_t>(frame.low[axis])));
        return hn::Mul(fromLow, hn::Set(d, static_cast<std::uint32_t>(stride)));
    };
    const auto key = hn::Add(hn::Add(part(0, 1), part(1, frame.strideY())), part(2, frame.strideZ()));
    hn::BlendedStore(key, hn::FirstN(d, count), d, keys);
}

template <class Key>
void keysOfBlock(const VectorSpan& x, Range block, const CellFrame& frame, Key* keys) {
    CellCoordinates cell;
    for (Index i = block.begin; i < block.end; i += kLanes) {
        cellCoordinates(x.x + i, frame, 0, cell[0]);
        cellCoordinates(x.y + i, frame, 1, cell[1]);
        cellCoordinates(x.z + i, frame, 2, cell[2]);
        writeKeys(cell, std::min(kLanes, block.end - i), frame, keys + i);
    }
    if (frame.notFinite + frame.outOfRange == 0) return;
    for (Index i = block.begin; i < block.end; ++i) {
        const bool placed = std::fabs(x.x[i]) < frame.limit && std::fabs(x.y[i]) < frame.limit &&
                            std::fabs(x.z[i]) < frame.limit;
        if (!placed) keys[i] = static_cast<Key>(frame.outcast);
    }
}

void keys32OfBlock(const VectorSpan& x, Range block, const CellFrame& frame, std::uint32_t* keys) {
    keysOfBlock(x, block, frame, keys);
}
void keys64OfBlock(const VectorSpan& x, Range block, const CellFrame& frame, std::uint64_t* keys) {
    keysOfBlock(x, block, frame, keys);
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(boundsOfBlock);
HWY_EXPORT(keys32OfBlock);
HWY_EXPORT(keys64OfBlock);

namespace {

constexpr double kCellsPerSide = 1 << 20;  // 21 bits per axis, half of them on each side of the origin

/// Cells between the faces of a period. They are a hair larger than they have to be, so that no place before
/// the upper face is rounded into a cell beyond it.
void divideEvenly(const Period& period, int axis, double cellSize, CellFrame& frame) {
    const double count = std::max(std::floor(period.length[axis] / cellSize), 1.0);
    frame.around[axis] = static_cast<std::int64_t>(count);
    frame.origin[axis] = period.low[axis];
    frame.inverseCell[axis] = (1 - 1e-12) * count / period.length[axis];
}

// A cell is larger than h by more than the rounding errors of distances, so that neighbours are never two
// cells apart.
double cellSizeFor(float supportRadius) { return supportRadius * (1 + 1e-6); }

}  // namespace

float cellLimit(float supportRadius) {
    return static_cast<float>(std::min((kCellsPerSide - 4) * cellSizeFor(supportRadius), 3e38));
}

CellFrame computeCellFrame(ParticleStore& particles, float supportRadius, const Period& period,
                           const ThreadPool& pool) {
    const double cellSize = cellSizeFor(supportRadius);
    CellFrame frame;
    for (int k = 0; k < 3; ++k) {
        frame.inverseCell[k] = 1 / cellSize;
        if (period.repeats(k)) divideEvenly(period, k, cellSize, frame);
    }
    frame.limit = cellLimit(supportRadius);

    const VectorSpan x = particles.position();
    const auto bounds = deterministicSum<PositionBounds>(pool, particles.size(), [&](Range block) {
        PositionBounds part;
        HWY_DYNAMIC_DISPATCH(boundsOfBlock)(x, block, frame.limit, &part);
        return part;
    });
    frame.notFinite = bounds.notFinite;
    frame.outOfRange = bounds.outOfRange;
    for (int k = 0; k < 3; ++k) {
        if (bounds.low[k] > bounds.high[k]) continue;  // no particle has a cell
        frame.low[k] = frame.cellAlong(k, bounds.low[k]);
        frame.extent[k] = frame.cellAlong(k, bounds.high[k]) - frame.low[k] + 2;
    }
    // Three layers beyond the last one no occupied cell is next to it.
    frame.outcast = (frame.extent[2] + 3) * frame.strideZ();
    return frame;
}

void computeCellKeys(ParticleStore& particles, const CellFrame& frame, const ThreadPool& pool,
                     std::uint32_t* keys) {
    const VectorSpan x = particles.position();
    pool.forEachBlock(particles.size(), [&](Range block) {
        HWY_DYNAMIC_DISPATCH(keys32OfBlock)(x, block, frame, keys);
    });
}

void computeCellKeys(ParticleStore& particles, const CellFrame& frame, const ThreadPool& pool,
                     std::uint64_t* keys) {
    const VectorSpan x = particles.position();
    pool.forEachBlock(particles.size(), [&](Range block) {
        HWY_DYNAMIC_DISPATCH(keys64OfBlock)(x, block, frame, keys);
    });
}

}  // namespace undine

#endif  // HWY_ONCE
