// SPDX-License-Identifier: Zlib
#include "bench/bench_page.h"

#include <algorithm>
#include <cmath>

#include "apps/page/page.h"

namespace undine::bench {
namespace {

std::string valueText(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-"; }

std::string othersFor(const std::string& metric, const Report& report) {
    std::string text;
    for (const Published& p : report.published()) {
        if (p.metric != metric) continue;
        text += fmt::format("{}{} ({}; on {})", text.empty() ? "" : "; ", p.figure, p.who, p.machine);
    }
    return text;
}

page::Cell barCell(const std::string& metric, const Report& report) {
    const auto found = std::ranges::find(report.metrics(), metric, &Report::Metric::name);
    if (found == report.metrics().end() || !found->bar) return page::Cell();
    const bool isMet = found->bar->isMetBy(found->value);
    return page::Cell(describe(*found->bar, found->value), isMet ? page::Mood::Good : page::Mood::Bad);
}

void addFigures(const Figures& figures, const Report& report, page::Page& page) {
    page::Table table;
    table.head = {"metric", "value", "bar", "state", "figures of others"};
    for (const Figure& figure : figures.list) {
        table.rows.push_back({page::Cell(figure.name), page::Cell(valueText(figure.value)),
                              barCell(figure.name, report), page::Cell(hashText(figure.hash)),
                              page::Cell(othersFor(figure.name, report))});
    }
    page.table(table);
}

void addChanges(const Comparison& comparison, page::Page& page) {
    page.heading("Compared with " + comparison.path, "changes");
    const bool isAnyWorse = std::ranges::any_of(comparison.changes, &Change::isWorse);
    page.verdict(verdictOf(comparison), isAnyWorse ? page::Mood::Bad : page::Mood::Good);
    if (!comparison.origin.empty()) page.paragraph("Then: " + comparison.origin + ".");
    page::Table table;
    table.head = {"metric", "then", "now", "change", "", ""};
    for (const Change& change : comparison.changes) {
        const page::Mood mood = change.isWorse    ? page::Mood::Bad
                                : change.isBetter ? page::Mood::Good
                                                  : page::Mood::Plain;
        table.rows.push_back({page::Cell(change.name), page::Cell(valueText(change.before)),
                              page::Cell(valueText(change.now)), page::Cell(shareText(change.share), mood),
                              page::Cell(change.isWorse    ? "worse"
                                         : change.isBetter ? "better"
                                                           : "",
                                         mood),
                              page::Cell(change.isOther ? "of another state" : "")});
    }
    page.table(table);
}

}  // namespace

std::string shareText(double share) {
    return std::isfinite(share) ? fmt::format("{:+.1f} %", 100 * share) : "-";
}

std::string verdictOf(const Comparison& comparison) {
    std::vector<std::string> worse;
    for (const Change& change : comparison.changes) {
        if (change.isWorse) worse.push_back(fmt::format("{} ({})", change.name, shareText(change.share)));
    }
    const std::size_t count = comparison.changes.size();
    if (count == 0) return "There is no metric that both have.";
    if (worse.empty()) {
        return fmt::format("None of {} figures got worse by more than {:g} %.", count,
                           100 * comparison.tolerance);
    }
    return fmt::format("{} of {} figures got worse by more than {:g} %: {}.", worse.size(), count,
                       100 * comparison.tolerance, fmt::join(worse, ", "));
}

std::string pageOf(const Figures& figures, const Report& report,
                   const std::optional<Comparison>& comparison) {
    page::Page page("Undine: benchmark");
    page.paragraph(figures.origin + ".");
    if (comparison) addChanges(*comparison, page);
    if (!report.charts().empty()) {
        page.heading("Charts");
        page.charts(report.charts());
    }
    page.heading("Figures");
    page.paragraph(
        "Bars are what a figure should reach on a machine with nothing else to do. The state is a hash of "
        "all "
        "particles when measuring began: figures with equal hashes are of the same work. Figures of others "
        "were measured on their machines and by their rules.");
    addFigures(figures, report, page);
    return page.html();
}

}  // namespace undine::bench
