// SPDX-License-Identifier: Zlib
// What the files that know OpenVDB share: vdb_*.cpp. They take long to compile, and nothing else includes
// OpenVDB.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <openvdb/openvdb.h>

#include "core/parallel.h"
#include "io/frame.h"

namespace undine {

/// When grids were made.
struct VdbMoment {
    double time = 0;  ///< s
    std::optional<std::uint64_t> frame;
};
inline VdbMoment momentOf(const Frame& frame) { return {frame.time(), frame.number()}; }

/// Writes grids with the moment of each; they have their statistics, and names of their own. The file appears
/// whole or not at all.
Result<void> writeVdbGrids(const VdbMoment& moment, openvdb::GridPtrVec grids,
                           const std::filesystem::path& path, const ThreadPool& pool);

/// The same for what make() gives. OpenVDB reports by exceptions; nothing of ours does.
template <class Make>
Result<void> writeMadeGrids(const VdbMoment& moment, const std::filesystem::path& path,
                            const ThreadPool& pool, Make&& make) {
    try {
        openvdb::initialize();
        return writeVdbGrids(moment, make(), path, pool);
    } catch (const std::invalid_argument& error) {  // ours
        return Error{path.string() + ": " + error.what()};
    } catch (const std::bad_alloc&) {
        return Error{path.string() + ": not enough memory to write it"};
    } catch (const std::exception& error) {
        return Error{path.string() + ": OpenVDB: " + error.what()};
    }
}

/// Voxels of a size in meters. OpenVDB takes the volume of those below 1.5e-5 m for nothing.
inline openvdb::math::Transform::Ptr vdbVoxels(double size) {
    constexpr double kLeast = 2e-5;
    if (size < kLeast) {
        throw std::invalid_argument(fmt::format(
            "cells of {:.3g} m are too small for OpenVDB: it takes {:g} m and more", size, kLeast));
    }
    return openvdb::math::Transform::createLinearTransform(size);
}

}  // namespace undine
