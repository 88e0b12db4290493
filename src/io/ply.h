// SPDX-License-Identifier: Zlib
// Frames as binary PLY, which Blender, Houdini, ParaView, MeshLab and CloudCompare read.
#pragma once

#include <filesystem>

#include "io/frame.h"

namespace undine {

/// All fields. PLY has no 64-bit integers: they become doubles, which hold every id below 2^53.
Result<void> writePly(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

/// The tracers of a frame, with red, green, blue in 0..255, and temperature and smoke where they know heat.
Result<void> writeTracers(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

}  // namespace undine
