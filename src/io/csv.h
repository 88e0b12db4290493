// SPDX-License-Identifier: Zlib
// Frames as CSV: a line of names, a line per particle. For spreadsheets, scripts and eyes.
#pragma once

#include <filesystem>

#include "io/frame.h"

namespace undine {

/// All fields. Numbers have as many digits as it takes to read the same bits back.
Result<void> writeCsv(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

}  // namespace undine
