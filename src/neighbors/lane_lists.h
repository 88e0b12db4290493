// SPDX-License-Identifier: Zlib
// Neighbour lists turned by a quarter, for passes that go over the same lists many times: a register holds
// one neighbour each of as many particles as it has lanes. NeighborLists has a register of neighbours of one
// particle; its passes have to add up lanes at the end of every list, fill up every list to whole registers,
// and cannot foresee where it ends.
//
// Particles whose lists are turned together form a group, and the shorter lists are filled up to the longest.
// So that this is little, the particles of a block of kLaneBlock are put in the order of how many neighbours
// they have: in a breaking dam with eight lanes, 29.7 entries to a particle of 29.5 neighbours, in place
// of 32.2.
#pragma once

#include <cstddef>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "core/record.h"
#include "neighbors/neighbor_lists.h"

namespace undine {

inline constexpr Index kLaneBlock = 256;  ///< particles that groups are formed among

/// Entries count half records, eight bytes: so many an address can be scaled by, and a whole record's sixteen
/// would take an instruction more for each neighbour, a sixth of those of a pass.
inline constexpr Index kStride = sizeof(Record) / 8;

class LaneLists {
  public:
    /// As many particles as a register has lanes, on the instruction set that built the lists.
    struct Group {
        std::size_t firstEntry = 0;
        Index length = 0;  ///< neighbours of each; where a particle has fewer, the others are nobody
        Index count = 0;   ///< particles in it: fewer than there are lanes at the end of a block
    };

    /// Turns the lists of all particles.
    void build(const NeighborLists& lists, const ThreadPool& pool);

    /// The groups of particles of whole blocks.
    Range groupsOf(Range particles) const;
    const Group& group(Index g) const { return groups_[g]; }
    /// The particles of a group, by lane; those that fill up the last one are nobody.
    const Index* particles(Index g) const { return order_.data() + std::size_t{g} * lanes_; }
    /// Its neighbours, each as kStride times its index: entry k of lane l is at [k lanes + l].
    const Index* entries(const Group& group) const { return entries_.data() + group.firstEntry; }

    std::size_t bytes() const { return entries_.bytes() + order_.bytes() + groups_.bytes() + sizes_.bytes(); }

  private:
    Index lanes_ = 1;
    Index particleCount_ = 0;
    AlignedArray<Index> order_;  // by blocks, filled up to whole ones
    AlignedArray<Group> groups_;
    AlignedArray<std::size_t> sizes_;  // of blocks, in entries; then where they begin
    AlignedArray<Index> entries_;
};

}  // namespace undine
