// SPDX-License-Identifier: Zlib
// For each particle near bodies, the numbers of the samples around it.
#pragma once

#include <span>
#include <vector>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "core/particles.h"

namespace undine {

/// The lists of some particles, one after the other; empty ones are left out. Each is filled up to whole
/// registers of any machine.
class SampleLists {
  public:
    static constexpr Index kUnit = 16;  ///< lists are as long as a multiple of this

    struct List {
        Index particle;
        Index count;
        std::size_t first;  ///< among entries()
    };

    void clear() {
        lists_.clear();
        used_ = 0;
    }
    std::span<const List> all() const { return lists_; }
    const Index* entries() const { return entries_.data(); }
    std::size_t bytes() const { return lists_.capacity() * sizeof(List) + entries_.bytes(); }

    /// Where the next list is to be written, with room for so many entries.
    Index* roomFor(std::size_t count) {
        entries_.resizeForOverwrite(used_ + count);
        return entries_.data() + used_;
    }
    /// Takes what was written there.
    void append(Index particle, Index count) {
        if (count == 0) return;
        lists_.push_back({particle, count, used_});
        used_ += (count + kUnit - 1) / kUnit * kUnit;
    }

  private:
    std::vector<List> lists_;
    AlignedArray<Index> entries_;
    std::size_t used_ = 0;
};

struct SampleSearch {
    VectorSpan x;        ///< of the particles
    VectorSpan samples;  ///< their positions, in the order of their cells
    float h = 0;
    Index first = 0;   ///< the number of the first of these samples among all
    Index nobody = 0;  ///< a number that no sample has, for what fills a list up
};

/// Appends the lists of the particles of a cell, whose samples are in these rows.
void appendSampleLists(const SampleSearch& search, Range particles, std::span<const Range> rows,
                       SampleLists& lists);

}  // namespace undine
