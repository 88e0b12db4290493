// SPDX-License-Identifier: Zlib
// Meshes full of particles. Rows of the lattice run along x, and seen along x a row is a point. Each triangle
// is drawn on the plane of those points, as on a screen, and leaves a crossing at every row it covers. Along
// a row the crossings, in order, say where it enters the mesh and where it leaves it. The work is that of the
// rows the triangles cover; no point is ever tested against a triangle.
#pragma once

#include <vector>

#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

/// Upper bound for the points of fillMesh(), by surface and by the volumes of all parts, whichever way they
/// face; a part that passes through itself may have more. Triangles with missing vertices count nothing, and
/// neither does a mesh with a vertex that is not finite.
double boundOfMesh(const MeshFill& fill, float spacing);

/// Lattice points of the box around the mesh that are inside it; checkMesh() must have passed. Inside is
/// where the surface winds around, once or more often, in either direction: parts may overlap.
Result<std::vector<Vec3>> fillMesh(const MeshFill& fill, float spacing);

}  // namespace undine
