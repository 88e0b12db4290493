// SPDX-License-Identifier: Zlib
// Going on where a run ended: its newest checkpoint, and what the run was told by flags.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "io/checkpoint.h"
#include "undine/scene.h"
#include "undine/world.h"

namespace undine::cli {

/// The newest checkpoint that is whole; tells which are not. None when the folder has none: the run then
/// starts from the beginning, and says so.
Result<std::optional<LoadedCheckpoint>> findResumePoint(const std::filesystem::path& folder);

/// Puts the state of a checkpoint into the world of the same scene, and lets go of it.
Result<void> restore(LoadedCheckpoint& from, const Scene& scene, World& world);

/// What flags say of a run beside its scene, as --set would: settings, formats and length. `before` is what
/// the run was told when it began; of two that name the same place the newer one stays.
std::vector<std::string> settingsTold(const std::vector<std::string>& before, const RunOptions& options,
                                      const Scene& scene);

/// Takes out what was told of this place.
void forget(std::vector<std::string>& told, std::string_view path);

/// Says what a run goes on with though it was not given again.
void mentionTold(std::vector<std::string> told, const std::vector<std::string>& given);

/// A word of a command, quoted for a shell where it has to be.
std::string quoted(const std::string& word);

/// The command with --resume.
std::string resumeCommand(const RunOptions& options, const std::filesystem::path& folder);

}  // namespace undine::cli
