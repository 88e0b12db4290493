// SPDX-License-Identifier: Zlib
// The arithmetic of the validation: orders, verdicts, exit codes, and what the report says of them.
#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "validate/cases.h"
#include "validate/report.h"

namespace undine::validate {
namespace {

const double kNothing = std::nan("");

TEST(OrderOfConvergence, IsTheExponentOfThePower) {
    const int resolutions[] = {10, 20, 40};
    const double first[] = {0.4, 0.2, 0.1};
    const double second[] = {0.16, 0.04, 0.01};
    const double growing[] = {0.1, 0.2, 0.4};
    EXPECT_NEAR(*orderOfConvergence(resolutions, first), 1, 1e-12);
    EXPECT_NEAR(*orderOfConvergence(resolutions, second), 2, 1e-12);
    EXPECT_NEAR(*orderOfConvergence(resolutions, growing), -1, 1e-12);
}

TEST(OrderOfConvergence, NeedsTwoErrorsAboveZero) {
    const int resolutions[] = {10, 20, 40};
    const double holes[] = {0.4, kNothing, 0.1};
    const double zeros[] = {0, 0.2, 0};
    EXPECT_NEAR(*orderOfConvergence(resolutions, holes), 1, 1e-12);
    EXPECT_FALSE(orderOfConvergence(resolutions, zeros).has_value());
    EXPECT_FALSE(orderOfConvergence({resolutions, 1}, {holes, 1}).has_value());
    const int same[] = {10, 10};
    EXPECT_FALSE(orderOfConvergence(same, {holes, 2}).has_value());
}

TEST(Judge, HoldsTheErrorAgainstTheBar) {
    EXPECT_EQ(judge(0.03, 0.03, false), Verdict::Met);
    EXPECT_EQ(judge(0.031, 0.03, false), Verdict::Missed);
    EXPECT_EQ(judge(0.031, 0.03, true), Verdict::KnownMiss);
    EXPECT_EQ(judge(0.01, 0.03, true), Verdict::MetAgain);
    EXPECT_EQ(judge(kNothing, 0.03, false), Verdict::Missed);
    EXPECT_EQ(judge(kNothing, 0.03, true), Verdict::KnownMiss);
}

/// Two methods whose error is so much at resolution 1, and falls with the resolution; the second is known to
/// miss its bar, and is not part of a quick run.
Case twoMethods(double error) {
    Case about;
    about.name = "made_up";
    about.title = "Made <up>";
    about.quantities = {{"error", 0.05}};
    about.subjects = {{.name = "good", .quick = {1, 2}, .full = {1, 2, 4}},
                      {.name = "bad", .full = {1, 2}, .knownMisses = {{"error", "too coarse"}}}};
    about.run = [error](const Subject& subject, int resolution) {
        const double factor = subject.name == "good" ? 1 : 100;
        return Sample{.particles = 7, .errors = {factor * error / resolution}, .curve = {{0, 0}, {1, 1}}};
    };
    return about;
}

CaseResult resultOf(const Case& about, bool isQuick) {
    return runCase(about, isQuick, [](const Subject&, int, const Sample&, double) {});
}

TEST(RunCase, JudgesTheFinestResolution) {
    const CaseResult result = resultOf(twoMethods(0.15), false);
    ASSERT_EQ(result.subjects.size(), 2U);
    const Finding& good = result.subjects[0].findings[0];
    EXPECT_EQ(good.verdict, Verdict::Met);
    EXPECT_EQ(good.errors.size(), 3U);
    EXPECT_NEAR(*good.order, 1, 1e-12);
    EXPECT_EQ(result.subjects[1].findings[0].verdict, Verdict::KnownMiss);
}

TEST(Passing, FailsInAFullRunByEveryMissAndInAQuickOneByThoseWithoutANote) {
    const auto tally = [](double error, bool isQuick) {
        const CaseResult result = resultOf(twoMethods(error), isQuick);
        return tallyOf({&result, 1});
    };
    EXPECT_TRUE(passes(tally(0.01, true), true));
    EXPECT_FALSE(passes(tally(0.01, false), false)) << "a known miss makes a full run fail";
    EXPECT_TRUE(passes(tally(1e-5, false), false));
    EXPECT_FALSE(passes(tally(0.5, true), true)) << "quick, and worse than its bar";
    EXPECT_EQ(tally(0.01, true).notRun, 1);
    EXPECT_EQ(tally(0.01, false).knownMiss, 1);
}

TEST(Passing, AMissWithANoteDoesNotFailAQuickRun) {
    Case about = twoMethods(0.01);
    about.subjects[1].quick = {1};
    const CaseResult result = resultOf(about, true);
    const Tally tally = tallyOf({&result, 1});
    EXPECT_EQ(tally.knownMiss, 1);
    EXPECT_TRUE(passes(tally, true));
}

TEST(ValidationReport, ShowsMissesInRedAndSaysWhy) {
    const Report report{.isQuick = false,
                        .isComplete = true,
                        .asked = {"made_up"},
                        .cases = {resultOf(twoMethods(0.01), false)}};
    const std::string html = toHtml(report);
    EXPECT_NE(html.find("too coarse"), std::string::npos);
    EXPECT_NE(html.find("<td class=\"bad\">missed, known</td>"), std::string::npos);
    EXPECT_NE(html.find("<td class=\"good\">met</td>"), std::string::npos);
    EXPECT_NE(html.find("Made &lt;up&gt;"), std::string::npos);
    EXPECT_EQ(html.find("http"), std::string::npos) << "needs no network";
    EXPECT_EQ(html.find("Not complete"), std::string::npos);
}

TEST(ValidationReport, HasAllFiguresAsJson) {
    const Report report{.isQuick = true,
                        .isComplete = true,
                        .asked = {"made_up"},
                        .cases = {resultOf(twoMethods(0.2), true)}};
    const auto json = nlohmann::json::parse(toJson(report));
    EXPECT_EQ(json["mode"], "quick");
    EXPECT_EQ(json["passed"], false);
    EXPECT_EQ(json["bars_missed"], 1);
    EXPECT_EQ(json["bars_not_run"], 1);
    const auto& good = json["cases"][0]["subjects"][0];
    EXPECT_EQ(good["resolutions"], (std::vector<int>{1, 2}));
    EXPECT_NEAR(good["findings"][0]["errors"][1].get<double>(), 0.1, 1e-12);
    EXPECT_EQ(good["findings"][0]["verdict"], "missed");
    EXPECT_EQ(json["cases"][0]["subjects"][1]["findings"][0]["verdict"], "not run");
}

TEST(ValidationReport, OfAnInterruptedRunSaysSo) {
    const Report report{.asked = {"made_up", "another"}, .cases = {resultOf(twoMethods(0.01), true)}};
    EXPECT_NE(toHtml(report).find("Not complete: 1 of 2 cases"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(toJson(report))["passed"], false);
}

TEST(Cases, AreWellFormed) {
    std::set<std::string> names;
    for (const Case& about : cases()) {
        SCOPED_TRACE(about.name);
        EXPECT_TRUE(names.insert(about.name).second) << "two of this name";
        for (const std::string& words : {about.title, about.what, about.why, about.theory, about.how}) {
            EXPECT_FALSE(words.empty());
        }
        EXPECT_FALSE(about.quantities.empty());
        std::set<std::string> subjects;
        for (const Subject& subject : about.subjects) {
            EXPECT_TRUE(subjects.insert(subject.name).second) << subject.name;
            EXPECT_FALSE(subject.full.empty()) << subject.name;
            for (const auto* resolutions : {&subject.quick, &subject.full}) {
                EXPECT_TRUE(std::ranges::is_sorted(*resolutions)) << subject.name;
            }
            for (const KnownMiss& miss : subject.knownMisses) {
                const auto isIt = [&](const Quantity& quantity) { return quantity.name == miss.quantity; };
                EXPECT_TRUE(std::ranges::any_of(about.quantities, isIt)) << miss.quantity;
                EXPECT_GT(miss.reason.size(), 20U) << "a miss has a reason";
            }
        }
    }
}

}  // namespace
}  // namespace undine::validate
