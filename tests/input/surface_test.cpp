// SPDX-License-Identifier: Zlib
// `undine surface` and the surfaces of `undine run`: files that are whole, messages that say what is wrong.
#include "tests/support/places.h"
#ifdef UNDINE_CLI_PATH
#include <sys/wait.h>

#include <cstdlib>

#include <gtest/gtest.h>

#include "io/formats.h"
#include "io/mesh_file.h"
#include "io/surface_file.h"
#include "tests/input/temporary_folder.h"
#include "tests/support/sanitized.h"
#include "tests/unit/mesh_checks.h"

namespace undine {
namespace {

/// A block of 4 x 4 x 4 particles 0.1 apart, as CSV.
std::string block(const std::string& change = "") {
    std::string text = "x,y,z,vx,vy,vz,id\n";
    for (int i = 0; i < 64; ++i) {
        text += std::to_string(0.1 * (i % 4)) + "," + std::to_string(0.1 * (i / 4 % 4)) + "," +
                std::to_string(0.1 * (i / 16)) + ",1,2,3," + std::to_string(i) + "\n";
    }
    return text + change;
}

class SurfaceCommand : public testing::Test {
  protected:
    /// Runs `undine ARGUMENTS` in a folder of its own; the exit code, and what was said in `err_`.
    int run(const std::string& arguments) {
        const std::string line = "cd '" + folder_.path().string() + "' && '" UNDINE_CLI_PATH "' " +
                                 arguments + " > stdout.txt 2> stderr.txt < /dev/null";
        const int status = std::system(line.c_str());
        err_ = readFile(folder_ / "stderr.txt");
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

    TemporaryFolder folder_;
    std::string err_;
};

TEST_F(SurfaceCommand, MakesAMeshOfEveryFrameInEveryFormat) {
    writeFile(folder_ / "frame_0000.csv", block());
    writeFile(folder_ / "frame_0001.csv", block("9,9,9,0,0,0,64\n"));
    writeFile(folder_ / "notes.csv", "mine");
    std::size_t vertices = 0;
    for (const char* format : {"ply", "obj", "gltf"}) {
        ASSERT_EQ(run(std::string("surface . -o out --spacing 0.1 --quiet --format ") + format), 0) << err_;
        const std::string ending = std::string(format) == "gltf" ? "glb" : format;
        const auto mesh = readMesh(folder_ / ("out/surface_0001." + ending));
        if (!hasAssimp() && ending != "ply") continue;
        ASSERT_TRUE(mesh.ok()) << mesh.error();
        if (vertices == 0) vertices = mesh.value().vertices.size();
        EXPECT_EQ(mesh.value().vertices.size(), vertices) << format;
        SurfaceMesh closed;
        closed.positions = mesh.value().vertices;
        closed.triangles = mesh.value().indices;
        EXPECT_EQ(test::openness(closed), "") << format;
        EXPECT_NEAR(volumeOf(closed), 0.065, 0.01) << format;
    }
    EXPECT_TRUE(exists("out/surface_0000.ply"));
    EXPECT_FALSE(exists("out/notes_surface.ply"));
}

TEST_F(SurfaceCommand, MakesVolumesWhereOpenVdbIs) {
    writeFile(folder_ / "frame_0000.csv", block());
    writeFile(folder_ / "empty.csv", "x,y,z\n");
    const int exitCode = run("surface frame_0000.csv -o a.vdb --spacing 0.1");
    if (!findSurfaceFormat("vdb")) {
        EXPECT_EQ(exitCode, 2);
        EXPECT_NE(err_.find("vdb: this program was built without OpenVDB"), std::string::npos);
        return;
    }
    ASSERT_EQ(exitCode, 0) << err_;
    const std::string volumes = readFile(folder_ / "a.vdb");
    EXPECT_EQ(volumes.substr(0, 4), " BDV");
    EXPECT_NE(volumes.find("surface"), std::string::npos);
    EXPECT_NE(volumes.find("density"), std::string::npos);
    EXPECT_EQ(run("surface empty.csv -o empty.vdb --spacing 0.1"), 0) << err_;
    EXPECT_NE(readFile(folder_ / "empty.vdb").find("density"), std::string::npos);
    EXPECT_EQ(run("surface frame_0000.csv -o b.vdb --spacing 1e-6"), 1);
    EXPECT_NE(err_.find("b.vdb: cells of 5e-07 m are too small for OpenVDB: it takes 2e-05 m and more"),
              std::string::npos)
        << err_;
    EXPECT_EQ(run("surface frame_0000.csv -o b.vdb --spacing 0.1 --attributes velocity"), 2);
    EXPECT_NE(err_.find("the format vdb has no place for them"), std::string::npos) << err_;
    EXPECT_EQ(run("surface frame_0000.csv -o out --spacing 0.1 --format vdb"), 0) << err_;
    constexpr std::size_t kHead = 60;  // with an identifier that OpenVDB draws anew for every file
    EXPECT_TRUE(readFile(folder_ / "out/volume_0000.vdb").substr(kHead) == volumes.substr(kHead));
}

TEST_F(SurfaceCommand, WritesToStandardOutput) {
    writeFile(folder_ / "frame_0000.csv", block());
    ASSERT_EQ(run("surface frame_0000.csv -o /dev/stdout --spacing 0.1 --format obj"), 0) << err_;
    const std::string obj = readFile(folder_ / "stdout.txt");
    ASSERT_EQ(run("surface frame_0000.csv -o a.obj --spacing 0.1"), 0) << err_;
    EXPECT_GT(obj.size(), 1000U);
    EXPECT_TRUE(obj == readFile(folder_ / "a.obj"));
}

TEST_F(SurfaceCommand, CarriesAttributesIntoThePly) {
    writeFile(folder_ / "frame_0000.csv", block());
    ASSERT_EQ(run("surface frame_0000.csv -o a.ply --spacing 0.1 --attributes velocity,id"), 0) << err_;
    const std::string ply = readFile(folder_ / "a.ply");
    EXPECT_NE(ply.find("property double id\nproperty float vx\nproperty float vy\nproperty float vz\n"),
              std::string::npos);
}

TEST_F(SurfaceCommand, OfAnEmptyFrameIsAMeshWithoutVertices) {
    writeFile(folder_ / "frame_0000.csv", "x,y,z\n");
    ASSERT_EQ(run("surface frame_0000.csv -o a.ply --spacing 0.1"), 0) << err_;
    EXPECT_NE(readFile(folder_ / "a.ply").find("element vertex 0\n"), std::string::npos);
}

TEST_F(SurfaceCommand, OfTwoDimensionsIsAnSvg) {
    writeFile(folder_ / "frame_0007.csv", "x,y,z\n0,0,0\n0.1,0,0\n0.2,0,0\n");
    ASSERT_EQ(run("surface frame_0007.csv -o out --spacing 0.1"), 0) << err_;
    const std::string svg = readFile(folder_ / "out/outline_0007.svg");
    EXPECT_EQ(svg.substr(0, 4), "<svg");
    EXPECT_NE(svg.find("fluid_0"), std::string::npos);
}

TEST_F(SurfaceCommand, RefusesNamesThatPromiseSomethingElse) {
    writeFile(folder_ / "flat.csv", "x,y,z,id\n0,0,0,0\n0.1,0,0,1\n0.2,0,0,2\n");
    writeFile(folder_ / "block.csv", block());
    const std::pair<const char*, const char*> cases[] = {
        {"flat.csv -o a.ply",
         "--out: a.ply: flat.csv has 2 dimensions, which make an outline: give a name "
         "that ends in .svg"},
        {"block.csv -o a.svg",
         "--out: a.svg: block.csv has 3 dimensions, which make a mesh: give a name "
         "that ends in .ply"},
        {"flat.csv -o . --format ply", "--format: flat.csv has 2 dimensions, which make an outline in SVG"},
        {"flat.csv -o . --attributes id",
         "--attributes: flat.csv has 2 dimensions, which make an outline in SVG"},
        {"block.csv -o a.ply --format gltf",
         "--out: a.ply: ends in .ply, but --format gltf is for files that end in .glb"},
    };
    for (const auto& [arguments, message] : cases) {
        EXPECT_EQ(run(std::string("surface --spacing 0.1 ") + arguments), 2) << arguments;
        EXPECT_NE(err_.find(message), std::string::npos) << "no \"" << message << "\" in:\n" << err_;
        EXPECT_FALSE(exists("a.ply") || exists("a.svg"));
    }
    EXPECT_EQ(run("surface --spacing 0.1 flat.csv -o a.svg"), 0) << err_;
    EXPECT_EQ(readFile(folder_ / "a.svg").substr(0, 4), "<svg");
    EXPECT_EQ(run("surface --spacing 0.1 block.csv -o a.glb --format gltf"), 0) << err_;
    EXPECT_EQ(readFile(folder_ / "a.glb").substr(0, 4), "glTF");
}

TEST_F(SurfaceCommand, RefusesEndingsThatNoSurfaceHas) {
    writeFile(folder_ / "block.csv", block());
    for (const char* ending : {"stl", "gltf", "vdbs"}) {
        const std::string name = std::string("m.") + ending;
        EXPECT_EQ(run("surface --spacing 0.1 block.csv -o " + name), 2) << name;
        EXPECT_NE(err_.find("--out: " + name + ": surfaces are not written to files that end in ." + ending),
                  std::string::npos)
            << err_;
        EXPECT_NE(err_.find(".glb"), std::string::npos) << err_;
        EXPECT_FALSE(exists(name));
    }
    std::filesystem::create_directories(folder_ / "v1.5");
    EXPECT_EQ(run("surface --spacing 0.1 block.csv -o v1.5"), 0) << err_;
    EXPECT_EQ(run("surface --spacing 0.1 block.csv -o v1.6/"), 0) << err_;
    EXPECT_TRUE(exists("v1.6/block_surface.ply"));
}

TEST_F(SurfaceCommand, NeverWritesOverAFrame) {
    const std::string frame =
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
        "property float z\nend_header\n1 2 3\n";
    writeFile(folder_ / "same.ply", frame);
    writeFile(folder_ / "frame_0000.ply", frame);
    writeFile(folder_ / "surface_0000.ply", frame);
    std::filesystem::create_directory_symlink(".", folder_ / "way");
    for (const char* arguments : {"same.ply -o same.ply", "same.ply -o ./same.ply",
                                  "same.ply -o way/same.ply", "frame_0000.ply surface_0000.ply -o ."}) {
        EXPECT_EQ(run(std::string("surface --spacing 0.1 ") + arguments), 2) << arguments;
        EXPECT_NE(err_.find("is a frame that is to be read"), std::string::npos) << err_;
        EXPECT_EQ(readFile(folder_ / "same.ply"), frame);
        EXPECT_EQ(readFile(folder_ / "surface_0000.ply"), frame);
    }
}

TEST_F(SurfaceCommand, GltfCarriesTheIdOfTheNearestParticle) {
    writeFile(folder_ / "a.csv", block());
    ASSERT_EQ(run("surface a.csv -o a.glb --spacing 0.1 --attributes id,velocity"), 0) << err_;
    std::string glb = readFile(folder_ / "a.glb");
    EXPECT_NE(glb.find("\"_ID\""), std::string::npos);
    EXPECT_EQ(glb.find("\"_ID_HIGH\""), std::string::npos);
    writeFile(folder_ / "a.csv", block("0.4,0,0,1,2,3,16777219\n"));
    ASSERT_EQ(run("surface a.csv -o a.glb --spacing 0.1 --attributes id"), 0) << err_;
    glb = readFile(folder_ / "a.glb");
    EXPECT_NE(glb.find("\"_ID_HIGH\""), std::string::npos);
    EXPECT_EQ(run("surface a.csv -o a.obj --spacing 0.1 --attributes id"), 2);
    EXPECT_NE(err_.find("--attributes: the format obj has no place for them: take ply or gltf"),
              std::string::npos)
        << err_;
}

TEST_F(SurfaceCommand, RefusesAttributesThatNoFileCanHold) {
    writeFile(folder_ / "a.csv", "x,y,z,a b,vx,vy,vz\n0,0,1,2,3,4,5\n");
    const std::pair<const char*, const char*> cases[] = {
        {"'a b'", "attribute \"a b\": must be a word without blanks"},
        {"velocity,velocity", "attribute \"velocity\": vertices have a \"vx\" already"},
        {"velocity,vy", "attribute \"vy\": vertices have a \"vy\" already"},
        {"x", "attribute \"x\": vertices have a \"x\" already"},
    };
    for (const auto& [attributes, message] : cases) {
        EXPECT_EQ(run(std::string("surface a.csv -o a.ply --spacing 0.1 --attributes ") + attributes), 2);
        EXPECT_NE(err_.find(message), std::string::npos) << "no \"" << message << "\" in:\n" << err_;
        EXPECT_FALSE(exists("a.ply"));
    }
}

TEST_F(SurfaceCommand, IsGivenUpAtOnceWhenThereIsOneFrame) {
    std::string text = "x,y,z\n";
    for (int i = 0; i < 40000; ++i) {
        text += std::to_string(3 * (i % 40)) + "," + std::to_string(3 * (i / 40 % 40)) + "," +
                std::to_string(3 * (i / 1600)) + "\n";
    }
    writeFile(folder_ / "a.csv", text);
    const std::string line = "cd '" + folder_.path().string() +
                             "' && exec timeout --preserve-status 0.3 '" UNDINE_CLI_PATH
                             "' surface a.csv -o a.ply --spacing 1 --cell_size 0.2 --quiet --threads 1";
    const int status = std::system(line.c_str());
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 128 + 15) << status;
    EXPECT_FALSE(exists("a.ply"));
}

TEST_F(SurfaceCommand, TakesThePlyOfAFrameThatIsThereTwice) {
    writeFile(folder_ / "frame_0000.ply",
              "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
              "property float z\nend_header\n1 2 3\n");
    writeFile(folder_ / "frame_0000.csv", "this is no frame");
    EXPECT_EQ(run("surface . -o out --spacing 0.1"), 0) << err_;
    EXPECT_TRUE(exists("out/surface_0000.ply"));
}

TEST_F(SurfaceCommand, RefusesFramesThatGoToTheSameFile) {
    for (const char* folder : {"a", "b"}) {
        std::filesystem::create_directories(folder_ / folder);
        writeFile(folder_ / (std::string(folder) + "/frame_0000.csv"), block());
    }
    EXPECT_EQ(run("surface a b -o out --spacing 0.1"), 2);
    EXPECT_NE(
        err_.find("--out: out: a/frame_0000.csv and b/frame_0000.csv would be written to the same file"),
        std::string::npos)
        << err_;
    EXPECT_FALSE(exists("out"));
}

TEST_F(SurfaceCommand, TakesFramesInTheOrderOfTheirNumbers) {
    writeFile(folder_ / "frame_9999.csv", "x\n");
    writeFile(folder_ / "frame_10000.csv", "x\n");
    EXPECT_EQ(run("surface . -o out --spacing 0.1 --threads 1"), 2);
    EXPECT_NE(err_.find("frame_9999.csv"), std::string::npos) << err_;
}

struct Bad {
    std::string file;
    std::string flags;
    std::string message;
    int exitCode = 2;
};

TEST_F(SurfaceCommand, SaysWhatIsWrongAndLeavesNothingBehind) {
    const Bad cases[] = {
        {block(), "", "frame_0000.csv: does not say how far apart its particles are: give --spacing"},
        {block("nan,0,0,0,0,0,1\n"), "--spacing 0.1",
         "frame_0000.csv: particle 64: x must be a finite number"},
        {block("1,2\n"), "--spacing 0.1", "frame_0000.csv: line 66: 2 values, but the first line names 7"},
        {"x,y\n1,2\n", "--spacing 0.1", "frame_0000.csv: has no column z"},
        {block("0.5,0,0,0,inf,0,64\n"), "--spacing 0.1 --attributes velocity",
         "frame_0000.csv: particle 64: vy must be a finite number"},
        {block(), "--spacing 0.1 --attributes heat",
         "frame_0000.csv: has no field \"heat\"; its columns are x, y, z, vx, vy, vz, id"},
        {block(), "--spacing 0.1 --cell_size 9",
         "--cell_size: 9: must be a number of at least 0.2 and at most 2 (spacings)"},
        {block(), "--spacing 0.1 --clip_min 1,2", "--clip_min: \"1,2\": must be three numbers"},
        {block(), "--spacing 0.1 --smoothing 1.5", "--smoothing: \"1.5\": must be a whole number"},
        {block(), "--spacing 0.1 --smoothing inf", "--smoothing: \"inf\": must be a whole number"},
        {block(), "--spacing 0.1 --smoothing 1e300", "--smoothing: \"1e300\": must be a whole number"},
        {block(), "--spacing 0.1 --clip_min 1,1,1 --clip_max 2,2,0",
         "clip_max: [2, 2, 0]: must be above clip_min in every axis, which is [1, 1, 1]"},
        {block("1e30,0,0,0,0,0,1\n"), "--spacing 0.1", "frame_0000.csv: 1 particles are at no place"},
    };
    for (const Bad& bad : cases) {
        writeFile(folder_ / "frame_0000.csv", bad.file);
        EXPECT_EQ(run("surface frame_0000.csv -o a.ply " + bad.flags), bad.exitCode) << bad.message;
        EXPECT_NE(err_.find(bad.message), std::string::npos) << "no \"" << bad.message << "\" in:\n" << err_;
        EXPECT_FALSE(exists("a.ply") || exists("a.ply.part"));
    }
    EXPECT_EQ(run("surface nowhere.ply -o a.ply"), 2);
    EXPECT_NE(err_.find("nowhere.ply"), std::string::npos) << err_;
    std::filesystem::create_directories(folder_ / "empty");
    EXPECT_EQ(run("surface empty -o out"), 2);
    EXPECT_NE(err_.find("empty: has no frames"), std::string::npos) << err_;
}

TEST_F(SurfaceCommand, TakesFramesInBgeo) {
    ASSERT_EQ(run("run drop --quiet --out o --frames 1 --export ply,bgeo --set world.particle_spacing=0.05"),
              0)
        << err_;
    const std::string flags = " --attributes velocity --spacing 0.05 --quiet -o ";
    ASSERT_EQ(run("surface o/frame_0001.ply" + flags + "a.ply"), 0) << err_;
    ASSERT_EQ(run("surface o/frame_0001.bgeo" + flags + "b.ply"), 0) << err_;
    const auto body = [](const std::string& file) { return file.substr(file.find("end_header")); };
    EXPECT_EQ(body(readFile(folder_ / "a.ply")), body(readFile(folder_ / "b.ply")));
}

TEST_F(SurfaceCommand, DamagedPlyIsRefused) {
    writeFile(
        folder_ / "frame_0000.ply",
        "ply\nformat binary_little_endian 1.0\ncomment spacing 0.1\nelement vertex 5\nproperty float x\n"
        "property float y\nproperty float z\nend_header\nabc");
    EXPECT_EQ(run("surface frame_0000.ply -o a.ply"), 2);
    EXPECT_NE(err_.find("promises 5 vertices"), std::string::npos) << err_;
    EXPECT_FALSE(exists("a.ply"));
}

TEST_F(SurfaceCommand, RunWritesSurfacesAsTheSceneSays) {
    writeFile(folder_ / "small.json",
              R"({"world": {"particle_spacing": 0.1}, "fluids": [{}],
                  "fill": [{"shape": "box", "min": [0, 0, 0], "max": [0.5, 0.5, 0.5]}],
                  "walls": [{"shape": "box", "min": [0, 0, 0], "max": [1, 1, 0.5]}],
                  "output": {"seconds": 0.02, "frame_rate": 50, "formats": ["surface", "ply"],
                             "surface_cell_size": 1}})");
    ASSERT_EQ(run("run small.json --quiet --out o"), 0) << err_;
    const std::string coarse = readFile(folder_ / "o/surface_0001.ply");
    EXPECT_NE(coarse.find("property uint fluid\nproperty double id\nproperty float vx\n"), std::string::npos);
    // The frames say how far apart particles are; the same cells make the same mesh.
    ASSERT_EQ(run("surface o/frame_0001.ply -o again.ply --cell_size 1 --attributes "
                  "velocity,density,pressure,id"),
              0)
        << err_;
    EXPECT_EQ(readFile(folder_ / "again.ply"), coarse);
    EXPECT_EQ(run("run small.json --quiet --out p --export outline"), 2);
    EXPECT_NE(err_.find("outline: is for worlds of 2 dimensions, and this one has 3; take surface"),
              std::string::npos)
        << err_;
}

TEST(SurfaceFiles, OfGltfSayWhenTheyAreTooLong) {
    EXPECT_EQ(gltfLength(4294967295U).value(), 4294967295U);
    EXPECT_NE(gltfLength(4294967296U).error().find("4294967296 bytes"), std::string::npos);
}

TEST(SurfaceFiles, OfOutlinesHaveTheColorsOfTheFluids) {
    const SurfaceOutline outlines[] = {{0, {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}},
                                       {1, {{{2, 0, 0}, {3, 0, 0}, {2, 1, 0}}}}};
    const TemporaryFolder folder;
    const Vec3 red{1, 0, 0};
    ASSERT_TRUE(writeOutlineSvg(outlines, folder / "a.svg", std::span(&red, 1)).ok());
    const std::string svg = readFile(folder / "a.svg");
    EXPECT_NE(svg.find("id=\"fluid_0\" fill=\"#ff0000\""), std::string::npos) << svg;
    EXPECT_NE(svg.find("id=\"fluid_1\" fill=\"#e08a1f\""), std::string::npos) << svg;
}

TEST_F(SurfaceCommand, SaysWhenFluidsNeedMoreMemoryThanThereIs) {
    if (test::kIsSanitized) GTEST_SKIP() << "sanitizers need all addresses";
    std::string text = "x,y,z,fluid\n";
    for (int i = 0; i < 2000; ++i) {
        text += std::to_string(5 * (i % 13)) + "," + std::to_string(5 * (i / 13 % 13)) + "," +
                std::to_string(5 * (i / 169)) + "," + std::to_string(i % 250) + "\n";
    }
    writeFile(folder_ / "a.csv", text);
    const std::string line = "cd '" + folder_.path().string() +
                             "' && ulimit -v 3000000 && '" UNDINE_CLI_PATH
                             "' surface a.csv -o a.ply --spacing 1 --cell_size 0.2 --quiet --threads 1 "
                             "2> stderr.txt";
    const int status = std::system(line.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 2);
    err_ = readFile(folder_ / "stderr.txt");
    EXPECT_NE(err_.find("a.csv: a surface of 250 fluids with cells this small needs about"),
              std::string::npos)
        << err_;
}

TEST(SurfaceFiles, TakeNamesThatAreNoText) {
    test::Cloud cloud;
    cloud.add({});
    SurfaceInput input = cloud.input();
    const float value = 1;
    input.fields.push_back({{"heat\xff", "", FieldType::Scalar}, {&value}, 1});
    const auto meshes = makeSurface(input);
    ASSERT_TRUE(meshes.ok()) << meshes.error();
    const TemporaryFolder folder;
    const auto written = writeSurfaceGltf({meshes.value(), {}, 0}, folder / "a.glb");
    EXPECT_TRUE(written.ok()) << written.error();
    EXPECT_NE(readFile(folder / "a.glb").find("_HEAT\xEF\xBF\xBD"), std::string::npos);
}

TEST(SurfaceFiles, SayWhenTheDiskIsFull) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    test::Cloud cloud;
    for (int i = 0; i < 3000; ++i)
        cloud.add({static_cast<float>(i % 60) * 3, static_cast<float>(i / 60) * 3, 0});
    const auto meshes = makeSurface(cloud.input()).value();
    for (const auto write : {writeSurfacePly, writeSurfaceObj, writeSurfaceGltf}) {
        EXPECT_EQ(write({meshes, {}, 0}, "/dev/full").error(),
                  "/dev/full: cannot write: No space left on device");
    }
}

