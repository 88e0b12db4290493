// SPDX-License-Identifier: Zlib
// The commands of `undine`: each returns the program's exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace undine::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;    // the run failed: exploded, interrupted, disk full
inline constexpr int kExitBadInput = 2;  // scene or flags

struct RunOptions {
    std::string scene;
    std::string out;  // empty: out/NAME
    std::optional<int> frames;
    std::optional<double> seconds;
    std::optional<int> threads;
    std::vector<std::string> set;  // "path=value"
    std::string json;              // empty: none, "-": standard output
    bool quiet = false;
};

int runScene(const RunOptions& options);
int listScenes();
int showInfo();

}  // namespace undine::cli
