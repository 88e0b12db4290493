// SPDX-License-Identifier: Zlib
// Where scenes come from: built into the program, or a file.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "scene/document.h"
#include "scene/embedded_scenes.h"
#include "scene/mistakes.h"
#include "undine/parameters.h"
#include "undine/scene.h"

namespace undine {
namespace {

constexpr std::size_t kMaxBytes = 64U << 20U;

std::span<const EmbeddedScene> embeddedScenes() { return {kEmbeddedScenes, kEmbeddedSceneCount}; }

Error fileError(std::string_view path, std::string_view what) {
    return {fmt::format("{}: {}", printable(path), what)};
}

Result<std::string> readText(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return fileError(path, "is a folder, not a scene file");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) return fileError(path, std::strerror(errno));

    std::string text;
    char buffer[1U << 16U];
    while (const std::size_t count = std::fread(buffer, 1, sizeof(buffer), file.get())) {
        text.append(buffer, count);
        if (text.size() > kMaxBytes) {
            return fileError(path,
                             fmt::format("too large: a scene may have at most {} MB", kMaxBytes >> 20U));
        }
    }
    if (std::ferror(file.get()) != 0) return fileError(path, std::strerror(errno));
    return text;
}

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
    Result<std::string> text = readText(path);
    if (!text) return Error{text.error()};
    return SceneText{std::move(text).value(), path};
}

Result<Scene> loadScene(std::string_view nameOrPath, const std::vector<SceneOverride>& overrides) {
    const Result<SceneText> text = readSceneText(nameOrPath);
    if (!text) return Error{text.error()};
    return parseScene(text.value().text, text.value().source, overrides);
}

}  // namespace undine
