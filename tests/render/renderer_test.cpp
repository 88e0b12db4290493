// SPDX-License-Identifier: Zlib
// The renderer and what it is fed with: where things are on a picture, and what is said when something is
// wrong.
#include "render/crowd.h"
#include "render/legend.h"
#include "render/shader.h"
#include "tests/input/temporary_folder.h"
#include "tests/render/pictures.h"

namespace undine {
namespace {

// Four particles in 2D; the last one moves.
World smallWorld() {
    World world = World::create({.dimension = 2, .particleSpacing = 0.1F}).value();
    const FluidIndex water = world.addFluid({}).value();
    const std::vector<Vec3> resting = {{0.1F, 0.2F, 0}, {0.5F, 0.2F, 0}, {0.9F, 0.2F, 0}};
    const std::vector<Vec3> moving = {{0.5F, 0.8F, 0}};
    EXPECT_TRUE(world.addParticles(water, resting).ok());
    EXPECT_TRUE(world.addParticles(water, moving, {1, -2, 0}).ok());
    return world;
}

Scene flatScene() {
    Scene scene;
    scene.world.dimension = 2;
    scene.world.particleSpacing = 0.1F;
    scene.fluids = {FluidSettings{}};
    scene.camera = {.direction = {0, 0, -1}, .target = {0.5F, 0.5F, 0}, .height = 1};
    return scene;
}

Image drawn(const Scene& scene, const World& world, RenderStyle style, int width, int height) {
    Staged staged{scene, {}};
    SceneFiller filler(stageOf(scene));
    EXPECT_TRUE(filler.fill(sourceOf(world), staged.picture).ok());
    return draw(staged, style, width, height);
}

bool isBlue(const Image& image, int x, int y) {
    const auto* pixel = &image.rgb[3 * static_cast<std::size_t>(y * image.width + x)];
    return pixel[2] > pixel[0] + 60;
}

class Drawing : public testing::Test {
  protected:
    void SetUp() override {
        if (!hasOpenGl()) GTEST_SKIP() << "no OpenGL here";
    }
};

TEST_F(Drawing, ShowsParticlesWhereTheyAre) {
    for (const RenderStyle style : {RenderStyle::Points, RenderStyle::Spheres, RenderStyle::Fluid}) {
        const Image image = drawn(flatScene(), smallWorld(), style, 160, 90);
        ASSERT_EQ(image.rgb.size(), 3U * 160U * 90U);
        // 90 pixels are 1 m: (0.5, 0.2) is in the middle of the width, 0.3 m below the middle of the height.
        EXPECT_TRUE(isBlue(image, 80, 72));
        EXPECT_TRUE(isBlue(image, 44, 72));
        EXPECT_FALSE(isBlue(image, 62, 72));
        EXPECT_FALSE(isBlue(image, 80, 45));
    }
}

TEST_F(Drawing, FitsTheContainerWhenTheCameraHasNoHeight) {
    Scene scene = flatScene();
    scene.camera.height = 0;
    scene.walls = {BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}}};
    const Image image = drawn(scene, smallWorld(), RenderStyle::Spheres, 100, 100);
    EXPECT_TRUE(isBlue(image, 50, 50 + static_cast<int>(0.3 * 100 / 1.1)));
}

TEST_F(Drawing, OfNothingIsBackgroundInEveryStyle) {
    const World world = World::create().value();
    Scene scene;
    for (const RenderStyle style : {RenderStyle::Points, RenderStyle::Spheres, RenderStyle::Fluid,
                                    RenderStyle::Surface, RenderStyle::Smoke, RenderStyle::Vortons}) {
        EXPECT_FALSE(isBlue(drawn(scene, world, style, 16, 16), 8, 8));
    }
}

TEST_F(Drawing, LeavesOutParticlesThatAreNowhere) {
    Staged staged{flatScene(), {}};
    const float nan = std::nanf("");
    const std::vector<float> x = {0.5F, nan}, y = {0.5F, 0}, z = {0, 0};
    PictureSource source;
    source.fields = {{{"position", "m", FieldType::Vector}, {x.data(), y.data(), z.data()}, 2}};
    SceneFiller filler(stageOf(staged.scene));
    ASSERT_TRUE(filler.fill(source, staged.picture).ok());
    EXPECT_EQ(staged.picture.particles.size(), 1U);
    EXPECT_EQ(staged.picture.undrawable, 1U);
    EXPECT_FALSE(staged.picture.bounds.isEmpty());
}

/// A cube of particles, and others beside it.
std::vector<RenderPoint> cubeAnd(std::initializer_list<Vec3> others) {
    std::vector<RenderPoint> points;
    for (int k = 0; k < 1000; ++k) {
        points.push_back({0.1F * Vec3{static_cast<float>(k % 10), static_cast<float>(k / 10 % 10),
                                      static_cast<float>(k / 100)}});
    }
    for (const Vec3 p : others) points.push_back({p});
    return points;
}

TEST(Crowd, IsWithoutTheFewThatAreFarAway) {
    const Crowd crowd = findCrowd(cubeAnd({{1e20F, 0, 0}, {0, -500, 0}, {0.5F, 0.5F, 1e30F}}), 0.1F);
    EXPECT_EQ(crowd.stragglers, 3U);
    EXPECT_FLOAT_EQ(crowd.box.high.x, 0.9F);
    EXPECT_EQ(crowd.box.low.y, 0);
}

