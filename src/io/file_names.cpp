// SPDX-License-Identifier: Zlib
#include "io/file_names.h"

#include <charconv>

#include <fmt/format.h>

namespace undine {

std::string numberedName(const SeriesName& series, std::uint64_t number) {
    return fmt::format("{}_{:04}.{}", series.head, number, series.ending);
}

std::optional<std::uint64_t> numberInName(const SeriesName& series, std::string_view name) {
    if (name.size() <= series.head.size()) return std::nullopt;
    const char* digits = name.data() + series.head.size() + 1;
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(digits, name.data() + name.size(), number);
    if (parsed.ec != std::errc() || numberedName(series, number) != name) return std::nullopt;
    return number;
}

}  // namespace undine
