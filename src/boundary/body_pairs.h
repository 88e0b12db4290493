// SPDX-License-Identifier: Zlib
// Particles of fluid and the bodies in their reach. Each pair knows the samples of that one body around that
// one particle, and sums over them. Everything bodies do to the fluid, and the fluid to bodies, is made of
// these sums:
//
//   share     sum_b V_b W           what the body adds to the particle's relative density
//   gradient  sum_b V_b grad W      of that, with respect to the particle's position
//   lift      sum_b V_b (g . (x_b - x_i)) grad W      for a pressure that grows towards the body
//   grip      sum_b V_b 2 |grad W| / r                for viscosity
//   pressed   sum_b V_b P_b grad W      with the pressures of samples (boundary/sample_pressure.h)
//
// All forces between a particle and samples are along the line between them, so that a body feels the sum of
// them as if it acted at the particle: forces and torques are mirrored to the last bit.
#pragma once

#include <span>
#include <vector>

#include "boundary/sample_cloud.h"
#include "boundary/sample_lists.h"
#include "boundary/sample_pressure.h"
#include "core/aligned_array.h"

namespace undine {

struct BodyPair {
    Index particle = 0;
    Index body = 0;  ///< its number among the world's
    const Index* samples = nullptr;
    Index count = 0;

    float share = 0;
    float grip = 0;
    Vec3 gradient{};
    Vec3 lift{};

    Vec3 pressed{};    ///< only where samples have pressures, see below
    float keep = 1;    ///< how much of the sums counts
    float ease = 0;    ///< how easily a push along `gradient` moves the body: the root of its mobility
    Vec3 push{};       ///< what the pair did to the particle last
    float lifted = 0;  ///< the share of `lift` that has acted in this step
    double drag = 0;   ///< the share of the difference of velocities that viscosity takes in this step
};

class BodyPairs {
  public:
    /// Finds all pairs of particles, sorted as `grid` has them, and samples.
    void find(const CellGrid& grid, const VectorSpan& x, std::span<SampleCloud* const> clouds,
              const SampleKernel& kernel, const ThreadPool& pool);

    /// Takes over where samples are: those of one of the clouds. The pairs stay what they are.
    void takeSamples(std::span<SampleCloud* const> clouds, std::size_t which, const SampleKernel& kernel,
                     const ThreadPool& pool);

    /// The sums over samples, for particles at x.
    void computeSums(const VectorSpan& x, Vec3 gravity, const SampleKernel& kernel, const ThreadPool& pool);

    /// The same for one pair.
    void computeSums(BodyPair& pair, const VectorSpan& x, Vec3 gravity, const SampleKernel& kernel) const;

    /// The sums over the pressures of samples: those of one of the clouds, the others have none.
    void press(const SamplePressure& pass, std::span<SampleCloud* const> clouds, std::size_t which,
               const ThreadPool& pool);

    /// Calls body(pairs) for fixed blocks of pairs, in parallel.
    template <class Body>
    void forEachBlock(const ThreadPool& pool, Body&& body) {
        pool.forEachBlock(
            static_cast<Index>(pairs_.size()),
            [&](Range block) { body(std::span(pairs_).subspan(block.begin, block.end - block.begin)); },
            kPairsPerBlock);
    }

    /// In the order of the particles.
    std::span<BodyPair> all() { return pairs_; }
    std::span<BodyPair> of(Range particles);

    void clear() { pairs_.clear(); }
    std::size_t bytes() const;

  private:
    static constexpr Index kPairsPerBlock = 256;

    /// What a block of cells found.
    struct Found {
        SampleLists lists;          // one of each pair
        std::vector<Index> bodies;  // of each list
        SampleLists mixed;          // of a cell near several bodies
        std::vector<Index> left;    // of such a list, while it is taken apart
        std::vector<BodyPair> pairs;
        std::size_t place = 0;  // of the first one among all
    };
    class Search;
    void gather(const ThreadPool& pool);

    std::vector<Found> found_;
    std::vector<BodyPair> pairs_;
    AlignedArray<Record> records_;  // of all samples, and one more that is far away
    AlignedArray<Record> pressed_;  // the same with V_b P_b for V_b
};

/// A pass over pairs: reads the samples' records, writes the pairs' sums.
struct BodySumPass {
    const Record* samples = nullptr;
    VectorSpan x;
    Vec3 gravity;
    SampleKernel kernel;
};
void sumOverSamples(const BodySumPass& pass, std::span<BodyPair> pairs);

/// The one with pressures; the samples' records have V_b P_b.
void sumPressures(const BodySumPass& pass, std::span<BodyPair> pairs);

}  // namespace undine
