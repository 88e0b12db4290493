// SPDX-License-Identifier: Zlib
// The guard against explosions. Passes only notice, at almost no cost, that some particle of a block is
// beyond its limits; when one is, this finds out which and why.
#pragma once

#include "solvers/particle_passes.h"
#include "solvers/solver.h"

namespace undine {

/// Sets trouble and offender of `report`: the first particle that is not finite, or else the one that is most
/// times its limit, when that is more than `least` times. 0 names somebody in any case: for passes that found
/// something suspicious, which must never end without a reason.
void findOffender(const StepContext& context, const float* density, const VectorSpan& acceleration,
                  const Limits& limits, double least, StepReport& report);

/// The fastest particle: the likely culprit when no limit is crossed yet.
Offender findFastest(const StepContext& context, const float* density);

/// Sets trouble and offender when the grid could not place every particle.
void reportMisplaced(const StepContext& context, const CellGrid::Misplaced& misplaced, StepReport& report);

}  // namespace undine
