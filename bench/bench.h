// SPDX-License-Identifier: Zlib
// Benchmarks: `undine bench [SUITE…]`. Figures are for people to judge; bars are printed as met or missed,
// and figures that got worse are named, and neither makes the program fail.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace undine {

/// Paths of "-" are standard output, which sends the tables to standard error.
struct BenchOptions {
    std::vector<std::string> suites;  ///< none: all
    std::optional<std::string>
        json;  ///< {"machine": {…}, "metrics": {"name": value, …}, "state_hashes": {…}}
    std::optional<std::string> csv;      ///< as bench/results keeps them
    std::optional<std::string> html;     ///< a page with tables and charts
    std::optional<std::string> compare;  ///< CSV of another day
    std::optional<std::string> figures;  ///< CSV to take the figures from instead of measuring
    double tolerance = 0.1;              ///< share by which a figure may differ
};

/// Runs the suites, prints their tables and writes the files. Returns the exit code: 0, 1 when a file cannot
/// be written, 2 for bad input.
int runBench(const BenchOptions& options);

/// The names of all suites.
std::vector<std::string> benchSuites();

}  // namespace undine
