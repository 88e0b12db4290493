// SPDX-License-Identifier: Zlib
// A scalar over a cloud of particles, and its gradient by each method.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "kernels/constants.h"
#include "tests/unit/test_support.h"
#include "vortex/scalar_gradient.h"

namespace undine::test {

using GradientMethod = ScalarGradient::Method;
inline constexpr GradientMethod kGradientMethods[] = {GradientMethod::Particles, GradientMethod::Corrected,
                                                      GradientMethod::Grid};

inline double lengthOf(Vec3 a) { return std::sqrt(static_cast<double>(dot(a, a))); }

/// Moves each point by up to `by` along each axis.
inline std::vector<Vec3> shaken(std::vector<Vec3> points, float by, int dimension) {
    Random random(23);
    const float z = dimension == 2 ? 0 : by;
    for (Vec3& p : points) p = p + random.between({-by, -by, -z}, {by, by, z});
    return points;
}

/// Particles 1 m apart or so, with walls around them, and a value each.
class ScalarCloud {
  public:
    ScalarCloud(const std::vector<Vec3>& points, float h, int dimension,
                std::span<const WallShape> walls = {})
        : store_(storeOf(points)) {
        const ThreadPool pool(1);
        grid_.build(store_, h, dimension, pool);
        EXPECT_TRUE(lists_.build(grid_, x(), h, pool));
        const Index n = store_.size();
        value_.resize(n);
        proximity_.resize(n);
        const Obstacles obstacles{.walls = walls, .bodies = nullptr};
        computeProximity({.x = x(), .count = n, .cap = 2 * h, .proximity = proximity_.data()}, obstacles,
                         pool);
        in_ = {.grid = nullptr,
               .lists = nullptr,
               .x = x(),
               .value = value_.data(),
               .proximity = walls.empty() ? nullptr : proximity_.data(),
               .h = h,
               .dimension = dimension,
               .particleVolume = 1,
               .obstacles = obstacles};
    }

    Index size() const { return store_.size(); }
    VectorSpan x() { return store_.position(); }
    const GradientInput& input() {
        in_.grid = &grid_;  // a cloud may have been moved
        in_.lists = &lists_;
        return in_;
    }
    float proximity(Index i) const { return proximity_[i]; }

    template <class Field>
    ScalarCloud& set(Field&& field) {
        for (Index i = 0; i < size(); ++i) value_[i] = field(x()[i]);
        return *this;
    }
    /// As if all particles were at a wall, or none.
    ScalarCloud& claimProximity(float proximity) {
        std::fill_n(proximity_.data(), size(), proximity);
        in_.proximity = proximity_.data();
        return *this;
    }

    std::vector<Vec3> gradient(GradientMethod method, int threads = 2) {
        ScalarGradient gradient(method);
        return gradientBy(gradient, threads);
    }
    std::vector<Vec3> gradientBy(ScalarGradient& gradient, int threads) {
        for (AlignedArray<float>& axis : result_) {
            axis.resize(size());
            std::fill_n(axis.data(), size(), kNaN);  // every entry must be written
        }
        const VectorSpan to = spanOf(result_);
        gradient.compute(input(), ThreadPool(threads), to);
        std::vector<Vec3> all;
        for (Index i = 0; i < size(); ++i) all.push_back(to[i]);
        return all;
    }

  private:
    ParticleStore store_;
    CellGrid grid_;
    NeighborLists lists_;
    AlignedArray<float> value_;
    AlignedArray<float> proximity_;
    std::array<AlignedArray<float>, 3> result_;
    GradientInput in_;
};

/// A lattice of `count` particles along each axis, shaken by some share of their distance.
inline ScalarCloud latticeCloud(int count, float h, int dimension, float jitter = 0) {
    return ScalarCloud(shaken(cubicLattice(count, 1, dimension), jitter, dimension), h, dimension);
}

/// Whether a point is farther than `margin` from the rim of such a lattice.
inline bool isDeepInside(Vec3 p, int count, float margin, int dimension) {
    const auto inside = [&](float a) { return a > margin && a < static_cast<float>(count - 1) - margin; };
    return inside(p.x) && inside(p.y) && (dimension == 2 || inside(p.z));
}

}  // namespace undine::test
