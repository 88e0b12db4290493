// SPDX-License-Identifier: Zlib
// The surface of a frame, in the formats of surface_file.h. The settings are the frame's own.
#pragma once

#include <filesystem>

#include "io/frame.h"

namespace undine {

/// What a frame's surface is made of. Fields are those of the frame but id and fluid, which meshes have.
SurfaceInput surfaceInputOf(const Frame& frame);

Result<void> exportSurfacePly(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);
Result<void> exportSurfaceObj(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);
Result<void> exportSurfaceGltf(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);
Result<void> exportOutline(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

}  // namespace undine
