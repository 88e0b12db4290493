// SPDX-License-Identifier: Zlib
// Frames read back from files: what the file says counts, and odd files are refused or read without harm.
#include "render/stored_frame.h"

#include <gtest/gtest.h>

#include "io/frame_files.h"
#include "tests/input/temporary_folder.h"

namespace undine {
namespace {

/// A PLY file of two particles in the plane z = 0; each line of `properties` has the values `row`.
std::string ply(const std::string& comments, const std::string& properties, const std::string& row) {
    return "ply\nformat ascii 1.0\n" + comments + "element vertex 2\n" + properties + "end_header\n" + row +
           "\n" + row + "\n";
}
const std::string kPlace = "property float x\nproperty float y\nproperty float z\n";

class StoredFrames : public testing::Test {
  protected:
    Result<StoredFrame> read(const std::string& text, const std::string& name = "frame_0000.ply") {
        writeFile(folder_ / name, text);
        return StoredFrame::read(folder_ / name);
    }
    TemporaryFolder folder_;
};

TEST_F(StoredFrames, WithAListForACoordinateAreRefused) {
    const auto frame =
        read(ply("", "property float x\nproperty list uchar float y\nproperty float z\n", "1 1 2 3"));
    ASSERT_FALSE(frame.ok());
    EXPECT_NE(frame.error().find("has no x, y, z"), std::string::npos) << frame.error();
    const auto scalar = read(ply("", "property float position\n", "1"));
    EXPECT_FALSE(scalar.ok()) << "a number that is only called position";
}

TEST_F(StoredFrames, DoNotShowAsFluidOrVelocityWhatIsNone) {
    const auto frame = read(ply("",
                                kPlace + "property float velocity\nproperty float fluid_x\nproperty float "
                                         "fluid_y\nproperty float fluid_z\nproperty float heat\n",
                                "1 2 0 3 4 5 6 7"));
    ASSERT_TRUE(frame.ok()) << frame.error();
    const PictureSource source = frame.value().source();
    EXPECT_EQ(source.size(), 2U);
    EXPECT_EQ(source.find("velocity"), nullptr);
    EXPECT_EQ(source.find("fluid"), nullptr);
    EXPECT_NE(source.find("heat"), nullptr);
}

TEST_F(StoredFrames, HaveTheTracersBesideThemWithTheirHeat) {
    const std::string colors = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    writeFile(folder_ / "tracers_0000.ply", ply("", kPlace + colors, "1 2 3 255 0 51"));
    const auto cold = read(ply("", kPlace, "1 2 0"));
    ASSERT_TRUE(cold.ok()) << cold.error();
    EXPECT_EQ(cold.value().source().tracers.size(), 2U);
    EXPECT_TRUE(cold.value().source().tracerSmoke.empty());
    const std::string heat = "property float temperature\nproperty float smoke\n";
    writeFile(folder_ / "tracers_0000.ply", ply("", kPlace + colors + heat, "1 2 3 255 0 51 900 0.5"));
    const auto hot = read(ply("", kPlace, "1 2 0"));
    ASSERT_TRUE(hot.ok()) << hot.error();
    ASSERT_EQ(hot.value().source().tracerTemperatures.size(), 2U);
    EXPECT_EQ(hot.value().source().tracerTemperatures[1], 900);
    EXPECT_EQ(hot.value().source().tracerSmoke[1], 0.5F);
    EXPECT_NEAR(hot.value().source().tracerColors[0].z, 0.2, 1e-6);
}

TEST_F(StoredFrames, KnowTheirSpacingDimensionAndTimeFromTheFile) {
    const std::string comments = "comment Undine, time 0.25 s\ncomment spacing 0.125\ncomment dimension ";
    const auto solid = read(ply(comments + "3\n", kPlace, "1 2 0"));
    ASSERT_TRUE(solid.ok()) << solid.error();
    EXPECT_FALSE(solid.value().isFlat());
    EXPECT_EQ(solid.value().spacing(), 0.125F);
    EXPECT_EQ(solid.value().source().time, 0.25);
    EXPECT_TRUE(read(ply(comments + "2\n", kPlace, "1 2 3")).value().isFlat());
    const auto silent = read(ply("", kPlace, "1 2 0"));
    EXPECT_TRUE(silent.value().isFlat()) << "all are in the plane";
    const auto lone = read("x,y,z\n1,2,0\n", "frame_0001.csv");
    EXPECT_FALSE(lone.value().dimension()) << "one particle is in many planes";
    EXPECT_EQ(read("x,y,z\n1,2,0.5\n", "frame_0001.csv").value().dimension(), 3);
    EXPECT_EQ(silent.value().spacing(), 0);
}

TEST_F(StoredFrames, HaveTheBodiesOfTheirOwnNumberOnly) {
    writeFile(folder_ / "bodies_0000.json",
              R"({"bodies": [{"position": [1, 2, 3], "rotation": [0, 0, 0, 1]}]})");
    const std::string text = ply("", kPlace, "1 2 0");
    EXPECT_EQ(read(text).value().source().bodies.size(), 1U);
    EXPECT_EQ(read(text, "foo.ply").value().source().bodies.size(), 0U);
    EXPECT_EQ(frameNumber("a/frame_0007.bgeo"), 7U);
    EXPECT_FALSE(frameNumber("a/foo.ply"));
}

}  // namespace
}  // namespace undine
