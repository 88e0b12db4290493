// SPDX-License-Identifier: Zlib
// Meshes as volumes.
#include <string>
#include <vector>

#include <openvdb/tools/LevelSetUtil.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/task_arena.h>

#include "io/vdb.h"
#include "io/vdb_file.h"

namespace undine {
namespace {

namespace vdb = openvdb;

const auto kHalfWidth = static_cast<float>(vdb::LEVEL_SET_HALF_WIDTH);  // of a level set, in voxels

/// The distance from a mesh, below 0 inside of it.
vdb::FloatGrid::Ptr levelSetOf(const SurfaceMesh& mesh, double voxel) {
    const auto voxels = vdbVoxels(voxel);
    if (mesh.triangles.empty()) return vdb::createLevelSet<vdb::FloatGrid>(voxel, kHalfWidth);
    // These arrays are one of the kinds OpenVDB has compiled itself, which takes a minute.
    std::vector<vdb::Vec3s> points;
    points.reserve(mesh.positions.size());
    for (const Vec3 p : mesh.positions) {
        points.emplace_back(voxels->worldToIndex(vdb::Vec3d(p.x, p.y, p.z)));
    }
    std::vector<vdb::Vec3I> triangles;
    triangles.reserve(mesh.triangles.size() / 3);
    for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) {
        triangles.emplace_back(mesh.triangles[k], mesh.triangles[k + 1], mesh.triangles[k + 2]);
    }
    const vdb::tools::QuadAndTriangleDataAdapter<vdb::Vec3s, vdb::Vec3I> polygons(points, triangles);
    auto grid = vdb::tools::meshToVolume<vdb::FloatGrid>(polygons, *voxels, kHalfWidth, kHalfWidth);
    grid->setGridClass(vdb::GRID_LEVEL_SET);
    return grid;
}

vdb::GridPtrVec gridsOf(const SurfaceFrame& frame) {
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
        surface->addStatsMetadata();
        density->addStatsMetadata();
        grids.insert(grids.end(), {surface, density});
    }
    return grids;
}

}  // namespace

Result<void> writeSurfaceVdb(const SurfaceFrame& frame, const std::filesystem::path& path,
                             const ThreadPool& pool) {
    return writeMadeGrids({frame.time, std::nullopt}, path, pool, [&] {
        // OpenVDB's own loops take the threads of the arena they are called in.
        tbb::task_arena arena(pool.threadCount());
        return arena.execute([&] { return gridsOf(frame); });
    });
}

}  // namespace undine
