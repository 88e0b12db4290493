// SPDX-License-Identifier: Zlib
// `undine run`: a scene to a folder of frames, a picture of the last one, and a summary.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "commands.h"
#include "flags.h"
#include "interrupt.h"
#include "io/atomic_file.h"
#include "io/frame_writer.h"
#include "io/picture.h"
#include "progress.h"
#include "run_summary.h"
#include "undine/scene.h"

namespace undine::cli {
namespace {

// A scene's run, from its initial state as frame 0 to its last frame.
class Run {
  public:
    Run(const Scene& scene, World& world, std::filesystem::path folder, bool quiet);

    /// Goes to the end, or to whatever stops the run before it.
    void simulate();
    RunSummary summary() const;

  private:
    Result<void> prepareFolder() const;
    bool keepFrame(int frame);
    bool simulateFrame(int frame);
    bool takeStep(double remaining, int frame);
    void keepPicture();
    bool stop(RunStatus status, std::string message);
    double frameTime(int frame) const;
    std::string keptFrames() const;

    const Scene& scene_;
    World& world_;
    std::filesystem::path folder_;
    int frames_;  // to simulate, frame 0 not counted
    Progress progress_;
    Stopwatch clock_;
    int kept_ = 0;
    float maxDensityRatio_ = 0;
    RunStatus status_ = RunStatus::Done;
    std::string message_;
    double wallSeconds_ = 0;
};

// A last frame that is cut short by the end counts too; the small number is for products like 0.1 * 30.
int countFrames(const OutputSettings& output) {
    return static_cast<int>(std::ceil(static_cast<double>(output.seconds) * output.frameRate - 1e-4));
}

Run::Run(const Scene& scene, World& world, std::filesystem::path folder, bool quiet)
    : scene_(scene),
      world_(world),
      folder_(std::move(folder)),
      frames_(countFrames(scene.output)),
      progress_(quiet) {}

void Run::simulate() {
    if (const Result<void> ready = prepareFolder(); !ready) {
        stop(RunStatus::IoError, ready.error());
    } else if (keepFrame(0)) {
        int frame = 1;
        while (frame <= frames_ && simulateFrame(frame) && keepFrame(frame)) ++frame;
    }
    wallSeconds_ = clock_.seconds();
    if (status_ != RunStatus::IoError) keepPicture();
    progress_.clear();
}

bool Run::stop(RunStatus status, std::string message) {
    status_ = status;
    message_ = std::move(message);
    return false;
}

// Frames of an earlier, longer run must not be taken for frames of this one. Nothing else is touched.
Result<void> Run::prepareFolder() const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) return Error{fmt::format("{}: cannot make the folder: {}", folder_.string(), error.message())};
    std::vector<std::filesystem::path> old;
    for (std::filesystem::directory_iterator entry(folder_, error), end; !error && entry != end;
         entry.increment(error)) {
        if (isFrameFileName(entry->path().filename().string())) old.push_back(entry->path());
    }
    for (const auto& path : old) {
        if (!error) std::filesystem::remove(path, error);
    }
    if (error)
        return Error{fmt::format("{}: cannot clear old frames: {}", folder_.string(), error.message())};
    return {};
}

double Run::frameTime(int frame) const {
    return std::min(frame / static_cast<double>(scene_.output.frameRate),
                    static_cast<double>(scene_.output.seconds));
}

bool Run::keepFrame(int frame) {
    const Result<void> written =
        writeFrame(world_, folder_ / frameFileName(static_cast<std::uint64_t>(frame)));
    if (!written) return stop(RunStatus::IoError, written.error() + "; " + keptFrames());
    ++kept_;
    return true;
}

bool Run::simulateFrame(int frame) {
    const double tolerance = 1e-5 / static_cast<double>(scene_.output.frameRate);  // the clock adds floats
    for (double remaining = frameTime(frame) - world_.time(); remaining > tolerance;
         remaining = frameTime(frame) - world_.time()) {
        if (isInterrupted()) {
            return stop(RunStatus::Interrupted,
                        fmt::format("interrupted at {:.4f} s; {}", world_.time(), keptFrames()));
        }
        if (!takeStep(remaining, frame)) return false;
    }
    return true;
}

