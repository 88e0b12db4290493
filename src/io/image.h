// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "undine/result.h"

namespace undine {

/// Red, green, blue, a byte each, rows from top to bottom.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;
};

/// From red, green, blue, alpha; the rows in the same order.
Image withoutAlpha(std::span<const std::uint8_t> rgba, int width, int height);

/// Writes a PNG. The file appears whole or not at all.
Result<void> writePng(const Image& image, const std::filesystem::path& path);

}  // namespace undine
