// SPDX-License-Identifier: Zlib
// A scalar over a cloud of particles, and its gradient by each method.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/constants.h"
#include "tests/unit/test_support.h"
#include "validate/scalar_cloud.h"

namespace undine::test {

using validate::ScalarCloud;
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
