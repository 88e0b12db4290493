// SPDX-License-Identifier: Zlib
// Parts of the description of commands: flags that several have, with the same words in each, and the
// commands that measure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "bench/bench.h"
#include "commands.h"

namespace undine::cli {

void addSet(CLI::App& command, std::vector<std::string>& set);
void addLength(CLI::App& command, std::optional<int>& frames, std::optional<double>& seconds);
void addThreads(CLI::App& command, std::optional<int>& threads);
void addPicture(CLI::App& command, PictureOptions& options);

// ---- Commands that measure
void addCompare(CLI::App& app, CompareOptions& options);
void addBench(CLI::App& app, BenchOptions& options);
void addValidate(CLI::App& app, ValidateOptions& options);

}  // namespace undine::cli
