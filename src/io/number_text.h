// SPDX-License-Identifier: Zlib
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace undine {

/// The number that all of `text` is, whatever the language of the machine; nothing when it is none.
inline std::optional<double> parseNumber(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace undine
