// SPDX-License-Identifier: Zlib
// Meshes from files, good and bad.
#include <cstring>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh_file.h"
#include "tests/input/temporary_folder.h"
#include "tests/support/meshes.h"
#include "world/fill.h"

namespace undine {
namespace {

void expectFragment(const std::string& message, const std::string& fragment) {
    EXPECT_NE(message.find(fragment), std::string::npos) << "no \"" << fragment << "\" in:\n" << message;
}

class MeshFile : public testing::Test {
  protected:
    void SetUp() override {
        if (!hasAssimp()) GTEST_SKIP() << "built without assimp";
    }

    std::string save(const std::string& name, const std::string& text) const {
        writeFile(folder_ / name, text);
        return folder_ / name;
    }

    TemporaryFolder folder_;
};

const TriangleMesh& cube() {
    static const TriangleMesh mesh = cubeMesh({0, 0, 0}, {1, 2, 3});
    return mesh;
}

/// With a normal for each face, so that corners of the cube are several vertices.
std::string objOf(const TriangleMesh& mesh) {
    std::string text = "o thing\n";
    for (const Vec3 v : mesh.vertices) text += fmt::format("v {} {} {}\n", v.x, v.y, v.z);
    for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
        text += fmt::format("vn 0 {} 1\n", t);
        const std::size_t n = t / 3 + 1;
        text += fmt::format("f {}//{} {}//{} {}//{}\n", mesh.indices[t] + 1, n, mesh.indices[t + 1] + 1, n,
                            mesh.indices[t + 2] + 1, n);
    }
    return text;
}

std::string stlOf(const TriangleMesh& mesh) {
    std::string text = "solid thing\n";
    for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
        text += "facet normal 0 0 0\nouter loop\n";
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 v = mesh.vertices[mesh.indices[t + k]];
            text += fmt::format("vertex {} {} {}\n", v.x, v.y, v.z);
        }
        text += "endloop\nendfacet\n";
    }
    return text + "endsolid thing\n";
}

/// The sides of the cube as squares.
std::string plyOfCube() {
    std::string text =
        "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\n"
        "property float z\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n";
    for (const Vec3 v : cube().vertices) text += fmt::format("{} {} {}\n", v.x, v.y, v.z);
    return text + "4 0 2 3 1\n4 4 5 7 6\n4 0 1 5 4\n4 2 6 7 3\n4 0 4 6 2\n4 1 3 7 5\n";
}

/// The cube in its own buffer; the node mirrors it in x and moves it by 5 in z.
std::string gltfOf(const TriangleMesh& mesh) {
    std::string bytes(mesh.vertices.size() * 12 + mesh.indices.size() * 4, '\0');
    std::memcpy(bytes.data(), mesh.vertices.data(), mesh.vertices.size() * 12);
    std::memcpy(bytes.data() + mesh.vertices.size() * 12, mesh.indices.data(), mesh.indices.size() * 4);
    constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string base64;  // the length is a multiple of 3
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned word = 0;
        for (std::size_t k = 0; k < 3; ++k) word = word << 8U | static_cast<unsigned char>(bytes[i + k]);
        for (const unsigned shift : {18U, 12U, 6U, 0U}) base64 += kDigits[word >> shift & 63U];
    }
    return fmt::format(
        R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
"nodes":[{{"translation":[0,0,5],"children":[1]}},{{"mesh":0,"scale":[-1,1,1]}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":{0},"type":"VEC3","min":[0,0,0],"max":[1,2,3]}},
{{"bufferView":1,"componentType":5125,"count":{1},"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":{2}}},{{"buffer":0,"byteOffset":{2},"byteLength":{3}}}],
"buffers":[{{"byteLength":{4},"uri":"data:application/octet-stream;base64,{5}"}}]}})",
        mesh.vertices.size(), mesh.indices.size(), mesh.vertices.size() * 12, mesh.indices.size() * 4,
        bytes.size(), base64);
}

std::vector<Vec3> filled(const Fill& shape) {
    auto points = latticePoints(shape, 0.25F, 3);
    EXPECT_TRUE(points.ok()) << points.error();
    return points ? points.value() : std::vector<Vec3>{};
}

std::vector<Vec3> filledFrom(const std::string& path) {
    auto mesh = readMesh(path);
    EXPECT_TRUE(mesh.ok()) << mesh.error();
    if (!mesh) return {};
    MeshFill fill;
    fill.mesh = std::make_shared<TriangleMesh>(std::move(mesh).value());
    return filled(fill);
}

