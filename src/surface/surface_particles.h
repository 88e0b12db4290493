// SPDX-License-Identifier: Zlib
// The particles of a surface, sorted into cells, and the kernel of each.
//
//   [YT13] Yu, Turk: Reconstructing Surfaces of Particle-Based Fluids Using Anisotropic Kernels, 2013
//
// The surface is where a sum of kernels over the particles passes one half. A kernel is
//   W(d) = a (1 - d^T M d)^3,   0 where negative,
// with an integral of one particle's volume: the sum is 1 within the fluid, 0 outside, and one half where the
// fluid ends, half a spacing beyond the last layer of particles. So the surface reaches walls, and keeps the
// volume. M is a ball for particles within the fluid, and for those near its surface an ellipsoid: its axes
// are those of the covariance of the neighbours, as in [YT13], section 4.
//
// Departures: particles near the surface are told by their neighbours (density, centre of gravity and, for
// clumps in one place, distance), and only those get an ellipsoid, whose axes are never longer than where
// there is fluid all around; instead of a minimal number of neighbours, kernels shrink as the sum at the
// particle falls from that of a line of particles to that of a lone one, which becomes a ball of just a
// particle's volume; centres are smoothed without moving the surface as a whole: from the way to the middle
// of its neighbours each particle takes off what its neighbours at the surface would go on average.
#pragma once

#include <array>

#include "core/parallel.h"
#include "core/particles.h"
#include "neighbors/cell_grid.h"
#include "surface/surface_passes.h"
#include "surface/symmetric_eigen.h"
#include "undine/surface.h"

namespace undine {

/// A kernel, in units of the particle spacing.
struct KernelShape {
    SymmetricMatrix m;
    float amplitude = 0;
    Vec3 extent;  ///< half the sides of the box around the kernel
};

class SurfaceParticles {
  public:
    /// Copies and sorts the particles and finds their kernels. Refuses particles without a place.
    Result<void> prepare(const SurfaceInput& input, const SurfaceSettings& settings, const ThreadPool& pool);

    Index size() const { return grid_.particleCount(); }
    VectorSpan positions() { return store_.position(); }
    const std::uint32_t* fluids() { return store_.fluid(); }
    const CellGrid& grid() const { return grid_; }

    /// Place of a sorted particle in the input.
    Index inputIndex(Index i) const { return grid_.order()[i]; }

    float spacing() const { return spacing_; }
    /// m. No kernel reaches further from the place at which its particle was sorted.
    float reach() const;

    /// Particles with a kernel of their own, in their order.
    std::span<const Index> nearSurface() const { return nearSurface_.span(); }
    const KernelShape& kernel(Index i) const { return shapes_[slotOf_[i]]; }

    std::size_t bytes() const;

  private:
    void sort(const SurfaceInput& input);
    void computeSupport(const ThreadPool& pool);
    void listNearSurface(const ThreadPool& pool);
    void computeMoments(const ThreadPool& pool);
    void smoothCenters(float amount, const ThreadPool& pool);
    KernelShape ball(float width, float amplification) const;
    KernelShape shapeFor(Index i, SurfaceKernel kernel) const;

    ParticleStore store_;
    CellGrid grid_;
    float spacing_ = 0;
    int dimension_ = 3;
    AlignedArray<float> support_;                // sum of balls: 1 within the fluid, less when more alone
    AlignedArray<float> spread_;                 // the same times squares of distances, in balls
    AlignedArray<float> isNear_;                 // 1 near the surface, else 0
    std::array<AlignedArray<float>, 3> offset_;  // to the middle of the neighbours, in spacings
    AlignedArray<Index> nearSurface_;
    AlignedArray<Index> firstOfBlock_;
    AlignedArray<Index> slotOf_;  // place in moments_ and shapes_; 0 within the fluid
    AlignedArray<Moments> moments_;
    AlignedArray<KernelShape> shapes_;
};

}  // namespace undine
