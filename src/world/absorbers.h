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
    /// boxes overlap, the first one has them.
    Index take(ParticleStore& particles, const ThreadPool& pool, double now, Emitters& emitters);

    std::size_t bytes() const { return marks_.bytes() + counts_.capacity() * sizeof(Index); }

  private:
    struct Sink {
        Absorber settings;
        std::optional<std::size_t> emitter;
    };

    /// Marks those of a block that are inside a box, and counts them for each absorber.
    void markBlock(Range block, VectorSpan x, double now, Index* counts);

    std::vector<Sink> sinks_;
    AlignedArray<bool> marks_;
    std::vector<Index> counts_;  // of each block, one for each absorber
};

}  // namespace undine
