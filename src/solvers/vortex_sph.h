// SPDX-License-Identifier: Zlib
// Vortex particles and SPH on one set of particles.
#pragma once

#include "solvers/solver.h"

namespace undine {

SolverEntry vortexSphEntry();

}  // namespace undine
