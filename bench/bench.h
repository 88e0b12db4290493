// SPDX-License-Identifier: Zlib
// Benchmarks: `undine bench [SUITE…] [--json FILE]`. Figures are for people to judge; bars are printed as met
// or missed and never make the program fail.
#pragma once

#include <string>
#include <vector>

namespace undine {

/// Runs the named suites, or all when none is named, and prints their tables. `jsonPath` receives
/// {"machine": {…}, "metrics": {"name": value, …}, "state_hashes": {…}}: empty for none, "-" for standard
/// output, which sends the tables to standard error. Returns the exit code: 0, 1 when the file cannot be
/// written, 2 for bad input.
int runBench(const std::vector<std::string>& suites, const std::string& jsonPath);

/// The names of all suites.
std::vector<std::string> benchSuites();

}  // namespace undine
