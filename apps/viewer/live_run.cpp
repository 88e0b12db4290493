// SPDX-License-Identifier: Zlib
#include "live_run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

namespace undine::viewer {
namespace {

/// What only the beginning of a run depends on: a change of it is seen when the run begins again.
bool isOfTheBeginning(std::string_view path) {
    constexpr std::array<std::string_view, 2> kSections{"fill", "tracers"};
    return std::ranges::find(kSections, path.substr(0, path.find('.'))) != kSections.end();
}

}  // namespace

Result<void> LiveRun::load(const std::string& scene, std::vector<SceneOverride> overrides) {
    Result<Scene> loaded = loadScene(scene, overrides);
    if (!loaded) return Error{loaded.error()};
    if (auto built = build(std::move(loaded).value(), {}); !built) return built;
    source_ = scene;
    overrides_ = std::move(overrides);
    ++sceneNumber_;
    return {};
}

Result<void> LiveRun::change(const SceneOverride& setting) {
    if (!world_) return {};
    std::vector<SceneOverride> overrides = overrides_;
    std::erase_if(overrides, [&](const SceneOverride& o) { return o.path == setting.path; });
    overrides.push_back(setting);
    Result<Scene> changed = loadScene(source_, overrides);
    if (!changed) return Error{changed.error()};
    const bool startsAnew = isBroken_ || isOfTheBeginning(setting.path);
    auto built =
        build(std::move(changed).value(), startsAnew ? std::vector<std::byte>() : world_->saveState());
    if (!built) return built;
    overrides_ = std::move(overrides);
    return {};
}

Result<void> LiveRun::restart() {
    if (!world_) return {};
    return build(Scene(*scene_), {});
}

// A state that does not fit the new world is left behind.
Result<void> LiveRun::build(Scene scene, const std::vector<std::byte>& state) {
    notice_.clear();
    Result<World> made = createWorld(scene);
    if (!made) return Error{made.error()};
    if (!state.empty()) {
        if (const auto fits = made.value().restoreState(state); !fits) {
            notice_ = "The run began again: " + fits.error();
        }
    }
    world_.emplace(std::move(made).value());
    scene_ = std::make_shared<const Scene>(std::move(scene));
    makeFiller();
    world_->computeFields();
    firstStep_ = world_->stepCount();
    report_ = {};
    stepMilliseconds_ = 0;
    isBroken_ = false;
    return {};
}

void LiveRun::setColoring(const Coloring& coloring) {
    coloring_ = coloring;
    if (scene_) makeFiller();
}

void LiveRun::want(const RenderExtras& extras) {
    extras_ = extras;
    if (filler_) filler_->want(extras);
}

void LiveRun::makeFiller() {
    filler_.emplace(stageOf(*scene_), coloring_);
    filler_->want(extras_);
}

Result<void> LiveRun::step() {
    if (!world_ || isBroken_) return {};
    if (hand_.isBusy()) {
        if (auto used = tools_.use(hand_, *world_); !used) return used;
    }
    const auto start = std::chrono::steady_clock::now();
    report_ = world_->step();
    stepMilliseconds_ =
        std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (report_.ok()) return {};
    isBroken_ = true;
    return Error{world_->diagnose(report_)};
}

void LiveRun::show(Snapshot& snapshot) {
    snapshot.scene = scene_;
    snapshot.sceneNumber = sceneNumber_;
    snapshot.momentNumber = ++momentNumber_;
    if (!world_) return;
    const PictureSource source = sourceOf(*world_);
    if (const auto filled = filler_->fill(source, snapshot.picture); !filled) {
        setColoring({});  // another scene has other fields
        filler_->want({});
        static_cast<void>(filler_->fill(source, snapshot.picture));
    }
    snapshot.colorFields = colorFields(source);
    snapshot.colorField = coloring_.field;
    const auto bodies = world_->bodies();
    snapshot.bodies.assign(bodies.begin(), bodies.end());
    snapshot.time = world_->time();
    snapshot.steps = world_->stepCount();
    snapshot.particles = world_->particleCount();
    snapshot.stepMilliseconds = stepMilliseconds_;
    snapshot.statistics = world_->computeStatistics();
    measurePhases(snapshot);
}

void LiveRun::measurePhases(Snapshot& snapshot) const {
    snapshot.phases.clear();
    const auto steps = static_cast<double>(std::max<std::uint64_t>(world_->stepCount() - firstStep_, 1));
    for (const PhaseTime& phase : world_->phaseTimes()) {
        snapshot.phases.push_back({phase.name, static_cast<float>(1000 * phase.seconds / steps)});
    }
    std::ranges::sort(snapshot.phases, std::ranges::greater(), &PhaseShare::milliseconds);
}

}  // namespace undine::viewer
