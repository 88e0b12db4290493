// SPDX-License-Identifier: Zlib
// Meshes are read by assimp, an optional part of the build. Nothing of it is seen outside of this file. PLY
// is read by our own reader: assimp 5.2 never returns from a PLY file that ends within its header.
#include "io/mesh_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "core/memory.h"
#include "io/ply_reader.h"
#include "io/printable.h"
#include "io/read_file.h"

#if UNDINE_WITH_ASSIMP
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

namespace undine {
namespace {

constexpr std::array<std::string_view, 5> kExtensions = {"obj", "stl", "ply", "gltf", "glb"};

/// What can be said before the file is opened as a mesh.
Result<void> checkFile(const std::string& path) {
    if (std::ranges::find(kExtensions, extensionOf(path)) == kExtensions.end()) {
        return fileError(
            path, fmt::format("meshes are read from files that end in .{}", fmt::join(kExtensions, ", .")));
    }
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        return fileError(path, std::strerror(error ? error.value() : ENOENT));
    if (std::filesystem::is_directory(status)) return fileError(path, "is a folder, not a mesh file");
    if (!std::filesystem::is_regular_file(status)) return fileError(path, "is no plain file");
    return {};
}

#if UNDINE_WITH_ASSIMP

/// Appends the triangles of a mesh that a node shows.
void appendMesh(const aiMesh& mesh, const aiMatrix4x4& transform, TriangleMesh& out) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
        const aiVector3D p = transform * mesh.mVertices[i];
        out.vertices.push_back({p.x, p.y, p.z});
    }
    const bool mirrored = aiMatrix3x3(transform).Determinant() < 0;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        const aiFace& face = mesh.mFaces[f];
        if (face.mNumIndices != 3) continue;
        const std::array<unsigned, 3> order = mirrored ? std::array{0U, 2U, 1U} : std::array{0U, 1U, 2U};
        for (const unsigned k : order) out.indices.push_back(first + face.mIndices[k]);
    }
}

TriangleMesh collectTriangles(const aiScene& scene) {
    struct Visit {
        const aiNode* node;
        aiMatrix4x4 parent;
    };
    TriangleMesh out;
    std::vector<Visit> pending{{scene.mRootNode, aiMatrix4x4()}};
    while (!pending.empty()) {
        const Visit visit = pending.back();
        pending.pop_back();
        const aiMatrix4x4 transform = visit.parent * visit.node->mTransformation;
        for (unsigned m = 0; m < visit.node->mNumMeshes; ++m) {
            appendMesh(*scene.mMeshes[visit.node->mMeshes[m]], transform, out);
        }
        for (unsigned c = visit.node->mNumChildren; c-- > 0;) {
            pending.push_back({visit.node->mChildren[c], transform});
        }
    }
    return out;
}

Result<TriangleMesh> importUnguarded(const std::string& path) {
    Assimp::Importer importer;
    // Without normals and colours, vertices at one place are one vertex.
    importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                                aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                                    aiComponent_COLORS | aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS |
                                    aiComponent_ANIMATIONS | aiComponent_TEXTURES | aiComponent_LIGHTS |
                                    aiComponent_CAMERAS | aiComponent_MATERIALS);
    importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    const aiScene* scene =
        importer.ReadFile(path, aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_SortByPType |
                                    aiProcess_JoinIdenticalVertices);
    if (scene == nullptr) {
        return fileError(path, "cannot be read as a mesh: " + printableShort(importer.GetErrorString(), 200));
    }
    return scene->mRootNode == nullptr ? TriangleMesh{} : collectTriangles(*scene);
}

// Importers throw at files that are no meshes, some of them past their own handlers.
Result<TriangleMesh> importMesh(const std::string& path) {
    try {
        return importUnguarded(path);
    } catch (const std::exception& error) {
        return fileError(path, "cannot be read as a mesh: " + printableShort(error.what(), 200));
    } catch (...) {
        return fileError(path, "cannot be read as a mesh");
    }
}

#else

Result<TriangleMesh> importMesh(const std::string& path) {
    return fileError(path, "this program was built without assimp and reads only meshes in PLY");
}

#endif

Result<TriangleMesh> readPlyMesh(const std::string& path) {
    const auto text = readFile({path, "mesh", static_cast<std::size_t>(availableMemory() / 4)});
    if (!text) return Error{text.error()};
    auto mesh = parsePlyMesh(text.value());
    if (!mesh) return fileError(path, mesh.error());
    return mesh;
}

}  // namespace

bool hasAssimp() { return UNDINE_WITH_ASSIMP != 0; }

Result<TriangleMesh> readMesh(const std::string& path) {
    if (const auto checked = checkFile(path); !checked) return Error{checked.error()};
    auto mesh = extensionOf(path) == "ply" ? readPlyMesh(path) : importMesh(path);
    if (mesh && mesh.value().indices.empty()) return fileError(path, "there are no triangles in it");
    return mesh;
}

}  // namespace undine
