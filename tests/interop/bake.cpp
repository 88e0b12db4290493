// SPDX-License-Identifier: Zlib
// Writes three frames of a small block of water in every format this program has, for other programs to read.
// What they must find in frame 0 is in expected.json, worked out by hand. And a mesh of two fluids with their
// colors, and as volumes; and a block so large that its level set leaves out the inside.
//     undine_interop FOLDER
#include <cstdio>

#include "io/body_files.h"
#include "io/frame_queue.h"

namespace undine {
namespace {

constexpr float kSpacing = 0.05F;

/// 8 x 4 x 6 particles on a lattice of 5 cm, thrown along x.
World makeBlock() {
    World world = World::create({.particleSpacing = kSpacing}).value();
    const FluidIndex water = world.addFluid({}).value();
    const BoxFill box{.min = {0, 0, 0}, .max = {0.4F, 0.2F, 0.3F}, .velocity = {0.5F, 0, 0}};
    static_cast<void>(world.fill(water, box));
    return world;
}

Result<void> bake(const std::filesystem::path& folder) {
    const std::vector<std::string> fields = {"velocity", "density", "pressure", "id", "fluid"};
    std::vector<const ExportFormat*> formats;
    for (const ExportFormat& format : exportFormats()) {
        if (format.write != nullptr && format.dimension != 2) formats.push_back(&format);
    }
    const BoxBody box{.size = {1, 2, 3}};
    if (auto written = writeBodyMesh({{}, box}, folder / numberedName(kBodyMeshSeries, 0)); !written) {
        return written;
    }
    const float tracer[] = {0.1F, 0.2F};
    const Vec3 colors[] = {{1, 0, 0}, {0, 1, 0}};
    World world = makeBlock();
    FrameQueue queue({.folder = folder, .formats = formats});
    for (std::uint64_t number = 0; number < 3; ++number) {
        Frame frame = queue.spareFrame();
        if (auto taken = frame.take(world, number, fields); !taken) return taken;
        frame.setBodies(std::vector<BodyState>{{"box", {1, 0, 0}, {}, {}, {}}});
        frame.setTracers(VectorView(tracer, tracer, tracer, 2), colors);
        if (auto pushed = queue.push(std::move(frame)); !pushed) return pushed;
        world.advance(0.1F);
    }
    return queue.finish();
}

/// Meshes of two fluids side by side, red and green, in the folder two_fluids.
Result<void> bakeColors(const std::filesystem::path& folder) {
    World world = World::create({.particleSpacing = kSpacing}).value();
    for (const float x : {0.0F, 0.2F}) {
        const Vec3 color = x == 0 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
        const FluidIndex fluid = world.addFluid({.color = color}).value();
        static_cast<void>(world.fill(fluid, BoxFill{.min = {x, 0, 0}, .max = {x + 0.2F, 0.2F, 0.3F}}));
    }
    std::error_code failed;
    std::filesystem::create_directories(folder / "two_fluids", failed);
    const std::vector<std::string> names = {"surface", "surface_obj", "surface_gltf"};
    FrameQueue queue({.folder = folder / "two_fluids", .formats = findExportFormats(names).value()});
    Frame frame = queue.spareFrame();
    const std::vector<std::string> fields = {"velocity", "fluid"};
    if (auto taken = frame.take(world, 0, fields); !taken) return taken;
    if (auto pushed = queue.push(std::move(frame)); !pushed) return pushed;
    if (auto finished = queue.finish(); !finished) return finished;
    const auto volumes = findSurfaceFormat("vdb");
    if (!volumes) return {};
    const SurfaceSettings settings;
    const auto meshes = makeSurface(surfaceInput(world, {}).value(), settings);
    if (!meshes) return Error{meshes.error()};
    return volumes.value()->write(
        {.meshes = meshes.value(), .ids = {}, .cellSize = settings.cellSize * kSpacing},
        folder / "two_fluids" / "meshes.vdb", ThreadPool());
}

/// A block with an inside that level sets leave out, in the folder large.
Result<void> bakeLarge(const std::filesystem::path& folder) {
    World world = World::create({.particleSpacing = kSpacing}).value();
    const FluidIndex fluid = world.addFluid({}).value();
    static_cast<void>(world.fill(fluid, BoxFill{.max = {2, 2, 2}, .jitter = 0.2F}));
    std::error_code failed;
    std::filesystem::create_directories(folder / "large", failed);
    const std::vector<std::string> names = {"vdb", "vdb_surface"};
    const auto formats = findExportFormats(names);
    if (!formats) return {};
    FrameQueue queue({.folder = folder / "large", .formats = formats.value()});
    Frame frame = queue.spareFrame();
    if (auto taken = frame.take(world, 0, {}); !taken) return taken;
    if (auto pushed = queue.push(std::move(frame)); !pushed) return pushed;
    return queue.finish();
}

}  // namespace
}  // namespace undine

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: undine_interop FOLDER\n", stderr);
        return 2;
    }
    undine::Result<void> baked = undine::bake(argv[1]);
    if (baked) baked = undine::bakeColors(argv[1]);
    if (baked) baked = undine::bakeLarge(argv[1]);
    if (!baked) std::fprintf(stderr, "undine_interop: %s\n", baked.error().c_str());
    return baked ? 0 : 1;
}
