// SPDX-License-Identifier: Zlib
// The axes along which a symmetric tensor is three numbers, by Jacobi's method.
#pragma once

#include <array>
#include <cmath>

#include "core/rotation.h"

namespace undine {

using Matrix3 = std::array<std::array<double, 3>, 3>;

struct PrincipalAxes {
    Vec3d moments;
    Matrix3 rows{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  ///< the axes, as rows

    Vec3d axis(std::size_t k) const { return {rows[k][0], rows[k][1], rows[k][2]}; }
};

/// Turns the axes p and q so far that the entry (p, q) of a becomes 0.
inline void rotateAway(Matrix3& a, Matrix3& axes, std::size_t p, std::size_t q) {
    if (a[p][q] == 0) return;
    const double ratio = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = (ratio >= 0 ? 1 : -1) / (std::abs(ratio) + std::sqrt(ratio * ratio + 1));
    const double c = 1 / std::sqrt(t * t + 1);
    const double s = t * c;
    for (std::size_t k = 0; k < 3; ++k) {
        const double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const double pk = a[p][k], qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
        const double vp = axes[p][k], vq = axes[q][k];
        axes[p][k] = c * vp - s * vq;
        axes[q][k] = s * vp + c * vq;
    }
}

/// Until what is left beside the diagonal is below `tiny`, in the unit of the tensor.
inline PrincipalAxes principalAxes(Matrix3 a, double tiny) {
    PrincipalAxes result;
    const auto rest = [&] { return std::abs(a[0][1]) + std::abs(a[1][2]) + std::abs(a[0][2]); };
    constexpr int kMostRounds = 30;
    for (int round = 0; round < kMostRounds && rest() > tiny; ++round) {
        rotateAway(a, result.rows, 0, 1);
        rotateAway(a, result.rows, 1, 2);
        rotateAway(a, result.rows, 0, 2);
    }
    result.moments = {a[0][0], a[1][1], a[2][2]};
    return result;
}

}  // namespace undine