TEST_F(SurfaceCommand, GivesEachOfSeveralFluidsItsColor) {
    ASSERT_EQ(run("run double_dam_break --quiet --out o --frames 1 --export "
                  "surface,surface_gltf,surface_obj --set "
                  "world.particle_spacing=0.05 --set fluids.0.color=[1,0,0.2]"),
              0)
        << err_;
    const std::string ply = readFile(folder_ / "o/surface_0000.ply");
    EXPECT_NE(ply.find("property uchar red\nproperty uchar green\nproperty uchar blue\n"), std::string::npos);
    const std::size_t begin = ply.find("end_header\n") + 11;
    EXPECT_EQ(ply.substr(begin + 28, 3), std::string("\xFF\0\x33", 3)) << "of the first vertex";
    EXPECT_NE(readFile(folder_ / "o/surface_0000.glb").find("\"COLOR_0\""), std::string::npos);
    const std::string obj = readFile(folder_ / "o/surface_0000.obj");
    const std::size_t vertex = obj.find("\nv ") + 1;
    const std::string line = obj.substr(vertex, obj.find('\n', vertex) - vertex);
    EXPECT_TRUE(line.ends_with(" 1 0 0.2")) << line;
    writeFile(folder_ / "one.csv", block());
    ASSERT_EQ(run("surface one.csv --spacing 0.1 --quiet -o one.ply"), 0) << err_;
    EXPECT_EQ(readFile(folder_ / "one.ply").find("uchar red"), std::string::npos) << "one fluid needs none";
}

}  // namespace
}  // namespace undine
#endif
