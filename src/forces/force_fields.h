// SPDX-License-Identifier: Zlib
// Force fields: accelerations that depend on where a particle is, beside gravity. Each is a pass over a block
// of particles, from one template for single lanes and wide ones.
//
// Drag is different from the others. It depends on the velocity, and as one more acceleration it would
// overshoot as soon as coefficient dt exceeds 1. So it comes in last, when the length of the step is known,
// and pulls the velocity all else has led to, v + dt a, towards the wind by the exact law of decay:
//   v + dt a  becomes  wind + exp(-coefficient dt) (v + dt a - wind)
// However large the coefficient is, this never overshoots and needs no smaller step, and several drags may
// follow one another.
#pragma once

#include <span>
#include <string>

#include "core/parallel.h"
#include "core/particles.h"
#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

/// The force as the passes want it (axes of length 1, in two dimensions nothing along z), or what is wrong
/// with it; `path` begins the message.
Result<Force> prepareForce(const Force& force, int dimension, const std::string& path);

/// The fields at one moment. Those that do not act at `time` cost nothing.
struct ForceFieldPass {
    std::span<const Force> forces;  ///< as prepareForce() made them
    double time = 0;
    VectorSpan x;
    VectorSpan v;
    VectorSpan acceleration;
};

/// a_i += the accelerations of all fields but drag.
void addForceFields(const ForceFieldPass& pass, Range particles);
void addForceFieldsReference(const ForceFieldPass& pass, Range particles);

/// Changes a_i so that v_i + dt a_i is the velocity after a step of dt with drag. To be called last, when a_i
/// is complete and dt is known.
void applyDrag(const ForceFieldPass& pass, float dt, Range particles);
void applyDragReference(const ForceFieldPass& pass, float dt, Range particles);

/// A speed winds may give to resting fluid within `step` seconds: time steps should reckon with it. m/s
float windSpeed(std::span<const Force> forces, double time, float step);

}  // namespace undine
