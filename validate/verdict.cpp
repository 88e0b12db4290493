// SPDX-License-Identifier: Zlib
#include "validate/verdict.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace undine::validate {

std::optional<double> orderOfConvergence(std::span<const int> resolutions, std::span<const double> errors) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t k = 0; k < std::min(resolutions.size(), errors.size()); ++k) {
        if (!(errors[k] > 0) || !std::isfinite(errors[k])) continue;
        const double x = -std::log(static_cast<double>(resolutions[k]));
        const double y = std::log(errors[k]);
        n += 1;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    const double spread = n * sxx - sx * sx;
    if (n < 2 || !(spread > 1e-12)) return std::nullopt;
    return (n * sxy - sx * sy) / spread;
}

Verdict judge(double error, double bar, bool isKnownMiss) {
    if (error <= bar) return isKnownMiss ? Verdict::MetAgain : Verdict::Met;
    return isKnownMiss ? Verdict::KnownMiss : Verdict::Missed;
}

bool isMet(Verdict verdict) { return verdict == Verdict::Met || verdict == Verdict::MetAgain; }

std::string_view nameOf(Verdict verdict) {
    switch (verdict) {
        case Verdict::Met:
            return "met";
        case Verdict::MetAgain:
            return "met, though noted as missed";
        case Verdict::KnownMiss:
            return "missed, known";
        case Verdict::Missed:
            break;
    }
    return "missed";
}

std::vector<Finding> findingsOf(const Case& about, const SubjectResult& result, bool isQuick) {
    std::vector<Finding> findings;
    for (std::size_t q = 0; q < about.quantities.size(); ++q) {
        const Quantity& quantity = about.quantities[q];
        Finding finding{.quantity = quantity.name, .bar = quantity.bar};
        for (const Sample& sample : result.samples) {
            finding.errors.push_back(q < sample.errors.size() ? sample.errors[q]
                                                              : std::numeric_limits<double>::quiet_NaN());
        }
        const auto& known = result.subject.knownMisses;
        const auto note = std::ranges::find(known, quantity.name, &KnownMiss::quantity);
        if (note != known.end()) finding.reason = note->reason;
        finding.order = orderOfConvergence(result.resolutions, finding.errors);
        const double finest =
            finding.errors.empty() ? std::numeric_limits<double>::quiet_NaN() : finding.errors.back();
        const bool isKnown = note != known.end() && (note->alsoQuick || !isQuick);
        finding.verdict = judge(finest, quantity.bar, isKnown);
        findings.push_back(std::move(finding));
    }
    return findings;
}

Tally tallyOf(std::span<const CaseResult> cases) {
    Tally tally;
    for (const CaseResult& result : cases) {
        for (const SubjectResult& subject : result.subjects) {
            for (const Finding& finding : subject.findings) {
                if (subject.resolutions.empty()) {
                    ++tally.notRun;
                } else if (isMet(finding.verdict)) {
                    ++tally.met;
                } else {
                    ++(finding.verdict == Verdict::KnownMiss ? tally.knownMiss : tally.missed);
                }
            }
        }
    }
    return tally;
}

bool passes(const Tally& tally, bool isQuick) {
    return tally.missed == 0 && (isQuick || tally.knownMiss == 0);
}

}  // namespace undine::validate