bool Run::takeStep(double remaining, int frame) {
    const double before = world_.time();
    const StepReport report = world_.step(static_cast<float>(remaining));
    maxDensityRatio_ = std::max(maxDensityRatio_, report.maxDensityRatio);
    if (!report.ok()) {
        return stop(RunStatus::Exploded,
                    fmt::format("stopped at {:.4f} s, on the way to frame {}: {}\n{}", world_.time(), frame,
                                world_.diagnose(report), keptFrames()));
    }
    if (!(world_.time() > before)) {
        return stop(RunStatus::Exploded,
                    fmt::format("stopped at {:.4f} s: the time step is too small to add up; {}",
                                world_.time(), keptFrames()));
    }
    const double done = world_.time() / std::max(static_cast<double>(scene_.output.seconds), 1e-9);
    progress_.update({frame, frames_, world_.stepCount(), world_.particleCount(), done});
    return true;
}

std::string Run::keptFrames() const {
    if (kept_ == 0) return fmt::format("no frame was written to {}", folder_.string());
    return fmt::format("frames 0 to {} are kept in {}", kept_ - 1, folder_.string());
}

void Run::keepPicture() {
    PictureSettings settings;
    settings.camera = scene_.camera;
    const Image image = renderPicture(world_, scene_.walls, settings, scene_.bodies);
    const Result<void> written = writePng(image, folder_ / (scene_.name + ".png"));
    if (!written && status_ == RunStatus::Done) stop(RunStatus::IoError, written.error());
}

RunSummary Run::summary() const {
    return {.scene = scene_.name,
            .solver = std::string(world_.solverName()),
            .folder = folder_.string(),
            .particles = world_.particleCount(),
            .steps = world_.stepCount(),
            .frames = kept_,
            .simulatedSeconds = world_.time(),
            .wallSeconds = wallSeconds_,
            .maxDensityRatio = maxDensityRatio_,
            .stateHash = world_.stateHash(),
            .status = status_,
            .message = message_,
            .phases = world_.phaseTimes()};
}

int complain(int exitCode, const std::string& message) {
    fmt::print(stderr, "undine: {}\n", message);
    return exitCode;
}

constexpr float kLongestRun = 86400;  // s

Result<Scene> loadSceneFor(const RunOptions& options) {
    if (options.frames && options.seconds) return Error{"--frames and --seconds: give one of them, not both"};
    const Result<std::vector<SceneOverride>> overrides = toOverrides(options.set);
    if (!overrides) return Error{overrides.error()};
    Result<Scene> scene = loadScene(options.scene, overrides.value());
    if (!scene) return scene;
    OutputSettings& output = scene.value().output;
    if (options.seconds) output.seconds = static_cast<float>(*options.seconds);
    if (options.frames) output.seconds = static_cast<float>(*options.frames) / output.frameRate;
    if (output.seconds > kLongestRun) {
        return Error{fmt::format(
            "a run of {:g} s is longer than a day of simulated time; lower --frames, --seconds or "
            "output.seconds, or raise output.frame_rate",
            output.seconds)};
    }
    if (options.threads) scene.value().world.threads = *options.threads;
    return scene;
}

// A run of an hour should not end with a summary that has no place to go.
Result<void> checkWritable(const std::string& path) {
    if (path.empty() || path == "-") return {};
    const Result<AtomicFile> file = AtomicFile::create(path);
    return file ? Result<void>() : Error{file.error()};
}

int report(const RunSummary& summary, const RunOptions& options) {
    const bool jsonOnStdout = options.json == "-";
    if (!options.quiet) printSummary(summary, jsonOnStdout ? stderr : stdout);
    if (!summary.message.empty()) complain(kExitFailed, summary.message);
    if (!options.json.empty()) {
        if (const Result<void> written = writeSummary(summary, options.json); !written) {
            return complain(kExitFailed, written.error());
        }
    }
    return summary.status == RunStatus::Done ? kExitDone : kExitFailed;
}

}  // namespace

int runScene(const RunOptions& options) {
    const Result<Scene> scene = loadSceneFor(options);
    if (!scene) return complain(kExitBadInput, scene.error());
    Result<World> world = createWorld(scene.value());
    if (!world) return complain(kExitBadInput, options.scene + ": " + world.error());
    if (const Result<void> writable = checkWritable(options.json); !writable) {
        return complain(kExitFailed, writable.error());
    }
    listenForInterrupt();
    const std::filesystem::path folder = options.out.empty() ? "out/" + scene.value().name : options.out;
    Run run(scene.value(), world.value(), folder, options.quiet);
    run.simulate();
    return report(run.summary(), options);
}

}  // namespace undine::cli
