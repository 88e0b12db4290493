// SPDX-License-Identifier: Zlib
#include "io/formats.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/bgeo.h"
#include "io/body_files.h"
#include "io/csv.h"
#include "io/ply.h"
#include "io/printable.h"
#include "io/surface_export.h"
#include "io/vdb.h"
#include "io/vtp.h"
#include "undine/parameters.h"

namespace undine {
namespace {

#if defined(UNDINE_WITH_OPENVDB)
#define UNDINE_VDB(function) function
#else
#define UNDINE_VDB(function) nullptr
#endif

constexpr ExportFormat kFormats[] = {
    {"ply", {"frame", "ply"}, "binary PLY: Blender, Houdini, ParaView, MeshLab", 0, writePly},
    {"vtp", kVtpSeries, "VTK PolyData, with frames.pvd for the times: ParaView, PyVista", 0, writeVtp},
    {"csv", {"frame", "csv"}, "text: spreadsheets and scripts", 0, writeCsv},
    {"bgeo", {"frame", "bgeo"}, "classic BGEO: Houdini, Partio", 0, writeBgeo},
    {"vdb", {"frame", "vdb"}, "OpenVDB points: Houdini", 0, UNDINE_VDB(writeVdbPoints)},
    {"vdb_surface",
     {"surface", "vdb"},
     "OpenVDB level set of the surface: Blender, Houdini",
     0,
     UNDINE_VDB(writeVdbSurface),
     true},
    {"vdb_density",
     {"density", "vdb"},
     "OpenVDB fog volume: Blender, Houdini",
     0,
     UNDINE_VDB(writeVdbDensity),
     true},
    {"bodies", {"bodies", "json"}, "JSON: where the bodies are", 0, writeBodies},
    {"tracers",
     {"tracers", "ply"},
     "binary PLY: the tracers with their colors, temperature and smoke",
     0,
     writeTracers},
    {"surface",
     {"surface", "ply"},
     "closed mesh of the surface, binary PLY: Blender, Houdini",
     3,
     exportSurfacePly},
    {"surface_obj", {"surface", "obj"}, "the same as OBJ, without fields", 3, exportSurfaceObj},
    {"surface_gltf", {"surface", "glb"}, "the same as binary glTF", 3, exportSurfaceGltf},
    {"outline", {"outline", "svg"}, "SVG: the outline of the fluid in 2D", 2, exportOutline},
};

/// Of what needs no threads.
template <Result<void> (*kWrite)(const SurfaceFrame& frame, const std::filesystem::path& path)>
Result<void> alone(const SurfaceFrame& frame, const std::filesystem::path& path, const ThreadPool& /*pool*/) {
    return kWrite(frame, path);
}

constexpr SurfaceFormat kSurfaceFormats[] = {
    {"ply", {"surface", "ply"}, true, alone<writeSurfacePly>},
    {"obj", {"surface", "obj"}, false, alone<writeSurfaceObj>},
    {"gltf", {"surface", "glb"}, true, alone<writeSurfaceGltf>},
    {"vdb", {"volume", "vdb"}, false, UNDINE_VDB(writeSurfaceVdb)},  // surface_0001.vdb is that of a run
};

#undef UNDINE_VDB

Error withoutOpenVdb(std::string_view name) {
    return {fmt::format("{}: this program was built without OpenVDB", name)};
}

}  // namespace

std::span<const ExportFormat> exportFormats() { return kFormats; }

std::span<const SurfaceFormat> surfaceFormats() { return kSurfaceFormats; }

Result<const ExportFormat*> findExportFormat(std::string_view name) {
    const auto* found = std::ranges::find(kFormats, name, &ExportFormat::name);
    if (found == std::end(kFormats)) {
        std::vector<std::string_view> known;
        for (const ExportFormat& format : kFormats) known.push_back(format.name);
        return Error{fmt::format("{} \"{}\"{} (known: {})", name.empty() ? "empty name" : "unknown format",
                                 printableShort(name), suggestion(name, known), fmt::join(known, ", "))};
    }
    if (found->write == nullptr) return withoutOpenVdb(name);
    return found;
}

Result<const SurfaceFormat*> findSurfaceFormat(std::string_view name) {
    const auto* found = std::ranges::find(kSurfaceFormats, name, &SurfaceFormat::name);
    if (found == std::end(kSurfaceFormats)) return Error{fmt::format("{}: no format for meshes", name)};
    if (found->write == nullptr) return withoutOpenVdb(name);
    return found;
}

Result<std::vector<const ExportFormat*>> findExportFormats(std::span<const std::string> names) {
    std::vector<const ExportFormat*> formats;
    for (const std::string& name : names) {
        const Result<const ExportFormat*> format = findExportFormat(name);
        if (!format) return Error{format.error()};
        if (std::ranges::find(formats, format.value()) != formats.end()) {
            return Error{fmt::format("\"{}\" is named twice", name)};
        }
        formats.push_back(format.value());
    }
    return formats;
}

bool isExportFileName(std::string_view name) {
    return name == kVtpListName || numberInName(kBodyMeshSeries, name) ||
           std::ranges::any_of(
               kFormats, [&](const ExportFormat& f) { return numberInName(f.files, name).has_value(); });
}

}  // namespace undine
