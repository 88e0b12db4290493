// SPDX-License-Identifier: Zlib
// What is measured at each frame. Checkpoints carry it along, so that the summary of a resumed run tells of
// all its frames.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "undine/world.h"

namespace undine::cli {

struct FrameStatistics {
    int frame = 0;
    double time = 0;         // s, simulated
    double wallSeconds = 0;  // spent on this frame
    std::uint32_t particles = 0;
    std::uint64_t steps = 0;  // since the frame before
    std::uint64_t iterations = 0;
    std::uint64_t viscosityIterations = 0;
    std::uint64_t viscosityUnconverged = 0;  // steps in which they were not enough
    std::uint64_t emitted = 0;
    std::uint64_t blocked = 0;
    std::uint64_t absorbed = 0;
    float maxSpeed = 0;         // m/s, of all steps since the frame before
    float maxDensityRatio = 0;  // likewise
    Statistics sums;
    std::vector<std::pair<std::string, double>> phases;  // s, since the frame before
};

nlohmann::ordered_json toJson(const FrameStatistics& frame);

/// The largest of all frames.
float maxDensityRatio(const std::vector<FrameStatistics>& frames);

/// A frame as a line of text, and all lines back; a line that is none is left out.
std::string statisticsToText(const FrameStatistics& frame);
std::vector<FrameStatistics> statisticsFromText(const std::string& text);

/// Gathers the statistics of the frame that is being simulated.
class FrameRecorder {
  public:
    /// After every step.
    void addStep(const StepReport& report);

    /// At the end of a frame: what was gathered, with the sums of the world as it is now. Starts anew.
    FrameStatistics finish(const World& world, int frame, double wallSeconds);

  private:
    FrameStatistics current_;
    std::vector<PhaseTime> before_;
};

}  // namespace undine::cli
