// SPDX-License-Identifier: Zlib
// JSON with comments, read strictly: no key twice, no bottomless nesting, and errors with line and column.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "scene/mistakes.h"

namespace undine {

/// Keeps keys in the order of the file, so that mistakes are listed in that order too.
using Json = nlohmann::ordered_json;

/// The value `text` describes, or nothing when it is not JSON. Adds what is wrong with it to `mistakes`; a
/// repeated key is a mistake that does not stop the reading.
std::optional<Json> parseJson(std::string_view text, Mistakes& mistakes);

/// A value as messages show it: short, on one line.
std::string showValue(const Json& value);

}  // namespace undine