TEST(Crowd, HoldsSplashesAndSmallCrowdsWhole) {
    const Crowd splash = findCrowd(cubeAnd({{0.4F, 2.5F, 0.4F}}), 0.1F);
    EXPECT_EQ(splash.stragglers, 0U);
    EXPECT_FLOAT_EQ(splash.box.high.y, 2.5F);
    std::vector<RenderPoint> halves = cubeAnd({});
    for (std::size_t k = 0; k < 100; ++k) halves[k].position.x += 1000;
    EXPECT_EQ(findCrowd(halves, 0.1F).stragglers, 0U) << "a tenth of all is no exception";
    const RenderPoint two[] = {{{0, 0, 0}}, {{1000, 0, 0}}};
    EXPECT_EQ(findCrowd(two, 0.1F).stragglers, 0U) << "who of them is the straggler?";
    EXPECT_TRUE(findCrowd({}, 0.1F).box.isEmpty());
}

TEST_F(Drawing, IsTheSameAgainAndAtAnotherSizeInBetween) {
    const Staged staged = stage("drop", {{"world.particle_spacing", "0.05"}});
    OffscreenContext context = OffscreenContext::create().value();
    {
        Renderer renderer = Renderer::create().value();
        OffscreenTarget small(64, 36), large(128, 72);
        const CameraView view = makeView({.camera = staged.scene.camera, .shown = staged.picture.shown});
        std::vector<std::uint8_t> first, between, again;
        const RenderSettings fluid{RenderStyle::Fluid, 1};
        renderer.draw(staged.picture, view, fluid, {small.framebuffer(), 64, 36});
        small.read(first);
        renderer.draw(staged.picture, view, {RenderStyle::Smoke, 2}, {large.framebuffer(), 128, 72});
        large.read(between);
        renderer.draw(staged.picture, view, fluid, {small.framebuffer(), 64, 36});
        small.read(again);
        EXPECT_EQ(first, again);
        EXPECT_NE(first, between);
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    }
}

TEST_F(Drawing, RefusesPicturesThatTheDriverCannotDraw) {
    for (const auto& [width, height] : {std::pair{1 << 20, 64}, {64, 1 << 20}, {0, 64}}) {
        PictureSettings settings;
        settings.width = width;
        settings.height = height;
        const auto maker = PictureMaker::create(settings);
        ASSERT_FALSE(maker.ok());
        EXPECT_NE(maker.error().find("each way with this driver"), std::string::npos) << maker.error();
    }
}

TEST_F(Drawing, SaysWhichShaderDoesNotCompile) {
    const OffscreenContext context = OffscreenContext::create().value();
    const std::string good = "#version 450 core\nvoid main() { gl_Position = vec4(0); }";
    const Result<GlProgram> bad = makeProgramFrom("water", good, "#version 450 core\nvoid main() { wet(); }");
    ASSERT_FALSE(bad.ok());
    EXPECT_TRUE(bad.error().starts_with("shader water (fragment) does not compile: ")) << bad.error();
    EXPECT_NE(bad.error().find("wet"), std::string::npos) << bad.error();
    EXPECT_FALSE(makeProgram("no_such", "no_such").ok());
}

TEST(Coloring, OfAnUnknownFieldNamesTheNearest) {
    const World world = smallWorld();
    SceneFiller filler(stageOf(flatScene()), {"velocty"});
    RenderScene scene;
    const Result<void> filled = filler.fill(sourceOf(world), scene);
    ASSERT_FALSE(filled.ok());
    EXPECT_NE(filled.error().find("did you mean \"velocity\"?"), std::string::npos) << filled.error();
}

TEST(Coloring, RangeGrowsAndIsShownInTheLegend) {
    World world = smallWorld();
    SceneFiller filler(stageOf(flatScene()), {"speed"});
    RenderScene scene;
    ASSERT_TRUE(filler.fill(sourceOf(world), scene).ok());
    EXPECT_EQ(scene.legend.title, "speed");
    EXPECT_EQ(scene.legend.unit, "m/s");
    EXPECT_FLOAT_EQ(scene.legend.low, 0);
    EXPECT_FLOAT_EQ(scene.legend.high, std::sqrt(5.0F));
    for (Index i = 0; i < world.particleCount(); ++i) world.setVelocity(i, {});
    ASSERT_TRUE(filler.fill(sourceOf(world), scene).ok());
    EXPECT_FLOAT_EQ(scene.legend.high, std::sqrt(5.0F)) << "colours keep their meaning";
}

TEST(Legend, WritesLettersPixelByPixel) {
    Overlay overlay;
    overlay.resize(12, 7);
    drawText(overlay, "1-", {0, 0, 1});
    const auto isInk = [&](int x, int y) {
        return overlay.rgba[4 * static_cast<std::size_t>(y * 12 + x) + 3] > 0;
    };
    EXPECT_TRUE(isInk(2, 0) && isInk(2, 6) && isInk(1, 5)) << "a stem with its flag";
    EXPECT_FALSE(isInk(0, 3) || isInk(4, 3));
    for (int x = 6; x < 11; ++x) EXPECT_TRUE(isInk(x, 3)) << "the dash";
    EXPECT_EQ(textWidth("1-", 2), 22);
    EXPECT_EQ(legendNumber(1234.5F), "1.23e+03");
    EXPECT_EQ(legendNumber(0.25F), "0.25");
}

TEST(Legend, IsWideEnoughForItsWords) {
    Overlay overlay;
    drawLegend({"a_field_with_a_very_long_name", "kg/m^3", 0, 1}, 720, overlay);
    EXPECT_GT(overlay.width, textWidth("a_field_with_a_very_long_name [kg/m^3]", 2));
}

}  // namespace
}  // namespace undine
