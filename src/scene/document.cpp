// SPDX-License-Identifier: Zlib
#include "scene/document.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "scene/overrides.h"

namespace undine {
namespace {

constexpr std::size_t kMaxIncludes = 64;  // in all, however nested

// Reads a scene and, before it, what it includes.
class Assembler {
  public:
    explicit Assembler(Mistakes& mistakes) : mistakes_(mistakes) {}

    // The scene's own text merged over its includes. `chain` are the sources that led here.
    std::optional<Json> assemble(std::string_view text, const std::vector<std::string>& chain);

  private:
    bool include(Json& base, const Json& wanted, const std::string& path,
                 const std::vector<std::string>& chain);
    bool includeAll(Json& base, const Json& own, const std::vector<std::string>& chain);
    void applyOwnOverrides(Json& root, const Json& own, const std::string& source);
    void merge(Json& under, const Json& over, const std::string& path, const std::string& source);

    Mistakes& mistakes_;
    std::size_t included_ = 0;
};

std::optional<Json> Assembler::assemble(std::string_view text, const std::vector<std::string>& chain) {
    const std::string& source = chain.back();
    Mistakes syntax(source);
    std::optional<Json> own = parseJson(text, syntax);
    mistakes_.append(syntax);
    if (!own) return std::nullopt;
    if (!own->is_object()) {
        mistakes_.noteOrigin("", source);
        mistakes_.add({}, showValue(*own) + ": a scene must be an object { ... }");
        return std::nullopt;
    }
    Json root = Json::object();
    if (!includeAll(root, *own, chain)) return std::nullopt;
    for (const auto& [key, value] : own->items()) {
        if (key != "include" && key != "overrides") merge(root[key], value, key, source);
    }
    applyOwnOverrides(root, *own, source);
    return root;
}

bool Assembler::includeAll(Json& base, const Json& own, const std::vector<std::string>& chain) {
    const auto wanted = own.find("include");
    if (wanted == own.end()) return true;
    if (!wanted->is_array()) return include(base, *wanted, "include", chain);
    for (std::size_t i = 0; i < wanted->size(); ++i) {
        if (!include(base, (*wanted)[i], joinPath("include", i), chain)) return false;
    }
    return true;
}

bool Assembler::include(Json& base, const Json& wanted, const std::string& path,
                        const std::vector<std::string>& chain) {
    mistakes_.noteOrigin(path, chain.back());
    const auto refuse = [&](std::string_view why) {
        mistakes_.add(path, fmt::format("{}: {}", showValue(wanted), why));
        return false;
    };
    if (!wanted.is_string())
        return refuse("must be the name of a built-in scene or of a file, or a list of them");
    const auto& name = wanted.get_ref<const std::string&>();
    const bool builtIn = std::ranges::count(builtInScenes(), name) > 0;
    const std::string place = builtIn ? name : relativeTo(chain.back(), name);
    std::error_code error;
    if (!builtIn && std::filesystem::exists(place, error) &&
        !std::filesystem::is_regular_file(place, error)) {
        return refuse("is not a file");
    }
    if (std::ranges::count(chain, place) > 0) return refuse("includes itself");
    if (++included_ > kMaxIncludes) return refuse(fmt::format("more than {} includes", kMaxIncludes));
    const Result<SceneText> text = readSceneText(place);
    if (!text) return refuse(text.error());

    std::vector<std::string> longer = chain;
    longer.push_back(place);
    const std::optional<Json> other = assemble(text.value().text, longer);
    if (!other) return false;
    for (const auto& [key, value] : other->items()) {
        // It names the scene that is included, not this one.
        if (key != "name" && key != "description") merge(base[key], value, key, {});
    }
    return true;
}

// An empty source leaves the notes on where things came from as they are.
void Assembler::merge(Json& under, const Json& over, const std::string& path, const std::string& source) {
    if (under.is_object() && over.is_object()) {
        for (const auto& [key, value] : over.items()) merge(under[key], value, joinPath(path, key), source);
        return;
    }
    under = over;
    if (!source.empty()) mistakes_.noteOrigin(path, source);
}

void Assembler::applyOwnOverrides(Json& root, const Json& own, const std::string& source) {
    const auto changes = own.find("overrides");
    if (changes == own.end()) return;
    mistakes_.noteOrigin("overrides", source);
    if (!changes->is_object()) {
        mistakes_.add("overrides", showValue(*changes) +
                                       ": must be an object of paths and values, as in "
                                       "{\"fluids.0.viscosity\": 20}");
        return;
    }
    for (const auto& [path, value] : changes->items()) {
        applyOverride(root, path, value, mistakes_);
        mistakes_.noteOrigin(path, source);
    }
}

}  // namespace

std::optional<Json> readDocument(std::string_view text, std::string_view source,
                                 const std::vector<SceneOverride>& overrides, Mistakes& mistakes) {
    std::optional<Json> root = Assembler(mistakes).assemble(text, {std::string(source)});
    if (root) applyOverrides(*root, overrides, mistakes);
    return root;
}

std::string relativeTo(std::string_view source, std::string_view path) {
    const std::filesystem::path folder = std::filesystem::path(source).parent_path();
    return (folder / path).string();
}

}  // namespace undine
