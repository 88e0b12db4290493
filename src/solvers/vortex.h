// SPDX-License-Identifier: Zlib
// Vortex particles: the flow of what has vorticity.
#pragma once

#include "solvers/solver.h"
#include "vortex/vortex_flow.h"

namespace undine {

SolverEntry vortexEntry();

/// The world of a step as vortex particles see it.
FlowContext flowContext(const StepContext& context);

}  // namespace undine
