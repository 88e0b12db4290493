// SPDX-License-Identifier: Zlib
// The surface of a body as flat faces, for files and pictures.
#pragma once

#include <array>
#include <vector>

#include "undine/shapes.h"

namespace undine {

struct BodyMesh {
    /// Corners, counter-clockwise seen from outside. A triangle repeats its last one.
    using Face = std::array<int, 4>;

    std::vector<Vec3> vertices;  ///< m, about the body's own middle and along its own axes
    std::vector<Face> faces;
};

/// Round shapes get 32 faces around.
BodyMesh bodyMesh(const BodyShape& shape, int dimension = 3);

}  // namespace undine
