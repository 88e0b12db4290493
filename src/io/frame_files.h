// SPDX-License-Identifier: Zlib
// The frames of a run as files: which there are, and how they are read back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/particle_file.h"
#include "undine/result.h"

namespace undine {

/// The frames a person names: all of a folder in their order, or single files as they are listed. Of a folder
/// with several formats, which hold the same particles, the first of PLY, BGEO and CSV counts. The error says
/// what was looked for.
Result<std::vector<std::filesystem::path>> findFrames(std::span<const std::string> names);

/// The number in "frame_0007.ply"; none in other names.
std::optional<std::uint64_t> frameNumber(const std::filesystem::path& path);

/// All columns of a frame, whatever they are: nothing is checked but the format of the file.
Result<ParticleTable> readFrameFile(const std::filesystem::path& path);

}  // namespace undine
