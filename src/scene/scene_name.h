// SPDX-License-Identifier: Zlib
// A scene's name becomes the name of a folder and of a picture, so it is kept to characters that are safe
// there.
#pragma once

#include <string>
#include <string_view>

namespace undine {

inline constexpr std::string_view kSceneNameRule = "1 to 64 letters, digits, \"_\" or \"-\"";

bool isSceneName(std::string_view name);

/// The file's name without folder and extension, other characters as "_".
std::string sceneNameFromSource(std::string_view source);

}  // namespace undine
