// SPDX-License-Identifier: Zlib
#include "scene/fingerprint.h"

#include "core/hash.h"
#include "scene/grammar.h"

namespace undine {
namespace {

class Fingerprint {
  public:
    void addText(std::string_view text) { hash_.add(text.data(), text.size()); }

    template <class Settings>
    void add(const Settings& settings) {
        for (const Parameter& parameter : parametersOf<Settings>()) {
            addText(parameter.key);
            addText(describeValue(parameter.get(&settings)));
        }
    }
    template <class... Settings>
    void add(const std::variant<Settings...>& variant) {
        const std::size_t index = variant.index();
        hash_.add(&index, sizeof(index));
        std::visit([this](const auto& settings) { this->add(settings); }, variant);
    }
    void add(const MeshFill& fill) {
        add<MeshFill>(fill);
        if (fill.mesh) addVector(fill.mesh->vertices), addVector(fill.mesh->indices);
    }
    void add(const ParticleFill& fill) {
        add<ParticleFill>(fill);
        if (fill.points) addVector(fill.points->positions), addVector(fill.points->velocities);
    }
    void add(const MeshBody& body) {
        add<MeshBody>(body);
        if (body.mesh) addVector(body.mesh->vertices), addVector(body.mesh->indices);
    }
    void add(const SceneFill& fill) { add<SceneFill>(fill), add(fill.shape); }
    void add(const Body& body) { add(body.settings), add(body.shape); }
    void add(const Joint& joint) { add(joint.settings), add(joint.kind); }
    void add(const Force& force) { add(force.settings), add(force.field); }
    void add(const Emitter& emitter) { add(emitter.settings), add(emitter.shape); }
    void add(const VortexSeed& seed) { add(seed.settings), add(seed.shape); }
    void add(const Tracers& tracers) { add(tracers.settings), add(tracers.shape); }

    template <class Entry>
    void add(const std::vector<Entry>& list) {
        const std::size_t size = list.size();
        hash_.add(&size, sizeof(size));
        for (const Entry& entry : list) add(entry);
    }

    std::uint64_t value() const { return hash_.value(); }

  private:
    template <class Value>
    void addVector(const std::vector<Value>& values) {
        hash_.add(values.data(), values.size() * sizeof(Value));
    }

    Hash64 hash_;
};

}  // namespace

std::uint64_t sceneFingerprint(const Scene& scene) {
    WorldSettings world = scene.world;
    world.threads = 0;
    Fingerprint fingerprint;
    fingerprint.add(world);
    fingerprint.add(scene.solver);
    fingerprint.add(scene.fluids);
    fingerprint.add(scene.fills);
    fingerprint.add(scene.walls);
    fingerprint.add(scene.bodies);
    fingerprint.add(scene.joints);
    fingerprint.add(scene.contacts);
    fingerprint.add(scene.forces);
    fingerprint.add(scene.emitters);
    fingerprint.add(scene.absorbers);
    if (!scene.freezers.empty()) fingerprint.add(scene.freezers);  // checkpoints without any stay valid
    if (!scene.vortices.empty()) fingerprint.add(scene.vortices);
    fingerprint.add(scene.tracers);
    fingerprint.addText(describeValue(static_cast<double>(scene.output.frameRate)));  // steps end at frames
    return fingerprint.value();
}

}  // namespace undine
