// SPDX-License-Identifier: Zlib
// Vorticity at the edge of a cloud of particles, made whole.
//
// The curl of a force or velocity that ends where the particles end lies half inside and half outside of the
// outermost layer, and outside there is nobody to take it: sums over particles miss more than half of it. But
// how much there should be in all is known: the impulse of the curl of f is the integral of f,
//
//   1/2 sum_i x_i x a_i = sum_i V_i f_i,   in two dimensions  sum_i x_i x a_i = sum_i V_i f_i,
//
// wherever f vanishes around the cloud. Scaled by what is missing, a heavy drop gets its weight as momentum,
// and a ball of air the momentum it was thrown with.
#pragma once

#include "core/parallel.h"
#include "core/particles.h"

namespace undine {

/// What strengths to be added amount to.
struct ImpulsePass {
    VectorSpan x;
    VectorSpan strength;
    Index count = 0;
    Vec3 wanted;  ///< the integral of f
    int dimension = 3;
};

/// What the strengths have to be multiplied by, between 1 and 4; 1 when their impulse has little to do with
/// what is wanted.
float missingFactor(const ImpulsePass& pass, const ThreadPool& pool);

}  // namespace undine
