// SPDX-License-Identifier: Zlib
// Surfaces: how long a mesh of 100,000 particles takes and where the time goes, OpenVDB's mesher beside it,
// growth and memory.
#include "bench/dam_break.h"
#include "bench/suites.h"
#include "bench/timing.h"
#include "io/surface_export.h"
#include "io/vdb.h"
#include "surface/surface_builder.h"

namespace undine::bench {
namespace {

constexpr SurfaceSettings kHalfSupport{.cellSize = 1};  // h is two spacings: cells of h / 2

/// A dam break that has begun to fall.
void takeFrame(Report& report, Column column, int steps, Frame& frame) {
    World world = makeDamBreak(column, 0);
    takeSteps(report, world, steps);
    const std::vector<std::string> fields = {"velocity"};
    static_cast<void>(frame.take(world, 0, fields));
}

/// Milliseconds of one build, and the buffers and the mesh it leaves.
struct Cost {
    double ms;
    double bytesPerParticle;
    std::size_t vertices;
};
Cost costOf(const SurfaceInput& input, const ThreadPool& pool) {
    SurfaceBuilder builder(kHalfSupport);
    std::size_t vertices = 0;
    const std::vector<Samples> times =
        timeInTurn({{[&] { vertices = builder.build(input, pool).value()[0].positions.size(); }}}, 0);
    const auto particles = static_cast<double>(input.positions.size());
    return {median(times[0]), static_cast<double>(builder.bytes()) / particles, vertices};
}

void runOneHundredThousand(Report& report) {
    Frame frame;
    takeFrame(report, kColumn100k, 250, frame);
    const ThreadPool pool;
    SurfaceInput input = surfaceInputOf(frame);
    const SurfaceInput withVelocity = input;
    input.fields.clear();
    SurfaceBuilder builder(kHalfSupport);
    SurfaceBuilder spherical({.kernel = SurfaceKernel::Spherical, .cellSize = 1});
    SurfaceBuilder carrying(kHalfSupport);
    SurfaceBuilder fine(SurfaceSettings{});
    std::size_t vertices = 0;
    const auto build = [&pool](SurfaceBuilder& by, const SurfaceInput& of) {
        return [&by, &of, &pool] { static_cast<void>(by.build(of, pool)); };
    };
    std::vector<Loop> loops = {{build(builder, input)},
                               {build(spherical, input)},
                               {build(carrying, withVelocity)},
                               {build(fine, input)}};
    std::vector<const char*> names = {"anisotropic, h/2", "spherical, h/2", "anisotropic, h/2, velocity",
                                      "anisotropic, h/4 (default)"};
#if defined(UNDINE_WITH_OPENVDB)
    loops.push_back({[&] { vertices = countVdbMeshVertices(frame, 1).value(); }});
    names.push_back("OpenVDB: smooth spheres, h/2");
#endif
    const std::vector<Samples> times = timeInTurn(loops, 12);
    report.print("{} particles\n{:<34} {:>10}\n", frame.size(), "surface", "ms");
    for (std::size_t k = 0; k < loops.size(); ++k)
        report.print("{:<34} {:>10.1f}\n", names[k], median(times[k]));
    report.print("\nphases of the first, share of the time\n");
    double total = 0;
    for (const PhaseTime& phase : builder.phases()) total += phase.seconds;
    for (const PhaseTime& phase : builder.phases()) {
        report.print("  {:<16} {:>5.1f} %\n", phase.name, 100 * phase.seconds / total);
    }
    report.metric("surface_100k.seconds", 1e-3 * median(times[0]), atMost(0.5));
    report.metric("surface_100k.default_seconds", 1e-3 * median(times[3]));
    report.metric("surface_100k.bytes_per_particle",
                  static_cast<double>(builder.bytes()) / static_cast<double>(frame.size()), atMost(400));
    if (vertices > 0) report.metric("surface_100k.openvdb_ratio", medianRatio(times.back(), times[0]));
}

void runGrowth(Report& report) {
    report.print("\n{:>10} {:>10} {:>12} {:>14} {:>10}\n", "particles", "ms", "us/particle", "bytes/particle",
                 "vertices");
    const ThreadPool pool;
    double first = 0;
    for (const Column column : {kColumn10k, kColumn100k, kColumn1M, kColumn2M}) {
        Frame frame;
        takeFrame(report, column, 0, frame);
        SurfaceInput input = surfaceInputOf(frame);
        input.fields.clear();
        const Cost cost = costOf(input, pool);
        const double each = 1e3 * cost.ms / static_cast<double>(frame.size());
        first = first == 0 ? each : first;
        report.print("{:>10} {:>10.1f} {:>12.3f} {:>14.0f} {:>10}\n", frame.size(), cost.ms, each,
                     cost.bytesPerParticle, cost.vertices);
        if (frame.size() < 1500000) continue;
        report.metric("surface.growth_10k_to_2m", each / first, atMost(1.5));
        report.metric("surface_2m.seconds", 1e-3 * cost.ms);
        report.metric("surface_2m.bytes_per_particle", cost.bytesPerParticle, atMost(400));
    }
}

}  // namespace

void runSurfaceSuite(Report& report) {
    runOneHundredThousand(report);
    runGrowth(report);
}

}  // namespace undine::bench
