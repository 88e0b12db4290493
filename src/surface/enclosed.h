// SPDX-License-Identifier: Zlib
// What a surface encloses.
#pragma once

#include "undine/surface.h"

namespace undine {

/// m^3: the sum over the triangles of the tetrahedra they make with the origin.
inline double volumeOf(const SurfaceMesh& mesh) {
    double volume = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
        double p[3][3];
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 corner = mesh.positions[mesh.triangles[t + k]];
            p[k][0] = corner.x;
            p[k][1] = corner.y;
            p[k][2] = corner.z;
        }
        for (int k = 0; k < 3; ++k) {
            const int u = (k + 1) % 3;
            const int v = (k + 2) % 3;
            volume += p[0][k] * (p[1][u] * p[2][v] - p[1][v] * p[2][u]) / 6;
        }
    }
    return volume;
}

/// m^2, in two dimensions.
inline double areaOf(const SurfaceOutline& outline) {
    double area = 0;
    for (const std::vector<Vec3>& loop : outline.loops) {
        for (std::size_t k = 0; k < loop.size(); ++k) {
            const Vec3 a = loop[k];
            const Vec3 b = loop[(k + 1) % loop.size()];
            area += 0.5 * (static_cast<double>(a.x) * b.y - static_cast<double>(b.x) * a.y);
        }
    }
    return area;
}

}  // namespace undine
