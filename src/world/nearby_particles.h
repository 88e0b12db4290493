// SPDX-License-Identifier: Zlib
// Who is near a few places: the particles around a nozzle, found by one scan over all particles and kept in
// buckets as large as the distance in question. The grid of the solver cannot answer: emitters work before
// the sort, when its order is that of the last step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "core/particles.h"

namespace undine {

class NearbyParticles {
  public:
    /// Takes over the particles within `reach` of the box around `places`.
    void gather(ParticleStore& particles, const ThreadPool& pool, std::span<const Vec3> places, float reach);

    /// Begins with nobody; room for about so many.
    void clear(std::size_t room, float reach);

    /// Adds one that is not among the particles yet.
    void insert(Vec3 p);

    /// Is anybody nearer to p than the reach?
    bool isNear(Vec3 p) const { return findNear(p) != nullptr; }

    /// One that is nearer to p than the reach; null when there is none.
    const Vec3* findNear(Vec3 p) const;

    std::size_t bytes() const;

  private:
    struct Cell {
        std::int64_t x, y, z;
    };
    Cell cellOf(Vec3 p) const;
    std::size_t bucketOf(Cell cell) const;

    float reach_ = 1;
    std::vector<Index> start_;  // of the particles of a block, among those found
    std::vector<Vec3> points_;
    std::vector<Index> first_;  // bucket -> its last point
    std::vector<Index> next_;   // point -> another one of its bucket
};

}  // namespace undine
