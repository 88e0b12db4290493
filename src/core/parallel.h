// SPDX-License-Identifier: Zlib
// Parallel loops whose results cannot depend on the number of threads: the work is cut into fixed blocks,
// each block writes only its own entries, and sums are taken block by block and then added in the order of
// the blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "core/function_ref.h"
#include "undine/types.h"

namespace undine {

inline constexpr Index kBlockSize = 1024;  ///< particles per block

/// The half-open range [begin, end).
struct Range {
    Index begin;
    Index end;
};

constexpr Index blockCount(Index n, Index blockSize = kBlockSize) { return (n + blockSize - 1) / blockSize; }
constexpr Range blockRange(Index block, Index n, Index blockSize = kBlockSize) {
    return {block * blockSize, std::min(n, (block + 1) * blockSize)};
}

/// The threads of one world.
class ThreadPool {
  public:
    /// `threads` of 0 means one per core; more than there are cores is allowed.
    explicit ThreadPool(int threads = 0);
    ~ThreadPool();
    ThreadPool(ThreadPool&&) noexcept;
    ThreadPool& operator=(ThreadPool&&) noexcept;

    int threadCount() const;

    /// Calls task(0) … task(count - 1), in any order and on any thread, and returns when all are done.
    void run(Index count, FunctionRef<void(Index)> task) const;

    /// Calls body(Range) for each block of `n` items.
    template <class Body>
    void forEachBlock(Index n, Body&& body, Index blockSize = kBlockSize) const {
        run(blockCount(n, blockSize), [&](Index block) { body(blockRange(block, n, blockSize)); });
    }

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Sum of term(Range) over the blocks of n items, added in block order. `Value` needs += and a zero by
/// default.
template <class Value, class Term>
Value deterministicSum(const ThreadPool& pool, Index n, Term&& term, Index blockSize = kBlockSize) {
    // Blocks are summed in groups of a fixed size, so that the partial sums fit on the stack.
    constexpr Index kGroup = 1024;
    Value total{};
    Value partial[kGroup];
    const Index blocks = blockCount(n, blockSize);
    for (Index first = 0; first < blocks; first += kGroup) {
        const Index count = std::min(kGroup, blocks - first);
        pool.run(count, [&](Index k) { partial[k] = term(blockRange(first + k, n, blockSize)); });
        for (Index k = 0; k < count; ++k) total += partial[k];
    }
    return total;
}

}  // namespace undine
