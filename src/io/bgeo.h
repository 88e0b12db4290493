// SPDX-License-Identifier: Zlib
// Frames as classic BGEO (version 5), the particle files of Houdini up to 11, which later versions and Partio
// still read.
#pragma once

#include <filesystem>

#include "io/frame.h"

namespace undine {

/// All fields; velocity is called v, as Houdini does. Whole numbers are 32-bit: one that does not fit is an
/// error.
Result<void> writeBgeo(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

}  // namespace undine
