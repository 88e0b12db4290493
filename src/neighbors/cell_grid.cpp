// SPDX-License-Identifier: Zlib
#include "neighbors/cell_grid.h"

#include <algorithm>
#include <bit>

#include "neighbors/cell_keys.h"

namespace undine {
namespace {

/// Digits of the radix sort: as many bits as keep its histograms small beside the particles, so that keys of
/// a compact fluid need one pass, or two.
int digitBits(Index n, int keyBits) {
    const int most = std::clamp(static_cast<int>(std::bit_width(n)) - 3, 8, 16);
    const int passes = std::max(1, (keyBits + most - 1) / most);
    return (keyBits + passes - 1) / passes;
}

}  // namespace

CellGrid::Misplaced CellGrid::build(ParticleStore& particles, float supportRadius, int dimension,
                                    const ThreadPool& pool) {
    const Index n = particles.size();
    keys_.resizeForOverwrite(n);
    order_.resizeForOverwrite(n);
    const CellFrame frame = computeCellFrame(particles, supportRadius, pool);
    computeCellKeys(particles, frame, pool, keys_.data());
    sortByKey(frame.keyBits(), pool);
    particles.permute(pool, order_.span());
    findCells(pool);
    findRows(frame.strideY(), frame.strideZ(), dimension, pool);
    return {frame.notFinite, frame.outOfRange};
}

// A radix sort from the least significant digit. It is stable, and a stable sort has only one result, so the
// number of chunks may follow the number of threads. From one step to the next the order hardly changes, so
// that the scatter writes almost in sequence.
void CellGrid::sortByKey(int keyBits, const ThreadPool& pool) {
    const auto n = static_cast<Index>(keys_.size());
    keysSpare_.resizeForOverwrite(n);
    orderSpare_.resizeForOverwrite(n);
    pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) order_[i] = i;
    });
    const int bits = digitBits(n, keyBits);
    for (int shift = 0; shift < keyBits; shift += bits) sortDigit(shift, bits, pool);
}

void CellGrid::sortDigit(int shift, int bits, const ThreadPool& pool) {
    const auto n = static_cast<Index>(keys_.size());
    const Index chunks = std::clamp(n / (4 * kBlockSize), Index{1}, static_cast<Index>(pool.threadCount()));
    const Index chunkSize = (n + chunks - 1) / chunks;
    const Index digits = Index{1} << static_cast<unsigned>(bits);
    const auto digitOf = [&](Key key) {
        return static_cast<Index>(key >> static_cast<unsigned>(shift)) & (digits - 1);
    };

    // Count the digits of each chunk.
    counts_.resizeForOverwrite(std::size_t{chunks} * digits);
    pool.run(chunks, [&](Index chunk) {
        Index* count = counts_.data() + std::size_t{chunk} * digits;
        std::fill_n(count, digits, 0);
        const Range range = blockRange(chunk, n, chunkSize);
        for (Index i = range.begin; i < range.end; ++i) ++count[digitOf(keys_[i])];
    });

    // Turn counts into places: smaller digits first, and within a digit the chunks in their order.
    Index place = 0;
    for (Index digit = 0; digit < digits; ++digit) {
        for (Index chunk = 0; chunk < chunks; ++chunk) {
            Index& count = counts_[std::size_t{chunk} * digits + digit];
            place += std::exchange(count, place);
        }
    }

    // Move keys and indices to their places.
    pool.run(chunks, [&](Index chunk) {
        Index* next = counts_.data() + std::size_t{chunk} * digits;
        const Range range = blockRange(chunk, n, chunkSize);
        for (Index i = range.begin; i < range.end; ++i) {
            const Index to = next[digitOf(keys_[i])]++;
            keysSpare_[to] = keys_[i];
            orderSpare_[to] = order_[i];
        }
    });
    keys_.swap(keysSpare_);
    order_.swap(orderSpare_);
}

void CellGrid::findCells(const ThreadPool& pool) {
    const auto n = static_cast<Index>(keys_.size());
    const auto startsCell = [&](Index i) { return i == 0 || keys_[i] != keys_[i - 1]; };

    // Count the cells that start in each block of particles, then number them.
    const Index blocks = blockCount(n);
    counts_.resizeForOverwrite(blocks);
    pool.run(blocks, [&](Index b) {
        const Range block = blockRange(b, n);
        Index count = 0;
        for (Index i = block.begin; i < block.end; ++i) count += startsCell(i) ? 1 : 0;
        counts_[b] = count;
    });
    cellCount_ = 0;
    for (Index b = 0; b < blocks; ++b) cellCount_ += std::exchange(counts_[b], cellCount_);

    cellKey_.resizeForOverwrite(cellCount_);
    cellStart_.resizeForOverwrite(cellCount_ + 1);
    pool.run(blocks, [&](Index b) {
        const Range block = blockRange(b, n);
        Index cell = counts_[b];
        for (Index i = block.begin; i < block.end; ++i) {
            if (!startsCell(i)) continue;
            cellKey_[cell] = keys_[i];
            cellStart_[cell] = i;
            ++cell;
        }
    });
    cellStart_[cellCount_] = n;
}

void CellGrid::findRows(std::int64_t strideY, std::int64_t strideZ, int dimension, const ThreadPool& pool) {
    rowsPerCell_ = dimension == 2 ? 3 : 9;
    rows_.resizeForOverwrite(cellCount_ * rowsPerCell_);
    const Key* const first = cellKey_.data();
    const Key* const last = first + cellCount_;
    pool.forEachBlock(
        cellCount_,
        [&](Range block) {
            for (std::size_t row = 0; row < rowsPerCell_; ++row) {
                // The row's middle cell has this cell's key plus `offset`; keys below 0 belong to no cell.
                const auto dy = static_cast<std::int64_t>(row % 3) - 1;
                const auto dz = rowsPerCell_ == 3 ? 0 : static_cast<std::int64_t>(row / 3) - 1;
                const std::int64_t offset = dy * strideY + dz * strideZ;
                const auto lowKey = [&](Index c) {
                    const std::int64_t key = static_cast<std::int64_t>(first[c]) + offset - 1;
                    return static_cast<Key>(std::max<std::int64_t>(key, 0));
                };
                const auto highKey = [&](Index c) {
                    return static_cast<std::int64_t>(first[c]) + offset + 1;
                };

                const Key* cursor = std::lower_bound(first, last, lowKey(block.begin));
                for (Index c = block.begin; c < block.end; ++c) {
                    while (cursor != last && *cursor < lowKey(c)) ++cursor;
                    const Key* end = cursor;
                    while (end != last && static_cast<std::int64_t>(*end) <= highKey(c)) ++end;
                    rows_[c * rowsPerCell_ + row] = {cellStart_[cursor - first], cellStart_[end - first]};
                }
            }
        },
        8 * kCellsPerBlock);
}

std::size_t CellGrid::bytes() const {
    return keys_.bytes() + keysSpare_.bytes() + order_.bytes() + orderSpare_.bytes() + counts_.bytes() +
           cellKey_.bytes() + cellStart_.bytes() + rows_.bytes();
}

}  // namespace undine
