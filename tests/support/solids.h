// SPDX-License-Identifier: Zlib
// Rigid bodies for tests.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "boundary/solid.h"

namespace undine {

inline Solid solidOf(const std::vector<RigidPart>& parts, int dimension = 3) {
    return Solid::make(parts, dimension, "bodies.0").value();
}

inline Solid solidOf(const RigidShape& shape, int dimension = 3) {
    return solidOf(std::vector<RigidPart>{{shape, {}, {}}}, dimension);
}

inline MeshBody meshBody(TriangleMesh mesh, bool open = false) {
    return {.file = {}, .scale = 1, .open = open, .mesh = std::make_shared<TriangleMesh>(std::move(mesh))};
}

/// A square of 2 m in the plane y = 0, facing up.
inline TriangleMesh squareMesh() {
    return {{{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {0, 2, 1, 0, 3, 2}};
}

}  // namespace undine
