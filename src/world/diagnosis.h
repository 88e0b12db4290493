// SPDX-License-Identifier: Zlib
// From a step's report to sentences a person can act on.
#pragma once

#include <span>
#include <string>

#include "undine/report.h"
#include "undine/settings.h"

namespace undine {

std::string diagnosisOf(const StepReport& report, const WorldSettings& world,
                        std::span<const FluidSettings> fluids);

}  // namespace undine
