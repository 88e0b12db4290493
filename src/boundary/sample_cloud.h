// SPDX-License-Identifier: Zlib
// Boundary particles [AIS*12]: points just below the surfaces of bodies, which count as fluid to the fluid
// around them.
//
//   [AIS*12] Akinci, Ihmsen, Akinci, Solenthaler, Teschner: Versatile Rigid-Fluid Coupling for Incompressible
//            SPH, 2012
//
// A sample stands for the volume V_b = v / sum_k W(b, k): where samples lie close they count less. In the
// paper v is 1 and samples are on the surface, which makes a body look larger than it is by about half a
// particle. Here samples lie where the first layer of fluid would be if the body were fluid, and v is such
// that a flat wall gives a particle next to it what a lattice at rest would. Bodies then displace their own
// volume, to 1 or 2 % at a width of 10 spacings (docs/decisions/0006-rigid-bodies.md).
#pragma once

#include <span>
#include <vector>

#include "boundary/rigid_body.h"
#include "boundary/surface_samples.h"
#include "core/record.h"
#include "neighbors/cell_grid.h"
#include "neighbors/cell_mask.h"
#include "undine/settings.h"

namespace undine {

/// What samples need to know of the fluid.
struct SampleKernel {
    Formulation formulation = Formulation::Conservative;
    float h = 0;
    float spacing = 0;
    int dimension = 3;
};

/// V_b of the samples of one body.
std::vector<float> sampleVolumes(std::span<const SurfaceSample> samples, const SampleKernel& kernel,
                                 const ThreadPool& pool);

/// What is known of samples, in the order of their cells.
struct SampleArrays {
    VectorSpan x;
    const float* volume = nullptr;  ///< V_b
    float* outer = nullptr;         ///< the same of particles, when pressures were found last
    const float* inner = nullptr;   ///< share of their density, over that at rest, of the inside of the body
};

/// Samples of several bodies, sorted into cells.
class SampleCloud {
  public:
    SampleCloud();

    void clear() { samples_.clear(); }
    /// Adds the samples of a body; `body` is its number. Those that never have pressures need no inner shares
    /// (boundary/sample_pressure.h).
    void add(std::span<const SurfaceSample> samples, std::span<const float> volumes,
             std::span<const float> inner, Index body);

    Index size() const { return static_cast<Index>(samples_.size()); }

    /// Puts the samples where their bodies are, and sorts them. The order follows from the places alone, and
    /// not from what it was before.
    void sort(std::span<const RigidBody> bodies, const SampleKernel& kernel, const ThreadPool& pool);
    /// Puts them where their bodies have been shifted to, without sorting again.
    void follow(std::span<const RigidBody> bodies, const ThreadPool& pool);
    /// Positions and volumes.
    void writeRecords(Record* records, const ThreadPool& pool);

    const CellGrid& grid() const { return grid_; }
    const CellMask& mask() const { return mask_; }
    /// The numbers of the samples' bodies, and where samples are.
    std::span<const std::uint32_t> bodies() { return {store_.fluid(), size()}; }
    VectorSpan positions() { return store_.position(); }
    /// The same of one sample, and V_b.
    Index bodyOf(Index sample) { return store_.fluid()[sample]; }
    Vec3 positionOf(Index sample) { return store_.position()[sample]; }
    float volumeOf(Index sample) { return store_.scalar(volume_)[sample]; }
    float outerShareOf(Index sample) { return store_.scalar(outer_)[sample]; }
    SampleArrays arrays() {
        return {store_.position(), store_.scalar(volume_), store_.scalar(outer_), store_.scalar(inner_)};
    }

    std::size_t bytes() const { return store_.bytes() + grid_.bytes(); }

  private:
    struct Sample {
        Vec3 own;      // in the body's axes
        float volume;  // V_b
        float inner;   // share of its density
        Index body;
    };

    void takeOver(const ThreadPool& pool);
    void findMask();

    std::vector<Sample> samples_;  // in the order they were added
    ParticleStore store_;          // in the order of their cells
    ParticleStore::FieldIndex own_ = 0;
    ParticleStore::FieldIndex volume_ = 0;
    ParticleStore::FieldIndex inner_ = 0;
    ParticleStore::FieldIndex outer_ = 0;
    CellGrid grid_;
    CellMask mask_;
};

}  // namespace undine
