// SPDX-License-Identifier: Zlib
// All cases there are, and running them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "validate/case.h"
#include "validate/verdict.h"

namespace undine::validate {

/// In the order of the report.
std::span<const Case> cases();
std::vector<std::string> caseNames();

/// Runs every subject of a case at its resolutions of a quick or a full run. `tell` hears of each run.
using Listener =
    std::function<void(const Subject& subject, int resolution, const Sample& sample, double seconds)>;
CaseResult runCase(const Case& about, bool isQuick, const Listener& tell);

// One file each.
Case stillTankCase();
Case gradientsCase();
Case lambOseenCase();
Case vortexRingCase();
Case leapfrogCase();
Case momentumCase();
Case energyCase();
Case damBreakCase();
Case oscillatingDropCase();
Case rotatingPatchCase();
Case rayleighTaylorCase();
Case floatingCase();
Case taylorGreenCase();
Case poiseuilleCase();
Case couetteCase();

}  // namespace undine::validate
