// SPDX-License-Identifier: Zlib
// Frames as PLY files, which Blender, Houdini, ParaView, MeshLab and CloudCompare read.
#pragma once

#include <filesystem>

#include "undine/result.h"
#include "undine/world.h"

namespace undine {

/// "frame_0007.ply" for 7.
std::string frameFileName(std::uint64_t frame);

/// Whether frameFileName() makes this name for some frame.
bool isFrameFileName(std::string_view name);

/// Writes the particles of `world` as binary little-endian PLY: position, velocity, density, pressure, id,
/// fluid. They stand in the order of their ids, so the n-th vertex is the same particle in every frame as
/// long as none is removed. The file appears whole or not at all.
Result<void> writeFrame(const World& world, const std::filesystem::path& path);

}  // namespace undine
