// SPDX-License-Identifier: Zlib
// A radix sort of unsigned keys, from the least significant digit, that also tells where each key came from.
//
// It is stable, and a stable sort has only one result, so the number of chunks may follow the number of
// threads. Particles hardly change their order from one step to the next, so the scatter writes almost in
// sequence, and digits may be wide: a compact fluid has about as many cells as fit in one digit, and takes
// one pass.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "core/aligned_array.h"
#include "core/parallel.h"

namespace undine {

template <class Key>
class RadixSort {
  public:
    /// Room for n keys, to be written before sort().
    Key* prepare(Index n) {
        keys_.resizeForOverwrite(n);
        return keys_.data();
    }

    /// Sorts keys of which none is larger than `largest`. Afterwards order()[k] is where the k-th smallest
    /// key was.
    void sort(Key largest, const ThreadPool& pool) {
        const auto n = static_cast<Index>(keys_.size());
        const auto keyBits = static_cast<int>(std::bit_width(largest));
        keysSpare_.resizeForOverwrite(n);
        order_.resizeForOverwrite(n);
        orderSpare_.resizeForOverwrite(n);
        const int bits = digitBits(n, keyBits);
        for (int shift = 0; shift == 0 || shift < keyBits; shift += bits) {
            const Key most = largest >> static_cast<unsigned>(shift);
            const Key mask = (Key{1} << static_cast<unsigned>(bits)) - 1;
            sortDigit(shift, static_cast<Index>(mask), static_cast<Index>(std::min(most, mask)), pool);
        }
    }

    const AlignedArray<Key>& keys() const { return keys_; }
    const AlignedArray<Index>& order() const { return order_; }

    std::size_t bytes() const {
        return keys_.bytes() + keysSpare_.bytes() + order_.bytes() + orderSpare_.bytes() + counts_.bytes();
    }

  private:
    /// As wide as keeps the histograms no larger than the particles, and all digits equally wide.
    static int digitBits(Index n, int keyBits) {
        const int most = std::clamp(static_cast<int>(std::bit_width(n)) - 1, 8, 18);
        const int passes = std::max(1, (keyBits + most - 1) / most);
        return std::max(1, (keyBits + passes - 1) / passes);
    }

    /// By the digit under `mask`, which is at most `last`.
    void sortDigit(int shift, Index mask, Index last, const ThreadPool& pool) {
        const auto n = static_cast<Index>(keys_.size());
        const Index digits = last + 1;
        const Index useful =
            std::clamp(n / (4 * kBlockSize), Index{1}, static_cast<Index>(pool.threadCount()));
        const Index chunks = std::min(useful, std::max(Index{2}, 4 * (n / digits)));  // bounds the histograms
        const Index chunkSize = (n + chunks - 1) / chunks;
        const auto digitOf = [&](Key key) {
            return static_cast<Index>(key >> static_cast<unsigned>(shift)) & mask;
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
                place += std::exchange(counts_[std::size_t{chunk} * digits + digit], place);
            }
        }

        // Move keys and indices to their places; before the first pass an index is its own place.
        pool.run(chunks, [&](Index chunk) {
            Index* next = counts_.data() + std::size_t{chunk} * digits;
            const Range range = blockRange(chunk, n, chunkSize);
            for (Index i = range.begin; i < range.end; ++i) {
                const Index to = next[digitOf(keys_[i])]++;
                keysSpare_[to] = keys_[i];
                orderSpare_[to] = shift == 0 ? i : order_[i];
            }
        });
        keys_.swap(keysSpare_);
        order_.swap(orderSpare_);
    }

    AlignedArray<Key> keys_;
    AlignedArray<Key> keysSpare_;
    AlignedArray<Index> order_;
    AlignedArray<Index> orderSpare_;
    AlignedArray<Index> counts_;  // a histogram per chunk
};

}  // namespace undine
