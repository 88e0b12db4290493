// SPDX-License-Identifier: Zlib
#include "neighbors/row_finder.h"

#include <algorithm>

namespace undine {

std::span<const Range> RowFinder::rowsAround(Vec3 x) {
    const CellFrame& frame = cells_.frame;
    if (!grid_.hasCellAt(x)) return {};
    const CellPlace cell = grid_.cellAt(x);
    std::int64_t c[3];
    for (int k = 0; k < 3; ++k) {
        c[k] = cell.c[k] - frame.low[k];
        if (c[k] < -1 || c[k] >= frame.extent[k]) return {};
    }
    // A row ends where the frame does: beyond it keys would name cells of other lines.
    const std::int64_t low = std::max<std::int64_t>(c[0] - 1, 0);
    const std::int64_t high = std::min(c[0] + 1, frame.extent[0] - 1);
    for (std::size_t row = 0; row < cells_.rowsPerCell; ++row) {
        const RowPlace place = rowPlace(row, cells_.rowsPerCell);
        const std::int64_t y = c[1] + place.dy;
        const std::int64_t z = c[2] + place.dz;
        rows_[row] = {0, 0};
        if (y < 0 || z < 0 || y >= frame.extent[1] || z >= frame.extent[2]) continue;
        const auto line = static_cast<std::uint64_t>(y * frame.strideY() + z * frame.strideZ());
        const Index first = firstCellFrom(line + static_cast<std::uint64_t>(low), guess_[row]);
        Index last = first;
        while (last < cells_.keys.size() && cells_.keys[last] <= line + static_cast<std::uint64_t>(high))
            ++last;
        rows_[row] = {cells_.start[first], cells_.start[last]};
        guess_[row] = first;
    }
    return {rows_, cells_.rowsPerCell};
}

/// The first cell with this key or a greater one: looked for from a guess on, in steps that grow.
Index RowFinder::firstCellFrom(std::uint64_t key, Index guess) const {
    const auto& keys = cells_.keys;
    const auto firstIn = [&](Index begin, Index end) {
        return static_cast<Index>(std::lower_bound(keys.begin() + begin, keys.begin() + end, key) -
                                  keys.begin());
    };
    const auto count = static_cast<Index>(keys.size());
    if (guess > 0 && keys[guess - 1] >= key) return firstIn(0, guess);
    Index step = 1;
    while (guess + step <= count && keys[guess + step - 1] < key) {
        guess += step;
        step *= 2;
    }
    return firstIn(guess, std::min(guess + step, count));
}

}  // namespace undine
