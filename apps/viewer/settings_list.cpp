// SPDX-License-Identifier: Zlib
#include "settings_list.h"

#include <variant>

#include "scene/grammar.h"

namespace undine::viewer {
namespace {

class Lister {
  public:
    template <class Settings>
    void add(const std::string& path, const Settings& settings) {
        addGroup(path, path, parametersOf<Settings>(), &settings);
    }
    /// The alternatives of a section: a solver, a shape.
    template <class... Settings>
    void add(const std::string& path, const std::variant<Settings...>& variant) {
        const Section& section = sceneSection(path.substr(0, path.find('.')));
        const std::string title = path + ": " + std::string(section.alternatives[variant.index()].name);
        std::visit(
            [&](const auto& settings) {
                addGroup(path, title, parametersOf<std::decay_t<decltype(settings)>>(), &settings);
            },
            variant);
    }
    void add(const std::string& path, const SceneFill& fill) { add(path, fill.shape); }
    void add(const std::string& path, const Body& body) { addBoth(path, body.settings, body.shape); }
    void add(const std::string& path, const Joint& joint) { addBoth(path, joint.settings, joint.kind); }
    void add(const std::string& path, const Force& force) { addBoth(path, force.settings, force.field); }
    void add(const std::string& path, const Emitter& e) { addBoth(path, e.settings, e.shape); }
    void add(const std::string& path, const Tracers& t) { addBoth(path, t.settings, t.shape); }

    template <class Entry>
    void addAll(const std::string& path, const std::vector<Entry>& list) {
        for (std::size_t k = 0; k < list.size(); ++k) add(path + '.' + std::to_string(k), list[k]);
    }

    std::vector<SettingsGroup> groups;

  private:
    template <class Common, class Variant>
    void addBoth(const std::string& path, const Common& common, const Variant& variant) {
        add(path, common);
        add(path, variant);
    }
    void addGroup(const std::string& path, const std::string& title, std::span<const Parameter> parameters,
                  const void* settings) {
        if (!parameters.empty()) groups.push_back({path, title, parameters, settings});
    }
};

}  // namespace

std::vector<SettingsGroup> settingsOf(const Scene& scene) {
    Lister lister;
    lister.add("world", scene.world);
    lister.add("solver", scene.solver);
    lister.addAll("fluids", scene.fluids);
    lister.addAll("forces", scene.forces);
    lister.addAll("emitters", scene.emitters);
    lister.addAll("absorbers", scene.absorbers);
    lister.addAll("freezers", scene.freezers);
    lister.add("contacts", scene.contacts);
    lister.addAll("bodies", scene.bodies);
    lister.addAll("joints", scene.joints);
    lister.addAll("walls", scene.walls);
    lister.addAll("fill", scene.fills);
    lister.addAll("tracers", scene.tracers);
    lister.add("output", scene.output);
    lister.add("camera", scene.camera);
    lister.addAll("camera_path", scene.cameraPath);
    return std::move(lister.groups);
}

std::string overrideText(const ParameterValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return '"' + *text + '"';
    return describeValue(value);
}

}  // namespace undine::viewer
