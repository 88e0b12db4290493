// SPDX-License-Identifier: Zlib
// The commands and their flags, described once: what parses them, the help, the man page and the completions
// of shells all come from here.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "bench/bench.h"
#include "commands.h"

namespace undine::cli {

struct Options {
    RunOptions run;
    RenderOptions render;
    ViewOptions view;
    CheckOptions check;
    SurfaceOptions surface;
    CompareOptions compare;
    BenchOptions bench;
    ValidateOptions validate;
    std::string document;  // of `docs`
    std::string shell;     // of `completion`
};

/// Adds all commands to `app`; parsing then fills `options`.
void describeCommands(CLI::App& app, Options& options);

/// A flag or a positional argument, as manuals show them.
struct FlagText {
    std::string name;   // "--out", or "SCENE"
    std::string value;  // "DIR"; empty for a switch
    std::string help;
    bool isPositional = false;
    std::vector<std::string> words;  // what its value can be, when that is a list
};
std::vector<FlagText> flagsOf(const CLI::App& command);

}  // namespace undine::cli
