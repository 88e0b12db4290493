// SPDX-License-Identifier: Zlib
// Closed meshes for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "undine/shapes.h"

namespace undine {

/// Twelve triangles that face outwards.
inline TriangleMesh cubeMesh(Vec3 min, Vec3 max) {
    TriangleMesh mesh;
    for (unsigned i = 0; i < 8; ++i) {
        mesh.vertices.push_back(
            {(i & 1U) != 0 ? max.x : min.x, (i & 2U) != 0 ? max.y : min.y, (i & 4U) != 0 ? max.z : min.z});
    }
    mesh.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                    2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    return mesh;
}

/// A torus about the z axis: `ring` is the radius of the middle line, `tube` that of its cross-section.
inline TriangleMesh torusMesh(double ring, double tube, unsigned steps) {
    TriangleMesh mesh;
    const double turn = 2 * std::numbers::pi / steps;
    for (unsigned i = 0; i < steps; ++i) {
        for (unsigned j = 0; j < steps; ++j) {
            const double r = ring + tube * std::cos(turn * j);
            mesh.vertices.push_back({static_cast<float>(r * std::cos(turn * i)),
                                     static_cast<float>(r * std::sin(turn * i)),
                                     static_cast<float>(tube * std::sin(turn * j))});
            const auto at = [&](unsigned a, unsigned b) { return (a % steps) * steps + b % steps; };
            for (const unsigned v :
                 {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)}) {
                mesh.indices.push_back(v);
            }
        }
    }
    return mesh;
}

/// A ball about the origin, from a grid of longitudes and latitudes.
inline TriangleMesh sphereMesh(double radius, unsigned steps) {
    TriangleMesh mesh;
    mesh.vertices.push_back({0, 0, static_cast<float>(-radius)});
    mesh.vertices.push_back({0, 0, static_cast<float>(radius)});
    const auto at = [&](unsigned i, unsigned j) {
        if (j == 0) return 0U;
        return j == steps ? 1U : 2 + (i % steps) * (steps - 1) + j - 1;
    };
    for (unsigned i = 0; i < steps; ++i) {
        for (unsigned j = 1; j < steps; ++j) {
            const double longitude = 2 * std::numbers::pi * i / steps;
            const double latitude = std::numbers::pi * (static_cast<double>(j) / steps - 0.5);
            const double r = radius * std::cos(latitude);
            mesh.vertices.push_back({static_cast<float>(r * std::cos(longitude)),
                                     static_cast<float>(r * std::sin(longitude)),
                                     static_cast<float>(radius * std::sin(latitude))});
        }
        for (unsigned j = 0; j < steps; ++j) {  // at the poles one of the two has no area
            for (const unsigned v :
                 {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)}) {
                mesh.indices.push_back(v);
            }
        }
    }
    return mesh;
}

/// The same surface, facing the other way.
inline TriangleMesh inverted(TriangleMesh mesh) {
    std::reverse(mesh.indices.begin(), mesh.indices.end());
    return mesh;
}

inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
    const auto first = static_cast<std::uint32_t>(a.vertices.size());
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const std::uint32_t i : b.indices) a.indices.push_back(first + i);
    return a;
}

}  // namespace undine
