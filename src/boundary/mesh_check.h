// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdint>
#include <vector>

#include "undine/result.h"
#include "undine/shapes.h"

namespace undine {

/// For every vertex the first one at the same place. Files repeat vertices, for a normal per face or because
/// the format knows no indices. The vertices must be finite.
std::vector<std::uint32_t> weldVertices(const std::vector<Vec3>& vertices);

/// Whether all indices exist, three for each triangle, and all vertices are finite.
Result<void> checkMeshNumbers(const TriangleMesh& mesh);

/// Whether the triangles enclose a volume: all indices exist, all vertices are finite, there are at least
/// four triangles, and every edge is passed as often in one direction as in the other. Vertices at the same
/// place count as one; triangles with two corners at one place count as none.
Result<void> checkMesh(const TriangleMesh& mesh);

}  // namespace undine
