// SPDX-License-Identifier: Zlib
// The triangles around each vertex, smoothing by them, and normals.
//
//   [Tau95] Taubin: A Signal Processing Approach to Fair Surface Design, 1995
//
// Smoothing moves every vertex towards the mean of its neighbours and then a little further back. Bumps of
// the size of a cell vanish, long waves stay, and so does the volume, which plain averaging would shrink.
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

    /// Finds the parts of the mesh that hang together.
    void findParts();
    Index partOf(Index vertex) const { return part_[vertex]; }                ///< Its first vertex.
    Index sizeOfPart(Index firstVertex) const { return size_[firstVertex]; }  ///< Vertices.

    /// How much each vertex takes part in smoothing: 0 if it `isFixed`, less than 1 in parts of the mesh with
    /// fewer than `small` vertices, and none in those with half of that. Drops of a few cells would shrink.
    /// Needs the parts.
    void weigh(std::span<const std::uint8_t> isFixed, Index small);

    /// `passes` times back and forth, with the weights of the last weigh().
    void smooth(std::span<Vec3> positions, int passes, const ThreadPool& pool);

    /// Unit normals: the mean over the triangles of a vertex, by their areas.
    void computeNormals(std::span<const Vec3> positions, std::span<Vec3> normals,
                        const ThreadPool& pool) const;

    std::size_t bytes() const {
        return first_.bytes() + sides_.bytes() + spare_.bytes() + weight_.bytes() + part_.bytes() +
               size_.bytes();
    }

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
    AlignedArray<float> weight_;
    AlignedArray<Index> part_;  // of each vertex: the first vertex of its part of the mesh
    AlignedArray<Index> size_;  // of each part, at its first vertex
};

}  // namespace undine
