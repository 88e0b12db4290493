// SPDX-License-Identifier: Zlib
#include "bench/bench.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "apps/cli/commands.h"
#include "apps/cli/text_output.h"
#include "bench/bench_page.h"
#include "bench/machine.h"
#include "bench/suites.h"
#include "core/simd.h"
#include "undine/parameters.h"
#include "undine/world.h"

namespace undine {
namespace {

using bench::Change;
using bench::Comparison;
using bench::Figures;
using bench::Report;

struct Suite {
    std::string_view name;
    void (*run)(bench::Report& report);
};

constexpr Suite kSuites[] = {
    {"neighbors", bench::runNeighborsSuite},
    {"wcsph", bench::runWcsphSuite},
    {"pbf", bench::runPbfSuite},
    {"sizes", bench::runSizesSuite},
    {"threads", bench::runThreadsSuite},
    {"bullet", bench::runBulletSuite},
    {"export", bench::runExportSuite},
    {"surface", bench::runSurfaceSuite},
    {"vortex", bench::runVortexSuite},
    {"render", bench::runRenderSuite},
};

/// False, with a message, when a name is no suite.
bool areKnown(const std::vector<std::string>& names) {
    const std::vector<std::string> suites = benchSuites();
    const std::vector<std::string_view> known(suites.begin(), suites.end());
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string_view nearest = nearestName(name, known);
        const std::string hint = nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest);
        fmt::print(stderr, "undine: unknown suite \"{}\": {}known are {}\n", name, hint,
                   fmt::join(known, ", "));
        return false;
    }
    return true;
}

/// Measures; the figures are those of the report.
Figures measure(const std::vector<std::string>& suites, Report& report) {
    std::vector<std::string_view> names;
    for (const Suite& suite : kSuites) {
        if (!suites.empty() && std::find(suites.begin(), suites.end(), suite.name) == suites.end()) continue;
        names.push_back(suite.name);
        const auto start = std::chrono::steady_clock::now();
        report.print("=== {} (SIMD {})\n", suite.name, simdTarget());
        suite.run(report);
        report.printMetrics();
        report.print("suite took {:.1f} s\n\n",
                     std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    Figures figures = report.figures();
    figures.origin =
        fmt::format("undine bench {}; {}", fmt::join(names, " "), bench::describe(bench::thisMachine()));
    return figures;
}

void print(const Comparison& comparison, Report& report) {
    report.print("compared with {}{}{}\n", comparison.path, comparison.origin.empty() ? "" : ": ",
                 comparison.origin);
    report.print("{:<46} {:>12} {:>12} {:>10}\n", "metric", "then", "now", "change");
    for (const Change& change : comparison.changes) {
        report.print("{:<46} {:>12.4g} {:>12.4g} {:>10}  {}{}\n", change.name, change.before, change.now,
                     bench::shareText(change.share),
                     change.isWorse    ? "worse"
                     : change.isBetter ? "better"
                                       : "",
                     change.isOther ? " (of another state)" : "");
    }
    report.print("{}\n", verdictOf(comparison));
}

Result<void> writeAll(const BenchOptions& options, const Figures& figures, const Report& report,
                      const std::optional<Comparison>& comparison) {
    Result<void> written;
    if (options.json) written = cli::writeText(report.toJson(), *options.json);
    if (written && options.csv) written = cli::writeText(toCsv(figures), *options.csv);
    if (written && options.html) written = cli::writeText(pageOf(figures, report, comparison), *options.html);
    return written;
}

/// What is known to be wrong before anything is measured.
Result<void> checkFlags(const BenchOptions& options) {
    int outputs = 0;
    for (const auto& path : {options.json, options.csv, options.html}) outputs += path == "-" ? 1 : 0;
    if (outputs > 1) return Error{"only one of --json, --csv and --html can go to standard output"};
    if (!options.figures) return {};
    if (!options.suites.empty()) return Error{"--figures: nothing is measured, so leave out the suites"};
    if (options.json) return Error{"--json: has what was measured, and --figures measures nothing"};
    return {};
}

Result<void> checkFiles(const BenchOptions& options) {
    for (const auto& path : {options.json, options.csv, options.html}) {
        if (Result<void> writable = cli::checkWritable(path); !writable) return writable;
    }
    return {};
}

}  // namespace

std::vector<std::string> benchSuites() {
    std::vector<std::string> names;
    for (const Suite& suite : kSuites) names.emplace_back(suite.name);
    return names;
}

int runBench(const BenchOptions& options) {
    if (!areKnown(options.suites)) return cli::kExitBadInput;
    if (const Result<void> good = checkFlags(options); !good) {
        return cli::complain(cli::kExitBadInput, good.error());
    }
    if (const Result<void> simd = applySimdEnvironment(); !simd) {
        return cli::complain(cli::kExitBadInput, simd.error());
    }
    std::optional<Figures> before;
    std::optional<Figures> given;
    for (const auto& [path, figures] : {std::pair(&options.compare, &before), {&options.figures, &given}}) {
        if (!*path) continue;
        Result<Figures> read = bench::readFigures(**path);
        if (!read) return cli::complain(cli::kExitBadInput, read.error());
        *figures = std::move(read).value();
    }
    if (const Result<void> writable = checkFiles(options); !writable) {
        return cli::complain(cli::kExitFailed, writable.error());
    }
    const bool isStdoutTaken = options.json == "-" || options.csv == "-" || options.html == "-";
    Report report(isStdoutTaken ? stderr : stdout);
    const Figures now = given ? *given : measure(options.suites, report);
    std::optional<Comparison> comparison;
    if (before) {
        comparison = Comparison{*options.compare, before->origin,
                                changesBetween(*before, now, options.tolerance), options.tolerance};
        print(*comparison, report);
    }
    const Result<void> written = writeAll(options, now, report, comparison);
    return written ? cli::kExitDone : cli::complain(cli::kExitFailed, written.error());
}

}  // namespace undine
