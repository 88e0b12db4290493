// SPDX-License-Identifier: Zlib
// Text to Scene. Every section is read by the tables of scene/grammar.h, whatever was wrong in the one
// before, and all mistakes are listed at the end.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scene/document.h"
#include "scene/grammar.h"
#include "scene/mistakes.h"
#include "scene/read_parameters.h"
#include "scene/scene_checks.h"
#include "scene/scene_name.h"
#include "undine/scene.h"

namespace undine {
namespace {

void addKeysOfAll(const Section& section, std::vector<std::string_view>& keys) {
    for (const Alternative& alternative : section.alternatives) {
        for (const Parameter& parameter : alternative.table.parameters) {
            if (std::ranges::find(keys, parameter.key) == keys.end()) keys.emplace_back(parameter.key);
        }
    }
}

class SceneReader {
  public:
    SceneReader(const Json& root, Mistakes& mistakes) : root_(root), mistakes_(mistakes) {}

    Scene read(std::string_view source);

  private:
    void readVersion();
    void readName(std::string_view source);
    void readDescription();
    void readFluids();

    template <class Settings>
    void readObject(std::string_view key, Settings& settings) {
        const Json* object = find(root_, key);
        if (object == nullptr) return;
        const SettingsPlace places[] = {settingsPlace(settings)};
        readParameters(places, {*object, std::string(key)}, {}, mistakes_);
    }

    // Calls readEntry(place) for each entry of a list.
    template <class ReadEntry>
    void readList(std::string_view key, ReadEntry readEntry);

    // A list of structs whose tables hold all there is to read.
    template <class Settings>
    void readPlainList(std::string_view key, std::vector<Settings>& list);

    // One of several alternatives, chosen by the tag of the section, beside the settings all of them share.
    template <class Variant>
    void readAlternative(const Section& section, const JsonPlace& place, Variant& variant,
                         std::span<const SettingsPlace> common);

    template <class Entry, class Settings, class Variant>
    void readVariantList(std::string_view key, std::vector<Entry>& list, Settings Entry::*settings,
                         Variant Entry::*variant);

    std::optional<std::size_t> chooseAlternative(const Section& section, const JsonPlace& place);

    static const Json* find(const Json& object, std::string_view key) {
        const auto member = object.find(key);
        return member == object.end() ? nullptr : &*member;
    }

