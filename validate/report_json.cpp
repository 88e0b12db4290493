// SPDX-License-Identifier: Zlib
#include <cmath>

#include <nlohmann/json.hpp>

#include "validate/report.h"

namespace undine::validate {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json curveJson(const std::vector<page::Point>& curve) {
    Json points = Json::array();
    for (const page::Point& p : curve) points.push_back({number(p.x), number(p.y)});
    return points;
}

Json findingJson(const Finding& finding, bool isRun) {
    Json errors = Json::array();
    for (const double error : finding.errors) errors.push_back(number(error));
    return {{"quantity", finding.quantity},
            {"bar", finding.bar},
            {"errors", errors},
            {"order", finding.order ? number(*finding.order) : Json()},
            {"verdict", isRun ? std::string(nameOf(finding.verdict)) : "not run"},
            {"known_miss", finding.reason.empty() ? Json() : Json(finding.reason)}};
}

Json subjectJson(const SubjectResult& result) {
    Json particles = Json::array();
    Json troubles = Json::array();
    for (const Sample& sample : result.samples) {
        particles.push_back(sample.particles);
        if (!sample.trouble.empty()) troubles.push_back(sample.trouble);
    }
    Json findings = Json::array();
    for (const Finding& finding : result.findings) {
        findings.push_back(findingJson(finding, !result.resolutions.empty()));
    }
    return {{"subject", result.subject.name},
            {"resolutions", result.resolutions},
            {"particles", particles},
            {"seconds", result.seconds},
            {"findings", findings},
            {"trouble", troubles},
            {"curve", result.samples.empty() ? Json::array() : curveJson(result.samples.back().curve)}};
}

}  // namespace

std::string toJson(const Report& report) {
    const Tally tally = tallyOf(report.cases);
    Json cases = Json::array();
    for (const CaseResult& result : report.cases) {
        Json subjects = Json::array();
        for (const SubjectResult& subject : result.subjects) subjects.push_back(subjectJson(subject));
        Json reference = Json::object();
        for (const page::Series& series : result.about.reference)
            reference[series.name] = curveJson(series.points);
        cases.push_back({{"case", result.about.name},
                         {"title", result.about.title},
                         {"seconds", result.seconds},
                         {"reference", reference},
                         {"subjects", subjects}});
    }
    const Json root = {{"mode", report.isQuick ? "quick" : "full"},
                       {"complete", report.isComplete},
                       {"passed", report.isComplete && passes(tally, report.isQuick)},
                       {"bars_met", tally.met},
                       {"bars_missed", tally.missed},
                       {"bars_missed_known", tally.knownMiss},
                       {"bars_not_run", tally.notRun},
                       {"cases", cases}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace undine::validate
