// SPDX-License-Identifier: Zlib
// Good scenes, overrides, and files that are no scenes at all.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/places.h"
#include "undine/scene.h"

namespace undine {
namespace {

constexpr const char* kEverything = R"({
    // a comment
    "name": "all_of_it",
    "description": "Every section once",   /* another */
    "world": {"dimension": 3, "particle_spacing": 0.1, "gravity": [0, 0, -1], "threads": 2},
    "solver": {"method": "wcsph", "equation_of_state": "linear", "clamp_negative_pressure": false},
    "fluids": [{"viscosity": 0.25, "color": [1, 0.5, 0]}],
    "fill": [{"shape": "box", "min": [0, 0, 0], "max": [0.5, 0.5, 0.5], "velocity": [1, 2, 3], "jitter": 0.1},
             {"shape": "sphere", "fluid": 0, "center": [0.7, 0.7, 0.7], "radius": 0.2}],
    "walls": [{"shape": "plane", "point": [0, -1, 0], "normal": [0, 2, 0], "friction": 0.5},
              {"shape": "box", "max": [1, 1, 1], "side": "inside"},
              {"shape": "sphere", "radius": 0.1, "side": "outside", "restitution": 1}],
    "output": {"seconds": 1.5, "frame_rate": 25},
    "camera": {"direction": [0, 0, -1], "target": [1, 2, 3], "height": 4}
})";

constexpr const char* kSmall = R"({"fluids": [{"viscosity": 1}], "world": {"gravity": [0, -9.81, 0]}})";

Scene parsed(const char* text, const std::vector<SceneOverride>& overrides = {}) {
    Result<Scene> scene = parseScene(text, "test.json", overrides);
    EXPECT_TRUE(scene.ok()) << scene.error();
    return scene ? scene.value() : Scene{};
}

std::string refusal(const char* text, const std::vector<SceneOverride>& overrides) {
    return parseScene(text, "test.json", overrides).error();
}

void expectFragment(const std::string& message, const std::string& fragment) {
    EXPECT_NE(message.find(fragment), std::string::npos) << "no \"" << fragment << "\" in:\n" << message;
}

TEST(Scene, HoldsWhatTheFileSays) {
    const Scene scene = parsed(kEverything);
    EXPECT_EQ(scene.name, "all_of_it");
    EXPECT_EQ(scene.description, "Every section once");
    EXPECT_FLOAT_EQ(scene.world.particleSpacing, 0.1F);
    EXPECT_EQ(scene.world.gravity, (Vec3{0, 0, -1}));
    EXPECT_EQ(scene.world.threads, 2);
    const auto& solver = std::get<WcsphSettings>(scene.solver);
    EXPECT_EQ(solver.equationOfState, EquationOfState::Linear);
    EXPECT_FALSE(solver.clampNegativePressure);
    ASSERT_EQ(scene.fluids.size(), 1U);
    EXPECT_EQ(scene.fluids[0].viscosity, 0.25F);
    EXPECT_EQ(scene.fluids[0].color, (Vec3{1, 0.5F, 0}));
    EXPECT_FLOAT_EQ(scene.output.seconds, 1.5F);
    EXPECT_FLOAT_EQ(scene.output.frameRate, 25);
    EXPECT_EQ(scene.camera.target, (Vec3{1, 2, 3}));
    EXPECT_EQ(scene.camera.height, 4);
}

TEST(Scene, HoldsTheShapesOfTheFile) {
    const Scene scene = parsed(kEverything);
    ASSERT_EQ(scene.fills.size(), 2U);
    EXPECT_EQ(std::get<BoxFill>(scene.fills[0].shape).velocity, (Vec3{1, 2, 3}));
    EXPECT_EQ(std::get<SphereFill>(scene.fills[1].shape).radius, 0.2F);
    ASSERT_EQ(scene.walls.size(), 3U);
    EXPECT_EQ(std::get<PlaneWall>(scene.walls[0]).friction, 0.5F);
    EXPECT_EQ(std::get<BoxWall>(scene.walls[1]).side, Side::Inside);
    EXPECT_EQ(std::get<SphereWall>(scene.walls[2]).side, Side::Outside);
}

TEST(Scene, KeepsDefaultsForWhatTheFileLeavesOut) {
    const Scene scene = parsed(R"({"fluids": [{}]})");
    EXPECT_EQ(scene.name, "test");
    EXPECT_EQ(scene.fluids[0].restDensity, FluidSettings{}.restDensity);
    EXPECT_EQ(scene.world.particleSpacing, WorldSettings{}.particleSpacing);
    EXPECT_TRUE(scene.fills.empty());
}

