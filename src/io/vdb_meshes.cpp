// SPDX-License-Identifier: Zlib
// Meshes as volumes.
#include <string>
#include <vector>

#include <openvdb/tools/LevelSetUtil.h>
#include <openvdb/tools/MeshToVolume.h>

#include "io/vdb.h"
#include "io/vdb_file.h"

namespace undine {
namespace {

namespace vdb = openvdb;

const auto kHalfWidth = static_cast<float>(vdb::LEVEL_SET_HALF_WIDTH);  // of a level set, in voxels

/// The mesh as OpenVDB asks for it, in voxels.
struct VoxelMesh {
    const SurfaceMesh& mesh;
    const vdb::math::Transform& voxels;

    std::size_t polygonCount() const { return mesh.triangles.size() / 3; }
    std::size_t pointCount() const { return mesh.positions.size(); }
    static std::size_t vertexCount(std::size_t /*polygon*/) { return 3; }
    void getIndexSpacePoint(std::size_t polygon, std::size_t corner, vdb::Vec3d& point) const {
        const Vec3 p = mesh.positions[mesh.triangles[3 * polygon + corner]];
        point = voxels.worldToIndex(vdb::Vec3d(p.x, p.y, p.z));
    }
};

/// The distance from a mesh, below 0 inside of it.
vdb::FloatGrid::Ptr levelSetOf(const SurfaceMesh& mesh, double voxel) {
    const auto voxels = vdbVoxels(voxel);
    if (mesh.triangles.empty()) return vdb::createLevelSet<vdb::FloatGrid>(voxel, kHalfWidth);
    auto grid =
        vdb::tools::meshToVolume<vdb::FloatGrid>(VoxelMesh{mesh, *voxels}, *voxels, kHalfWidth, kHalfWidth);
    grid->setGridClass(vdb::GRID_LEVEL_SET);
    return grid;
}

}  // namespace

Result<void> writeSurfaceVdb(const SurfaceFrame& frame, const std::filesystem::path& path) {
    return writeMadeGrids({frame.time, std::nullopt}, path, [&] {
        vdb::GridPtrVec grids;
        const SurfaceMesh none;
        const std::span<const SurfaceMesh> empty(&none, 1);
        for (const SurfaceMesh& mesh : frame.meshes.empty() ? empty : frame.meshes) {
            const std::string fluid = mesh.fluid == 0 ? "" : "_" + std::to_string(mesh.fluid);
            const vdb::FloatGrid::Ptr surface = levelSetOf(mesh, frame.cellSize);
            surface->setName("surface" + fluid);
            const vdb::FloatGrid::Ptr density = surface->deepCopy();
            vdb::tools::sdfToFogVolume(*density);
            density->setName("density" + fluid);
            grids.insert(grids.end(), {surface, density});
        }
        return grids;
    });
}

}  // namespace undine
