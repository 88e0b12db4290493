// SPDX-License-Identifier: Zlib
// What every command that simulates does before its first step.
#pragma once

#include <filesystem>
#include <optional>

#include "io/folder_lock.h"
#include "undine/scene.h"

namespace undine::cli {

/// What flags say instead of the scene.
struct RunLimits {
    std::optional<int> frames;
    std::optional<double> seconds;
    std::optional<int> threads;
};
Result<void> applyLimits(const RunLimits& limits, Scene& scene);

/// A folder for what a run writes, and for this run alone.
Result<FolderLock> makeFolder(const std::filesystem::path& folder);

}  // namespace undine::cli
