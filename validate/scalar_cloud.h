// SPDX-License-Identifier: Zlib
// A scalar over a cloud of particles, and its gradient by each method: for tests and for the validation.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "core/particles.h"
#include "vortex/scalar_gradient.h"

namespace undine::validate {

/// Particles 1 m apart or so, with walls around them, and a value each.
class ScalarCloud {
  public:
    ScalarCloud(const std::vector<Vec3>& points, float h, int dimension,
                std::span<const WallShape> walls = {}) {
        store_.add(points, {}, 0);
        const ThreadPool pool(1);
        grid_.build(store_, h, dimension, pool);
        static_cast<void>(lists_.build(grid_, x(), h, pool));
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

    std::vector<Vec3> gradient(ScalarGradient::Method method, int threads = 2) {
        ScalarGradient gradient(method);
        return gradientBy(gradient, threads);
    }
    std::vector<Vec3> gradientBy(ScalarGradient& gradient, int threads) {
        for (AlignedArray<float>& axis : result_) {
            axis.resize(size());
            std::fill_n(axis.data(), size(),
                        std::numeric_limits<float>::quiet_NaN());  // every entry must be written
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

}  // namespace undine::validate
