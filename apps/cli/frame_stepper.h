// SPDX-License-Identifier: Zlib
// Takes the world of a scene from frame to frame and gathers what is measured on the way.
#pragma once

#include <functional>
#include <string>

#include "frame_statistics.h"
#include "undine/scene.h"

namespace undine::cli {

/// The frames of a run beside its initial state.
struct Timeline {
    int frames = 0;
    bool isLastWhole = true;  // or the run ends within it
};
Timeline timelineOf(const OutputSettings& output);

class FrameStepper {
  public:
    FrameStepper(const Scene& scene, World& world);

    const Timeline& timeline() const { return timeline_; }

    /// A last frame that the end of the run cuts short is no place to go on from.
    bool isWhole(int frame) const { return frame < timeline_.frames || timeline_.isLastWhole; }

    /// Steps to a frame; `afterStep` is called after each step that went well. Returns why the frame was not
    /// reached, which is empty when it was.
    std::string stepTo(int frame, const std::function<void()>& afterStep);

    /// What was gathered since the frame before. Starts anew.
    FrameStatistics finish(int frame, double wallSeconds) {
        return recorder_.finish(world_, frame, wallSeconds);
    }

    /// Share of the simulated time that is over, 0..1.
    double done() const;

  private:
    double frameTime(int frame) const;
    std::string takeStep(double remaining, int frame);

    const Scene& scene_;
    World& world_;
    Timeline timeline_;
    FrameRecorder recorder_;
};

}  // namespace undine::cli
