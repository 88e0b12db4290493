// SPDX-License-Identifier: Zlib
// A scene's run: from its initial state as frame 0, or from a checkpoint, to its last frame. Frames and
// checkpoints are written by a thread of their own, a checkpoint always after the frame it belongs to. A run
// whose pictures fail ends as an interrupted one does: with all its frames and a checkpoint.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "frame_stepper.h"
#include "io/checkpoint.h"
#include "io/frame_queue.h"
#include "pictures.h"
#include "progress.h"
#include "run_summary.h"
#include "undine/scene.h"

namespace undine::cli {

/// What went wrong in the writing thread with the pictures; the simulation looks at it between frames.
class PictureTrouble {
  public:
    void note(const Result<void>& done) {
        const std::scoped_lock lock(mutex_);
        if (!done && first_.empty()) first_ = done.error();
    }
    /// Empty: nothing.
    std::string first() const {
        const std::scoped_lock lock(mutex_);
        return first_;
    }

  private:
    mutable std::mutex mutex_;
    std::string first_;
};

class Simulation {
  public:
    struct Settings {
        std::filesystem::path folder;
        std::vector<const ExportFormat*> formats;
        bool quiet = false;
        std::string resumeCommand;           // what a person types to go on after an interruption
        std::string renderCommand;           // and to draw the frames that are there; empty: cannot be drawn
        std::shared_ptr<Pictures> pictures;  // of every frame; none: only one of the end
        PictureOptions picture;              // for the one of the end
        std::vector<std::string> told{};     // by flags, for whoever goes on
    };

    Simulation(const Scene& scene, World& world, Settings settings);

    /// Continues from a checkpoint, whose state the world has already.
    void continueFrom(const Checkpoint& checkpoint);

    /// Goes to the end, or to whatever stops the run before it.
    void run();
    RunSummary summary() const;

  private:
    void simulateFrames();
    Result<void> clearFolder() const;
    bool keepBodyMeshes();
    bool keepFrame(int frame);
    bool simulateFrame(int frame);
    bool isCheckpointDue(int frame, bool isLast) const;
    bool keepCheckpoint(int frame);
    bool stop(RunStatus status, std::string message);
    void finishWriting();
    void drawFrame(int frame);
    void pushPicture(FrameQueue::Job job);
    void finishPictures();
    void keepPicture();
    int countKept() const;
    std::string keptFrames() const;
    std::string whatToDo() const;

    const Scene& scene_;
    World& world_;
    Settings settings_;
    FrameStepper stepper_;
    int first_ = 0;  // the frame the run starts with: 0, or that of its checkpoint
    bool isResumed_ = false;
    std::uint64_t fingerprint_;
    Progress progress_;
    Stopwatch clock_;
    double frameStart_ = 0;
    std::vector<FrameStatistics> statistics_;
    std::string notes_;  // the same as text, for checkpoints: it grows by a line per frame
    PictureTrouble pictureTrouble_;
    std::optional<FrameQueue> queue_;
    std::uint64_t firstStep_ = 0;
    RunStatus status_ = RunStatus::Done;
    std::string message_;
    double wallSeconds_ = 0;
};

}  // namespace undine::cli
