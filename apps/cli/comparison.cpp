// SPDX-License-Identifier: Zlib
#include "comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

namespace undine::cli {
namespace {

std::string text(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-"; }
std::string percent(double share) {
    return std::isfinite(share) ? fmt::format("{:.2f} %", 100 * share) : "-";
}

double fastest(const Comparison& comparison) {
    double least = std::numeric_limits<double>::infinity();
    for (const Outcome& outcome : comparison.outcomes) {
        if (outcome.summary.status != RunStatus::Exploded) least = std::min(least, outcome.wallPerSecond());
    }
    return least;
}

// One that exploded says nothing of what the whole would have cost.
double timesTheFastest(const Outcome& outcome, double least) {
    const bool isFair = outcome.summary.status != RunStatus::Exploded;
    return isFair ? outcome.wallPerSecond() / least : std::numeric_limits<double>::quiet_NaN();
}

// Methods whose particles are not the fluid itself report no density.
double largestDensity(const Outcome& outcome) {
    const double ratio = outcome.summary.maxDensityRatio;
    return ratio > 0 ? ratio : std::numeric_limits<double>::quiet_NaN();
}

page::Mood moodOf(RunStatus status) {
    if (status == RunStatus::Done) return page::Mood::Plain;
    return page::Mood::Bad;
}

}  // namespace

double Outcome::wallPerSecond() const {
    if (!(summary.simulatedSeconds > 0)) return std::numeric_limits<double>::quiet_NaN();
    return summary.wallSeconds / summary.simulatedSeconds;
}

double Outcome::iterationsPerStep() const {
    std::uint64_t iterations = 0;
    std::uint64_t steps = 0;
    for (const FrameStatistics& frame : summary.statistics) {
        iterations += frame.iterations;
        steps += frame.steps;
    }
    return steps == 0 ? 0 : static_cast<double>(iterations) / static_cast<double>(steps);
}

double Outcome::meanDensityError() const {
    const std::size_t count = summary.statistics.size();
    if (count < 2) return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (std::size_t k = 1; k < count; ++k) sum += summary.statistics[k].sums.meanDensityError;
    return sum / static_cast<double>(count - 1);
}

double Outcome::energyAt(std::size_t frame) const {
    const Statistics& sums = summary.statistics[frame].sums;
    return sums.kineticEnergy + sums.potentialEnergy;
}

double Outcome::energyChange() const { return energyAt(summary.statistics.size() - 1) - energyAt(0); }

// Variants stand side by side, as in the film: that fits terminals and phones.
page::Table tableOf(const Comparison& comparison) {
    const double least = fastest(comparison);
    struct Line {
        const char* name;
        std::function<std::string(const Outcome&)> text;
    };
    const Line lines[] = {
        {"method", [](const Outcome& o) { return o.summary.solver; }},
        {"status", [](const Outcome& o) { return std::string(toString(o.summary.status)); }},
        {"particles", [](const Outcome& o) { return std::to_string(o.summary.particles); }},
        {"simulated, s", [](const Outcome& o) { return text(o.summary.simulatedSeconds); }},
        {"wall s per simulated s", [](const Outcome& o) { return text(o.wallPerSecond()); }},
        {"to the fastest", [&](const Outcome& o) { return text(timesTheFastest(o, least)); }},
        {"steps", [](const Outcome& o) { return std::to_string(o.summary.steps); }},
        {"iterations per step", [](const Outcome& o) { return text(o.iterationsPerStep()); }},
        {"density error, mean", [](const Outcome& o) { return percent(o.meanDensityError()); }},
        {"density, most", [](const Outcome& o) { return percent(largestDensity(o)); }},
        {"energy at the end, J", [](const Outcome& o) { return text(o.energyAt(o.volumes.size() - 1)); }},
        {"energy change, J", [](const Outcome& o) { return text(o.energyChange()); }},
        {"volume at the start", [](const Outcome& o) { return percent(o.volumes.front()); }},
        {"volume at the end", [](const Outcome& o) { return percent(o.volumes.back()); }},
    };
    page::Table table{{""}, {}};
    for (const Outcome& outcome : comparison.outcomes) table.head.push_back(outcome.variant.name);
    for (const Line& line : lines) {
        std::vector<page::Cell>& row = table.rows.emplace_back(std::vector{page::Cell(line.name)});
        for (const Outcome& outcome : comparison.outcomes) {
            const bool isStatus = std::string_view(line.name) == "status";
            row.emplace_back(line.text(outcome),
                             isStatus ? moodOf(outcome.summary.status) : page::Mood::Plain);
        }
    }
    return table;
}

void printTable(const page::Table& table, std::FILE* stream) {
    std::vector<std::size_t> widths;
    for (std::size_t k = 0; k < table.head.size(); ++k) {
        std::size_t width = table.head[k].size();
        for (const std::vector<page::Cell>& row : table.rows) width = std::max(width, row[k].text.size());
        widths.push_back(width);
    }
    const auto printLine = [&](const std::function<std::string(std::size_t)>& cell) {
        fmt::print(stream, "{:<{}}", cell(0), widths[0]);
        for (std::size_t k = 1; k < widths.size(); ++k) fmt::print(stream, "  {:>{}}", cell(k), widths[k]);
        fmt::print(stream, "\n");
    };
    printLine([&](std::size_t k) { return table.head[k]; });
    for (const std::vector<page::Cell>& row : table.rows) {
        printLine([&](std::size_t k) { return row[k].text; });
    }
}

// What is not finite becomes null.
nlohmann::ordered_json toJson(const Comparison& comparison) {
    nlohmann::ordered_json variants = nlohmann::ordered_json::array();
    for (const Outcome& outcome : comparison.outcomes) {
        nlohmann::ordered_json changes = nlohmann::ordered_json::object();
        for (const SceneOverride& change : outcome.variant.changes) changes[change.path] = change.value;
        nlohmann::ordered_json entry = {{"name", outcome.variant.name},
                                        {"changes", changes},
                                        {"settings_left_out", outcome.variant.leftOut},
                                        {"wall_seconds_per_simulated_second", outcome.wallPerSecond()},
                                        {"iterations_per_step", outcome.iterationsPerStep()},
                                        {"mean_density_error", outcome.meanDensityError()},
                                        {"energy_change", outcome.energyChange()},
                                        {"volume", outcome.volumes}};
        entry.update(toJson(outcome.summary));
        variants.push_back(std::move(entry));
    }
    return {{"scene", comparison.scene}, {"notes", comparison.notes}, {"variants", variants}};
}

}  // namespace undine::cli
