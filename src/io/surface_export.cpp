// SPDX-License-Identifier: Zlib
#include "io/surface_export.h"

#include "io/surface_file.h"
#include "surface/surface_builder.h"

namespace undine {
namespace {

using Writer = Result<void> (*)(const SurfaceFrame&, const std::filesystem::path&);

Result<void> exportMeshes(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool,
                          Writer write) {
    const SurfaceInput input = surfaceInputOf(frame);
    const auto meshes = SurfaceBuilder(frame.surface()).build(input, pool);
    if (!meshes) return Error{path.string() + ": " + meshes.error()};
    std::span<const ParticleId> ids;
    if (input.wantsNearest) ids = {frame.id().as<ParticleId>(), frame.size()};
    const double cellSize = frame.surface().cellSize * frame.particleSpacing();
    return write({meshes.value(), ids, frame.time(), cellSize, frame.fluidColors()}, path);
}

}  // namespace

SurfaceInput surfaceInputOf(const Frame& frame) {
    const auto axis = [&](std::size_t k) { return frame.position().as<float>(k); };
    SurfaceInput input;
    input.positions = VectorView(axis(0), axis(1), axis(2), frame.size());
    input.spacing = frame.particleSpacing();
    input.dimension = frame.dimension();
    for (const FrameField* field : frame.fields()) {
        const std::string& name = field->info.name;
        if (name == "fluid") input.fluids = {field->as<std::uint32_t>(), frame.size()};
        if (name == "id") input.wantsNearest = true;
        if (name == "fluid" || name == "id") continue;
        FieldView view{.info = field->info, .data = {}, .size = frame.size()};
        for (std::size_t k = 0; k < field->planeCount(); ++k) view.data[k] = field->data(k);
        input.fields.push_back(view);
    }
    return input;
}

Result<void> exportSurfacePly(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return exportMeshes(frame, path, pool, writeSurfacePly);
}

Result<void> exportSurfaceObj(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    return exportMeshes(frame, path, pool, writeSurfaceObj);
}

Result<void> exportSurfaceGltf(const Frame& frame, const std::filesystem::path& path,
                               const ThreadPool& pool) {
    return exportMeshes(frame, path, pool, writeSurfaceGltf);
}

Result<void> exportOutline(const Frame& frame, const std::filesystem::path& path, const ThreadPool& pool) {
    const auto outlines = SurfaceBuilder(frame.surface()).buildOutline(surfaceInputOf(frame), pool);
    if (!outlines) return Error{path.string() + ": " + outlines.error()};
    return writeOutlineSvg(outlines.value(), path, frame.fluidColors());
}

}  // namespace undine
