// SPDX-License-Identifier: Zlib
// SPH forces, then position based iterations.
#pragma once

#include "solvers/solver.h"

namespace undine {

SolverEntry sphPbdEntry();

}  // namespace undine
