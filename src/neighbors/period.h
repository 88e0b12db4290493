// SPDX-License-Identifier: Zlib
// A world that repeats itself: what leaves its box on one side comes back on the other, and what is near one
// face has neighbours beyond it, at the opposite one. docs/decisions/0010-periodic-boundaries.md says how.
#pragma once

#include "core/parallel.h"
#include "core/particles.h"
#include "core/record.h"

namespace undine {

/// The box that repeats, along some of the axes or along none.
struct Period {
    float low[3] = {0, 0, 0};
    float length[3] = {0, 0, 0};  ///< m; 0 along axes that do not repeat. The upper face is at low + length.

    bool repeats(int axis) const { return length[axis] > 0; }
    bool any() const { return repeats(0) || repeats(1) || repeats(2); }

    /// The same place within the box, its lower face included and the upper one not. NaN stays NaN.
    float wrapped(int axis, float x) const;

    /// Brings all positions back into the box. Those inside keep their bits.
    void wrap(const VectorSpan& x, Index count, const ThreadPool& pool) const;
};

/// A particle near a face, as its neighbours beyond the opposite one see it.
struct ParticleImage {
    Index source;  ///< the particle
    Vec3 shift;    ///< m. From its place to that of the image.
};

}  // namespace undine
