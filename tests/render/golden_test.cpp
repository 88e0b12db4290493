// SPDX-License-Identifier: Zlib
// Pictures that were looked at and found good, and that must not change by accident. After a change on
// purpose: UNDINE_UPDATE_GOLDEN=1 undine_tests --gtest_filter='Golden*', and look at all of them.
#include <cstdlib>

#include "tests/input/temporary_folder.h"
#include "tests/render/pictures.h"

namespace undine {
namespace {

const std::filesystem::path kGolden = UNDINE_SOURCE_DIR "/tests/render/golden";

class Golden : public testing::Test {
  protected:
    void SetUp() override {
        if (!hasOpenGl()) GTEST_SKIP() << "no OpenGL here";
    }

    static void expectGolden(const Image& image, const std::string& name) {
        const auto path = kGolden / (name + ".png");
        if (std::getenv("UNDINE_UPDATE_GOLDEN") != nullptr) {
            ASSERT_TRUE(writePng(image, path).ok());
            return;
        }
        const std::optional<Image> golden = readPng(path);
        ASSERT_TRUE(golden) << path;
        const Difference difference = compare(image, *golden);
        const auto kept = std::filesystem::temp_directory_path() / ("undine_" + name + ".png");
        if (!looksTheSame(difference)) static_cast<void>(writePng(image, kept));
        EXPECT_TRUE(looksTheSame(difference)) << name << ": mean " << difference.mean << ", worst "
                                              << difference.worst << "; drawn now: " << kept;
    }
};

Staged dam() { return stage("dam_break", {{"world.particle_spacing", "0.05"}}, {"position", {{0, 1}}}); }
Staged pool() { return stage("drop", {{"world.particle_spacing", "0.04"}}); }

TEST_F(Golden, Points) { expectGolden(draw(dam(), RenderStyle::Points), "points"); }

TEST_F(Golden, BallsWithALegend) { expectGolden(draw(dam(), RenderStyle::Spheres), "spheres"); }

TEST_F(Golden, Fluid) { expectGolden(draw(pool(), RenderStyle::Fluid), "fluid"); }

TEST_F(Golden, MeshOfTheSurface) { expectGolden(draw(pool(), RenderStyle::Surface), "surface"); }

TEST_F(Golden, SmokeOfTracers) {
    expectGolden(draw(stage("mixer", {{"world.particle_spacing", "0.04"}}), RenderStyle::Smoke), "smoke");
}

TEST_F(Golden, TwoFluidsInTwoDimensions) {
    expectGolden(draw(stage("two_fluids", {{"world.particle_spacing", "0.03"}}), RenderStyle::Fluid), "flat");
}

TEST_F(Golden, BodiesInFluid) {
    const std::vector<std::string> scenes = builtInScenes();
    if (std::ranges::find(scenes, "floating") == scenes.end()) GTEST_SKIP() << "built without free bodies";
    expectGolden(draw(stage("floating", {{"world.particle_spacing", "0.06"}}), RenderStyle::Fluid), "bodies");
}

// The tolerance must not let everything pass.
TEST_F(Golden, ToleranceFindsWhatAPersonSees) {
    Staged staged = pool();
    const Image right = draw(staged, RenderStyle::Fluid);
    EXPECT_TRUE(looksTheSame(compare(right, right)));

    Staged turned = staged;
    turned.scene.camera.direction.x += 0.08F;
    EXPECT_FALSE(looksTheSame(compare(right, draw(turned, RenderStyle::Fluid)))) << "the camera is elsewhere";

    Staged recolored = staged;
    for (RenderPoint& point : recolored.picture.particles) point.color = packColor({0.2F, 0.6F, 0.3F});
    EXPECT_FALSE(looksTheSame(compare(right, draw(recolored, RenderStyle::Fluid)))) << "the water is green";

    Staged grounded = staged;
    grounded.picture.ground.reset();
    EXPECT_FALSE(looksTheSame(compare(right, draw(grounded, RenderStyle::Fluid)))) << "the ground is gone";

    EXPECT_FALSE(looksTheSame(compare(right, draw(staged, RenderStyle::Spheres))))
        << "balls instead of water";
}

}  // namespace
}  // namespace undine
