// SPDX-License-Identifier: Zlib
// What a format cannot hold is refused before a byte is written: a number that was rounded or cut off would
// look like any other.
#pragma once

#include <cstdint>
#include <filesystem>

#include "io/frame.h"

namespace undine {

/// Refuses a frame with more particles than the format of this file can count.
Result<void> checkCount(const Frame& frame, std::uint64_t most, const std::filesystem::path& path);

/// Refuses a frame with a whole number above `most` in one of its fields. The error names file, field and
/// number.
Result<void> checkFits(const Frame& frame, std::uint64_t most, const std::filesystem::path& path);

}  // namespace undine
