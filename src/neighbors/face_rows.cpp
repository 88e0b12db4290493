// SPDX-License-Identifier: Zlib
#include "neighbors/face_rows.h"

#include <algorithm>

namespace undine {
namespace {

/// The way the images of a cell go along an axis: 1 from the lower face, -1 from the upper one, 0 elsewhere.
int sideOf(const CellFrame& frame, int axis, const CellPlace& place) {
    const std::int64_t count = frame.around[axis];
    if (count == 0) return 0;
    return place.c[axis] == 0 ? 1 : (place.c[axis] == count - 1 ? -1 : 0);
}

/// The ways along all axes.
struct Sides {
    int of[3];
    bool none() const { return of[0] == 0 && of[1] == 0 && of[2] == 0; }
    /// Whether images go along all the axes of a mask.
    bool have(unsigned mask) const {
        for (unsigned k = 0; k < 3; ++k) {
            if ((mask >> k & 1U) != 0 && of[k] == 0) return false;
        }
        return true;
    }
    /// The image with this mask, as one of 27 ways.
    int way(unsigned mask) const {
        const auto digit = [&](unsigned k) { return (mask >> k & 1U) != 0 ? of[k] + 1 : 1; };
        return digit(0) + 3 * digit(1) + 9 * digit(2);
    }
};

Sides sidesOf(const CellFrame& frame, const CellPlace& place) {
    return {{sideOf(frame, 0, place), sideOf(frame, 1, place), sideOf(frame, 2, place)}};
}

/// Calls body(mask) for the images a cell has.
template <class Body>
void forEachImage(const Sides& sides, Body&& body) {
    for (unsigned mask = 1; mask < 8; ++mask) {
        if (sides.have(mask)) body(mask);
    }
}

/// A coordinate of a cell and what moves it next to the one that asks.
struct Seen {
    std::int64_t c;
    float shift;
};

Seen seen(const CellFrame& frame, const Period& period, int axis, std::int64_t c) {
    const std::int64_t count = frame.around[axis];
    if (count == 0) return {c, 0};
    if (c < 0) return {c + count, -period.length[axis]};
    if (c >= count) return {c - count, period.length[axis]};
    return {c, 0};
}

unsigned maskOf(Vec3 shift) {
    return (shift.x != 0 ? 1U : 0U) | (shift.y != 0 ? 2U : 0U) | (shift.z != 0 ? 4U : 0U);
}

}  // namespace

Range CellTable::cellsBetween(std::int64_t low, std::int64_t high) const {
    const auto find = [&](std::int64_t key) {
        return static_cast<Index>(
            std::lower_bound(keys.begin(), keys.end(), static_cast<std::uint64_t>(key)) - keys.begin());
    };
    return {find(low), find(high + 1)};
}

CellPlace CellTable::placeOf(Index cell) const {
    const auto key = static_cast<std::int64_t>(keys[cell]);
    const std::int64_t inLayer = key % frame.strideZ();
    return {{inLayer % frame.strideY() + frame.low[0], inLayer / frame.strideY() + frame.low[1],
             key / frame.strideZ() + frame.low[2]}};
}

void FaceRows::build(const CellTable& cells, const Period& period, const ThreadPool& pool) {
    findFaceCells(cells, pool);
    numberImages(cells);
    placeImages(cells, period, pool);
    const auto faces = static_cast<Index>(faceCells_.size());
    rows_.resizeForOverwrite(faces * kMostRows);
    rowCount_.resizeForOverwrite(faces);
    pool.forEachBlock(
        faces,
        [&](Range block) {
            for (Index face = block.begin; face < block.end; ++face) {
                const CellPlace place = cells.placeOf(faceCells_[face]);
                const std::span<FaceRow, kMostRows> room(rows_.data() + face * kMostRows, kMostRows);
                rowCount_[face] = static_cast<Index>(around(cells, period, place, room).size());
            }
        },
        32);
}

void FaceRows::findFaceCells(const CellTable& cells, const ThreadPool& pool) {
    const auto count = static_cast<Index>(cells.keys.size());
    faceOf_.resizeForOverwrite(count);
    pool.forEachBlock(count, [&](Range block) {
        for (Index c = block.begin; c < block.end; ++c) {
            const CellPlace place = cells.placeOf(c);
            const bool isFace = cells.isInFrame(place) && !sidesOf(cells.frame, place).none();
            faceOf_[c] = isFace ? 0 : kNone;
        }
    });
    Index faces = 0;
    faceCells_.resizeForOverwrite(count);
    for (Index c = 0; c < count; ++c) {
        if (faceOf_[c] == kNone) continue;
        faceOf_[c] = faces;
        faceCells_[faces++] = c;
    }
    faceCells_.resizeForOverwrite(faces);
}

// By ways first: count those of each, then hand out the numbers.
void FaceRows::numberImages(const CellTable& cells) {
    Index next[27] = {};
    const auto forEach = [&](auto&& body) {
        for (std::size_t face = 0; face < faceCells_.size(); ++face) {
            const Index c = faceCells_[face];
            const Sides sides = sidesOf(cells.frame, cells.placeOf(c));
            const Index size = cells.start[c + 1] - cells.start[c];
            forEachImage(sides, [&](unsigned mask) { body(face, mask, next[sides.way(mask)], size); });
        }
    };
    forEach([](std::size_t, unsigned, Index& count, Index size) { count += size; });
    Index total = 0;
    for (Index& first : next) total += std::exchange(first, total);
    firstImage_.resizeForOverwrite(faceCells_.size() * kMasks);
    forEach([&](std::size_t face, unsigned mask, Index& first, Index size) {
        firstImage_[face * kMasks + mask] = first;
        first += size;
    });
    images_.resizeForOverwrite(total);
}

void FaceRows::placeImages(const CellTable& cells, const Period& period, const ThreadPool& pool) {
    pool.forEachBlock(
        static_cast<Index>(faceCells_.size()),
        [&](Range block) {
            for (std::size_t face = block.begin; face < block.end; ++face) {
                const Index c = faceCells_[face];
                const Sides sides = sidesOf(cells.frame, cells.placeOf(c));
                forEachImage(sides, [&](unsigned mask) {
                    const auto along = [&](unsigned k) {
                        const auto side = static_cast<float>(sides.of[k]);
                        return (mask >> k & 1U) != 0 ? side * period.length[k] : 0;
                    };
                    ParticleImage* to = images_.data() + firstImage_[face * kMasks + mask];
                    for (Index i = cells.start[c]; i < cells.start[c + 1]; ++i) {
                        *to++ = {i, {along(0), along(1), along(2)}};
                    }
                });
            }
        },
        32);
}

std::span<const FaceRow> FaceRows::around(const CellTable& cells, const Period& period,
                                          const CellPlace& place, std::span<FaceRow, kMostRows> room) const {
    const CellFrame& frame = cells.frame;
    std::size_t count = 0;
    const auto add = [&](std::int64_t firstX, std::int64_t lastX, std::int64_t y, std::int64_t z,
                         Vec3 shift) {
        const std::int64_t low = std::max<std::int64_t>(firstX - frame.low[0], 0);
        const std::int64_t high = std::min(lastX - frame.low[0], frame.extent[0] - 1);
        y -= frame.low[1];
        z -= frame.low[2];
        if (low > high || y < 0 || z < 0 || y >= frame.extent[1] || z >= frame.extent[2]) return;
        const std::int64_t line = y * frame.strideY() + z * frame.strideZ();
        const Range found = cells.cellsBetween(line + low, line + high);
        if (found.begin == found.end) return;
        const Index image = firstImage_[faceOf_[found.begin] * kMasks + maskOf(shift)];
        room[count++] = {{cells.start[found.begin], cells.start[found.end]}, image, shift};
    };
    const std::int64_t x = place.c[0];
    const std::int64_t last = frame.around[0] - 1;
    for (std::size_t row = 0; row < cells.rowsPerCell; ++row) {
        const RowPlace at = rowPlace(row, cells.rowsPerCell);
        const Seen y = seen(frame, period, 1, place.c[1] + at.dy);
        const Seen z = seen(frame, period, 2, place.c[2] + at.dz);
        if (last < 0) {
            if (y.shift != 0 || z.shift != 0) add(x - 1, x + 1, y.c, z.c, {0, y.shift, z.shift});
            continue;
        }
        // A row that is cut by a face along x: what is on this side, and what is on the other.
        if (y.shift != 0 || z.shift != 0) {
            add(std::max<std::int64_t>(x - 1, 0), std::min(x + 1, last), y.c, z.c, {0, y.shift, z.shift});
        }
        if (x == 0) add(last, last, y.c, z.c, {-period.length[0], y.shift, z.shift});
        if (x == last) add(0, 0, y.c, z.c, {period.length[0], y.shift, z.shift});
    }
    return room.first(count);
}

}  // namespace undine
