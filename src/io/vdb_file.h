// SPDX-License-Identifier: Zlib
// What the files that know OpenVDB share: vdb_file.cpp, vdb_points.cpp and vdb_volumes.cpp. They take long to
// compile, and nothing else includes OpenVDB.
#pragma once

#include <exception>
#include <filesystem>

#include <openvdb/openvdb.h>

#include "io/frame.h"

namespace undine {

/// Writes a grid with the time and the number of a frame. The file appears whole or not at all.
Result<void> writeVdbGrid(const Frame& frame, openvdb::GridBase& grid, const std::filesystem::path& path);

/// The same for what make() gives. OpenVDB reports by exceptions; nothing of ours does.
template <class Make>
Result<void> writeMadeGrid(const Frame& frame, const std::filesystem::path& path, Make&& make) {
    try {
        openvdb::initialize();
        return writeVdbGrid(frame, *make(), path);
    } catch (const std::exception& error) {
        return Error{path.string() + ": OpenVDB: " + error.what()};
    }
}

/// Voxels of a size in meters.
inline openvdb::math::Transform::Ptr vdbVoxels(double size) {
    return openvdb::math::Transform::createLinearTransform(size);
}

}  // namespace undine
