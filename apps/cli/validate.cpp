// SPDX-License-Identifier: Zlib
// `undine validate`: runs the cases and writes their report, anew after each of them, so that a run that is
// interrupted leaves the cases it has done.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "commands.h"
#include "core/simd.h"
#include "text_output.h"
#include "undine/parameters.h"
#include "validate/cases.h"
#include "validate/report.h"

namespace undine::cli {
namespace {

Result<void> checkNames(const std::vector<std::string>& names) {
    const std::vector<std::string> all = validate::caseNames();
    const std::vector<std::string_view> known(all.begin(), all.end());
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) != known.end()) continue;
        const std::string_view nearest = nearestName(name, known);
        const std::string hint = nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest);
        return Error{
            fmt::format("--only: unknown case \"{}\": {}known are {}", name, hint, fmt::join(known, ", "))};
    }
    return {};
}

Result<void> checkPlaces(const std::string& page, const std::string& json) {
    const std::filesystem::path folder = std::filesystem::path(page).parent_path();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return Error{fmt::format("{}: cannot make the folder: {}", folder.string(), error.message())};
    if (Result<void> writable = checkWritable(page); !writable) return writable;
    return json.empty() ? Result<void>() : checkWritable(json);
}

class Console {
  public:
    Console(const ValidateOptions& options, std::FILE* out) : options_(options), out_(out) {}

    void begin(const validate::Case& about) const {
        if (!options_.quiet) fmt::print(out_, "{}: {}\n", about.name, about.title);
    }
    void tell(const validate::Case& about, const validate::Subject& subject, int resolution,
              const validate::Sample& sample, double seconds) const {
        if (options_.quiet) return;
        std::string errors;
        for (std::size_t q = 0; q < sample.errors.size(); ++q) {
            errors += fmt::format("  {} {}", about.quantities[q].name, validate::percent(sample.errors[q]));
        }
        fmt::print(out_, "  {:<22} {:>4} {:>8} particles {:>7.1f} s{}\n", subject.name, resolution,
                   sample.particles, seconds, errors);
        if (!sample.trouble.empty()) fmt::print(out_, "    {}\n", sample.trouble);
        std::fflush(out_);
    }
    void judge(const validate::CaseResult& result) const {
        if (options_.quiet) return;
        for (const validate::SubjectResult& subject : result.subjects) {
            for (const validate::Finding& finding : subject.findings) {
                if (subject.resolutions.empty() || isMet(finding.verdict)) continue;
                fmt::print(out_, "    {}: {} has an error of {}, the bar is {}: {}\n", subject.subject.name,
                           finding.quantity, validate::percent(finding.errors.back()),
                           validate::percent(finding.bar), nameOf(finding.verdict));
            }
        }
    }
    void sum(const validate::Report& report, const std::string& page) const {
        if (options_.quiet) return;
        const validate::Tally tally = tallyOf(report.cases);
        fmt::print(out_, "{} bars met, {} missed, {} missed as known", tally.met, tally.missed,
                   tally.knownMiss);
        if (tally.notRun > 0) fmt::print(out_, ", {} left to a full run", tally.notRun);
        fmt::print(out_, "\nsee {}\n", page);
    }

  private:
    const ValidateOptions& options_;
    std::FILE* out_;
};

}  // namespace

std::vector<std::string> validationCases() { return validate::caseNames(); }

int runValidation(const ValidateOptions& options) {
    if (const Result<void> known = checkNames(options.only); !known)
        return complain(kExitBadInput, known.error());
    if (const Result<void> simd = applySimdEnvironment(); !simd) return complain(kExitBadInput, simd.error());
    const std::string page = (std::filesystem::path(options.out) / "index.html").string();
    if (const Result<void> places = checkPlaces(page, options.json); !places) {
        return complain(kExitFailed, places.error());
    }
    validate::Report report{.isQuick = options.quick, .asked = options.only};
    if (report.asked.empty()) report.asked = validate::caseNames();
    const Console console(options, options.json == "-" ? stderr : stdout);
    for (const validate::Case& about : validate::cases()) {
        if (std::ranges::find(report.asked, about.name) == report.asked.end()) continue;
        console.begin(about);
        report.cases.push_back(validate::runCase(
            about, options.quick,
            [&](const validate::Subject& subject, int resolution, const validate::Sample& sample,
                double seconds) { console.tell(about, subject, resolution, sample, seconds); }));
        console.judge(report.cases.back());
        report.isComplete = report.cases.size() == report.asked.size();
        if (const Result<void> written = writeText(toHtml(report), page); !written) {
            return complain(kExitFailed, written.error());
        }
    }
    if (!options.json.empty()) {
        if (const Result<void> written = writeText(toJson(report), options.json); !written) {
            return complain(kExitFailed, written.error());
        }
    }
    console.sum(report, page);
    return passes(tallyOf(report.cases), options.quick) ? kExitDone : kExitFailed;
}

}  // namespace undine::cli
