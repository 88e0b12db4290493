// SPDX-License-Identifier: Zlib
// Clouds of particles that tests of surfaces share.
#pragma once

#include "tests/unit/mesh_checks.h"
#include "tests/unit/test_support.h"

namespace undine::test {

/// Lattice points in a box of whole spacings, each moved by up to `jitter`; half a spacing from the faces.
inline Cloud boxCloud(int nx, int ny, int nz, float jitter = 0) {
    Cloud cloud;
    Random random(7);
    for (int k = 0; k < nz; ++k) {
        for (int j = 0; j < ny; ++j) {
            for (int i = 0; i < nx; ++i) {
                const Vec3 p{static_cast<float>(i) + 0.5F, static_cast<float>(j) + 0.5F,
                             static_cast<float>(k) + 0.5F};
                cloud.add(p + random.between(Vec3{-jitter, -jitter, -jitter}, Vec3{jitter, jitter, jitter}));
            }
        }
    }
    return cloud;
}

inline Cloud ballCloud(float radius, Vec3 middle = {}) {
    Cloud cloud;
    const int n = static_cast<int>(radius) + 1;
    for (int k = -n; k <= n; ++k) {
        for (int j = -n; j <= n; ++j) {
            for (int i = -n; i <= n; ++i) {
                const Vec3 p{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)};
                if (length(p) < radius) cloud.add(middle + p);
            }
        }
    }
    return cloud;
}

/// A box with a fluid on each side of its diagonal.
inline Cloud twoFluids() {
    const Cloud box = boxCloud(14, 14, 14, 0.2F);
    Cloud cloud;
    for (std::size_t i = 0; i < box.size(); ++i) cloud.add(box[i], box[i].x > box[i].y ? 1 : 0);
    return cloud;
}

}  // namespace undine::test
