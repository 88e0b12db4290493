// SPDX-License-Identifier: Zlib
// From labelled blocks to triangles: a vertex on every edge of the grid between unlike labels, owned by the
// block in which the edge begins, and the triangles of every cell, owned by the block of its first corner.
// Blocks count what they own, a sum over the blocks in their order numbers it, and then they write it: all in
// parallel, and the same for any number of threads.
//
// A vertex belongs to the edge and not to a fluid. Where two fluids touch, their meshes have the same
// triangles, turned around; of an ambiguous face the fluid with the higher label is joined. Where three
// labels meet, vertices within faces and cells close what would be open; see meeting_cells.h.
#pragma once

#include "surface/cell_cases.h"
#include "surface/field_blocks.h"
#include "surface/meeting_cells.h"

namespace undine {

/// The surfaces of all fluids with their common vertices.
struct RawSurface {
    AlignedArray<Vec3> positions;
    AlignedArray<std::uint8_t> isFixed;                         ///< 1 for vertices on a side of the clip box
    std::vector<AlignedArray<std::uint32_t>> trianglesOfFluid;  ///< by label - 1

    std::size_t bytes() const;
};

class Polygons {
  public:
    void build(const FieldBlocks& blocks, RawSurface& out, const ThreadPool& pool);

    /// Where the surface meets the edge from a point along an axis.
    struct Crossing {
        Vec3 position;
        bool isFixed;  ///< On a side of the clip box.
        bool isInner;  ///< Between two fluids.
    };
    static Crossing crossing(const FieldBlocks& blocks, Index block, Index point, int axis);

    std::size_t bytes() const {
        return ranks_.bytes() + faceRanks_.bytes() + owned_.bytes() + firstTriangle_.bytes();
    }

  private:
    static constexpr int kSide = kBlockSide + 1;  // points of the cells of a block along an axis
    static constexpr std::uint8_t kUnknown = 255;
    static constexpr std::uint16_t kNoVertex = 65535;

    /// The labels of all corners of a block's cells.
    struct Corners {
        std::uint8_t label[kSide * kSide * kSide];
        static constexpr int at(int x, int y, int z) { return (z * kSide + y) * kSide + x; }
    };
    struct Owned {
        Index firstVertex;
        Index edges;    // vertices on edges
        Index faces;    // within faces
        Index middles;  // within cells
    };
    /// A cell of a block, by its first corner.
    struct CellAt {
        int x, y, z;
    };
    static CellAt cellAt(Index point) {
        const int p = static_cast<int>(point);
        return {p % kBlockSide, p / kBlockSide % kBlockSide, p / (kBlockSide * kBlockSide)};
    }
    /// A cell with two labels.
    struct Cell {
        CellAt at;
        const CellCase& shape;  // seen by the higher label
        std::uint8_t higher;
        std::uint8_t lower;
    };
    class BlockWriter;

    bool isEmpty(const FieldBlocks& blocks, Index block) const;
    void loadCorners(const FieldBlocks& blocks, Index block, Corners& corners) const;
    template <class Simple, class Meeting>
    void forEachCell(const Corners& corners, Simple&& simple, Meeting&& meeting) const;
    void countBlock(const FieldBlocks& blocks, Index block, std::size_t fluids);
    void countFaces(const Corners& corners, Index block);
    void writeFaces(const FieldBlocks& blocks, Index block, RawSurface& out) const;
    void writeBlock(const FieldBlocks& blocks, Index block, RawSurface& out) const;
    void writeVertices(const FieldBlocks& blocks, Index block, RawSurface& out) const;
    Index vertexOn(const FieldBlocks& blocks, Index block, const CellAt& cell, int edge) const;

    AlignedArray<std::uint16_t> ranks_;      // of the vertex on each edge among those of its block
    AlignedArray<std::uint16_t> faceRanks_;  // the same for faces; none with one fluid
    AlignedArray<Owned> owned_;              // by block
    AlignedArray<Index> firstTriangle_;      // by block and fluid
};

}  // namespace undine
