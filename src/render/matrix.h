// SPDX-License-Identifier: Zlib
// The few matrices a renderer needs, column by column as OpenGL reads them.
#pragma once

#include <array>

#include "core/geometry.h"

namespace undine {

struct Matrix {
    std::array<float, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

    float& at(int row, int column) {
        return m[4 * static_cast<std::size_t>(column) + static_cast<std::size_t>(row)];
    }
    float at(int row, int column) const {
        return m[4 * static_cast<std::size_t>(column) + static_cast<std::size_t>(row)];
    }

    friend bool operator==(const Matrix&, const Matrix&) = default;
};

inline Matrix operator*(const Matrix& a, const Matrix& b) {
    Matrix c;
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            float sum = 0;
            for (int k = 0; k < 4; ++k) sum += a.at(row, k) * b.at(k, column);
            c.at(row, column) = sum;
        }
    }
    return c;
}

/// A point, without the division by w.
inline Vec3 transform(const Matrix& a, Vec3 p) {
    const auto row = [&](int r) {
        return a.at(r, 0) * p.x + a.at(r, 1) * p.y + a.at(r, 2) * p.z + a.at(r, 3);
    };
    return {row(0), row(1), row(2)};
}

/// From the world to a camera at `eye` that looks along -z of its own axes.
inline Matrix lookAlong(Vec3 eye, Vec3 right, Vec3 up, Vec3 forward) {
    Matrix view;
    const Vec3 rows[3] = {right, up, -1.0F * forward};
    for (int r = 0; r < 3; ++r) {
        view.at(r, 0) = rows[r].x;
        view.at(r, 1) = rows[r].y;
        view.at(r, 2) = rows[r].z;
        view.at(r, 3) = -dot(rows[r], eye);
    }
    return view;
}

/// What lies between two distances, of this half width and half height.
inline Matrix orthographic(float halfWidth, float halfHeight, float nearest, float farthest) {
    Matrix p;
    p.at(0, 0) = 1 / halfWidth;
    p.at(1, 1) = 1 / halfHeight;
    p.at(2, 2) = -2 / (farthest - nearest);
    p.at(2, 3) = -(farthest + nearest) / (farthest - nearest);
    return p;
}

/// The same with the half sizes at the distance 1.
inline Matrix perspective(float halfWidth, float halfHeight, float nearest, float farthest) {
    Matrix p;
    p.at(0, 0) = 1 / halfWidth;
    p.at(1, 1) = 1 / halfHeight;
    p.at(2, 2) = -(farthest + nearest) / (farthest - nearest);
    p.at(2, 3) = -2 * farthest * nearest / (farthest - nearest);
    p.at(3, 2) = -1;
    p.at(3, 3) = 0;
    return p;
}

/// A rotation, then a shift.
inline Matrix placed(Quaternion rotation, Vec3 position) {
    Matrix m;
    const Vec3 axes[3] = {rotate(rotation, {1, 0, 0}), rotate(rotation, {0, 1, 0}),
                          rotate(rotation, {0, 0, 1})};
    for (int c = 0; c < 3; ++c) {
        m.at(0, c) = axes[c].x;
        m.at(1, c) = axes[c].y;
        m.at(2, c) = axes[c].z;
    }
    m.at(0, 3) = position.x;
    m.at(1, 3) = position.y;
    m.at(2, 3) = position.z;
    return m;
}

}  // namespace undine