TEST_F(MeshFile, ReadsEveryFormatToTheSameCube) {
    const std::vector<Vec3> box = filled(BoxFill{.max = {1, 2, 3}});
    EXPECT_EQ(filledFrom(save("cube.obj", objOf(cube()))), box);
    EXPECT_EQ(filledFrom(save("cube.STL", stlOf(cube()))), box);
    EXPECT_EQ(filledFrom(save("cube.ply", plyOfCube())), box);
}

TEST_F(MeshFile, AppliesTheTransformationsOfNodes) {
    EXPECT_EQ(filledFrom(save("cube.gltf", gltfOf(cube()))),
              filled(BoxFill{.min = {-1, 0, 5}, .max = {0, 2, 8}}));
    // A mirrored surface still faces outwards.
    const TriangleMesh mesh = readMesh(folder_ / "cube.gltf").value();
    const Vec3 a = mesh.vertices[mesh.indices[0]];
    const Vec3 b = mesh.vertices[mesh.indices[1]] - a;
    const Vec3 c = mesh.vertices[mesh.indices[2]] - a;
    const Vec3 normal{b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x};
    EXPECT_GT(dot(normal, a - Vec3{-0.5F, 1, 6.5F}), 0);
}

TEST_F(MeshFile, RefusesFilesThatAreNoMeshes) {
    const auto refusal = [&](const std::string& name, const std::string& text) {
        return readMesh(save(name, text)).error();
    };
    expectFragment(readMesh(folder_ / "missing.obj").error(), "missing.obj: No such file or directory");
    expectFragment(refusal("cube.fbx", "x"), "files that end in .obj, .stl, .ply, .gltf, .glb");
    expectFragment(refusal("cube", "x"), "files that end in .obj");
    std::filesystem::create_directory(folder_ / "folder.obj");
    expectFragment(readMesh(folder_ / "folder.obj").error(), "is a folder, not a mesh file");
    expectFragment(readMesh("/dev/null").error(), "files that end in");
    for (const char* name : {"e.obj", "e.stl", "e.ply", "e.gltf", "e.glb"}) {
        expectFragment(refusal(name, ""), std::string(name) + ": ");
        const std::string noise = refusal(name, "\x01\xff garbage \x80\n{[");
        EXPECT_FALSE(noise.empty()) << name;
    }
    EXPECT_FALSE(refusal("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n").empty());
    EXPECT_FALSE(refusal("lines.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n").empty());
}

TEST_F(MeshFile, SaysWhatIsWrongWithFacesOfAPly) {
    const auto refusal = [&](const std::string& from, const std::string& to) {
        std::string text = plyOfCube();
        text.replace(text.find(from), from.size(), to);
        return readMesh(save("cube.ply", text)).error();
    };
    expectFragment(refusal("1 3 7 5", "1 3 8 5"), "cube.ply: a face has vertex 8, but there are only 8");
    expectFragment(refusal("1 3 7 5", "1 3 -7 5"), "cube.ply: face 5: vertex_indices is missing or no");
    expectFragment(refusal("1 3 7 5", "1 3"), "cube.ply: face 5: vertex_indices is missing or no");
    expectFragment(refusal("vertex_indices", "corners"), "element face: no list vertex_indices");
    expectFragment(refusal("element face 6", "element face 0"), "there are no triangles in it");
}

TEST_F(MeshFile, EndsAndThrowsNothingAtFilesThatWereCutShort) {
    const std::string texts[] = {objOf(cube()), stlOf(cube()), plyOfCube(), gltfOf(cube())};
    const char* names[] = {"cut.obj", "cut.stl", "cut.ply", "cut.gltf"};
    for (std::size_t format = 0; format < 4; ++format) {
        for (std::size_t part = 1; part < 16; ++part) {
            const std::string& text = texts[format];
            const auto mesh = readMesh(save(names[format], text.substr(0, text.size() * part / 16)));
            if (mesh) {
                EXPECT_FALSE(mesh.value().indices.empty());
            } else {
                EXPECT_FALSE(mesh.error().empty());
            }
        }
    }
}

TEST(MeshFileWithoutAssimp, SaysSo) {
    if (hasAssimp()) GTEST_SKIP() << "built with assimp";
    const TemporaryFolder folder;
    writeFile(folder / "cube.obj", objOf(cube()));
    expectFragment(readMesh(folder / "cube.obj").error(), "built without assimp");
}

}  // namespace
}  // namespace undine
