// SPDX-License-Identifier: Zlib
// Takes triangles out of a mesh where it is flat: edges are collapsed in the order of the error this makes.
//
//   [GH97] Garland, Heckbert: Surface Simplification Using Quadric Error Metrics, 1997
//
// An edge stays when its collapse would fold a triangle over, join parts of the mesh that only touch, so that
// a closed mesh stays closed, or leave the shape by more than a bound, whatever share is wanted: small drops
// keep theirs. One thread works through one list: the result is always the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "undine/surface.h"

namespace undine {

/// What holds a vertex in its place. Edges collapse between vertices that are held alike, but by
/// Hold::kWhole: those along a side of a clip box stay on it.
struct Hold {
    static constexpr std::uint8_t kNone = 0;
    /// Bits of the sides of a clip box: 1 << (2 * axis) for the lower, twice that for the upper.
    static constexpr std::uint8_t kWhole = 255;  ///< Does not move: another mesh shares it.
};

/// How much to take out.
struct DecimationGoal {
    float share = 0;     ///< Of the triangles that can go: two of their corners are held alike.
    float cellSize = 0;  ///< m. Of the grid the mesh was made on, which bounds the error.
};

/// Takes triangles out of a closed mesh; `holds` has an entry for each vertex. Positions and triangles
/// change, those of vertices that stay not in a bit; normals and attributes are to be computed afterwards.
void decimate(SurfaceMesh& mesh, std::span<const std::uint8_t> holds, const DecimationGoal& goal);

}  // namespace undine
