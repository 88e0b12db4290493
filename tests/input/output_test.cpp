// SPDX-License-Identifier: Zlib
// What a run writes beside its frames: files that are whole or absent, pictures.
#include <gtest/gtest.h>

#include "io/atomic_file.h"
#include "io/picture.h"
#include "tests/input/temporary_folder.h"
#include "undine/scene.h"

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

TEST(AtomicFile, AppearsAtCommit) {
    const TemporaryFolder folder;
    const std::string path = folder / "file.txt";
    AtomicFile file = AtomicFile::create(path).value();
    file.write("whole");
    EXPECT_FALSE(std::filesystem::exists(path));
    ASSERT_TRUE(file.commit().ok());
    EXPECT_EQ(readFile(path), "whole");
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
    const TemporaryFolder folder;
    const std::string path = folder / "file.txt";
    writeFile(path, "old");
    AtomicFile::create(path).value().write("half");
    EXPECT_EQ(readFile(path), "old");
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(AtomicFile, SaysWhenTheDiskIsFull) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    AtomicFile file = AtomicFile::create("/dev/full").value();
    file.write(std::string(1 << 20, 'x'));
    const Result<void> committed = file.commit();
    ASSERT_FALSE(committed.ok());
    EXPECT_EQ(committed.error(), "/dev/full: cannot write: No space left on device");
}

TEST(AtomicFile, NamesAFolderThatDoesNotExist) {
    EXPECT_EQ(AtomicFile::create("/no/such/file").error(),
              "/no/such/file: cannot write: No such file or directory");
    EXPECT_EQ(AtomicFile::create("/tmp").error(), "/tmp: is a folder");
}

bool isBlue(const Image& image, int x, int y) {
    const auto* pixel = &image.rgb[3 * static_cast<std::size_t>(y * image.width + x)];
    return pixel[2] > 2 * pixel[0];
}

TEST(Picture, ShowsParticlesWhereTheyAre) {
    PictureSettings settings{.width = 160, .height = 90, .camera = {}};
    settings.camera = {.direction = {0, 0, -1}, .target = {0.5F, 0.5F, 0}, .height = 1};
    const Image image = renderPicture(smallWorld(), {}, settings);
    ASSERT_EQ(image.rgb.size(), 3U * 160U * 90U);
    // 90 pixels are 1 m: (0.5, 0.2) is in the middle of the width, 0.3 m below the middle of the height.
    EXPECT_TRUE(isBlue(image, 80, 72));
    EXPECT_TRUE(isBlue(image, 44, 72));
    EXPECT_FALSE(isBlue(image, 62, 72));
    EXPECT_FALSE(isBlue(image, 80, 45));
}

TEST(Picture, FitsTheContainerWhenTheCameraHasNoHeight) {
    const std::vector<Wall> walls = {BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}}};
    PictureSettings settings{.width = 100, .height = 100, .camera = {}};
    settings.camera.direction = {0, 0, -1};
    const Image image = renderPicture(smallWorld(), walls, settings);
    EXPECT_TRUE(isBlue(image, 50, 50 + static_cast<int>(0.3 * 100 / 1.12)));
}

TEST(Picture, ShowsBodiesWhereTheyAreNowAndTracersInTheirColour) {
    World world = World::create({.gravity = {}, .timeStep = 0.5F}).value();
    BodySettings settings;
    settings.velocity = {0.5F, 0, 0};
    settings.angularVelocity = {0, 0, 180};
    const std::vector<Body> bodies = {{settings, BoxBody{{0.1F, 0.4F, 0.1F}}}};
    ASSERT_TRUE(world.addBody(bodies[0]).ok());
    const SphereFill dye{.center = {-0.25F, 0, 0}, .radius = 0.05F};
    ASSERT_TRUE(world.addTracers({{.spacing = 0.01F, .color = {0, 0, 1}}, dye}).ok());
    ASSERT_TRUE(world.step().ok());
    // 100 pixels are 1 m. After half a second the body is 0.25 m to the right and lies on its side.
    PictureSettings picture{.width = 100, .height = 100, .camera = {}};
    picture.camera = {.direction = {0, 0, -1}, .target = {}, .height = 1};
    const Image image = renderPicture(world, {}, picture, bodies);
    const auto brightness = [&](int x, int y) {
        return image.rgb[3 * static_cast<std::size_t>(y * 100 + x) + 2];
    };
    EXPECT_LT(brightness(75, 50), 210);
    EXPECT_LT(brightness(90, 50), 210);
    EXPECT_GT(brightness(50, 50), 230) << "where it was";
    EXPECT_GT(brightness(75, 65), 230) << "not upright any more";
    EXPECT_TRUE(isBlue(image, 25, 50));
}

TEST(Picture, OfNothingIsBackground) {
    const World world = World::create().value();
    const Image image = renderPicture(world, {}, {.width = 16, .height = 16, .camera = {}});
    EXPECT_FALSE(isBlue(image, 8, 8));
}

TEST(Picture, IsWrittenAsPng) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writePng({2, 1, {255, 0, 0, 0, 0, 255}}, folder / "two.png").ok());
    EXPECT_TRUE(readFile(folder / "two.png").starts_with("\x89PNG"));
}

TEST(Picture, ThatCannotBeWrittenIsAnError) {
    const Image image{1, 1, {0, 0, 0}};
    EXPECT_FALSE(writePng(image, "/no/such/folder/x.png").ok());
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_FALSE(writePng(image, "/dev/full").ok());
}

}  // namespace
}  // namespace undine
