// SPDX-License-Identifier: Zlib
// What the methods that correct positions have in common: particles first go where their forces take them,
// then the density constraint mends what is wrong there, and at last come the forces between neighbours.
#pragma once

#include "forces/pair_forces.h"
#include "solvers/density_constraint.h"
#include "solvers/particle_passes.h"
#include "solvers/solver.h"

namespace undine {

/// How long a step of such a method may be.
struct StepLength {
    int substeps = 1;           ///< the steps a user asks for are divided by this
    float cflFactor = 0.5F;     ///< share of h a particle may cross
    float forceFactor = 0.04F;  ///< share of sqrt(h/a), the time in which a particle at rest crosses h
    float soundSpeed = 0;       ///< m/s. Of forces that have one.
    float stable = 1e30F;       ///< s. What forces between particles can bear.
};

class PositionStep {
  public:
    /// How far a capillary wave may go in a step. Less than other methods allow: cohesion presses the fluid
    /// together first, as gravity does, and the constraint has to make up for it.
    static constexpr float kCapillaryShare = 0.08F;

    PositionStep(DensityConstraint& constraint, PairForces& pairForces, const VectorSpan& acceleration)
        : constraint_(constraint), pairForces_(pairForces), acceleration_(acceleration) {}

    /// From the accelerations, with these extremes, to the end of the step. The accelerations are in the
    /// order the particles have now; they are sorted on the way.
    StepReport finish(const StepContext& context, const StepLength& length, const Extremes& extremes);

    /// What a particle's speed and density stay below. There is no sound here, but that of the fluid's
    /// stiffness tells what its user takes for fast: the limit is that of wcsph.
    Limits limits(const StepContext& context) const;

  private:
    struct StepTime {
        float dt = 0;
        float unhurried = 0;  // what dt would be if nothing were fast
        float forBodies = 0;  // and if nothing but bodies and winds were
    };
    static StepTime chooseTime(const StepContext& context, const StepLength& length,
                               const Extremes& extremes);
    void predict(const StepContext& context, float dt) const;
    void correct(const StepContext& context, const PushTime& time, StepReport& report);
    void nameOffender(const StepContext& context, StepReport& report) const;

    DensityConstraint& constraint_;
    PairForces& pairForces_;
    VectorSpan acceleration_;
};

}  // namespace undine
