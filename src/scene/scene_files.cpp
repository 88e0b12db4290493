// SPDX-License-Identifier: Zlib
// Where scenes come from: built into the program, or a file.
#include <filesystem>

#include <fmt/format.h>

#include "io/read_file.h"
#include "scene/document.h"
#include "scene/embedded_scenes.h"
#include "scene/mistakes.h"
#include "undine/parameters.h"
#include "undine/scene.h"

namespace undine {
namespace {

constexpr std::size_t kMaxBytes = 64U << 20U;

std::span<const EmbeddedScene> embeddedScenes() { return {kEmbeddedScenes, kEmbeddedSceneCount}; }

// "dam_break" is meant as a name, "./dam_break" and "dam_break.json" as a file.
bool looksLikeName(std::string_view nameOrPath) {
    return nameOrPath.find('/') == std::string_view::npos && nameOrPath.find('.') == std::string_view::npos;
}

Error unknownScene(std::string_view name) {
    std::vector<std::string_view> names;
    for (const EmbeddedScene& scene : embeddedScenes()) names.emplace_back(scene.name);
    std::string hint = suggestion(name, names);
    if (hint.empty()) hint = fmt::format("; built in are {}", fmt::join(names, ", "));
    return {fmt::format("{}: neither a built-in scene nor a file{}", printableShort(name), hint)};
}

}  // namespace

std::vector<std::string> builtInScenes() {
    std::vector<std::string> names;
    for (const EmbeddedScene& scene : embeddedScenes()) names.emplace_back(scene.name);
    return names;
}

Result<SceneText> readSceneText(std::string_view nameOrPath) {
    for (const EmbeddedScene& scene : embeddedScenes()) {
        if (scene.name == nameOrPath) return SceneText{scene.text, scene.name};
    }
    const std::string path(nameOrPath);
    std::error_code error;
    if (looksLikeName(nameOrPath) && !std::filesystem::exists(path, error)) return unknownScene(nameOrPath);
    Result<std::string> text = readFile({path, "scene", kMaxBytes});
    if (!text) return Error{text.error()};
    return SceneText{std::move(text).value(), path};
}

Result<Scene> loadScene(std::string_view nameOrPath, const std::vector<SceneOverride>& overrides) {
    const Result<SceneText> text = readSceneText(nameOrPath);
    if (!text) return Error{text.error()};
    return parseScene(text.value().text, text.value().source, overrides);
}

}  // namespace undine
