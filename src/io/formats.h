// SPDX-License-Identifier: Zlib
// The formats a frame can be written in. A new one is a pair of files with a function that writes a frame,
// and a line in the table of formats.cpp.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/file_names.h"
#include "io/frame.h"
#include "io/surface_file.h"

namespace undine {

struct ExportFormat {
    std::string_view name;  ///< As in scene files: "ply".
    SeriesName files;       ///< What its files are called.
    std::string_view help;  ///< One line.

    int dimension;  ///< Of the worlds it is for: 2 or 3; 0 for both.

    /// Writes a frame whose particles are in the order of their ids, in any order for a
    /// volume. The file appears whole or not at all. Null when the program was built without the library it
    /// takes.
    Result<void> (*write)(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool);

    bool isVolume = false;  ///< Made of sums over particles, which may be in any order.

    std::string fileName(std::uint64_t frame) const { return numberedName(files, frame); }
};

/// All formats, also those this program was built without.
std::span<const ExportFormat> exportFormats();

/// The format of this name, or an Error with the nearest name and all names, or with what this program was
/// built without.
Result<const ExportFormat*> findExportFormat(std::string_view name);

/// The same for several names. A name that comes twice is an error as well.
Result<std::vector<const ExportFormat*>> findExportFormats(std::span<const std::string> names);

/// A format for meshes of the surface, for `undine surface`.
struct SurfaceFormat {
    std::string_view name;       ///< "gltf"
    SeriesName files;            ///< What its files are called.
    bool hasAttributes = false;  ///< Whether its vertices can have some.

    /// Null when the program was built without the library it takes.
    Result<void> (*write)(const SurfaceFrame& frame, const std::filesystem::path& path,
                          const ThreadPool& pool);
};

/// All of them, also those this program was built without.
std::span<const SurfaceFormat> surfaceFormats();

/// The format of this name, or an Error with what this program was built without.
Result<const SurfaceFormat*> findSurfaceFormat(std::string_view name);

/// Whether a run may have written a file of this name: frames in all formats, their list, meshes of bodies.
bool isExportFileName(std::string_view name);

}  // namespace undine
