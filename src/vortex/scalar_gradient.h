// SPDX-License-Identifier: Zlib
// The gradient of a scalar over particles, such as that of density, by the method one chooses:
//
//   Particles   sums over pairs: canonical far from walls, of differences near them (particle_gradient.h)
//   Corrected   sums over pairs, exact for linear fields; also sees free surfaces far from walls
//   Grid        by way of a uniform grid: cheaper, and smooths over two support radii (grid_gradient.h)
//
// 10,000 particles with h of 2 spacings take 0.3, 0.8 and 0.17 ms on one thread with AVX2. The grid smooths
// over twice the distance, though: in cells of half that size it takes 1.0 ms.
//
// With all of them a free surface makes a gradient, as the scalar jumps to ambient there, and a wall does
// not.
#pragma once

#include "undine/settings.h"
#include "vortex/grid_gradient.h"
#include "vortex/particle_gradient.h"

namespace undine {

class ScalarGradient {
  public:
    using Method = GradientMethod;

    explicit ScalarGradient(Method method) : method_(method) {}

    /// gradient_i of all particles, units of the scalar per metre. Particles without a cell get 0. Allocates
    /// only when there are more particles, cells or nodes than ever before.
    void compute(const GradientInput& in, const ThreadPool& pool, const VectorSpan& gradient);

    Method method() const { return method_; }
    std::size_t bytes() const { return particles_.bytes() + grid_.bytes(); }

  private:
    Method method_;
    ParticleGradient particles_;
    GridGradient grid_;
};

}  // namespace undine
