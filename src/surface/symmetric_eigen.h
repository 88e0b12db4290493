// SPDX-License-Identifier: Zlib
// Eigenvalues and eigenvectors of a symmetric 3 by 3 matrix by Jacobi's rotations: a fixed number of sweeps,
// so that the time is the same for all and the result never depends on a tolerance.
#pragma once

#include <cmath>

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
    double a[3][3] = {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    constexpr int kSweeps = 4;  // errors are squared by each: enough for floats
    constexpr int kPairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (int rotation = 0; rotation < 3 * kSweeps; ++rotation) {
        const auto [p, q] = kPairs[rotation % 3];
        if (a[p][q] == 0) continue;
        // The rotation that makes a[p][q] zero, by the smaller of the two angles.
        const double theta = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
        const double t = std::copysign(1 / (std::fabs(theta) + std::sqrt(theta * theta + 1)), theta);
        const double c = 1 / std::sqrt(t * t + 1);
        const double s = t * c;
        const int r = 3 - p - q;
        const double apq = a[p][q];
        const double arp = a[r][p];
        const double arq = a[r][q];
        a[p][p] -= t * apq;
        a[q][q] += t * apq;
        a[p][q] = a[q][p] = 0;
        a[r][p] = a[p][r] = c * arp - s * arq;
        a[r][q] = a[q][r] = s * arp + c * arq;
        for (auto& row : v) {
            const double vp = row[p];
            const double vq = row[q];
            row[p] = c * vp - s * vq;
            row[q] = s * vp + c * vq;
        }
    }
    Eigen result{};
    for (int k = 0; k < 3; ++k) {
        result.value[k] = static_cast<float>(a[k][k]);
        result.vector[k] = {static_cast<float>(v[0][k]), static_cast<float>(v[1][k]),
                            static_cast<float>(v[2][k])};
    }
    return result;
}

}  // namespace undine
