// SPDX-License-Identifier: Zlib
#include "comparison.h"

#include <algorithm>
#include <cmath>
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

page::Table tableOf(const Comparison& comparison) {
    page::Table table;
    table.head = {"variant",
                  "method",
                  "status",
                  "wall s per simulated s",
                  "to the fastest",
                  "steps",
                  "iterations per step",
                  "density error, mean",
                  "density, most",
                  "energy at the end, J",
                  "energy change, J",
                  "volume at the end",
                  "particles"};
    const double least = fastest(comparison);
    for (const Outcome& outcome : comparison.outcomes) {
        const RunSummary& summary = outcome.summary;
        table.rows.push_back(
            {page::Cell(outcome.variant.name), page::Cell(summary.solver),
             page::Cell(std::string(toString(summary.status)), moodOf(summary.status)),
             page::Cell(text(outcome.wallPerSecond())), page::Cell(text(outcome.wallPerSecond() / least)),
             page::Cell(std::to_string(summary.steps)), page::Cell(text(outcome.iterationsPerStep())),
             page::Cell(percent(outcome.meanDensityError())), page::Cell(percent(summary.maxDensityRatio)),
             page::Cell(text(outcome.energyAt(summary.statistics.size() - 1))),
             page::Cell(text(outcome.energyChange())), page::Cell(percent(outcome.volumes.back())),
             page::Cell(std::to_string(summary.particles))});
    }
    return table;
}

// A terminal is higher than wide: variants stand side by side, as in the film.
void printTable(const page::Table& table, std::FILE* stream) {
    std::size_t first = 0;
    for (const std::string& name : table.head) first = std::max(first, name.size());
    std::vector<std::size_t> widths;
    for (const std::vector<page::Cell>& row : table.rows) {
        std::size_t width = 0;
        for (const page::Cell& cell : row) width = std::max(width, cell.text.size());
        widths.push_back(width);
    }
    for (std::size_t line = 0; line < table.head.size(); ++line) {
        fmt::print(stream, "{:<{}}", table.head[line], first);
        for (std::size_t k = 0; k < table.rows.size(); ++k) {
            fmt::print(stream, "  {:>{}}", table.rows[k][line].text, widths[k]);
        }
        fmt::print(stream, "\n");
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
