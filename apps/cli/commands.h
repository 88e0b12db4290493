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

/// What pictures look like, for all commands that draw.
struct PictureOptions {
    std::string style{};          // empty: what suits the scene, or spheres with a field to colour by
    std::string color{};          // empty: by fluid
    std::vector<double> range{};  // of the colours; empty: what there is
    std::string size = "1280x720";
    std::vector<double> view{};  // direction of the camera; empty: that of the scene

    friend bool operator==(const PictureOptions&, const PictureOptions&) = default;
};

struct RunOptions {
    std::string scene;
    std::optional<std::string> render;  // a film, a picture, or a folder of pictures
    PictureOptions picture;
    std::optional<std::string> out;  // none: out/NAME
    std::optional<int> frames;
    std::optional<double> seconds;
    std::optional<int> threads;
    std::vector<std::string> set;      // "path=value"
    std::vector<std::string> formats;  // lists with commas, instead of the scene's; "none": no frames
    std::optional<std::string> json;   // "-": standard output
    bool resume = false;
    bool quiet = false;
};

struct RenderOptions {
    std::vector<std::string> frames;  // a folder, or files
    std::string out;
    std::optional<std::string> scene;  // for walls, camera and colours
    std::optional<double> frameRate;
    std::vector<std::string> set;
    PictureOptions picture;
    bool quiet = false;
};

struct ViewOptions {
    std::optional<std::string> scene;
    std::vector<std::string> set;
    std::optional<std::string> style;
    std::optional<std::string> out;  // folder for pictures and films
    std::optional<std::string> report;
    bool isPaused = false;
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

struct CompareOptions {
    std::string scene;
    std::vector<std::string> solvers;   // a variant for each
    std::vector<std::string> variants;  // "name: path=value path=value"
    std::vector<std::string> set;       // for all of them
    std::optional<int> frames;
    std::optional<double> seconds;
    std::optional<int> threads;
    std::optional<std::string> out;             // none: out/NAME_compared
    std::optional<std::string> json;            // "-": standard output
    PictureOptions picture{.size = "640x360"};  // of each variant
    bool wantsPictures = true;
    bool quiet = false;
};

struct ValidateOptions {
    bool quick = false;
    std::vector<std::string> only;  // names of cases; none: all
    std::string out = "report";
    std::string json;  // empty: none; "-": standard output
    bool quiet = false;
};

int runScene(const RunOptions& options);
int renderFrames(const RenderOptions& options);
int viewScene(const ViewOptions& options);
int checkScenes(const CheckOptions& options);
int makeSurfaces(const SurfaceOptions& options);
int runValidation(const ValidateOptions& options);
int compareVariants(const CompareOptions& options);
int listScenes();
int showInfo();

/// Documents that are made from the program itself, on standard output.
int printDocument(const std::string& name);
int printCompletion(const std::string& shell);
std::vector<std::string> surfaceFormatNames();
std::vector<std::string> validationCases();
std::vector<std::string> documentNames();
std::vector<std::string> shellNames();

/// Prints "undine: message" on standard error and returns `exitCode`.
int complain(int exitCode, const std::string& message);

}  // namespace undine::cli
