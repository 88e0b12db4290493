// SPDX-License-Identifier: Zlib
// Pictures that were looked at and found good, and that must not change by accident. After a change on
// purpose: UNDINE_UPDATE_GOLDEN=1 undine_tests --gtest_filter='Golden*', and look at all of them.
#include <cmath>
#include <cstdlib>

#include "tests/input/temporary_folder.h"
#include "tests/render/pictures.h"
#include "tests/support/places.h"

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

// A column of gas that burns at its foot, and cools and thins upwards.
Staged fire() {
    Staged staged;
    staged.scene = loadScene("fire").value();
    staged.scene.camera = {.direction = {-0.3F, -0.1F, -1}};
    std::vector<float> planes[3], temperature, smoke;
    for (int k = 0; k < 1500; ++k) {
        const auto n = static_cast<float>(k);
        const float height = n / 1500, wide = 0.15F + 0.25F * height * height;
        const float away = wide * std::sqrt(std::fmod(0.618034F * n, 1.0F)), angle = 2.4F * n;
        planes[0].push_back(away * std::cos(angle));
        planes[1].push_back(2 * height);
        planes[2].push_back(away * std::sin(angle));
        temperature.push_back(std::max(300.0F, 1500 - 2400 * height - 1500 * away));
        smoke.push_back(std::min(1.0F, 2 * height));
    }
    const auto count = static_cast<Index>(temperature.size());
    PictureSource source;
    source.fields = {
        {{"position", "m", FieldType::Vector}, {planes[0].data(), planes[1].data(), planes[2].data()}, count},
        {{"temperature", "K", FieldType::Scalar}, {temperature.data()}, count},
        {{"smoke", "", FieldType::Scalar}, {smoke.data()}, count}};
    SceneFiller filler(stageOf(staged.scene));
    filler.want({.puffs = true});
    EXPECT_TRUE(filler.fill(source, staged.picture).ok());
    return staged;
}

TEST_F(Golden, Points) { expectGolden(draw(dam(), RenderStyle::Points), "points"); }

TEST_F(Golden, BallsWithALegend) { expectGolden(draw(dam(), RenderStyle::Spheres), "spheres"); }

TEST_F(Golden, Fluid) { expectGolden(draw(pool(), RenderStyle::Fluid), "fluid"); }

TEST_F(Golden, MeshOfTheSurface) { expectGolden(draw(pool(), RenderStyle::Surface), "surface"); }

TEST_F(Golden, SmokeOfTracers) {
    expectGolden(draw(stage("mixer", {{"world.particle_spacing", "0.04"}}), RenderStyle::Smoke), "smoke");
}

TEST_F(Golden, VortonsWithArrows) {
    const Staged ring = stage(
        "vortex_ring",
        {{"world.particle_spacing", "0.18"}, {"vortices.0.core", "0.35"}, {"tracers.0.spacing", "0.08"}}, {},
        {.vortons = true});
    expectGolden(draw(ring, RenderStyle::Vortons), "vortons");
}

TEST_F(Golden, FireAndItsSmoke) { expectGolden(draw(fire(), RenderStyle::Smoke), "fire"); }

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
