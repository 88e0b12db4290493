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
    std::optional<std::string> out;  // none: out/NAME
    std::optional<int> frames;
    std::optional<double> seconds;
    std::optional<int> threads;
    std::vector<std::string> set;      // "path=value"
    std::vector<std::string> formats;  // instead of the scene's; "none": no frames
    std::optional<std::string> json;   // "-": standard output
    bool resume = false;
    bool quiet = false;
};

struct CheckOptions {
    std::vector<std::string> scenes;
    std::vector<std::string> set;
};

struct SurfaceOptions {
    std::vector<std::string> frames;  // files and folders
    std::string out;                  // a folder, or a file for one frame
    std::string format;               // empty: as the name of the file, else ply
    std::vector<std::string> attributes;
    std::optional<double> spacing;  // m; none: as the frames say
    std::optional<int> threads;
    std::vector<std::string> settings;  // "key=value" of SurfaceSettings
    bool quiet = false;
};

struct BenchOptions {
    std::vector<std::string> suites;
    std::string json;
};

int runScene(const RunOptions& options);
int checkScenes(const CheckOptions& options);
int makeSurfaces(const SurfaceOptions& options);
int listScenes();
int showInfo();

/// Documents that are made from the program itself, on standard output.
int printDocument(const std::string& name);
int printCompletion(const std::string& shell);
std::vector<std::string> surfaceFormatNames();
std::vector<std::string> documentNames();
std::vector<std::string> shellNames();

/// Prints "undine: message" on standard error and returns `exitCode`.
int complain(int exitCode, const std::string& message);

}  // namespace undine::cli
