// SPDX-License-Identifier: Zlib
#include "simulation.h"

#include <fmt/format.h>

#include "interrupt.h"
#include "io/atomic_file.h"
#include "io/body_files.h"
#include "scene/fingerprint.h"

namespace undine::cli {
namespace {

constexpr std::size_t kKeptCheckpoints = 2;  // should the newest be damaged, there is one before it

}  // namespace

Simulation::Simulation(const Scene& scene, World& world, Settings settings)
    : scene_(scene),
      world_(world),
      settings_(std::move(settings)),
      stepper_(scene, world),
      fingerprint_(sceneFingerprint(scene)),
      progress_(settings_.quiet) {}

void Simulation::continueFrom(const Checkpoint& checkpoint) {
    isResumed_ = true;
    first_ = static_cast<int>(checkpoint.frame);
    firstStep_ = world_.stepCount();
    notes_ = checkpoint.notes;
    statistics_ = statisticsFromText(notes_);
}

void Simulation::run() {
    if (const Result<void> ready = clearFolder(); !ready) {
        stop(RunStatus::IoError, ready.error());
    } else {
        queue_.emplace(FrameQueueSettings{settings_.folder, settings_.formats, scene_.world.threads});
        simulateFrames();
        finishPictures();
        finishWriting();
    }
    wallSeconds_ = clock_.seconds();
    if (status_ != RunStatus::IoError) keepPicture();
    progress_.clear();
}

void Simulation::simulateFrames() {
    if (!isResumed_) world_.computeFields();
    if (!keepBodyMeshes() || (!isResumed_ && !keepFrame(0))) return;
    for (int frame = first_ + 1; frame <= stepper_.timeline().frames; ++frame) {
        if (!simulateFrame(frame) || !keepFrame(frame)) return;
        const std::string trouble = pictureTrouble_.first();
        const bool isLast = isInterrupted() || !trouble.empty() || frame == stepper_.timeline().frames;
        if (isCheckpointDue(frame, isLast) && !keepCheckpoint(frame)) return;
        if (isLast && frame < stepper_.timeline().frames) {
            stop(RunStatus::Interrupted, fmt::format("interrupted at {:.4f} s", world_.time()));
            return;
        }
    }
}

bool Simulation::stop(RunStatus status, std::string message) {
    status_ = status;
    message_ = std::move(message);
    return false;
}

// Frames and checkpoints of an earlier run must not be taken for this one's, and a run that was killed may
// have left a file half written. Nothing else is touched.
Result<void> Simulation::clearFolder() const {
    std::error_code error;
    std::vector<std::filesystem::path> old;
    for (std::filesystem::directory_iterator entry(settings_.folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::string name = entry->path().filename().string();
        const bool isHalf = name.ends_with(kPartExtension);
        if (isHalf) name.resize(name.size() - kPartExtension.size());
        const bool isOurs = isExportFileName(name) || isCheckpointFileName(name);
        if (isOurs && (isHalf || !isResumed_)) old.push_back(entry->path());
    }
    for (const auto& path : old) {
        if (!error) std::filesystem::remove(path, error);
    }
    if (!error) return {};
    return Error{fmt::format("{}: cannot clear files of an earlier run: {}", settings_.folder.string(),
                             error.message())};
}

// Their shapes do not change: the frames only say where they are.
bool Simulation::keepBodyMeshes() {
    for (std::size_t i = 0; i < scene_.bodies.size() && !settings_.formats.empty(); ++i) {
        const auto path = settings_.folder / numberedName(kBodyMeshSeries, i);
        const Result<void> written = writeBodyMesh(scene_.bodies[i], path);
        if (!written) return stop(RunStatus::IoError, written.error());
    }
    return true;
}

bool Simulation::keepFrame(int frame) {
    statistics_.push_back(stepper_.finish(frame, clock_.seconds() - frameStart_));
    notes_ += statisticsToText(statistics_.back());
    frameStart_ = clock_.seconds();
    Frame snapshot = queue_->spareFrame();
    Result<void> result = snapshot.take(world_, static_cast<std::uint64_t>(frame), scene_.output.fields);
    snapshot.setSurface(scene_.output.surface);
    snapshot.setBodies(world_.bodies());
    snapshot.setTracers(world_.tracerPositions(), world_.tracerColors(), world_.tracerTemperatures(),
                        world_.tracerSmoke());
    if (result) result = queue_->push(std::move(snapshot));
    if (!result) return stop(RunStatus::IoError, result.error());
    if (settings_.pictures && !settings_.pictures->isSingle()) drawFrame(frame);
    return true;
}

// The particles are copied here and drawn by the writing thread.
void Simulation::drawFrame(int frame) {
    Result<FrameQueue::Job> job = settings_.pictures->take(world_, static_cast<std::uint64_t>(frame));
    if (job) {
        pushPicture(std::move(job).value());
    } else {
        pictureTrouble_.note(Error{job.error()});
    }
}

// To the queue a picture that fails is none of its errors: frames and checkpoints behind it are still good.
void Simulation::pushPicture(FrameQueue::Job job) {
    const Result<void> pushed = queue_->push([this, job = std::move(job)]() -> Result<void> {
        if (pictureTrouble_.first().empty()) pictureTrouble_.note(job());
        return {};
    });
    if (!pushed) stop(RunStatus::IoError, pushed.error());
}

// A film of a run that exploded or was interrupted ends where the run did.
void Simulation::finishPictures() {
    if (!settings_.pictures || status_ == RunStatus::IoError) return;
    if (settings_.pictures->isSingle()) drawFrame(stepper_.timeline().frames);
    pushPicture([pictures = settings_.pictures] { return pictures->finish(); });
}

bool Simulation::simulateFrame(int frame) {
    std::string trouble = stepper_.stepTo(frame, [&] {
        progress_.update(
            {frame, stepper_.timeline().frames, world_.stepCount(), world_.particleCount(), stepper_.done()});
    });
    return trouble.empty() ? true : stop(RunStatus::Exploded, std::move(trouble));
}

// With an interval of 0 only an interruption is worth one.
bool Simulation::isCheckpointDue(int frame, bool isLast) const {
    const int every = scene_.output.checkpointEvery;
    const bool isDue =
        every > 0 ? isLast || frame % every == 0 : isLast && frame < stepper_.timeline().frames;
    return isDue && stepper_.isWhole(frame);
}

bool Simulation::keepCheckpoint(int frame) {
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->sceneName = scene_.name;
    checkpoint->sceneFingerprint = fingerprint_;
    checkpoint->frame = static_cast<std::uint32_t>(frame);
    checkpoint->simdTarget = simdTarget();
    checkpoint->notes = notes_;
    checkpoint->told = settings_.told;
    checkpoint->state = world_.saveState();
    const Result<void> pushed = queue_->push([checkpoint, folder = settings_.folder]() -> Result<void> {
        const Result<void> written =
            writeCheckpoint(*checkpoint, folder / checkpointFileName(checkpoint->frame));
        return written ? keepOnly(folder, kKeptCheckpoints) : written;
    });
    return pushed ? true : stop(RunStatus::IoError, pushed.error());
}

// Errors of the writing thread come to light here, after the run.
void Simulation::finishWriting() {
    const Result<void> written = queue_->finish();
    if (!written) stop(RunStatus::IoError, written.error());
    const std::string trouble = pictureTrouble_.first();
    if (!trouble.empty() && status_ == RunStatus::Exploded) message_ += "\n" + trouble;
    if (!trouble.empty() && written && status_ != RunStatus::Exploded) stop(RunStatus::IoError, trouble);
    if (status_ != RunStatus::Done) message_ += "\n" + keptFrames() + whatToDo();
}

// A run that came to its end has nothing to go on with, though its film may have failed.
std::string Simulation::whatToDo() const {
    std::string advice;
    const auto checkpoints = findCheckpoints(settings_.folder);
    const bool isComplete = !statistics_.empty() && statistics_.back().frame == stepper_.timeline().frames;
    const bool canResume =
        status_ != RunStatus::Exploded && !isComplete && checkpoints && !checkpoints.value().empty();
    if (canResume) advice += "\nGo on with: " + settings_.resumeCommand;
    if (!pictureTrouble_.first().empty() && !settings_.renderCommand.empty() && countKept() > 0) {
        advice += "\nDraw the frames with: " + settings_.renderCommand;
    }
    return advice;
}

// Frames on the disk, those of the run that this one goes on from included.
int Simulation::countKept() const {
    if (!queue_ || settings_.formats.empty()) return 0;
    return static_cast<int>(queue_->framesWritten()) + (isResumed_ ? first_ + 1 : 0);
}

std::string Simulation::keptFrames() const {
    const int last = countKept() - 1;
    if (last < 0) return fmt::format("no frame was written to {}", settings_.folder.string());
    return fmt::format("frames 0 to {} are kept in {}", last, settings_.folder.string());
}

// A machine that cannot draw still simulates.
void Simulation::keepPicture() {
    if (!canDraw()) return;
    const Result<Image> picture = drawWorld(scene_, world_, settings_.picture);
    if (!picture) {
        progress_.clear();
        if (!settings_.quiet) fmt::print(stderr, "undine: no picture: {}\n", picture.error());
        return;
    }
    const Result<void> written = writePng(picture.value(), settings_.folder / (scene_.name + ".png"));
    if (!written && status_ == RunStatus::Done) stop(RunStatus::IoError, written.error());
}

RunSummary Simulation::summary() const {
    return {.scene = scene_.name,
            .solver = std::string(world_.solverName()),
            .folder = settings_.folder.string(),
            .particles = world_.particleCount(),
            .steps = world_.stepCount(),
            .stepsHere = world_.stepCount() - firstStep_,
            .frames = countKept(),
            .simulatedSeconds = world_.time(),
            .wallSeconds = wallSeconds_,
            .maxDensityRatio = maxDensityRatio(statistics_),
            .stateHash = world_.stateHash(),
            .status = status_,
            .message = message_,
            .resumedFrom = isResumed_ ? first_ : -1,
            .phases = world_.phaseTimes(),
            .statistics = statistics_};
}

}  // namespace undine::cli
