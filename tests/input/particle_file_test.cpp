// SPDX-License-Identifier: Zlib
// Particles from PLY and CSV files, good and bad.
#include <bit>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "io/particle_file.h"
#include "io/ply_reader.h"
#include "tests/input/temporary_folder.h"

namespace undine {
namespace {

void expectFragment(const std::string& message, const std::string& fragment) {
    EXPECT_NE(message.find(fragment), std::string::npos) << "no \"" << fragment << "\" in:\n" << message;
}

PointCloud parsed(const Result<PointCloud>& points) {
    EXPECT_TRUE(points.ok()) << points.error();
    return points ? points.value() : PointCloud{};
}

template <class Value>
void append(std::string& bytes, Value value, bool bigEndian) {
    char raw[sizeof(Value)];
    std::memcpy(raw, &value, sizeof(Value));
    if (bigEndian) std::reverse(raw, raw + sizeof(Value));
    bytes.append(raw, sizeof(Value));
}

/// Two vertices among other elements, in an order of properties that is not ours.
std::string binaryPly(bool bigEndian) {
    std::string ply = std::string("ply\nformat binary_") + (bigEndian ? "big" : "little") +
                      "_endian 1.0\ncomment made by hand\nobj_info none\n"
                      "element camera 2\nproperty list uchar short angles\nproperty double zoom\n"
                      "element nothing 5\n"
                      "element vertex 2\nproperty double z\nproperty uchar red\nproperty float vx\n"
                      "property short y\nproperty list int8 float weights\nproperty float32 vz\n"
                      "property int x\nproperty float vy\n"
                      "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    for (int camera = 0; camera < 2; ++camera) {
        append<std::uint8_t>(ply, static_cast<std::uint8_t>(camera), bigEndian);
        for (int k = 0; k < camera; ++k) append<std::int16_t>(ply, 7, bigEndian);
        append<double>(ply, 1.5, bigEndian);
    }
    for (int i = 0; i < 2; ++i) {
        append<double>(ply, 0.25 + i, bigEndian);
        append<std::uint8_t>(ply, 255, bigEndian);
        append<float>(ply, 10.0F + static_cast<float>(i), bigEndian);
        append<std::int16_t>(ply, static_cast<std::int16_t>(-300 - i), bigEndian);
        append<std::int8_t>(ply, 1, bigEndian);
        append<float>(ply, 0.5F, bigEndian);
        append<float>(ply, 30, bigEndian);
        append<std::int32_t>(ply, -70000, bigEndian);
        append<float>(ply, 20, bigEndian);
    }
    return ply + "the face is not needed";
}

TEST(ParticleFile, ReadsBinaryPlyOfAnyOrderAndType) {
    for (const bool bigEndian : {false, true}) {
        const PointCloud cloud = parsed(parsePly(binaryPly(bigEndian)));
        ASSERT_EQ(cloud.positions.size(), 2U);
        EXPECT_EQ(cloud.positions[1], (Vec3{-70000, -301, 1.25F}));
        ASSERT_EQ(cloud.velocities.size(), 2U);
        EXPECT_EQ(cloud.velocities[1], (Vec3{11, 20, 30}));
    }
}

TEST(ParticleFile, ReadsTextPlyWithAnyLineEnds) {
    const std::string unixText =
        "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int i\nelement vertex 2\n"
        "property float x\nproperty float y\nproperty float z\nproperty uint id\nend_header\n"
        "3 0 1 2\n1 +2 3e0 4294967295\n-0.5 .25 1e-3 7";
    std::string windowsText;
    for (const char c : unixText) windowsText += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (const std::string& text : {unixText, windowsText}) {
        const PointCloud cloud = parsed(parsePly(text));
        EXPECT_EQ(cloud.positions, (std::vector<Vec3>{{1, 2, 3}, {-0.5F, 0.25F, 1e-3F}}));
        EXPECT_TRUE(cloud.velocities.empty());
    }
}

TEST(ParticleFile, ReadsCsvInAnyOrderOfColumns) {
    const PointCloud cloud =
        parsed(parseCsv("\xEF\xBB\xBFz, vx ,id,x,y,vy,vz\r\n3,4,a,1,2,5,6\r\n\r\n"
                        "+3.5 ,4e0,,-1,.5,5,6"));
    EXPECT_EQ(cloud.positions, (std::vector<Vec3>{{1, 2, 3}, {-1, 0.5F, 3.5F}}));
    EXPECT_EQ(cloud.velocities, (std::vector<Vec3>{{4, 5, 6}, {4, 5, 6}}));
    EXPECT_TRUE(parsed(parseCsv("x,y,z\n1,2,3\n")).velocities.empty());
}

TEST(ParticleFile, RefusesFilesThatHoldNoParticles) {
    const TemporaryFolder folder;
    writeFile(folder / "empty.csv", "");
    writeFile(folder / "header.CSV", "x,y,z\n");
    writeFile(folder / "points.txt", "x,y,z\n");
    writeFile(folder / "bad.csv", "x,y,z\n1,2,3\n1,two,3\n");
    std::filesystem::create_directory(folder / "folder.ply");
    expectFragment(readParticles(folder / "missing.ply").error(), "missing.ply: No such file or directory");
    expectFragment(readParticles(folder / "folder.ply").error(), "is a folder, not a particle file");
    expectFragment(readParticles(folder / "empty.csv").error(), "empty.csv: line 1: no x, y, z");
    expectFragment(readParticles(folder / "header.CSV").error(), "there are no particles in it");
    expectFragment(readParticles(folder / "points.txt").error(), "files that end in .ply or .csv");
    expectFragment(readParticles(folder / "bad.csv").error(),
                   "bad.csv: line 3: y: \"two\": must be a finite");
}

TEST(ParticleFile, SaysWhichLineOfACsvIsWrong) {
    const auto refusal = [](const char* text) { return parseCsv(text).error(); };
    EXPECT_EQ(refusal("x,y\n"), "line 1: no z: particles need x, y, z and may have vx, vy, vz");
    EXPECT_EQ(refusal("x,y,z,vx,vz\n"), "line 1: no vy: particles need x, y, z and may have vx, vy, vz");
    EXPECT_EQ(refusal("x,y,z,x\n"), "line 1: x appears twice");
    EXPECT_EQ(refusal("x,y,z\n1,2,3\n\n1,2\n"), "line 4: 2 values, but the first line names 3");
    EXPECT_EQ(refusal("x,y,z\n1,2,3,\n"), "line 2: 4 values, but the first line names 3");
    EXPECT_EQ(refusal("x,y,z\n1,2,\n"), "line 2: z: \"\": must be a finite number");
    EXPECT_EQ(refusal("x,y,z\nnan,2,3\n"), "line 2: x: \"nan\": must be a finite number");
    EXPECT_EQ(refusal("x,y,z\n1e39,2,3\n"), "line 2: x: \"1e39\": must be a finite number");
    EXPECT_EQ(refusal("x,y,z\n1 2,2,3\n"), "line 2: x: \"1 2\": must be a finite number");
}

std::string plyRefusal(const std::string& declarations, const std::string& data = "") {
    return parsePly("ply\nformat ascii 1.0\n" + declarations + "end_header\n" + data).error();
}

TEST(ParticleFile, SaysWhatIsWrongWithAPlyHeader) {
    const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
    EXPECT_EQ(parsePly("").error(), "is no PLY file");
    EXPECT_EQ(parsePly("hello\n").error(), "is no PLY file: the first line must be \"ply\"");
    EXPECT_EQ(parsePly("ply\nformat ascii 1.0\n").error(), "the header has no end_header");
    EXPECT_EQ(parsePly("ply\nend_header\n").error(), "the header names no format");
    expectFragment(parsePly("ply\nformat morse 1.0\nend_header\n").error(),
                   "line 2: format must be one of ascii");
    EXPECT_EQ(plyRefusal(""), "has no element vertex");
    EXPECT_EQ(plyRefusal("property float x\n"), "line 3: a property before the first element");
    EXPECT_EQ(plyRefusal("element vertex\n"), "line 3: an element needs a name and a count");
    expectFragment(plyRefusal("element vertex -1\n"), "\"-1\": the count of an element");
    expectFragment(plyRefusal("element vertex 1\nproperty quux x\n"), "\"quux\" is no type of PLY");
    expectFragment(plyRefusal("element vertex 1\nproperty list float int x\n"), "must be of a whole type");
    expectFragment(plyRefusal("element vertex 1\nproperty list int x\n"), "a list two types and a name");
    expectFragment(plyRefusal("elephant vertex 1\n"), "\"elephant\" is no word of a PLY header");
    EXPECT_EQ(plyRefusal("element vertex 1\nproperty float x\n"),
              "element vertex: no y, z: particles need x, y, z and may have vx, vy, vz");
    EXPECT_EQ(plyRefusal("element vertex 2\n" + xyz, "1 2 3 4 5 oops"),
              "vertex 1: z is missing or no finite number");
    EXPECT_EQ(plyRefusal("element vertex 2\n" + xyz, "1 2 3\n4 inf 6"),
              "vertex 1: y is missing or no finite number");
    EXPECT_EQ(plyRefusal("element a 9\nproperty int b\nelement vertex 1\n" + xyz, "1 2 3 4 5"),
              "a 5: b is missing or no finite number");
    EXPECT_EQ(
        plyRefusal("element a 1\nproperty list char int b\nelement vertex 1\n" + xyz, "-4 5 6 7 8 9 10"),
        "a 0: b is missing or no finite number");
}

TEST(ParticleFile, BelievesNoCountTheFileHasNoRoomFor) {
    const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
    EXPECT_EQ(plyRefusal("element vertex 18446744073709551615\n" + xyz, "1 2 3"),
              "the header promises 18446744073709551615 vertices, but the file has room for 1");
    EXPECT_EQ(parsePly("ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\n" + xyz +
                       "end_header\n123456789012345678901234")
                  .error(),
              "the header promises 4000000000 vertices, but the file has room for 2");
}

TEST(ParticleFile, SurvivesFilesThatWereChangedAtRandom) {
    std::mt19937 random(11);
    const auto below = [&](std::size_t n) { return random() % n; };
    const std::string text =
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
        "property list uchar int l\nproperty float z\nend_header\n1 2 1 9 3\n4 5 0 6\n";
    std::size_t read = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string bytes = round % 3 == 0   ? binaryPly(false)
                            : round % 3 == 1 ? text
                                             : "x,y,z\n1,2,3\n4,5,6\n";
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
            const std::size_t place = below(bytes.size());
            if (below(4) == 0) bytes.erase(place, below(20));
            if (bytes.empty()) break;
            bytes[place % bytes.size()] = static_cast<char>(random());
        }
        const auto points = round % 3 == 2 ? parseCsv(bytes) : parsePly(bytes);
        read += points.ok() ? 1 : 0;
        if (!points) {
            EXPECT_FALSE(points.error().empty());
            continue;
        }
        const std::size_t velocities = points.value().velocities.size();
        EXPECT_TRUE(velocities == 0 || velocities == points.value().positions.size());
    }
    EXPECT_GT(read, 100U);
    EXPECT_LT(read, 19000U);
}

}  // namespace
}  // namespace undine
