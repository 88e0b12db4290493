// SPDX-License-Identifier: Zlib
// The page of a comparison: film, table, what stopped, charts, and how it was measured.
#include <algorithm>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "bench/machine.h"
#include "comparison.h"
#include "io/read_file.h"
#include "side_by_side.h"

namespace undine::cli {
namespace {

constexpr std::size_t kMostEmbedded = 32U << 20U;  // bytes: a larger film stays beside the page

/// A quantity over time.
struct Quantity {
    const char* title;
    const char* label;
    std::function<double(const Outcome&, std::size_t frame)> at;
    std::size_t firstFrame = 0;  // what is summed up between frames begins with 1
};

const FrameStatistics& frameOf(const Outcome& outcome, std::size_t frame) {
    return outcome.summary.statistics[frame];
}

std::vector<Quantity> quantities() {
    return {
        {"Kinetic energy", "J", [](auto& o, auto k) { return frameOf(o, k).sums.kineticEnergy; }},
        {"Potential energy", "J", [](auto& o, auto k) { return frameOf(o, k).sums.potentialEnergy; }},
        {"Energy", "J, kinetic and potential", [](auto& o, auto k) { return o.energyAt(k); }},
        {"Density error", "%, mean where compressed",
         [](auto& o, auto k) { return 100 * frameOf(o, k).sums.meanDensityError; }},
        {"Largest density", "of rest density",
         [](auto& o, auto k) { return static_cast<double>(frameOf(o, k).maxDensityRatio); }, 1},
        {"Volume", "% of that at rest", [](auto& o, auto k) { return 100 * o.volumes[k]; }},
        {"Largest speed", "m/s", [](auto& o, auto k) { return static_cast<double>(frameOf(o, k).maxSpeed); },
         1},
        {"Steps", "per frame", [](auto& o, auto k) { return static_cast<double>(frameOf(o, k).steps); }, 1},
        {"Iterations", "per frame",
         [](auto& o, auto k) { return static_cast<double>(frameOf(o, k).iterations); }, 1},
        {"Wall time", "ms per frame", [](auto& o, auto k) { return 1e3 * frameOf(o, k).wallSeconds; }, 1},
        {"Particles", "", [](auto& o, auto k) { return static_cast<double>(frameOf(o, k).particles); }},
    };
}

/// Whether there is anything to see: a line that is the same for all and all the time says nothing.
bool isWorthShowing(const page::Chart& chart) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const page::Series& series : chart.series) {
        for (const page::Point& point : series.points) {
            low = std::min(low, point.y);
            high = std::max(high, point.y);
        }
    }
    return low < high;
}

std::vector<page::Chart> chartsOf(const Comparison& comparison) {
    std::vector<page::Chart> charts;
    for (const Quantity& quantity : quantities()) {
        page::Chart chart{quantity.title, {"time, s"}, {quantity.label}, {}};
        for (const Outcome& outcome : comparison.outcomes) {
            page::Series series{outcome.variant.name, {}};
            for (std::size_t k = quantity.firstFrame; k < outcome.summary.statistics.size(); ++k) {
                series.points.push_back({frameOf(outcome, k).time, quantity.at(outcome, k)});
            }
            chart.series.push_back(std::move(series));
        }
        if (isWorthShowing(chart)) charts.push_back(std::move(chart));
    }
    return charts;
}

Result<void> addPictures(const std::filesystem::path& folder, page::Page& page) {
    struct Kind {
        const char* name;
        const char* type;
        const char* words;
    };
    constexpr Kind kKinds[] = {{kFilmName, "video/mp4", "All variants at the same moments"},
                               {kLastPictureName, "image/png", "All variants at the end"}};
    for (const Kind& kind : kKinds) {
        const std::filesystem::path path = folder / kind.name;
        std::error_code error;
        const std::uintmax_t size = std::filesystem::file_size(path, error);
        if (error) continue;
        if (size > kMostEmbedded) {
            page.pictureBeside(kind.name, kind.type, kind.words);
            return {};
        }
        const Result<std::string> bytes = readFile({path.string(), "picture", kMostEmbedded});
        if (!bytes) return Error{bytes.error()};
        page.picture(std::as_bytes(std::span(bytes.value())), kind.type, kind.words);
        return {};
    }
    return {};
}

void addVerdict(const Comparison& comparison, page::Page& page) {
    std::size_t whole = 0;
    for (const Outcome& outcome : comparison.outcomes) {
        whole += outcome.summary.status == RunStatus::Done ? 1 : 0;
    }
    const std::size_t count = comparison.outcomes.size();
    if (whole == count) {
        page.verdict(fmt::format("All {} variants came to their end.", count), page::Mood::Good);
    } else {
        page.verdict(fmt::format("{} of {} variants came to their end.", whole, count), page::Mood::Bad);
    }
    for (const Outcome& outcome : comparison.outcomes) {
        if (outcome.summary.message.empty()) continue;
        page.paragraph(fmt::format("{}: {}", outcome.variant.name, outcome.summary.message));
    }
    for (const std::string& note : comparison.notes) page.paragraph(note);
}

std::string listOf(const std::vector<std::string>& words) {
    return words.empty() ? "-" : fmt::format("{}", fmt::join(words, ", "));
}

void addVariants(const Comparison& comparison, page::Page& page) {
    page::Table table;
    table.head = {"variant", "what is changed", "kept of the scene's own method", "left out of it",
                  "state at the end"};
    for (const Outcome& outcome : comparison.outcomes) {
        std::vector<std::string> changes;
        for (const SceneOverride& change : outcome.variant.changes) {
            changes.push_back(change.path + "=" + change.value);
        }
        table.rows.push_back({page::Cell(outcome.variant.name), page::Cell(listOf(changes)),
                              page::Cell(listOf(outcome.variant.kept)),
                              page::Cell(listOf(outcome.variant.leftOut)),
                              page::Cell(fmt::format("{:016x}", outcome.summary.stateHash))});
    }
    page.table(table);
}

}  // namespace

Result<std::string> pageOf(const Comparison& comparison, const std::filesystem::path& folder) {
    page::Page page(fmt::format("{}: {} variants", comparison.scene, comparison.outcomes.size()));
    if (!comparison.description.empty()) page.paragraph(comparison.description);
    addVerdict(comparison, page);
    if (const Result<void> added = addPictures(folder, page); !added) return Error{added.error()};
    page.heading("Table");
    page.table(tableOf(comparison));
    page.heading("Over time");
    page.charts(chartsOf(comparison));
    page.heading("Variants");
    addVariants(comparison, page);
    page.heading("How it was measured");
    page.paragraph(
        "The variants take turns frame by frame, each with all threads, so that whatever else the machine "
        "does "
        "hits all of them alike. Wall time is that of steps alone, without measuring and drawing.");
    page.paragraph(
        "Density error is the mean of |density / rest density - 1| over particles that are denser than at "
        "rest, "
        "averaged over the frames; the largest density is that of any particle in any step. Volume is what "
        "the "
        "closed surface around the particles holds, over what as many particles fill at rest: spray and torn "
        "sheets count with a ball for each particle.");
    page.paragraph("Energy is kinetic and potential, -m g.x, whose zero is at the origin.");
    page.paragraph(fmt::format("Machine: {}.", bench::describe(bench::thisMachine())));
    return page.html();
}

}  // namespace undine::cli
