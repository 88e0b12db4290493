// SPDX-License-Identifier: Zlib
// The gradient of a scalar by way of a uniform grid: cheaper than sums over pairs, and coarser.
//
// The nodes are the corners of the neighbour search's cells, H = h apart; where particles are scattered so
// widely that the box around them has too many nodes, H is 2, 4, 8 … times h. Four stages:
//
//   1. cell sums     each cell adds up w A and w of its own particles for each of its corners; w is trilinear
//   2. node values   each node adds up what the cells around it have for it, and divides:
//                    A = sum(w A) / max(sum(w), kFull H^d / V)
//                    Where nodes are full this is an average, which does not mind how particles are
//                    scattered. Where they are not, what is missing counts as ambient: a free surface is a
//                    jump. Nodes that may have a wall in reach take the average however few particles they
//                    have, as there is no telling the wall from a free surface.
//   3. gradients     central differences; nodes closer than H to a wall or a body are poisoned: they get 0
//   4. particles     trilinear between the corners of their cell
//
// Threads take whole cells in 1 and 4 and whole layers of nodes in 2 and 3, and add in the order of the
// cells.
//
//   [Gou12] Gourlay: Fluid Simulation for Video Games, parts 14 and 16, 2012
#pragma once

#include <array>
#include <cstdint>

#include "core/aligned_array.h"
#include "core/record.h"
#include "vortex/gradient_input.h"

namespace undine {

/// The nodes around all particles.
struct NodeLattice {
    int shift = 0;                      ///< H = 2^shift h
    float side = 0;                     ///< H. m
    std::int32_t low[3] = {0, 0, 0};    ///< the lowest node: node k is k H from the origin
    std::int32_t count[3] = {0, 0, 0};  ///< nodes along each axis; one along z in two dimensions
    std::int32_t strideZ = 0;  ///< 0 in two dimensions, so that upper corners along z are the lower ones
    int layerAxis = 2;         ///< the axis that counts first in the order of the cells

    std::int32_t strideY() const { return count[0]; }
    std::int32_t layerSize() const { return layerAxis == 2 ? count[0] * count[1] : count[0]; }
    std::int32_t layerCount() const { return count[layerAxis]; }
    Index nodeCount() const { return static_cast<Index>(layerSize() * layerCount()); }
};

/// A cell of the neighbour search, and what its particles have for the corners of the cell of nodes it is in.
/// Corner k is an upper one along x if k has bit 0, along y bit 1, along z bit 2.
struct CornerSums {
    std::int32_t cell[3];
    float value[8];   ///< of w A
    float weight[8];  ///< of w
};

class GridGradient {
  public:
    static constexpr float kFull = 0.75F;  ///< Nodes with this share of their particles are full.
    static constexpr std::int64_t kNodesAlways = 1 << 15;  ///< So many nodes are never too many,
    static constexpr std::int64_t kNodesPerParticle = 16;  ///< and so many for each particle.

    /// gradient_i for all particles that have a cell.
    void compute(const GradientInput& in, const ThreadPool& pool, const VectorSpan& gradient);

    /// H of the last time. m
    float side() const { return lattice_.side; }
    std::size_t bytes() const;

  private:
    void placeNodes(const GradientInput& in, const ThreadPool& pool);
    void measureProximity(const GradientInput& in, const ThreadPool& pool);
    void sumLayer(std::int32_t layer);
    void addCells(std::int32_t cellLayer, bool isBelow);
    void divideLayer(std::int32_t layer, const GradientInput& in);
    void differentiateLayer(std::int32_t layer);

    NodeLattice lattice_;
    AlignedArray<CornerSums> cells_;  // in the order of the cells; without that of particles that have none
    // Of nodes:
    AlignedArray<float> value_;
    AlignedArray<float> weight_;
    AlignedArray<Record> gradient_;
    bool hasObstacles_ = false;
    std::array<AlignedArray<float>, 3> position_;  // when there are obstacles
    AlignedArray<float> proximity_;
};

}  // namespace undine
