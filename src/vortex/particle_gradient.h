// SPDX-License-Identifier: Zlib
// The gradient of a scalar without a mesh: sums over pairs of neighbours.
//
//   [Gou12] Gourlay: Fluid Simulation for Video Games, part 16, 2012
//   [BL99]  Bonet, Lok: Variational and momentum preservation aspects of SPH formulations, 1999
//
//   A_i    the scalar, as its deviation from ambient          V      volume of a particle
//   h      support radius, within which particles see others  d      number of dimensions
//
// Two sums make a gradient, and they differ where the neighbourhood of a particle is not full [Gou12]:
//
//   canonical    V sum_j A_j gradW_ij            what is empty counts as ambient: a free surface is a jump
//   difference   V sum_j (A_j - A_i) gradW_ij    what is empty does not count
//
// Plain takes the canonical sum for particles that are h or farther from all walls and the difference for the
// others, so that the free surface makes a gradient and the wall does not. V is not the particle's own volume
// but the one that gives linear fields their slope, on the average over all directions:
//
//   V_i = d / sum_j (x_j - x_i) . gradW_ij
//
// In disorder 1 / sum_j W_ij would leave slopes 5 % short; and as neighbours need no volume, one pass is
// enough. Where neighbours are few the sum does not count as less than kLeast of a full neighbourhood's.
//
// Corrected starts from the difference and makes it exact for linear fields, be the neighbourhood full,
// disordered or cut off [BL99], with the inverse of a matrix instead of V:
//
//   M_i^-1 sum_j (A_j - A_i) gradW_ij,    M_i = sum_j (x_j - x_i) (x) gradW_ij
//
// That alone would see no free surface. The two sums differ by A_i G_i with G_i = V_i sum_j gradW_ij, which
// is the normal of a free surface and elsewhere nothing but disorder. Corrected therefore adds A_i G_i to
// particles that are at a free surface and h or farther from all walls. Whether a particle is at a surface is
// told by the middle of its neighbours, weighted by 1 - q^2: how far from the particle it is, in h, is much
// less disturbed by disorder than |G_i| h. The term fades in between kDisorder and kSurface. Deep inside and
// at walls Corrected is exact for linear fields; a drop of uniform A has the jump of the canonical sum.
// Where M_i is close to singular (fewer than d neighbours, or all of them in a plane) V_i stands for it.
//
// The kernel is PolyBlend of kernels/kernels-inl.h; its constant cancels.
#pragma once

#include "core/aligned_array.h"
#include "core/record.h"
#include "vortex/gradient_input.h"

namespace undine {

class ParticleGradient {
  public:
    enum class Form { Plain, Corrected };

    // In h. A cubic lattice with h of 2 spacings, jittered by up to 0.2 spacings along each axis, has 0.054
    // at most inside and 0.13 at least at its surface; a square one 0.068 and 0.16. With h of 3 they are
    // farther apart.
    static constexpr float kDisorder = 0.09F;
    static constexpr float kSurface = 0.15F;
    static constexpr float kLeast = 0.25F;  ///< A flat surface leaves half of a neighbourhood, an edge this.

    /// gradient_i for all particles that have a cell.
    void compute(const GradientInput& in, Form form, const ThreadPool& pool, const VectorSpan& gradient);

    std::size_t bytes() const { return position_.bytes() + spread_.bytes(); }

  private:
    AlignedArray<Record> position_;  // and A
    AlignedArray<float> spread_;
};

}  // namespace undine
