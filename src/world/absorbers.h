// SPDX-License-Identifier: Zlib
// Absorbers: boxes that take the particles inside them out of the world, before a step. An absorber that
// feeds an emitter puts what it has taken into the reservoir of that one.
#pragma once

#include <optional>
#include <vector>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "core/particles.h"
#include "undine/result.h"
#include "undine/settings.h"
#include "world/emitters.h"

namespace undine {

class Absorbers {
  public:
    /// The emitter it feeds must be among `emitters`.
    Result<void> add(const Absorber& absorber, int dimension, Emitters& emitters);

    bool empty() const { return sinks_.empty(); }

    /// Takes the particles inside the boxes that are open at the time `now`, and returns how many. Where
    /// boxes overlap, the first one has them. The inlets of a pump take no more than it has room for, each in
    /// proportion to what it finds.
    Index take(ParticleStore& particles, const ThreadPool& pool, double now, Emitters& emitters);

    std::size_t bytes() const {
        return marks_.bytes() + takers_.bytes() + counts_.capacity() * sizeof(Index);
    }

  private:
    static constexpr std::size_t kMostAbsorbers = 1000;

    struct Sink {
        Absorber settings;
        std::optional<std::size_t> emitter;
    };

    /// Marks those of a block that are inside a box, and counts them for each absorber.
    void markBlock(Range block, VectorSpan x, double now, Index* counts);

    void shareRooms(Emitters& emitters);

    /// Leaves all but `most` of the particles that an absorber found.
    void leaveOthers(std::size_t sink, Index most);

    std::vector<Sink> sinks_;
    AlignedArray<std::uint16_t> takers_;  // of each particle: 1 + the number of its absorber, or 0
    AlignedArray<bool> marks_;
    std::vector<Index> counts_;  // of each block, one for each absorber
    std::vector<Index> found_;   // by each absorber
};

}  // namespace undine
