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
//
// Where something is hot or burns, tracers carry temperature and smoke to the pictures: the same means, of
// what the particles around have after the step. Where nobody is near a tracer cools and keeps its smoke.
//
// Emitters bring tracers too. A tracer that has to make room for a new one becomes that one: ids are places
// in a ring, and the oldest is the next to go.
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

/// What tracers take over from the particles around them.
struct TracerHeat {
    const float* temperature = nullptr;  ///< K, of the particles
    const float* smoke = nullptr;        ///< 0..1
    float surroundings = 0;              ///< K, where no particles are
    float cooling = 0;                   ///< 1/s, there
};

/// Tracers that an emitter brings, one after the other.
struct NewTracers {
    std::span<const Vec3> positions;
    std::span<const Vec3> velocities;
    Vec3 color;
};

/// How many there may be when emitters bring some.
struct TracerLimit {
    Index most = 0;
    bool recycles = false;  ///< The oldest make room; else nobody comes any more.
};

/// The same, where the flow is known everywhere.
struct TracerDrift {
    const ThreadPool& pool;
    std::span<const WallShape> walls;  ///< at the end of the step
    float h = 0;
    float wallDistance = 0;
    float dt = 0;
};

struct TracerPass;

class TracerCloud {
  public:
    TracerCloud();

    void add(std::span<const Vec3> points, Vec3 velocity, Vec3 color);
    /// Adds those that come from emitters, as far as the limit allows.
    void bring(const NewTracers& guests, const TracerLimit& limit);
    Index size() const { return store_.size(); }

    /// The world repeats itself, for tracers too.
    void repeat(const Period& period) { grid_.repeat(period); }

    /// From now on they have a temperature, to begin with this one, and smoke.
    void knowHeat(float temperature);

    /// Takes over temperature and smoke from the fluid around, for those that know heat. To be called before
    /// they move.
    void takeHeat(const TracerStep& step, const TracerHeat& heat);

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
    /// K and 0..1, in that order too; empty for those that know no heat.
    std::span<const float> temperatures();
    std::span<const float> smoke();

    /// What steps change. Those that no emitter brought must be there before restore(), which allows `most`.
    void save(ByteWriter& out);
    Result<void> restore(ByteReader& in, Index most, const ThreadPool& pool);

    std::uint64_t hash() const { return store_.hash(); }
    std::size_t bytes() const;

  private:
    struct Saved;

    void prepareFluid(const TracerStep& step);
    TracerPass passOf(const TracerStep& step, std::span<const float* const, 3> carried);
    void append(std::span<const Vec3> points, Vec3 color);
    void replaceOldest(const NewTracers& guests, Index first);
    std::vector<float*> savedAxes();
    Result<Saved> readState(ByteReader& in, Index most);
    std::span<const float> inOrder(ParticleStore::FieldIndex field, AlignedArray<float>& to);

    ParticleStore store_;
    ParticleStore::FieldIndex weight_;           // sum_j V_j W
    ParticleStore::FieldIndex flow_;             // sum_j V_j W v_j
    ParticleStore::FieldIndex temperature_ = 0;  // where they know heat
    ParticleStore::FieldIndex smoke_ = 0;
    CellGrid grid_;
    std::vector<Vec3> colors_;  // by id
    Index filled_ = 0;          // how many no emitter brought
    Index oldest_ = 0;          // id of the next to go
    bool knowsHeat_ = false;
    float startTemperature_ = 0;    // K
    AlignedArray<float> start_[3];  // of the particles, when the step began
    AlignedArray<float> volume_;
    AlignedArray<float> ordered_[3];  // positions by id
    AlignedArray<float> orderedTemperature_;
    AlignedArray<float> orderedSmoke_;
    bool isOrdered_ = false;
};

}  // namespace undine
