// SPDX-License-Identifier: Zlib
// The flags of `undine compare`, `undine bench` and `undine validate`.
#include <fmt/format.h>

#include "compare_variants.h"
#include "flags.h"
#include "shared_flags.h"

namespace undine::cli {

void addCompare(CLI::App& app, CompareOptions& options) {
    CLI::App& compare =
        *app.add_subcommand("compare", "Run one scene with several methods or settings, side by side");
    compare.add_option("SCENE", options.scene, "Name of a built-in scene, or a scene file")
        ->required()
        ->type_name("");
    compare
        .add_option("--solvers", options.solvers,
                    fmt::format("Methods, with commas between them: {}", fmt::join(methodNames(), ", ")))
        ->type_name("NAMES")
        ->delimiter(',')
        ->allow_extra_args(false);
    compare
        .add_option("--variant", options.variants,
                    "A variant with settings of its own, as in \"thick: fluids.0.viscosity=20\"; several "
                    "with blanks between them; repeatable")
        ->type_name("NAME: PATH=VALUE...")
        ->allow_extra_args(false);
    compare.add_option("-o,--out", options.out, "Folder for page and film; out/NAME_compared if not given")
        ->type_name("DIR")
        ->check(notEmpty());
    addLength(compare, options.frames, options.seconds);
    addSet(compare, options.set);
    addThreads(compare, options.threads);
    addPicture(compare, options.picture);
    compare.add_flag("--no-pictures{false}", options.wantsPictures,
                     "Draw nothing: the page has charts alone");
    compare
        .add_option("--json", options.json,
                    "Write tables and the statistics of every frame as JSON; - is standard output")
        ->type_name("FILE")
        ->check(notEmpty());
    compare.add_flag("--quiet", options.quiet, "No progress and no table; errors are still shown");
    compare.footer(
        "The folder gets index.html, a page with film, table and charts that needs no network, film.mp4 and "
        "end.png, a picture of the end.\n"
        "What a scene says of its own method holds for others where they have that very setting; everything "
        "else of them is at its default, and the page says what was left out.\n"
        "A variant that explodes is reported with its diagnosis while the others go on; the exit code is "
        "then "
        "1. Ctrl-C ends all of them with the frame they are at and still makes the page.");
}

void addBench(CLI::App& app, BenchOptions& options) {
    CLI::App& bench = *app.add_subcommand("bench", "Measure how fast Undine is on this machine");
    bench
        .add_option("SUITE", options.suites,
                    fmt::format("{}; all if none is named", fmt::join(benchSuites(), ", ")))
        ->type_name("");
    const auto addFile = [&](const char* name, std::optional<std::string>& path, const char* help) {
        bench.add_option(name, path, help)->type_name("FILE")->check(notEmpty());
    };
    addFile("--json", options.json, "Write machine and metrics as JSON; - is standard output");
    addFile("--csv", options.csv,
            "Write metrics and the hashes of their states, as bench/results keeps them");
    addFile("--html", options.html, "Write a page with tables and charts");
    addFile("--compare", options.compare, "Show how the figures differ from those of such a CSV file");
    addFile("--figures", options.figures,
            "Take the figures from a CSV file instead of measuring, to compare two of them");
    bench
        .add_option(
            "--tolerance", options.tolerance,
            "Share by which a figure may differ before it is called better or worse; 0.1 if not given")
        ->type_name("SHARE")
        ->check(number(0, 1000));
    bench.footer(
        "Have nothing else running. Bars are printed as met or missed, and figures that got worse are named; "
        "neither changes the exit code.");
}

void addValidate(CLI::App& app, ValidateOptions& options) {
    CLI::App& validate = *app.add_subcommand(
        "validate", "Compare the methods with theory and experiments, and write a report");
    validate.add_flag("--quick", options.quick, "Small resolutions, the same bars: under a minute");
    validate
        .add_option("--only", options.only,
                    fmt::format("Run this case; repeatable. One of {}", fmt::join(validationCases(), ", ")))
        ->type_name("CASE")
        ->delimiter(',')
        ->allow_extra_args(false);
    validate.add_option("-o,--out", options.out, "Folder for the report, index.html; report if not given")
        ->type_name("DIR")
        ->check(notEmpty());
    validate.add_option("--json", options.json, "Write all figures as JSON; - is standard output")
        ->type_name("FILE")
        ->check(notEmpty());
    validate.add_flag("--quiet", options.quiet, "No progress; errors are still shown");
    validate.footer(
        "A full run exits with 1 when a bar is missed, known or not. A quick run has the same bars at small "
        "resolutions, and exits with 1 when one is missed that is not known to be: a method has become "
        "worse.");
}

}  // namespace undine::cli
