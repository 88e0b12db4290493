// SPDX-License-Identifier: Zlib
// The pressures of a moving body's samples, as if the body were a piece of fluid that cannot change its
// shape.
//
// A sample b has the energy V_b u(delta_b) of fluid of its density, over that at rest:
//
//   delta_b = inner_b + sum_j V_j W(b, j)
//
// with the share inner_b of what is inside of the body, which never changes, and that of the particles around
// it. The forces are the gradient of that energy and of the particles' own, to which the samples add their
// volumes (boundary/body_pairs.h):
//
//   m_i a_i = - V_i sum_b V_b (P_i + P_b) grad W,   P = p(delta) / delta^2
//
// as between two particles of fluid. So nothing is made of nothing
// (docs/decisions/0001-conservative-pressure.md), and the fluid keeps as far from a body as from other fluid.
// Below its rest density a sample has no pressure, also where particles may pull: one that is dry would suck
// fluid in.
#pragma once

#include <span>
#include <vector>

#include "boundary/sample_cloud.h"
#include "core/per_fluid.h"

namespace undine {

/// inner_b of the samples of a body: by a lattice of fluid in the body, a place of which is the sample.
std::vector<float> innerShares(const Solid& solid, std::span<const SurfaceSample> samples,
                               const SampleKernel& kernel, const ThreadPool& pool);

/// What samples take their equation of state from: among several fluids that of the mean of what is around.
struct SampleFluid {
    PerFluid restVolume;
    PerFluid bulkModulus;
    EquationOfState equation = EquationOfState::Tait;
};

struct SamplePressure {
    SampleFluid fluid;
    SampleKernel kernel;
    const CellGrid& grid;  ///< of the particles
    VectorSpan x;          ///< theirs
};

/// Positions of some samples, which are sorted into cells, and V_b P_b.
void pressSamples(const SamplePressure& pass, const SampleArrays& samples, Range range, Record* pressed);

}  // namespace undine
