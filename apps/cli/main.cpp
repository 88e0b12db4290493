// SPDX-License-Identifier: Zlib
// The command line of Undine.
#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench/bench.h"
#include "commands.h"
#include "flags.h"
#include "undine/parameters.h"

namespace undine::cli {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  undine scenes                                     what there is to run\n"
    "  undine run dam_break                              frames and a picture in out/dam_break\n"
    "  undine run dam_break --set fluids.0.viscosity=20  the same with thicker water\n"
    "  undine run my_scene.json --frames 10 --out /tmp/try\n\n"
    "Exit codes: 0 done, 1 the run failed, 2 bad input.";

constexpr const char* kRunNotes =
    "The folder gets frame_0000.ply (the initial state), frame_0001.ply ... and NAME.png, a picture of the "
    "end.\n"
    "Files frame_*.ply of an earlier run in that folder are removed at the start; nothing else is touched.\n"
    "A run that explodes, is interrupted by Ctrl-C or cannot write keeps all frames so far and exits with 1.";

void addRun(CLI::App& app, RunOptions& options) {
    CLI::App* run = app.add_subcommand("run", "Simulate a scene and write its frames");
    run->add_option("SCENE", options.scene, "Name of a built-in scene, or a scene file")
        ->required()
        ->type_name("");
    run->add_option("--out", options.out, "Folder for the frames; out/NAME if not given")->type_name("DIR");
    run->add_option("--frames", options.frames, "Simulate this many frames beside the initial state")
        ->type_name("N")
        ->check(wholeNumber(1, 1000000));
    run->add_option("--seconds", options.seconds, "Stop after this much simulated time")
        ->type_name("S")
        ->check(number(0, 86400));
    run->add_option("--set", options.set,
                    "Change a setting of the scene, as in fluids.0.viscosity=0.1; repeatable")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    run->add_option("--threads", options.threads, "Number of threads; 0 is one per core")
        ->type_name("N")
        ->check(wholeNumber(0, 1024));
    run->add_option("--json", options.json, "Write a summary as JSON; - is standard output")
        ->type_name("FILE");
    run->add_flag("--quiet", options.quiet, "No progress and no table; errors are still shown");
    run->footer(kRunNotes);
}

struct BenchOptions {
    std::vector<std::string> suites;
    std::string json;
};

const CLI::App* addBench(CLI::App& app, BenchOptions& options) {
    CLI::App* bench = app.add_subcommand("bench", "Measure how fast Undine is on this machine");
    bench->add_option("SUITE", options.suites, "neighbors, wcsph; all if none is named")->type_name("");
    bench->add_option("--json", options.json, "Write machine and metrics as JSON; - is standard output")
        ->type_name("FILE");
    bench->footer(
        "Have nothing else running. Bars are printed as met or missed and do not change the exit code.");
    return bench;
}

// CLI11 would only say that an argument was not expected.
bool isUnknownCommand(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return false;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return false;
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const std::string_view nearest = nearestName(argv[1], candidates);
    const std::string hint = nearest.empty() ? fmt::format("known are {}", fmt::join(names, ", "))
                                             : fmt::format("did you mean \"{}\"?", nearest);
    fmt::print(stderr, "undine: unknown command \"{}\": {}\n", argv[1], hint);
    return true;
}

int badFlags(const CLI::App& app, const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
    fmt::print(stderr, "undine: {}\nTry: undine{} --help\n", error.what(), command);
    return kExitBadInput;
}

int dispatch(int argc, char** argv) {
    CLI::App app("Undine: particle fluids. Simulates scenes of water and writes them as frames.", "undine");
    RunOptions runOptions;
    app.set_version_flag("--version", std::string("undine ") + UNDINE_VERSION, "Print the version and exit");
    addRun(app, runOptions);
    const CLI::App* scenes = app.add_subcommand("scenes", "List the built-in scenes");
    const CLI::App* info = app.add_subcommand("info", "Show version, SIMD, threads and solvers");
    BenchOptions benchOptions;
    const CLI::App* bench = addBench(app, benchOptions);
    app.footer(kExamples);

    if (isUnknownCommand(app, argc, argv)) return kExitBadInput;
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? app.exit(error) : badFlags(app, error);
    }
    if (scenes->parsed()) return listScenes();
    if (info->parsed()) return showInfo();
    if (bench->parsed()) return runBench(benchOptions.suites, benchOptions.json);
    if (!runOptions.scene.empty()) return runScene(runOptions);
    fmt::print(stderr, "{}", app.help());
    return kExitBadInput;
}

}  // namespace
}  // namespace undine::cli

int main(int argc, char** argv) {
    try {
        return undine::cli::dispatch(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("undine: not enough memory\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "undine: %s\n", error.what());
    }
    return undine::cli::kExitFailed;
}
