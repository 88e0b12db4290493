// SPDX-License-Identifier: Zlib
// What several unit tests need: points, stores of them, and every instruction set in turn.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/particles.h"
#include "undine/world.h"

namespace undine::test {

inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Random floats that are the same at every run and with every compiler.
class Random {
  public:
    explicit Random(std::uint32_t seed) : generator_(seed) {}

    float between(float low, float high) {
        const double share = static_cast<double>(generator_()) / 4294967296.0;
        return static_cast<float>(low + (static_cast<double>(high) - low) * share);
    }
    Vec3 between(Vec3 low, Vec3 high) {
        const float x = between(low.x, high.x);
        const float y = between(low.y, high.y);
        return {x, y, between(low.z, high.z)};
    }
    Vec3 direction() {
        while (true) {
            const Vec3 v = between(Vec3{-1, -1, -1}, Vec3{1, 1, 1});
            const float size = std::sqrt(dot(v, v));
            if (size < 1 && size > 0.1F) return (1 / size) * v;
        }
    }
    Index below(Index n) { return static_cast<Index>(generator_() % n); }

  private:
    std::mt19937 generator_;
};

inline std::vector<Vec3> randomPoints(Index n, Vec3 low, Vec3 high, std::uint32_t seed = 1) {
    Random random(seed);
    std::vector<Vec3> points;
    for (Index i = 0; i < n; ++i) points.push_back(random.between(low, high));
    return points;
}

/// Points i `spacing` apart, `count` in each of `dimension` directions, the first at the origin.
inline std::vector<Vec3> cubicLattice(int count, float spacing, int dimension = 3) {
    std::vector<Vec3> points;
    for (int k = 0; k < (dimension == 2 ? 1 : count); ++k) {
        for (int j = 0; j < count; ++j) {
            for (int i = 0; i < count; ++i) {
                points.push_back(spacing *
                                 Vec3{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)});
            }
        }
    }
    return points;
}

inline ParticleStore storeOf(std::span<const Vec3> points) {
    ParticleStore store;
    store.add(points, {}, 0);
    return store;
}

inline VectorView positionsOf(ParticleStore& store) {
    const VectorSpan x = store.position();
    return {x.x, x.y, x.z, store.size()};
}

/// Name of a test that is parametrised by the dimension.
inline std::string dimensionName(const testing::TestParamInfo<int>& dimension) {
    return dimension.param == 2 ? "In2D" : "In3D";
}

/// Calls body() once for each instruction set this machine has, and leaves the one in use as it was.
template <class Body>
void forEachSimdTarget(Body&& body) {
    const std::string before = simdTarget();
    for (const std::string& target : simdTargets()) {
        SCOPED_TRACE("SIMD target " + target);
        ASSERT_TRUE(selectSimdTarget(target).ok());
        body();
    }
    ASSERT_TRUE(selectSimdTarget(before).ok());
}

}  // namespace undine::test
