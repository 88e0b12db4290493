// SPDX-License-Identifier: Zlib
// Bodies for other programs: their shapes once, as OBJ meshes, and for every frame a JSON file that says
// where they are.
#pragma once

#include <filesystem>

#include "io/file_names.h"
#include "io/frame.h"
#include "undine/shapes.h"

namespace undine {

/// {"frame", "time", "bodies": [{"name", "position", "rotation", "velocity", "angular_velocity"}]}: metres,
/// seconds, radians; the rotation is a quaternion x, y, z, w.
Result<void> writeBodies(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

/// The shape of a body about its own middle and along its own axes. A vertex p is at position + rotation(p)
/// in a frame.
Result<void> writeBodyMesh(const Body& body, const std::filesystem::path& path);

/// "body_0003.obj" is the mesh of the body at place 3 of a frame's list.
inline constexpr SeriesName kBodyMeshSeries{"body", "obj"};

}  // namespace undine
