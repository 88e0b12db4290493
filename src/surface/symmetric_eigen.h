// SPDX-License-Identifier: Zlib
// Eigenvalues and eigenvectors of a symmetric 3 by 3 matrix by Jacobi's rotations: a fixed number of sweeps,
// so that the time is the same for all and the result never depends on a tolerance.
#pragma once

#include "core/principal_axes.h"
#include "undine/types.h"

namespace undine {

/// A symmetric matrix.
struct SymmetricMatrix {
    float xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
};

struct Eigen {
    float value[3];
    Vec3 vector[3];  ///< orthonormal
};

inline Eigen eigenOf(const SymmetricMatrix& m) {
    Matrix3 a{{{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}}};
    Matrix3 axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    constexpr int kSweeps = 4;  // errors are squared by each: enough for floats
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        rotateAway(a, axes, 0, 1);
        rotateAway(a, axes, 0, 2);
        rotateAway(a, axes, 1, 2);
    }
    Eigen result{};
    for (std::size_t k = 0; k < 3; ++k) {
        result.value[k] = static_cast<float>(a[k][k]);
        result.vector[k] = Vec3d(axes[k][0], axes[k][1], axes[k][2]).rounded();
    }
    return result;
}

}  // namespace undine
