// SPDX-License-Identifier: Zlib
// From a step's report to sentences a person can act on.
#pragma once

#include <span>
#include <string>

#include "undine/report.h"
#include "undine/settings.h"

namespace undine {

/// What the solver recommends, as the rest of a sentence; see SolverEntry.
struct Remedies {
    const char* calmer;
    const char* firmer;
};

std::string diagnosisOf(const StepReport& report, const WorldSettings& world,
                        std::span<const FluidSettings> fluids, const Remedies& remedies);

}  // namespace undine