    const Json& root_;
    Mistakes& mistakes_;
    Scene scene_;
};

Scene SceneReader::read(std::string_view source) {
    std::vector<std::string_view> known;
    for (const PlainKey& key : scenePlainKeys()) known.push_back(key.key);
    for (const Section& section : sceneSections()) known.push_back(section.key);
    noteUnknownKeys({root_, ""}, known, mistakes_);

    readVersion();
    readName(source);
    readDescription();
    readObject("world", scene_.world);
    if (const Json* solver = find(root_, "solver")) {
        readAlternative(sceneSection("solver"), {*solver, "solver"}, scene_.solver, {});
    }
    readFluids();
    readList("fill", [this](const JsonPlace& place) {
        SceneFill& fill = scene_.fills.emplace_back();
        const SettingsPlace common[] = {settingsPlace(fill)};
        readAlternative(sceneSection("fill"), place, fill.shape, common);
    });
    readList("walls", [this](const JsonPlace& place) {
        readAlternative(sceneSection("walls"), place, scene_.walls.emplace_back(), {});
    });
    readVariantList("bodies", scene_.bodies, &Body::settings, &Body::shape);
    readVariantList("joints", scene_.joints, &Joint::settings, &Joint::kind);
    readObject("contacts", scene_.contacts);
    readVariantList("forces", scene_.forces, &Force::settings, &Force::field);
    readVariantList("emitters", scene_.emitters, &Emitter::settings, &Emitter::shape);
    readPlainList("absorbers", scene_.absorbers);
    readPlainList("freezers", scene_.freezers);
    readVariantList("vortices", scene_.vortices, &VortexSeed::settings, &VortexSeed::shape);
    readVariantList("tracers", scene_.tracers, &Tracers::settings, &Tracers::shape);
    readObject("camera", scene_.camera);
    readPlainList("camera_path", scene_.cameraPath);
    readObject("output", scene_.output);
    return std::move(scene_);
}

void SceneReader::readVersion() {
    const Json* version = find(root_, "version");
    if (version == nullptr) return;
    if (version->is_number_integer() && version->get<std::int64_t>() == kSceneVersion) return;
    mistakes_.add("version",
                  fmt::format("{}: this program reads version {}", showValue(*version), kSceneVersion));
}

void SceneReader::readName(std::string_view source) {
    scene_.name = sceneNameFromSource(source);
    scene_.source = source;
    const Json* name = find(root_, "name");
    if (name == nullptr) return;
    if (!name->is_string() || !isSceneName(name->get_ref<const std::string&>())) {
        mistakes_.add("name", showValue(*name) + ": must be " + std::string(kSceneNameRule));
        return;
    }
    scene_.name = name->get<std::string>();
}

void SceneReader::readDescription() {
    for (const char* key : {"description", "$schema"}) {
        const Json* text = find(root_, key);
        if (text != nullptr && !text->is_string()) mistakes_.add(key, showValue(*text) + ": must be text");
    }
    const Json* description = find(root_, "description");
    if (description != nullptr && description->is_string()) {
        scene_.description = description->get<std::string>();
    }
}

void SceneReader::readFluids() {
    const Json* fluids = find(root_, "fluids");
    if (fluids == nullptr || (fluids->is_array() && fluids->empty())) {
        mistakes_.add("fluids", "missing: a scene needs at least one fluid, as in \"fluids\": [{}]");
        return;
    }
    readPlainList("fluids", scene_.fluids);
}

template <class ReadEntry>
void SceneReader::readList(std::string_view key, ReadEntry readEntry) {
    const Json* array = find(root_, key);
    if (array == nullptr) return;
    if (!array->is_array()) {
        mistakes_.add(key, showValue(*array) + ": must be an array [ ... ] of objects");
        return;
    }
    for (std::size_t i = 0; i < array->size(); ++i) readEntry(JsonPlace{(*array)[i], joinPath(key, i)});
}

template <class Settings>
void SceneReader::readPlainList(std::string_view key, std::vector<Settings>& list) {
    readList(key, [&](const JsonPlace& place) {
        const SettingsPlace places[] = {settingsPlace(list.emplace_back())};
        readParameters(places, place, {}, mistakes_);
    });
}

template <class Entry, class Settings, class Variant>
void SceneReader::readVariantList(std::string_view key, std::vector<Entry>& list, Settings Entry::*settings,
                                  Variant Entry::*variant) {
    readList(key, [&](const JsonPlace& place) {
        Entry& entry = list.emplace_back();
        const SettingsPlace common[] = {settingsPlace(entry.*settings)};
        readAlternative(sceneSection(key), place, entry.*variant, common);
    });
}

template <class Variant>
void SceneReader::readAlternative(const Section& section, const JsonPlace& place, Variant& variant,
                                  std::span<const SettingsPlace> common) {
    if (!place.value.is_object()) {
        mistakes_.add(place.path, showValue(place.value) + ": must be an object { ... }");
        return;
    }
    std::vector<SettingsPlace> places(common.begin(), common.end());
    std::vector<std::string_view> others = {section.tag};
    if (const std::optional<std::size_t> chosen = chooseAlternative(section, place)) {
        variant = defaultAlternative<Variant>(*chosen);
        std::visit([&](auto& settings) { places.push_back(settingsPlace(settings)); }, variant);
    } else {
        addKeysOfAll(section, others);  // what none of them knows is a mistake by itself
    }
    readParameters(places, place, others, mistakes_);
}

// Nothing, and a mistake, when the tag is missing or unknown.
std::optional<std::size_t> SceneReader::chooseAlternative(const Section& section, const JsonPlace& place) {
    std::vector<std::string_view> names;
    for (const Alternative& alternative : section.alternatives) names.push_back(alternative.name);
    const std::string path = joinPath(place.path, section.tag);
    const Json* word = find(place.value, section.tag);
    if (word == nullptr) {
        mistakes_.add(path, fmt::format("missing: must be one of {}", fmt::join(names, ", ")));
        return std::nullopt;
    }
    const std::string* text = word->get_ptr<const std::string*>();
    if (text != nullptr) {
        const auto found = std::ranges::find(names, *text);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    }
    mistakes_.add(path, fmt::format("{}: must be one of {}{}", showValue(*word), fmt::join(names, ", "),
                                    text == nullptr ? "" : suggestion(*text, names)));
    return std::nullopt;
}

}  // namespace

Result<Scene> parseScene(std::string_view text, std::string_view source,
                         const std::vector<SceneOverride>& overrides) {
    Mistakes mistakes(source);
    const std::optional<Json> root = readDocument(text, source, overrides, mistakes);
    if (!root) return mistakes.asError();
    Scene scene = SceneReader(*root, mistakes).read(source);
    checkScene(scene, mistakes);
    if (!mistakes.none()) return mistakes.asError();
    return scene;
}

}  // namespace undine
