// SPDX-License-Identifier: Zlib
// The particles of the neighbour benchmarks: at rest, near a lattice, as in a calm fluid.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "core/particles.h"

namespace undine::bench {

/// Uniform in -1..1, the same at every run.
class Random {
  public:
    explicit Random(std::uint32_t seed) : generator_(seed) {}
    float next() { return static_cast<float>(static_cast<double>(generator_()) / 2147483648.0 - 1); }
    Vec3 nextVector() {
        const float x = next();
        const float y = next();
        return {x, y, next()};
    }
    Index below(Index n) { return static_cast<Index>(generator_() % n); }

  private:
    std::mt19937 generator_;
};

/// nx ny nz points `spacing` apart, each moved by up to `jitter` spacings.
inline std::vector<Vec3> jitteredLattice(Index nx, Index ny, Index nz, float spacing, float jitter) {
    Random random(1);
    std::vector<Vec3> points;
    for (Index k = 0; k < nz; ++k) {
        for (Index j = 0; j < ny; ++j) {
            for (Index i = 0; i < nx; ++i) {
                const Vec3 p{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
                points.push_back(spacing * (p + jitter * random.nextVector()));
            }
        }
    }
    return points;
}

inline std::vector<Index> randomOrder(Index n) {
    Random random(2);
    std::vector<Index> order(n);
    for (Index i = 0; i < n; ++i) order[i] = i;
    for (Index i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

}  // namespace undine::bench
