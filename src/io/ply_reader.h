// SPDX-License-Identifier: Zlib
// Particles and meshes in PLY: a header in text that declares elements and their properties, then the values
// of all elements in that order, in text or in binary. Elements and properties of other names are passed
// over.
#pragma once

#include <string_view>

#include "io/particle_file.h"
#include "undine/result.h"
#include "undine/shapes.h"

namespace undine {

/// The element "vertex" of a PLY file. The error says where it is wrong.
Result<PointCloud> parsePly(std::string_view text);

/// All properties of the element "vertex" but lists, and what Undine's own comments say.
Result<ParticleTable> parsePlyTable(std::string_view text);

/// The elements "vertex" and "face" of a PLY file. Faces with more than three corners are cut into triangles.
Result<TriangleMesh> parsePlyMesh(std::string_view text);

}  // namespace undine
