// SPDX-License-Identifier: Zlib
// Weakly compressible SPH: pressure by an equation of state.
#pragma once

#include "solvers/solver.h"

namespace undine {

SolverEntry wcsphEntry();

}  // namespace undine
