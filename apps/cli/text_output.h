// SPDX-License-Identifier: Zlib
// Text for a file, whole or not at all, or for standard output.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "undine/result.h"

namespace undine::cli {

/// Writes to a file, or to standard output for "-".
Result<void> writeText(std::string_view text, const std::string& path);

/// Whether writeText could: a run of an hour should not end with a summary that has no place to go.
Result<void> checkWritable(const std::optional<std::string>& path);

}  // namespace undine::cli
