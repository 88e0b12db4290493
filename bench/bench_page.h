// SPDX-License-Identifier: Zlib
// The figures of `undine bench` as a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/report.h"

namespace undine::bench {

/// Figures of another day beside those of now.
struct Comparison {
    std::string path;
    std::string origin;  ///< suites and machine
    std::vector<Change> changes;
    double tolerance = 0;
};

/// One line: how many figures got worse, and which.
std::string verdictOf(const Comparison& comparison);

/// "+12.3 %".
std::string shareText(double share);

/// Charts, bars and the figures of others are those of the report.
std::string pageOf(const Figures& figures, const Report& report, const std::optional<Comparison>& comparison);

}  // namespace undine::bench
