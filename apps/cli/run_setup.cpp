// SPDX-License-Identifier: Zlib
#include "run_setup.h"

#include <fmt/format.h>

namespace undine::cli {
namespace {

constexpr float kLongestRun = 86400;  // s

}  // namespace

Result<void> applyLimits(const RunLimits& limits, Scene& scene) {
    if (limits.frames && limits.seconds) return Error{"--frames and --seconds: give one of them, not both"};
    OutputSettings& output = scene.output;
    if (limits.seconds) output.seconds = static_cast<float>(*limits.seconds);
    if (limits.frames) output.seconds = static_cast<float>(*limits.frames) / output.frameRate;
    if (output.seconds > kLongestRun) {
        return Error{fmt::format(
            "a run of {:g} s is longer than a day of simulated time; lower --frames, --seconds or "
            "output.seconds, or raise output.frame_rate",
            output.seconds)};
    }
    if (limits.threads) scene.world.threads = *limits.threads;
    return {};
}

Result<FolderLock> makeFolder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return Error{fmt::format("{}: cannot make the folder: {}", folder.string(), error.message())};
    return FolderLock::take(folder);
}

}  // namespace undine::cli
