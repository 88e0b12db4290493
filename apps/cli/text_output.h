// SPDX-License-Identifier: Zlib
// Text for a file, whole or not at all, or for standard output.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "undine/result.h"

namespace undine::cli {

/// Writes to a file, or to standard output for "-". What fails there is told once, by the end of the program.
Result<void> writeText(std::string_view text, const std::string& path);

/// Brings to standard output what was printed there. An error of any of it stays one.
Result<void> flushStandardOutput();

/// Whether writeText could: a run of an hour should not end with a summary that has no place to go.
Result<void> checkWritable(const std::optional<std::string>& path);

}  // namespace undine::cli
