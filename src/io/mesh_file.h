// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

#include "undine/result.h"
#include "undine/shapes.h"

namespace undine {

/// All triangles of an OBJ, STL, PLY or glTF file (.gltf, .glb), with the transformations of their nodes
/// applied. Faces with more corners are cut into triangles; points and lines are left out. The error names
/// the file.
Result<TriangleMesh> readMesh(const std::string& path);

/// Whether this program was built with assimp. Without it, only PLY is read.
bool hasAssimp();

}  // namespace undine
