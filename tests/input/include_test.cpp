// SPDX-License-Identifier: Zlib
// Scenes that are built on others.
#include <gtest/gtest.h>

#include "tests/input/temporary_folder.h"
#include "undine/scene.h"

namespace undine {
namespace {

constexpr const char* kBase = R"({
    "name": "base", "description": "to build on",
    "world": {"particle_spacing": 0.1, "gravity": [0, -1, 0]},
    "fluids": [{"viscosity": 1, "rest_density": 500}],
    "walls": [{"shape": "box"}, {"shape": "sphere"}]
})";

class Include : public testing::Test {
  protected:
    // Loads top.json with this text; base.json and deeper/base.json are beside it.
    Result<Scene> load(const std::string& text, const std::vector<SceneOverride>& overrides = {}) const {
        std::filesystem::create_directories(folder_ / "deeper");
        writeFile(folder_ / "base.json", kBase);
        writeFile(folder_ / "top.json", text);
        return loadScene(folder_ / "top.json", overrides);
    }
    Scene loaded(const std::string& text) const {
        Result<Scene> scene = load(text);
        EXPECT_TRUE(scene.ok()) << scene.error();
        return scene ? scene.value() : Scene{};
    }

    TemporaryFolder folder_;
};

TEST_F(Include, TakesWhatTheOtherSceneHas) {
    const Scene scene = loaded(R"({"include": "base.json"})");
    EXPECT_EQ(scene.fluids[0].viscosity, 1);
    EXPECT_EQ(scene.walls.size(), 2U);
}

TEST_F(Include, KeepsItsOwnName) {
    const Scene scene = loaded(R"({"include": "base.json"})");
    EXPECT_EQ(scene.name, "top");
    EXPECT_EQ(scene.description, "");
}

TEST_F(Include, MergesObjectsAndReplacesLists) {
    const Scene scene = loaded(
        R"({"world": {"gravity": [0, 0, -2]}, "include": "base.json", "walls": [{"shape": "plane"}]})");
    EXPECT_EQ(scene.world.gravity, (Vec3{0, 0, -2}));
    EXPECT_FLOAT_EQ(scene.world.particleSpacing, 0.1F);
    EXPECT_EQ(scene.walls.size(), 1U);
}

TEST_F(Include, OverridesSingleEntriesByTheirPath) {
    const Scene scene = loaded(R"({"include": "base.json", "overrides": {"fluids.0.viscosity": 20}})");
    EXPECT_EQ(scene.fluids[0].viscosity, 20);
    EXPECT_EQ(scene.fluids[0].restDensity, 500);
}

TEST_F(Include, YieldsToOverridesFromOutside) {
    const auto scene = load(R"({"include": "base.json", "overrides": {"fluids.0.viscosity": 20}})",
                            {{"fluids.0.viscosity", "30"}});
    ASSERT_TRUE(scene.ok()) << scene.error();
    EXPECT_EQ(scene.value().fluids[0].viscosity, 30);
}

TEST_F(Include, LaysTheLaterOfAListOverTheEarlier) {
    writeFile(folder_ / "thick.json", R"({"fluids": [{"viscosity": 9}]})");
    const Scene scene = loaded(R"({"include": ["base.json", "thick.json"]})");
    EXPECT_EQ(scene.fluids[0].viscosity, 9);
    EXPECT_EQ(scene.fluids[0].restDensity, FluidSettings{}.restDensity);
    EXPECT_EQ(scene.walls.size(), 2U);
}

TEST_F(Include, LooksFromTheFolderOfTheFileThatSaysIt) {
    std::filesystem::create_directories(folder_ / "deeper");
    writeFile(folder_ / "deeper/middle.json", R"({"include": "../base.json", "world": {"threads": 3}})");
    const Scene scene = loaded(R"({"include": "deeper/middle.json"})");
    EXPECT_EQ(scene.world.threads, 3);
    EXPECT_EQ(scene.fluids[0].viscosity, 1);
}

TEST_F(Include, KnowsTheBuiltInScenes) {
    const Scene scene = loaded(R"({"include": "dam_break", "world": {"particle_spacing": 0.05}})");
    EXPECT_FLOAT_EQ(scene.world.particleSpacing, 0.05F);
    EXPECT_EQ(scene.fills.size(), 1U);
}

TEST_F(Include, NamesTheFileAMistakeIsIn) {
    writeFile(folder_ / "wrong.json", R"({"fluids": [{}], "world": {"gravty": [0, 0, 0], "threads": -1}})");
    const std::string message =
        load(R"({"include": "wrong.json", "world": {"threads": -2}, "wals": []})").error();
    EXPECT_NE(message.find(folder_ / "wrong.json: world.gravty: unknown key"), std::string::npos) << message;
    EXPECT_NE(message.find(folder_ / "top.json: world.threads: -2"), std::string::npos) << message;
    EXPECT_NE(message.find(folder_ / "top.json: wals: unknown key"), std::string::npos) << message;
}

TEST_F(Include, NamesTheFileThatIsNotJson) {
    writeFile(folder_ / "broken.json", "{\"world\": }");
    const std::string message = load(R"({"include": "broken.json"})").error();
    EXPECT_TRUE(message.starts_with(folder_ / "broken.json: line 1, column 11")) << message;
}

TEST_F(Include, RefusesACircle) {
    writeFile(folder_ / "a.json", R"({"include": "b.json"})");
    writeFile(folder_ / "b.json", R"({"include": "a.json"})");
    const std::string message = load(R"({"include": "a.json"})").error();
    EXPECT_NE(message.find("includes itself"), std::string::npos) << message;
}

}  // namespace
}  // namespace undine
