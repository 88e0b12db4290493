// SPDX-License-Identifier: Zlib
// The cheap way to the velocity at very many points: it is found at the nodes of a grid around them and
// interpolated between, with cubics in each axis (vortex/cubic_weight.h).
//
// The flow of vortex particles is smooth over their radius, so that cells of a particle spacing are fine
// enough for errors well below a hundredth, and a hundred tracers in a cell cost hardly more than one. Only
// nodes that a point needs are evaluated. Where the box around the points has too many nodes to be numbered,
// cells are made larger.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/aligned_array.h"
#include "core/record.h"
#include "vortex/vortex_field.h"

namespace undine {

class VelocityGrid {
  public:
    /// The velocity of `field` at `count` points, by cells of `cell` metres.
    void velocityAt(VortexField& field, float cell, const VectorSpan& x, Index count,
                    const VectorSpan& velocity, const ThreadPool& pool);

    std::size_t bytes() const;

  private:
    static constexpr std::int64_t kMostNodes = std::int64_t{1} << 24;

    /// Nodes are at low + k cell, with k from 0 to count - 1 along each axis; a flat world has one layer.
    struct Lattice {
        Vec3 low;
        float cell = 1;
        float inverseCell = 1;
        std::int64_t count[3] = {0, 0, 0};
        std::int64_t total() const { return count[0] * count[1] * count[2]; }
    };

    void place(const VectorSpan& x, Index count, float cell, const ThreadPool& pool);
    void markCells(const VectorSpan& x, Index count, const ThreadPool& pool);
    void widen(int axis, const ThreadPool& pool);
    void collectNodes();
    Vec3 interpolate(Vec3 x) const;

    /// The cell of a point, and how far into it the point is, along an axis.
    struct Place {
        std::int64_t cell;
        float share;
    };
    Place placeOf(float x, float low) const;

    bool isFlat_ = false;
    Lattice lattice_;
    AlignedArray<std::uint8_t> isNeeded_;
    AlignedArray<std::uint8_t> wider_;
    AlignedArray<Index> slot_;  // of nodes that are needed
    std::array<AlignedArray<float>, 3> nodes_;
    std::array<AlignedArray<float>, 3> nodeVelocity_;
    AlignedArray<Record> values_;
};

}  // namespace undine
