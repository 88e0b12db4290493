// SPDX-License-Identifier: Zlib
// The beginning and the end of a step of the methods that correct positions: they first go where their forces
// take them, then mend what is wrong there.
#pragma once

#include "solvers/particle_passes.h"
#include "solvers/solver.h"

namespace undine {

/// How long a step of such a method may be.
struct StepLength {
    int substeps = 1;           ///< the steps a user asks for are divided by this
    float cflFactor = 0.5F;     ///< share of h a particle may cross
    float forceFactor = 0.04F;  ///< share of sqrt(h/a), the time in which a particle at rest crosses h
    float stable = 1e30F;       ///< s. What forces between particles can bear.
};

struct StepTime {
    float dt = 0;
    float unhurried = 0;  ///< what dt would be if nothing were fast
};

/// The length of the step: fixed, or as short as all of these want. Bodies and winds count as if they were
/// particles.
StepTime computeStepLength(const StepContext& context, const StepLength& length, const Extremes& extremes);

/// The limits of methods without a speed of sound.
Limits positionLimits(const StepContext& context, const StepLength& length);

/// The force fields and gravity are added to `acceleration`; what is largest before the step.
Extremes addOuterForces(const StepContext& context, const VectorSpan& acceleration, const float* density,
                        const Limits& limits);

/// v += dt a with drag, x += dt v, and contacts with walls and bodies where they are then.
void predict(const StepContext& context, const VectorSpan& acceleration, float dt);

/// Takes the particles back by what their velocity moved them, when the step cannot go on.
void takeBack(const StepContext& context, float dt);

/// Whether all velocities are finite and below the limit.
bool areHealthy(const StepContext& context, const Limits& limits);

}  // namespace undine
