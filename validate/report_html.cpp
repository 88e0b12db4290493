// SPDX-License-Identifier: Zlib
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/page/page.h"
#include "validate/report.h"

namespace undine::validate {
namespace {

using page::Cell;
using page::Mood;
using page::Page;

Mood moodOf(bool isGood) { return isGood ? Mood::Good : Mood::Bad; }

/// "25: 4 %, 50: 2.1 %"
std::string errorsOf(const SubjectResult& result, const Finding& finding) {
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < finding.errors.size(); ++k) {
        parts.push_back(fmt::format("{}: {}", result.resolutions[k], percent(finding.errors[k])));
    }
    return parts.empty() ? "not run" : fmt::format("{}", fmt::join(parts, ", "));
}

Cell verdictCell(const SubjectResult& result, const Finding& finding) {
    if (result.resolutions.empty()) {
        return finding.reason.empty() ? Cell("full run only") : Cell("known miss, full run only", Mood::Bad);
    }
    return {std::string(nameOf(finding.verdict)), moodOf(isMet(finding.verdict))};
}

void addFindings(Page& page, const CaseResult& result) {
    page::Table table{{"method", "quantity", "error at each resolution", "bar", "order", "verdict"}, {}};
    for (const SubjectResult& subject : result.subjects) {
        for (const Finding& finding : subject.findings) {
            table.rows.push_back({Cell(subject.subject.name), Cell(finding.quantity),
                                  Cell(errorsOf(subject, finding)), Cell(percent(finding.bar)),
                                  Cell(finding.order ? fmt::format("{:.1f}", *finding.order) : ""),
                                  verdictCell(subject, finding)});
        }
    }
    page.table(table);
}

page::Chart curveChart(const CaseResult& result) {
    page::Chart chart{"What happened", result.about.x, result.about.y, result.about.reference};
    for (const SubjectResult& subject : result.subjects) {
        if (subject.samples.empty()) continue;
        chart.series.push_back({subject.subject.name, subject.samples.back().curve, page::Stroke::Line});
    }
    return chart;
}

/// How an error falls with the resolution, for one quantity and all methods.
page::Chart errorChart(const CaseResult& result, std::size_t quantity) {
    const Quantity& about = result.about.quantities[quantity];
    page::Chart chart{fmt::format("Error of {}", about.name),
                      {.label = "resolution", .isLogarithmic = true},
                      {.label = "error in %", .isLogarithmic = true},
                      {}};
    page::Series bar{"bar", {}, page::Stroke::Dashes};
    for (const SubjectResult& subject : result.subjects) {
        page::Series series{subject.subject.name, {}, page::Stroke::LineAndDots};
        for (std::size_t k = 0; k < subject.resolutions.size(); ++k) {
            const auto at = static_cast<double>(subject.resolutions[k]);
            series.points.push_back({at, 100 * subject.findings[quantity].errors[k]});
            bar.points.push_back({at, 100 * about.bar});
        }
        if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    std::ranges::sort(bar.points, {}, &page::Point::x);
    chart.series.insert(chart.series.begin(), std::move(bar));
    return chart;
}

bool hasSeveralResolutions(const CaseResult& result) {
    return std::ranges::any_of(result.subjects,
                               [](const SubjectResult& subject) { return subject.resolutions.size() > 1; });
}

/// Known misses of one quantity for one reason.
struct Miss {
    std::string quantity;
    std::string reason;
    std::vector<std::string> methods{};
};

std::vector<Miss> missesOf(const CaseResult& result) {
    std::vector<Miss> misses;
    for (const SubjectResult& subject : result.subjects) {
        for (const Finding& finding : subject.findings) {
            if (finding.reason.empty()) continue;
            const auto isSame = [&](const Miss& miss) {
                return miss.quantity == finding.quantity && miss.reason == finding.reason;
            };
            auto miss = std::ranges::find_if(misses, isSame);
            if (miss == misses.end()) miss = misses.insert(misses.end(), {finding.quantity, finding.reason});
            miss->methods.push_back(subject.subject.name);
        }
    }
    return misses;
}

void addNotes(Page& page, const CaseResult& result) {
    for (const Miss& miss : missesOf(result)) {
        page.paragraph(fmt::format("Known to be missed: {} ({}). {}", miss.quantity,
                                   fmt::join(miss.methods, "; "), miss.reason));
    }
    for (const SubjectResult& subject : result.subjects) {
        for (std::size_t k = 0; k < subject.samples.size(); ++k) {
            if (subject.samples[k].trouble.empty()) continue;
            page.verdict(fmt::format("{} at resolution {} stopped: {}", subject.subject.name,
                                     subject.resolutions[k], subject.samples[k].trouble),
                         Mood::Bad);
        }
    }
}

void addCase(Page& page, const CaseResult& result) {
    const Case& about = result.about;
    page.heading(about.title, about.name);
    page.terms({{"What happens", about.what},
                {"Why it is tested", about.why},
                {"What is known", about.theory},
                {"What is measured", about.how}});
    const Tally tally = tallyOf({&result, 1});
    const int missed = tally.missed + tally.knownMiss;
    if (tally.met + missed > 0) {
        page.verdict(fmt::format("{} of {} bars met", tally.met, tally.met + missed), moodOf(missed == 0));
        std::vector<page::Chart> charts{curveChart(result)};
        if (hasSeveralResolutions(result)) {
            for (std::size_t q = 0; q < about.quantities.size(); ++q) charts.push_back(errorChart(result, q));
        }
        page.charts(charts);
    } else {
        page.paragraph("Not run: no part of this case belongs to a quick run.");
    }
    addFindings(page, result);
    addNotes(page, result);
}

void addSummary(Page& page, const Report& report) {
    const Tally tally = tallyOf(report.cases);
    const int judged = tally.met + tally.missed + tally.knownMiss;
    const bool isGood = tally.missed + tally.knownMiss == 0;
    page.verdict(fmt::format("{} of {} bars met, {} missed, of which {} are known and explained below",
                             tally.met, judged, tally.missed + tally.knownMiss, tally.knownMiss),
                 moodOf(isGood));
    if (!report.isComplete) {
        page.verdict(
            fmt::format("Not complete: {} of {} cases are done", report.cases.size(), report.asked.size()),
            Mood::Bad);
    }
    const std::string_view mode =
        report.isQuick
            ? "This was a quick run: small resolutions, and not all methods.  The "
              "bars are those "
              "of a full run. It fails (exit code 1) when a bar is missed that is not noted as a known miss, "
              "so that it "
              "catches a method that has become worse. Known misses stay red here; a full run fails by them."
            : "This was a full run. It fails (exit code 1) when any bar is missed, known or not.";
    page.paragraph(mode);
    page::Table table{{"case", "bars met", "missed", "not run", "s"}, {}};
    std::vector<std::pair<std::string, std::string>> links;
    for (const CaseResult& result : report.cases) {
        const Tally one = tallyOf({&result, 1});
        const int missed = one.missed + one.knownMiss;
        links.emplace_back(result.about.title, result.about.name);
        table.rows.push_back({Cell(result.about.title), Cell(fmt::format("{}", one.met), Mood::Plain),
                              Cell(fmt::format("{}", missed), missed > 0 ? Mood::Bad : Mood::Plain),
                              Cell(fmt::format("{}", one.notRun)),
                              Cell(fmt::format("{:.1f}", result.seconds))});
    }
    page.links(links);
    page.table(table);
}

void addKnownMisses(Page& page, const Report& report) {
    std::vector<std::pair<std::string, std::string>> terms;
    for (const CaseResult& result : report.cases) {
        for (const Miss& miss : missesOf(result)) {
            terms.emplace_back(
                fmt::format("{}, {}: {}", result.about.title, miss.quantity, fmt::join(miss.methods, "; ")),
                miss.reason);
        }
    }
    if (terms.empty()) return;
    page.heading("Bars that are known to be missed", "known_misses");
    page.terms(terms);
}

}  // namespace

std::string percent(double error) {
    if (!std::isfinite(error)) return "none";
    return error == 0 ? "0 %" : fmt::format("{:.2g} %", 100 * error);
}

std::string toHtml(const Report& report) {
    Page page("Undine against nature");
    page.paragraph(
        "Undine simulates fluids as particles, by several methods. This page compares what they compute with "
        "what is "
        "known: exact solutions, published experiments, and laws such as the conservation of momentum. Each "
        "comparison "
        "has a bar, the largest error that is accepted.  What misses its bar is red.");
    page.paragraph(
        "Each method is run at several resolutions, coarse to fine; the finest is judged. The order tells "
        "how the error "
        "falls: with order 1 it halves when particles are half as far apart, with order 2 it falls to a "
        "quarter; at 0 or "
        "below it does not fall.");
    addSummary(page, report);
    addKnownMisses(page, report);
    for (const CaseResult& result : report.cases) addCase(page, result);
    return page.html();
}

}  // namespace undine::validate
