// SPDX-License-Identifier: Zlib
#include "variant_run.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "progress.h"
#include "surface/enclosed.h"

namespace undine::cli {
namespace {

// Balls, and no smoothing: in a part of the time of a surface to look at. Edges and corners are rounded, so
// that a block of 15 particles a side has 2 % less than its volume.
constexpr SurfaceSettings kForVolume{.kernel = SurfaceKernel::Spherical, .cellSize = 0.5F, .smoothing = 0};

}  // namespace

Result<std::unique_ptr<VariantRun>> VariantRun::create(Variant variant) {
    Result<World> world = createWorld(variant.scene);
    if (!world) return Error{fmt::format("variant {}: {}", variant.name, world.error())};
    return std::unique_ptr<VariantRun>(new VariantRun(std::move(variant), std::move(world).value()));
}

VariantRun::VariantRun(Variant variant, World world)
    : variant_(std::move(variant)),
      world_(std::move(world)),
      stepper_(variant_.scene, world_),
      pool_(variant_.scene.world.threads),
      surface_(kForVolume) {}

void VariantRun::start() {
    world_.computeFields();
    measure(0, 0);
}

void VariantRun::advance(int frame, const std::function<void()>& afterStep) {
    if (!isRunning()) return;
    const Stopwatch clock;
    message_ = stepper_.stepTo(frame, afterStep);
    const double seconds = clock.seconds();
    wallSeconds_ += seconds;
    if (!message_.empty()) {
        status_ = RunStatus::Exploded;
        return;
    }
    measure(frame, seconds);
}

void VariantRun::interrupt() {
    if (!isRunning()) return;
    status_ = RunStatus::Interrupted;
    message_ = fmt::format("interrupted at {:.4f} s", world_.time());
}

void VariantRun::measure(int frame, double seconds) {
    statistics_.push_back(stepper_.finish(frame, seconds));
    volumes_.push_back(occupiedVolume());
}

double VariantRun::occupiedVolume() {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const bool isLiquid = solvers()[variant_.scene.solver.index()].isLiquid;
    const Result<SurfaceInput> input = surfaceInput(world_);
    if (!isLiquid || !input || world_.particleCount() == 0) return kNone;
    const int dimension = input.value().dimension;
    double enclosed = 0;
    if (dimension == 2) {
        const auto outlines = surface_.buildOutline(input.value(), pool_);
        if (!outlines) return kNone;
        for (const SurfaceOutline& outline : outlines.value()) enclosed += areaOf(outline);
    } else {
        const auto meshes = surface_.build(input.value(), pool_);
        if (!meshes) return kNone;
        for (const SurfaceMesh& mesh : meshes.value()) enclosed += volumeOf(mesh);
    }
    return enclosed /
           (world_.particleCount() * std::pow(static_cast<double>(input.value().spacing), dimension));
}

RunSummary VariantRun::summary() const {
    return {.scene = variant_.scene.name,
            .solver = std::string(world_.solverName()),
            .folder = "",
            .particles = world_.particleCount(),
            .steps = world_.stepCount(),
            .stepsHere = world_.stepCount(),
            .frames = static_cast<int>(statistics_.size()),
            .simulatedSeconds = world_.time(),
            .wallSeconds = wallSeconds_,
            .maxDensityRatio = maxDensityRatio(statistics_),
            .stateHash = world_.stateHash(),
            .status = status_,
            .message = message_,
            .resumedFrom = -1,
            .phases = world_.phaseTimes(),
            .statistics = statistics_};
}

}  // namespace undine::cli
