// SPDX-License-Identifier: Zlib
// A simulation that can be changed while it runs. A changed setting gives a new world made from the changed
// scene, which takes over the state of the old one; where that does not fit (another solver, another spacing)
// it starts anew. So whatever a scene file may say can be changed, and is checked as a scene file is.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/scene_filler.h"
#include "snapshot.h"
#include "tools.h"
#include "undine/scene.h"

namespace undine::viewer {

class LiveRun {
  public:
    /// The scene with this name or at this path. After an Error everything is as it was.
    Result<void> load(const std::string& scene, std::vector<SceneOverride> overrides);

    /// One setting: "fluids.0.viscosity" and its new value. After an Error everything is as it was.
    Result<void> change(const SceneOverride& setting);

    /// From the beginning, with the settings there are now.
    Result<void> restart();

    /// Colours the particles by a field; empty: by their fluid.
    void setColoring(const Coloring& coloring);
    /// What moments come with, where the scene has it.
    void want(const RenderExtras& extras);
    void setHand(const Hand& hand) { hand_ = hand; }

    /// What a person should know of the last change; empty: nothing.
    const std::string& notice() const { return notice_; }

    bool isLoaded() const { return world_.has_value(); }
    bool isBroken() const { return isBroken_; }
    double time() const { return world_ ? world_->time() : 0; }

    /// One step. An Error says why the simulation cannot go on.
    Result<void> step();

    /// A copy of this moment. `snapshot` keeps its memory.
    void show(Snapshot& snapshot);

  private:
    void makeFiller();
    Result<void> build(Scene scene, const std::vector<std::byte>& state);
    void measurePhases(Snapshot& snapshot) const;

    std::string source_;
    std::vector<SceneOverride> overrides_;
    std::shared_ptr<const Scene> scene_;
    std::optional<World> world_;
    std::optional<SceneFiller> filler_;
    Coloring coloring_;
    RenderExtras extras_;
    Hand hand_;
    HandTools tools_;
    StepReport report_;
    float stepMilliseconds_ = 0;
    bool isBroken_ = false;
    std::string notice_;
    std::uint64_t firstStep_ = 0;  // of this world: its phases are timed from here
    std::uint64_t sceneNumber_ = 0;
    std::uint64_t momentNumber_ = 0;
};

}  // namespace undine::viewer
