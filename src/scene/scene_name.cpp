// SPDX-License-Identifier: Zlib
#include "scene/scene_name.h"

#include <algorithm>

namespace undine {
namespace {

constexpr std::size_t kMaxLength = 64;

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

bool isSceneName(std::string_view name) {
    return !name.empty() && name.size() <= kMaxLength &&
           std::all_of(name.begin(), name.end(), isNameCharacter);
}

std::string sceneNameFromSource(std::string_view source) {
    if (const auto slash = source.rfind('/'); slash != std::string_view::npos)
        source.remove_prefix(slash + 1);
    if (const auto dot = source.rfind('.'); dot != std::string_view::npos && dot > 0)
        source = source.substr(0, dot);
    std::string name(source.substr(0, kMaxLength));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !isNameCharacter(c); }, '_');
    return name.empty() ? "scene" : name;
}

}  // namespace undine
