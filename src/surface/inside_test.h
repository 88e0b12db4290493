// SPDX-License-Identifier: Zlib
// Which points a closed mesh holds. A ray goes up from the point, along z, and counts the triangles it
// passes, one more where they face up and one less where they face down. The triangles are sorted into square
// columns, so that a point looks at a few of them only. A ray through an edge or a corner counts as if it
// were a tiny bit beside it, so that it passes exactly one of the triangles there.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/geometry.h"
#include "undine/types.h"

namespace undine {

using MeshTriangle = std::array<Index, 3>;

class InsideTest {
  public:
    /// The mesh must stay. Columns are `width` wide, or wider in meshes that reach far.
    InsideTest(std::span<const MeshTriangle> triangles, std::span<const Vec3> positions, float width);

    bool holds(Vec3 p) const;
    const Box& box() const { return box_; }

  private:
    struct Column {
        int x;
        int y;
    };
    Column columnAt(Vec3 p) const;
    std::size_t slot(Column at) const {
        return static_cast<std::size_t>(at.y) * static_cast<std::size_t>(side_) +
               static_cast<std::size_t>(at.x);
    }
    int crossing(const MeshTriangle& t, Vec3 p) const;
    template <class Use>
    void forEachColumn(const MeshTriangle& t, Use&& use) const;

    std::span<const MeshTriangle> triangles_;
    std::span<const Vec3> positions_;
    Box box_;
    int side_ = 1;  // columns per axis
    float perMeter_ = 1;
    std::vector<Index> first_;  // of each column, in list_, and the end
    std::vector<Index> list_;
};

}  // namespace undine
