// SPDX-License-Identifier: Zlib
// Figures as files keep them: CSV with a line per metric, its value and the hash of the state it was taken
// at, under comments that name the machine; and how figures of two days differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "undine/result.h"

namespace undine::bench {

struct Figure {
    std::string name;
    double value = 0;                   ///< NaN: could not be measured
    std::optional<std::uint64_t> hash;  ///< none: there is no state that a figure belongs to
};

struct Figures {
    std::string origin;  ///< suites and machine
    std::vector<Figure> list;

    const Figure* find(const std::string& name) const;
};

/// Sixteen digits; empty for none.
std::string hashText(const std::optional<std::uint64_t>& hash);

std::string toCsv(const Figures& figures);

/// Reads what toCsv() wrote, or an older file without hashes. The error names file, line and what is wrong.
Result<Figures> readFigures(const std::string& path);
Result<Figures> parseFigures(const std::string& text, const std::string& path);

/// What is better of a metric, by its name; Neither for what only describes the work, as the number of
/// neighbours.
enum class Better { Neither, Smaller, Larger };
Better betterOf(const std::string& metric);

/// One metric that is in both.
struct Change {
    std::string name;
    double before = 0;
    double now = 0;
    double share = 0;       ///< of `before`: 0.1 is a tenth more
    bool isWorse = false;   ///< by more than the tolerance
    bool isBetter = false;  ///< likewise
    bool isOther = false;   ///< the states differ: not the same work was measured
};
std::vector<Change> changesBetween(const Figures& before, const Figures& now, double tolerance);

}  // namespace undine::bench
