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

/// The fastest rigid body.
struct FastBody {
    Vec3 position;     ///< m
    double speed = 0;  ///< m/s, of its fastest point; 0: there is none that moves
};

/// Names the body too when it is at least half as fast as the particle that was found wanting.
std::string diagnosisOf(const StepReport& report, const WorldSettings& world,
                        std::span<const FluidSettings> fluids, const Remedies& remedies,
                        const FastBody& body);

}  // namespace undine
