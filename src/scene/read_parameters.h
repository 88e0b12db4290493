// SPDX-License-Identifier: Zlib
// Reads any settings struct from a JSON object by its parameter table: a new setting needs no code here.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "scene/json_text.h"
#include "scene/mistakes.h"
#include "undine/parameters.h"

namespace undine {

/// An object of the scene file and its place there.
struct JsonPlace {
    const Json& value;
    std::string path;
};

/// The same for any table; `settings` is the address of the struct the table describes. `others` are keys of
/// the object that are read elsewhere, such as "shape".
void readParameters(std::span<const Parameter> table, void* settings, const JsonPlace& object,
                    std::initializer_list<std::string_view> others, Mistakes& mistakes);

/// Puts the object's values into `settings`. What is not in the object keeps its value; what is wrong is
/// noted.
template <class Settings>
void readParameters(Settings& settings, const JsonPlace& object,
                    std::initializer_list<std::string_view> others, Mistakes& mistakes) {
    readParameters(parametersOf<Settings>(), &settings, object, others, mistakes);
}

/// Notes every key of `object` that is not one of `known`, with the nearest that is.
void noteUnknownKeys(const JsonPlace& object, std::span<const std::string_view> known, Mistakes& mistakes);

}  // namespace undine
