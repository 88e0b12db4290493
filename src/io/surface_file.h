// SPDX-License-Identifier: Zlib
// Surfaces as files: meshes in PLY, OBJ and glTF, outlines in SVG. A file appears whole or not at all.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "undine/surface.h"

namespace undine {

/// The meshes of one moment.
struct SurfaceFrame {
    std::span<const SurfaceMesh> meshes;
    std::span<const ParticleId> ids;  ///< of the particles SurfaceMesh::nearest speaks of; may be empty
    double time = 0;                  ///< s
    double cellSize = 0;              ///< of the cells they were made with, in m
    std::span<const Vec3> colors{};  ///< of the fluids, as a screen shows them; those missing get one of ours
};

/// A field that becomes an attribute of vertices.
struct AttributeName {
    std::string_view name;
    bool isVector = false;
};

/// Whether files can hold these attributes beside what every vertex has: refuses names that are taken, by a
/// vertex itself or twice, and such that are no word.
Result<void> checkAttributeNames(std::span<const AttributeName> names);

/// Binary PLY: all meshes in one, with position, normal and fluid of each vertex, its colour (red, green,
/// blue in 0..255) where there are several fluids, the id of the nearest particle if there is one, and the
/// attributes. Velocity is vx vy vz, another vector name_x name_y name_z.
Result<void> writeSurfacePly(const SurfaceFrame& frame, const std::filesystem::path& path);

/// Text: an object for each fluid, positions and normals, and red, green, blue in 0..1 after each position
/// where there are several fluids, as Blender and MeshLab read them. The format has no place for attributes.
Result<void> writeSurfaceObj(const SurfaceFrame& frame, const std::filesystem::path& path);

/// Binary glTF 2.0 (.glb): a mesh for each fluid, with COLOR_0 where there are several, and attributes as
/// _VELOCITY and the like. The id of the nearest particle is _ID; its numbers are exact up to 24 bits, and
/// where an id has more, those above are _ID_HIGH.
Result<void> writeSurfaceGltf(const SurfaceFrame& frame, const std::filesystem::path& path);

/// The length of such a file as its header holds it; an error when it is too long for that.
Result<std::uint32_t> gltfLength(std::uint64_t bytes);

/// A path for each fluid, in meters with y up. Fluids have these colours; those missing get one of ours.
Result<void> writeOutlineSvg(std::span<const SurfaceOutline> outlines, const std::filesystem::path& path,
                             std::span<const Vec3> colors = {});

}  // namespace undine
