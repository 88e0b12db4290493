// SPDX-License-Identifier: Zlib
// The command line of Undine.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "bench/bench.h"
#include "command_line.h"
#include "text_output.h"
#include "undine/parameters.h"

namespace undine::cli {
namespace {

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

/// --help and --version.
int printHelp(const CLI::App& app, const CLI::ParseError& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    return writeText(text.str(), "-") ? kExitDone : kExitFailed;
}

int runCommand(const std::string& command, const Options& options) {
    if (command == "run") return runScene(options.run);
    if (command == "render") return renderFrames(options.render);
    if (command == "view") return viewScene(options.view);
    if (command == "check") return checkScenes(options.check);
    if (command == "surface") return makeSurfaces(options.surface);
    if (command == "compare") return compareVariants(options.compare);
    if (command == "scenes") return listScenes();
    if (command == "info") return showInfo();
    if (command == "bench") return runBench(options.bench);
    if (command == "validate") return runValidation(options.validate);
    if (command == "docs") return printDocument(options.document);
    return printCompletion(options.shell);
}

int dispatch(int argc, char** argv) {
    CLI::App app("Undine: particle fluids. Simulates scenes of water and writes them as frames.", "undine");
    Options options;
    describeCommands(app, options);
    if (isUnknownCommand(app, argc, argv)) return kExitBadInput;
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? printHelp(app, error) : badFlags(app, error);
    }
    const auto chosen = app.get_subcommands();
    if (!chosen.empty()) return runCommand(chosen.front()->get_name(), options);
    fmt::print(stderr, "{}", app.help());
    return kExitBadInput;
}

}  // namespace

int complain(int exitCode, const std::string& message) {
    fmt::print(stderr, "undine: {}\n", message);
    return exitCode;
}

}  // namespace undine::cli

namespace {

int runGuarded(int argc, char** argv) {
    try {
        return undine::cli::dispatch(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("undine: not enough memory\n", stderr);
    } catch (const std::exception& error) {
        // What cannot be printed ends a command, and is told below.
        if (std::ferror(stdout) == 0) std::fprintf(stderr, "undine: %s\n", error.what());
    }
    return undine::cli::kExitFailed;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like any other, and no end
    const int exitCode = runGuarded(argc, argv);
    const undine::Result<void> printed = undine::cli::flushStandardOutput();
    if (printed) return exitCode;
    undine::cli::complain(exitCode, printed.error());
    return exitCode == undine::cli::kExitDone ? undine::cli::kExitFailed : exitCode;
}
