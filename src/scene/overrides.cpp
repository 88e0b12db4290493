// SPDX-License-Identifier: Zlib
#include "scene/overrides.h"

#include <charconv>

#include <fmt/format.h>

namespace undine {
namespace {

constexpr std::size_t kMaxDepth = 16;

// "0.1", "true" and "[0, -1, 0]" are JSON; what is not is a bare word, so that names need no quotes.
Json valueOf(const std::string& text) {
    Mistakes ignored("override");
    const std::optional<Json> value = parseJson(text, ignored);
    return value && ignored.none() ? *value : Json(text);
}

std::vector<std::string> splitPath(std::string_view path) {
    std::vector<std::string> parts;
    for (;;) {
        const auto dot = path.find('.');
        parts.emplace_back(path.substr(0, dot));
        if (dot == std::string_view::npos) return parts;
        path.remove_prefix(dot + 1);
    }
}

// The entry of an array that `part` counts to.
Json* findEntry(Json& array, const std::string& part) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    const bool isNumber = error == std::errc() && end == part.data() + part.size();
    return isNumber && index < array.size() ? &array[index] : nullptr;
}

// The place `part` names inside `node`, made if need be. Nothing, and a mistake, when there can be none.
Json* descend(Json& node, const std::string& part, const std::string& path, Mistakes& mistakes) {
    if (part.empty()) {
        mistakes.add({}, fmt::format("override \"{}\": must be keys with dots between them, as in "
                                     "fluids.0.viscosity",
                                     printableShort(path)));
        return nullptr;
    }
    if (node.is_null()) node = Json::object();
    if (node.is_object()) return &node[part];
    if (node.is_array()) {
        if (Json* entry = findEntry(node, part)) return entry;
        const std::string range =
            node.empty() ? "it is empty" : fmt::format("its entries are 0 to {}", node.size() - 1);
        mistakes.add({}, fmt::format("override \"{}\": no entry \"{}\" in the array: {}",
                                     printableShort(path), printableShort(part), range));
        return nullptr;
    }
    mistakes.add({}, fmt::format("override \"{}\": \"{}\" would have to be inside {}, which has no parts",
                                 printableShort(path), printableShort(part), showValue(node)));
    return nullptr;
}

}  // namespace

void applyOverride(Json& root, std::string_view path, const Json& value, Mistakes& mistakes) {
    const std::vector<std::string> parts = splitPath(path);
    if (parts.size() > kMaxDepth) {
        mistakes.add(
            {}, fmt::format("override \"{}\": at most {} keys are allowed", printableShort(path), kMaxDepth));
        return;
    }
    if (parts[0] == "include" || parts[0] == "overrides") {
        mistakes.add(
            {}, fmt::format("override \"{}\": what a scene includes and overrides is read before; change the "
                            "settings themselves",
                            printableShort(path)));
        return;
    }
    Json* node = &root;
    for (const std::string& part : parts) {
        node = descend(*node, part, std::string(path), mistakes);
        if (node == nullptr) return;
    }
    *node = value;
    mistakes.noteOverride(std::string(path));
}

void applyOverrides(Json& root, const std::vector<SceneOverride>& overrides, Mistakes& mistakes) {
    for (const SceneOverride& change : overrides) {
        applyOverride(root, change.path, valueOf(change.value), mistakes);
    }
}

}  // namespace undine