TEST(Scene, BecomesAWorld) {
    const Result<World> world = createWorld(parsed(kEverything));
    ASSERT_TRUE(world.ok()) << world.error();
    EXPECT_EQ(world.value().fluids().size(), 1U);
    EXPECT_GT(world.value().particleCount(), 125U);  // the box alone has 5^3
}

TEST(Scene, ThatNeedsMoreMemoryThanThereIsIsRefusedBeforeAnythingIsMade) {
    Scene scene = parsed(R"({"fluids": [{}], "fill": [{"shape": "box", "max": [0.1, 0.1, 0.1]}]})");
    scene.world.particleSpacing = 0.00001F;
    const Result<World> world = createWorld(scene);
    ASSERT_FALSE(world.ok());
    expectFragment(world.error(), "GB of memory");
    expectFragment(world.error(), "raise world.particle_spacing");
}

TEST(BuiltInScenes, AreReadable) {
    ASSERT_FALSE(builtInScenes().empty());
    for (const std::string& name : builtInScenes()) {
        const Result<Scene> scene = loadScene(name);
        ASSERT_TRUE(scene.ok()) << scene.error();
        EXPECT_EQ(scene.value().name, name);
        EXPECT_FALSE(scene.value().description.empty());
        EXPECT_FALSE(scene.value().fills.empty() && scene.value().emitters.empty() &&
                     scene.value().vortices.empty() && scene.value().bodies.empty());
    }
}

TEST(Overrides, ChangeWhatTheFileSays) {
    const Scene scene = parsed(kSmall, {{"fluids.0.viscosity", "0.5"}, {"world.gravity", "[0, 0, 0]"}});
    EXPECT_EQ(scene.fluids[0].viscosity, 0.5F);
    EXPECT_EQ(scene.world.gravity, (Vec3{0, 0, 0}));
}

TEST(Overrides, MakeSectionsTheFileDoesNotHave) {
    EXPECT_EQ(parsed(kSmall, {{"output.seconds", "7"}}).output.seconds, 7);
}

TEST(Overrides, ReachIntoVectors) {
    EXPECT_EQ(parsed(kSmall, {{"world.gravity.1", "-1"}}).world.gravity, (Vec3{0, -1, 0}));
}

TEST(Overrides, TakeBareWordsForNames) {
    EXPECT_EQ(parsed(kSmall, {{"name", "other"}}).name, "other");
    const Scene scene = parsed(kSmall, {{"solver.method", "wcsph"}, {"solver.equation_of_state", "linear"}});
    EXPECT_EQ(std::get<WcsphSettings>(scene.solver).equationOfState, EquationOfState::Linear);
}

TEST(Overrides, PassTheSameChecksAsTheFile) {
    expectFragment(refusal(kSmall, {{"fluids.0.viscosity", "-1"}}),
                   "test.json: fluids.0.viscosity: -1: must be a number of at least 0 and at most 1e+09 (Pa "
                   "s) (set by an override)");
    expectFragment(refusal(kSmall, {{"fluids.0.viscosity", "honey"}}), "\"honey\": must be a number");
}

TEST(Overrides, WithAnUnknownPathAreRefusedWithTheNearestKey) {
    expectFragment(refusal(kSmall, {{"fluids.0.viscocity", "1"}}), "did you mean \"viscosity\"?");
    expectFragment(refusal(kSmall, {{"wrld.gravity", "[0, 0, 0]"}}),
                   "wrld: unknown key, did you mean \"world\"?");
    expectFragment(refusal(kSmall, {{"fluids.1.viscosity", "1"}}),
                   "no entry \"1\" in the array: its entries are 0 to 0");
    expectFragment(refusal(kSmall, {{"fluids.first.viscosity", "1"}}), "no entry \"first\" in the array");
    expectFragment(refusal(kSmall, {{"fluids.0.viscosity.deep", "1"}}), "which has no parts");
    expectFragment(refusal(kSmall, {{"fluids..viscosity", "1"}}), "must be keys with dots between them");
    expectFragment(refusal(kSmall, {{"", "1"}}), "must be keys with dots between them");
}

TEST(SceneFile, ThatDoesNotExistIsAnErrorWithItsName) {
    expectFragment(loadScene("no/such.json").error(), "no/such.json: No such file or directory");
    expectFragment(loadScene("dam_brake").error(), "did you mean \"dam_break\"?");
    expectFragment(loadScene("").error(), "neither a built-in scene nor a file");
}

TEST(SceneFile, ThatIsAFolderIsAnError) {
    expectFragment(loadScene(UNDINE_SOURCE_DIR "/tests/input/bad").error(), "is a folder");
}

TEST(SceneFile, ThatIsEndlessIsAnError) {
    if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP() << "no /dev/zero here";
    expectFragment(loadScene("/dev/zero").error(), "too large: a scene file may have at most 64 MB");
}

}  // namespace
}  // namespace undine
