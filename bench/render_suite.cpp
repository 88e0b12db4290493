// SPDX-License-Identifier: Zlib
// Pictures of 100,000 particles at 1280 x 720 without a window, from the particles to bytes that could be
// written.
#include "bench/suites.h"

#if UNDINE_WITH_RENDER
#include "bench/dam_break.h"
#include "bench/timing.h"
#include "render/picture_maker.h"
#endif

namespace undine::bench {

#if UNDINE_WITH_RENDER

namespace {

// The column of the other suites, on its way through the tank.
RenderScene collapsingColumn(Report& report) {
    World world = makeDamBreak(kColumn100k, 0, PbfSettings{});
    world.advance(0.25F);
    Scene scene;
    scene.world = world.settings();
    scene.fluids.assign(world.fluids().begin(), world.fluids().end());
    scene.walls = {BoxWall{.min = {0, 0, 0}, .max = {1.6F, 0.8F, 0.6F}}};
    RenderScene picture;
    SceneFiller filler(stageOf(scene));
    if (const Result<void> filled = filler.fill(sourceOf(world), picture); !filled) {
        report.print("FAILED: {}\n", filled.error());
    }
    return picture;
}

}  // namespace

void runRenderSuite(Report& report) {
    const RenderScene picture = collapsingColumn(report);
    struct Case {
        const char* name;
        RenderStyle style;
        double bar;  // frames/s, on two cores without a graphics card
    };
    constexpr Case kCases[] = {{"points", RenderStyle::Points, 5},
                               {"spheres", RenderStyle::Spheres, 5},
                               {"fluid", RenderStyle::Fluid, 2}};
    std::vector<PictureMaker> makers;
    std::vector<Loop> loops;
    loops.reserve(std::size(kCases));
    for (const Case& one : kCases) {
        PictureSettings settings;
        settings.render.style = one.style;
        Result<PictureMaker> maker = PictureMaker::create(std::move(settings));
        if (!maker) {
            report.print("left out: {}\n", maker.error());
            return;
        }
        makers.push_back(std::move(maker).value());
    }
    for (PictureMaker& maker : makers) loops.push_back({[&] { static_cast<void>(maker.draw(picture)); }});
    const std::vector<Samples> times = timeInTurn(loops, 12);
    report.print("{} particles, {}\n", picture.particles.size(), makers.front().rendererName());
    for (std::size_t k = 0; k < std::size(kCases); ++k) {
        report.metric(fmt::format("{}_100k.frames_per_second", kCases[k].name), 1e3 / median(times[k]),
                      atLeast(kCases[k].bar));
    }
}

#else

void runRenderSuite(Report& report) { report.print("left out: built without undine::render\n"); }

#endif

}  // namespace undine::bench
