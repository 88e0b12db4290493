// SPDX-License-Identifier: Zlib
// The triangles around each vertex, smoothing by them, and normals.
//
//   [Tau95] Taubin: A Signal Processing Approach to Fair Surface Design, 1995
//
// Smoothing moves every vertex towards the mean of its neighbours and then a little further back. Bumps of the
// size of a cell vanish, long waves stay, and so does the volume, which plain averaging would shrink.
#pragma once

#include <span>

#include "core/aligned_array.h"
#include "core/parallel.h"
#include "undine/types.h"

namespace undine {

class MeshTopology {
  public:
    /// Takes lists of triangles over the same `vertices` vertices.
    void build(Index vertices, std::span<const std::span<const std::uint32_t>> triangles);

    /// `passes` times back and forth; vertices whose `isFixed` is not 0 stay.
    void smooth(std::span<Vec3> positions, std::span<const std::uint8_t> isFixed, int passes,
                const ThreadPool& pool);

    /// Unit normals: the mean over the triangles of a vertex, by their areas.
    void computeNormals(std::span<const Vec3> positions, std::span<Vec3> normals, const ThreadPool& pool) const;

    std::size_t bytes() const { return first_.bytes() + sides_.bytes() + spare_.bytes(); }

  private:
    /// The other two corners of a triangle, in its order.
    struct Side {
        Index next;
        Index last;
    };
    std::span<const Side> around(Index vertex) const {
        return {sides_.data() + first_[vertex], first_[vertex + 1] - first_[vertex]};
    }

    AlignedArray<Index> first_;  // of each vertex, in sides_
    AlignedArray<Side> sides_;
    AlignedArray<Vec3> spare_;
};

}  // namespace undine
