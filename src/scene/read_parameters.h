// SPDX-License-Identifier: Zlib
// Reads any settings struct from a JSON object by its parameter table: a new setting needs no code here.
#pragma once

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

/// A struct to fill, and the table that describes it.
struct SettingsPlace {
    std::span<const Parameter> table;
    void* settings;
};
template <class Settings>
SettingsPlace settingsPlace(Settings& settings) {
    return {parametersOf<Settings>(), &settings};
}

/// Puts the object's values into the structs. What is not in the object keeps its value; what is wrong is
/// noted. `others` are keys of the object that are read elsewhere, such as "shape".
void readParameters(std::span<const SettingsPlace> places, const JsonPlace& object,
                    std::span<const std::string_view> others, Mistakes& mistakes);

/// Notes every key of `object` that is not one of `known`, with the nearest that is.
void noteUnknownKeys(const JsonPlace& object, std::span<const std::string_view> known, Mistakes& mistakes);

}  // namespace undine
