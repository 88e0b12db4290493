// SPDX-License-Identifier: Zlib
// What a run leaves behind beside its frames: a table for people, JSON for programs.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "frame_statistics.h"
#include "undine/report.h"
#include "undine/result.h"

namespace undine::cli {

enum class RunStatus { Done, Exploded, Interrupted, IoError };

std::string_view toString(RunStatus status);

struct RunSummary {
    std::string scene;
    std::string solver;
    std::string folder;
    std::uint32_t particles = 0;
    std::uint64_t steps = 0;
    std::uint64_t stepsHere = 0;  // without those before the checkpoint it was resumed from
    int frames = 0;               // files written, the initial state included
    double simulatedSeconds = 0;
    double wallSeconds = 0;
    float maxDensityRatio = 0;
    std::uint64_t stateHash = 0;
    RunStatus status = RunStatus::Done;
    std::string message;   // why the run did not get to its end
    int resumedFrom = -1;  // frame of the checkpoint; -1: the run started at the beginning
    std::vector<PhaseTime> phases;
    std::vector<FrameStatistics> statistics;  // of every frame
};

void printSummary(const RunSummary& summary, std::FILE* stream);

nlohmann::ordered_json toJson(const RunSummary& summary);

/// JSON as files hold it; bytes that are no text are replaced.
std::string jsonText(const nlohmann::ordered_json& json);

/// Writes JSON to a file, or to standard output for "-".
Result<void> writeSummary(const RunSummary& summary, const std::string& path);

}  // namespace undine::cli
