// SPDX-License-Identifier: Zlib
// What comes from files, as messages show it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace undine {

/// `text` fit for a terminal: control characters and bytes that are no UTF-8 appear as \xNN.
std::string printable(std::string_view text);

/// The same, cut after `limit` bytes: what a message shows of a value that may be of any length.
std::string printableShort(std::string_view text, std::size_t limit = 60);

}  // namespace undine
