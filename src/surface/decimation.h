// SPDX-License-Identifier: Zlib
// Takes triangles out of a mesh where it is flat: edges are collapsed in the order of the error this makes.
//
//   [GH97] Garland, Heckbert: Surface Simplification Using Quadric Error Metrics, 1997
//
// An edge stays when its collapse would fold a triangle over or join parts of the mesh that only touch, so
// that a closed mesh stays closed. One thread works through one list: the result is always the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "undine/surface.h"

namespace undine {

/// Takes out up to `share` of the triangles of a closed mesh. Vertices whose `isLocked` is not 0 stay, for
/// example those another mesh shares. Positions and triangles change; normals and attributes are to be
/// computed afterwards.
void decimate(SurfaceMesh& mesh, std::span<const std::uint8_t> isLocked, float share);

}  // namespace undine
