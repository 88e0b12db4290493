// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <string_view>

namespace undine::page {

/// Text as it has to stand in HTML and SVG, also inside quotation marks.
std::string escaped(std::string_view text);

}  // namespace undine::page
