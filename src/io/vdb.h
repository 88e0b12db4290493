// SPDX-License-Identifier: Zlib
// Frames as OpenVDB files, which Blender, Houdini and renderers read: as points with attributes, or as
// volumes that need no surfacing there. Only in programs that were built with OpenVDB (UNDINE_WITH_OPENVDB).
#pragma once

#include <filesystem>

#include "io/frame.h"
#include "io/surface_file.h"

namespace undine {

/// A points grid with all fields as attributes; position is P and velocity v, as in Houdini. 32- and 64-bit
/// words are signed there.
Result<void> writeVdbPoints(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

/// A level set "surface": below 0 inside the fluid, 0 half a spacing outside the outermost particles. Deep
/// inside nothing is active: tiles, or voxels of -3 voxels. Fields are grids of their own, active where it
/// is.
Result<void> writeVdbSurface(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

/// A fog volume "density": the share of each voxel that is fluid; about 1 inside. Fields as above; that of
/// the same name is "mass_density".
Result<void> writeVdbDensity(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

/// Meshes as volumes with voxels of their cells: for each a level set "surface" and a fog volume "density",
/// which grows from 0 at the surface to 1 three voxels inside. Those of fluid 1 are "surface_1" and
/// "density_1", and so on: a series has the same names in all files.
Result<void> writeSurfaceVdb(const SurfaceFrame& frame, const std::filesystem::path& path,
                             const ThreadPool& pool);

/// Makes a mesh by OpenVDB's own means, level set and all, with cells of so many spacings, and says how many
/// vertices it has: for comparison with ours. Only in a build with OpenVDB.
Result<std::size_t> countVdbMeshVertices(const Frame& frame, double cellSize);

}  // namespace undine
