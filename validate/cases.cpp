// SPDX-License-Identifier: Zlib
#include "validate/cases.h"

#include <chrono>

namespace undine::validate {

std::span<const Case> cases() {
    static const std::vector<Case> all = {
        // clang-format off
        stillTankCase(),
        damBreakCase(),
        poiseuilleCase(),
        couetteCase(),
        taylorGreenCase(),
        floatingCase(),
        oscillatingDropCase(),
        rotatingPatchCase(),
        rayleighTaylorCase(),
        momentumCase(),
        energyCase(),
        gradientsCase(),
        lambOseenCase(),
        vortexRingCase(),
        leapfrogCase(),
        // clang-format on
    };
    return all;
}

std::vector<std::string> caseNames() {
    std::vector<std::string> names;
    for (const Case& about : cases()) names.push_back(about.name);
    return names;
}

CaseResult runCase(const Case& about, bool isQuick, const Listener& tell) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point start) {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    CaseResult result{.about = about, .subjects = {}};
    for (const Subject& subject : about.subjects) {
        SubjectResult one{.subject = subject, .resolutions = isQuick ? subject.quick : subject.full};
        for (const int resolution : one.resolutions) {
            const Clock::time_point start = Clock::now();
            one.samples.push_back(about.run(subject, resolution));
            one.seconds += since(start);
            tell(subject, resolution, one.samples.back(), since(start));
        }
        one.findings = findingsOf(about, one, isQuick);
        result.seconds += one.seconds;
        result.subjects.push_back(std::move(one));
    }
    return result;
}

}  // namespace undine::validate
