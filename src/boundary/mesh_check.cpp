// SPDX-License-Identifier: Zlib
#include "boundary/mesh_check.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "core/finite.h"

namespace undine {
namespace {

/// An edge of a triangle, from its lower vertex to its higher one.
struct Edge {
    std::uint32_t low;
    std::uint32_t high;
    int direction;  // 1 when the triangle passes it that way, else -1
};

/// The edges of all triangles that are more than a line between two vertices.
std::vector<Edge> edgesOf(const TriangleMesh& mesh) {
    const std::vector<std::uint32_t> first = weldVertices(mesh.vertices);
    std::vector<Edge> edges;
    edges.reserve(mesh.indices.size());
    for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
        const std::uint32_t corner[3] = {first[mesh.indices[t]], first[mesh.indices[t + 1]],
                                         first[mesh.indices[t + 2]]};
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue;
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t a = corner[k];
            const std::uint32_t b = corner[(k + 1) % 3];
            edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
        }
    }
    return edges;
}

/// Edges that are wrong in one way, and the first of them.
struct Faults {
    std::size_t count = 0;
    Edge first{};

    void note(const Edge& edge) {
        if (count++ == 0) first = edge;
    }
    std::string describe(const TriangleMesh& mesh) const {
        const Vec3 a = mesh.vertices[first.low];
        const Vec3 b = mesh.vertices[first.high];
        char text[200];
        std::snprintf(text, sizeof(text), "%s from (%g, %g, %g) to (%g, %g, %g)",
                      count == 1 ? "it goes" : "one goes", a.x, a.y, a.z, b.x, b.y, b.z);
        return text;
    }
};

Result<void> checkEdges(const TriangleMesh& mesh, std::vector<Edge>& edges) {
    std::sort(edges.begin(), edges.end(),
              [](const Edge& a, const Edge& b) { return std::tie(a.low, a.high) < std::tie(b.low, b.high); });
    Faults open;
    Faults twisted;
    for (std::size_t i = 0; i < edges.size();) {
        const Edge& edge = edges[i];
        const std::size_t begin = i;
        int sum = 0;
        for (; i < edges.size() && edges[i].low == edge.low && edges[i].high == edge.high; ++i) {
            sum += edges[i].direction;
        }
        if (sum != 0) ((i - begin) % 2 == 1 ? open : twisted).note(edge);
    }
    if (open.count > 0) {
        return Error{"is not closed: " + std::to_string(open.count) +
                     (open.count == 1 ? " edge is open; " : " edges are open; ") + open.describe(mesh)};
    }
    if (twisted.count > 0) {
        return Error{"triangles on both sides of " + std::to_string(twisted.count) +
                     (twisted.count == 1 ? " edge" : " edges") + " face opposite ways; " +
                     twisted.describe(mesh) + ": make all of them face outwards"};
    }
    return {};
}

}  // namespace

std::vector<std::uint32_t> weldVertices(const std::vector<Vec3>& vertices) {
    const auto key = [&](std::uint32_t i) {
        const Vec3 p = vertices[i];
        return std::make_tuple(p.x, p.y, p.z);
    };
    std::vector<std::uint32_t> order(vertices.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::make_pair(key(a), a) < std::make_pair(key(b), b);
    });
    std::vector<std::uint32_t> first(vertices.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && key(order[i]) == key(order[i - 1]);
        first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
}

Result<void> checkMeshNumbers(const TriangleMesh& mesh) {
    if (mesh.indices.size() % 3 != 0) {
        return Error{std::to_string(mesh.indices.size()) + " indices: must be three for each triangle"};
    }
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
        if (mesh.indices[i] < mesh.vertices.size()) continue;
        return Error{"triangle " + std::to_string(i / 3) + " has vertex " + std::to_string(mesh.indices[i]) +
                     ", but there are only " + std::to_string(mesh.vertices.size())};
    }
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        if (!isFinite(mesh.vertices[i])) return Error{"vertex " + std::to_string(i) + " is not finite"};
    }
    return {};
}

Result<void> checkMesh(const TriangleMesh& mesh) {
    if (const auto checked = checkMeshNumbers(mesh); !checked) return Error{checked.error()};
    std::vector<Edge> edges = edgesOf(mesh);
    const std::size_t triangles = edges.size() / 3;
    if (triangles < 4) {
        return Error{"has " + std::to_string(triangles) + (triangles == 1 ? " triangle" : " triangles") +
                     " with three different corners; at least 4 are needed to enclose a volume"};
    }
    return checkEdges(mesh, edges);
}

}  // namespace undine
