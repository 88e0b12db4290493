// SPDX-License-Identifier: Zlib
// Tracers: passive points that drift with the fluid.
//
// A tracer takes the velocity of the fluid around it, the mean of its neighbours weighted with volume and
// kernel (Shepard's interpolation):
//   u(X) = sum_j V_j W(|X - x_j|) v_j / sum_j V_j W(|X - x_j|)
// with the velocities particles have moved by in this step and the places they started from, so that
// X + dt u(X) is to the tracers what x + dt v is to the particles: both are the same semi-implicit step.
// Where there is no fluid within the support radius a tracer falls freely. Walls and bodies hold it.
//
// Tracers are kept in a grid of their own with cells of the same size, so that those of a cell share their
// candidates: the particles in the rows around the same cell of the fluid's grid. Ids remember the order they
// were added in.
#pragma once

#include <span>
#include <vector>

#include "boundary/walls.h"
#include "core/byte_stream.h"
#include "core/function_ref.h"
#include "core/particles.h"
#include "neighbors/cell_grid.h"
#include "undine/result.h"

namespace undine {

/// The fluid after a step of `dt`, and what else tracers have to know of it.
struct TracerStep {
    ParticleStore& particles;
    const CellGrid& grid;  ///< of the step: particles are in it with the places they started from
    const ThreadPool& pool;
    const float* density = nullptr;
    std::span<const float> masses;     ///< of a particle, by fluid
    std::span<const WallShape> walls;  ///< at the end of the step
    Vec3 gravity;
    float h = 0;
    int dimension = 3;
    float wallDistance = 0;  ///< m. What tracers keep from walls.
    float dt = 0;
};

/// The same, where the flow is known everywhere.
struct TracerDrift {
    const ThreadPool& pool;
    std::span<const WallShape> walls;  ///< at the end of the step
    float h = 0;
    float wallDistance = 0;
    float dt = 0;
};

class TracerCloud {
  public:
    TracerCloud();

    void add(std::span<const Vec3> points, Vec3 velocity, Vec3 color);
    Index size() const { return store_.size(); }

    /// Moves all tracers by one step.
    void advect(const TracerStep& step);

    /// Moves all tracers by one step with a flow that velocityAt(x, count, velocity) knows in the middle of
    /// the step: they ask for it half a step on, by the velocities they had.
    void advectWith(
        FunctionRef<void(const VectorSpan& x, Index count, const VectorSpan& velocity)> velocityAt,
        const TracerDrift& step);

    /// In the order in which they were added.
    VectorView positions();
    std::span<const Vec3> colors() const { return colors_; }

    /// What steps change. The colours, and how many there are, must be there before restore().
    void save(ByteWriter& out);
    Result<void> restore(ByteReader& in);

    std::uint64_t hash() const { return store_.hash(); }
    std::size_t bytes() const;

  private:
    void prepareFluid(const TracerStep& step);

    ParticleStore store_;
    ParticleStore::FieldIndex weight_;  // sum_j V_j W
    ParticleStore::FieldIndex flow_;    // sum_j V_j W v_j
    CellGrid grid_;
    std::vector<Vec3> colors_;
    AlignedArray<float> start_[3];  // of the particles, when the step began
    AlignedArray<float> volume_;
    AlignedArray<float> ordered_[3];  // positions by id
    bool isOrdered_ = false;
};

}  // namespace undine
