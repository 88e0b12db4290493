// SPDX-License-Identifier: Zlib
// Names of files that come in a series: "frame_0007.ply".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace undine {

/// What a series' names have in common: "frame" and "ply".
struct SeriesName {
    std::string_view head;
    std::string_view ending;
};

/// "frame_0007.ply" for 7; numbers above 9999 have more digits.
std::string numberedName(const SeriesName& series, std::uint64_t number);

/// The number, when numberedName() makes this name for it.
std::optional<std::uint64_t> numberInName(const SeriesName& series, std::string_view name);

}  // namespace undine
