// SPDX-License-Identifier: Zlib
// A simulation that is changed while it runs, and the hand in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/geometry.h"
#include "scene/fingerprint.h"
#include "scene/grammar.h"
#include "tests/support/worlds.h"
#include "viewer/live_run.h"
#include "viewer/settings_list.h"

namespace undine::test {
namespace {

using viewer::LiveRun;
using viewer::Snapshot;

const std::vector<SceneOverride> kCoarse{{"world.particle_spacing", "0.004"}};

void stepTimes(LiveRun& run, int count) {
    for (int k = 0; k < count; ++k) ASSERT_EQ(run.step().error(), "");
}

TEST(LiveRun, GoesOnWithAChangedSetting) {
    LiveRun run;
    take(run.load("dam_break_2d", kCoarse));
    stepTimes(run, 20);
    Snapshot before;
    run.show(before);
    take(run.change({"fluids.0.viscosity", "0.5"}));
    Snapshot after;
    run.show(after);
    EXPECT_EQ(after.time, before.time);
    EXPECT_EQ(after.steps, 20U);
    EXPECT_FLOAT_EQ(after.scene->fluids[0].viscosity, 0.5F);
    EXPECT_EQ(after.sceneNumber, before.sceneNumber) << "it is still the same scene";
    ASSERT_EQ(after.picture.particles.size(), before.picture.particles.size());
    EXPECT_EQ(after.picture.particles[7].position, before.picture.particles[7].position);
    stepTimes(run, 5);
    EXPECT_GT(run.time(), after.time);
}

TEST(LiveRun, StartsAnewWhereTheStateDoesNotFit) {
    LiveRun run;
    take(run.load("dam_break_2d", kCoarse));
    for (const SceneOverride& change :
         {SceneOverride{"world.particle_spacing", "0.005"}, SceneOverride{"solver.method", "pbf"},
          SceneOverride{"fill.0.max", "[0.03, 0.03, 0]"}}) {
        SCOPED_TRACE(change.path);
        stepTimes(run, 3);
        take(run.change(change));
        EXPECT_EQ(run.time(), 0);
    }
}

TEST(LiveRun, IsAsItWasAfterAMistake) {
    LiveRun run;
    take(run.load("dam_break_2d", kCoarse));
    stepTimes(run, 3);
    const double time = run.time();
    EXPECT_NE(run.change({"fluids.0.viscosity", "-1"}).error().find("at least 0"), std::string::npos);
    EXPECT_NE(run.load("no_such_scene", {}).error(), "");
    EXPECT_EQ(run.time(), time);
    stepTimes(run, 1);
    EXPECT_GT(run.time(), time);
}

TEST(LiveRun, RestartsWithTheSettingsItHas) {
    LiveRun run;
    take(run.load("dam_break_2d", kCoarse));
    take(run.change({"world.gravity", "[0, -3, 0]"}));
    stepTimes(run, 3);
    take(run.restart());
    EXPECT_EQ(run.time(), 0);
    Snapshot moment;
    run.show(moment);
    EXPECT_FLOAT_EQ(moment.scene->world.gravity.y, -3);
}

TEST(LiveRun, ForgetsAFieldThatAnotherSceneDoesNotHave) {
    LiveRun run;
    take(run.load("dam_break_2d", kCoarse));
    run.setColoring({"no_such_field"});
    Snapshot moment;
    run.show(moment);
    EXPECT_GT(moment.picture.particles.size(), 10U);
    EXPECT_EQ(moment.picture.legend.title, "");
}

// ---- The hand

TEST(Hand, PoursWhereThereIsRoom) {
    LiveRun run;
    take(run.load("dam_break_2d", kCoarse));
    Snapshot before;
    run.show(before);
    run.setHand({.pour = viewer::Pour{0, {0.12F, 0.1F, 0}, {0, -1, 0}}});
    stepTimes(run, 2);
    Snapshot after;
    run.show(after);
    const auto poured = after.particles - before.particles;
    EXPECT_GT(poured, 8U);
    EXPECT_LT(poured, 16U) << "the second step finds the places taken";
}

TEST(Hand, PoursNoMoreThanTheWorldMayHold) {
    LiveRun run;
    std::vector<SceneOverride> full = kCoarse;
    full.push_back({"world.max_particles", "405"});
    take(run.load("dam_break_2d", full));
    run.setHand({.pour = viewer::Pour{0, {0.12F, 0.1F, 0}, {0, -1, 0}}});
    stepTimes(run, 2);
    Snapshot moment;
    run.show(moment);
    EXPECT_EQ(moment.particles, 405U);
}

TEST(Hand, PushesFluidNearItsRayAlone) {
    LiveRun run;
    take(run.load("dam_break_2d", kCoarse));
    run.setColoring({"speed"});
    run.setHand({.stir = viewer::Stir{{{0.02F, 0.02F, 1}, {0, 0, -1}}, {0.5F, 0, 0}, 0.012F}});
    stepTimes(run, 1);
    Snapshot moment;
    run.show(moment);
    EXPECT_GT(moment.picture.legend.high, 0.1F);
    EXPECT_GT(moment.statistics.momentum[0], 0);
    std::uint32_t slowest = 0;  // most particles are far from the ray, and have the colour of a low speed
    std::map<std::uint32_t, int> counts;
    for (const RenderPoint& point : moment.picture.particles) ++counts[point.color];
    for (const auto& [color, count] : counts) slowest = count > counts[slowest] ? color : slowest;
    EXPECT_GT(counts[slowest], static_cast<int>(moment.particles) / 3);
}

TEST(Hand, BringsABodyToWhereItIs) {
    if (std::ranges::count(builtInScenes(), "floating") == 0) GTEST_SKIP() << "built without free bodies";
    LiveRun run;
    take(run.load("floating", {{"world.particle_spacing", "0.05"}}));
    Snapshot moment;
    run.show(moment);
    ASSERT_FALSE(moment.bodies.empty());
    const Vec3 target = moment.bodies[0].position + Vec3{0.1F, 0.05F, 0};
    run.setHand({.grip = viewer::Grip{0, {}, target}});
    for (int k = 0; k < 3000 && run.time() < 1; ++k) ASSERT_EQ(run.step().error(), "");
    run.show(moment);
    EXPECT_LT(length(moment.bodies[0].position - target), 0.05F) << moment.bodies[0].position.y;
}

// ---- Settings

TEST(SettingsList, HasEverySettingOfAScene) {
    for (const std::string& name : builtInScenes()) {
        SCOPED_TRACE(name);
        const Scene scene = take(loadScene(name));
        std::set<std::string> listed;
        for (const viewer::SettingsGroup& group : viewer::settingsOf(scene)) {
            const std::string section = group.path.substr(0, group.path.find('.'));
            for (const Parameter& parameter : group.parameters) {
                listed.insert(section + '.' + parameter.key);
                EXPECT_NE(viewer::overrideText(parameter.get(group.settings)), "") << parameter.key;
            }
        }
        for (const Section& section : sceneSections()) {
            if (section.isList) continue;  // it may be empty here
            for (const Parameter& parameter : section.common.parameters) {
                EXPECT_TRUE(listed.contains(std::string(section.key) + '.' + parameter.key)) << parameter.key;
            }
        }
        EXPECT_TRUE(listed.contains("fluids.viscosity"));
    }
}

TEST(SettingsList, ValuesMayBeGivenBackToTheScene) {
    for (const std::string& name : builtInScenes()) {
        SCOPED_TRACE(name);
        const Scene scene = take(loadScene(name));
        std::vector<SceneOverride> all;
        for (const viewer::SettingsGroup& group : viewer::settingsOf(scene)) {
            for (const Parameter& parameter : group.parameters) {
                all.push_back(
                    {group.path + '.' + parameter.key, viewer::overrideText(parameter.get(group.settings))});
            }
        }
        EXPECT_GT(all.size(), 50U);
        const Scene same = take(loadScene(name, all));
        EXPECT_EQ(sceneFingerprint(same), sceneFingerprint(scene));
    }
}

}  // namespace
}  // namespace undine::test
