// SPDX-License-Identifier: Zlib
// Position based fluids: density as a constraint on positions.
#pragma once

#include "solvers/solver.h"

namespace undine {

SolverEntry pbfEntry();

}  // namespace undine
