// SPDX-License-Identifier: Zlib
#include "surface/cell_cases.h"

#include <utility>
#include <vector>

#include "core/assert.h"

namespace undine {
namespace {

bool isOnFace(int edge, int face) {
    const int axis = face / 2;
    if (edge / 4 == axis) return false;
    return ((edgeBase(edge) >> axis) & 1) == face % 2;
}

bool shareFace(int a, int b) {
    for (int face = 0; face < kCellFaces; ++face) {
        if (isOnFace(a, face) && isOnFace(b, face)) return true;
    }
    return false;
}

/// next[e] = the crossing to which the line that begins at crossing e leads.
using Lines = std::array<int, kCellEdges>;

using Loop = std::vector<int>;

/// Cuts the part i .. j of a loop into triangles without cuts within a face. False when there is no way.
bool cutLoop(const Loop& loop, std::size_t i, std::size_t j, std::vector<std::array<int, 3>>& triangles) {
    if (j - i < 2) return true;
    const auto isAllowed = [&](std::size_t a, std::size_t b) {
        const bool isSide = b - a == 1 || (a == 0 && b + 1 == loop.size());
        return isSide || !shareFace(loop[a], loop[b]);
    };
    for (std::size_t k = i + 1; k < j; ++k) {
        if (!isAllowed(i, k) || !isAllowed(k, j)) continue;
        const std::size_t before = triangles.size();
        triangles.push_back({loop[i], loop[k], loop[j]});
        if (cutLoop(loop, i, k, triangles) && cutLoop(loop, k, j, triangles)) return true;
        triangles.resize(before);
    }
    return false;
}

void addLoop(const Loop& loop, CellCase& result) {
    std::vector<std::array<int, 3>> triangles;
    if (!cutLoop(loop, 0, loop.size() - 1, triangles)) {
        const int middle = kCellEdges + result.middleCount;
        unsigned edges = 0;
        for (std::size_t k = 0; k < loop.size(); ++k) {
            edges |= 1U << static_cast<unsigned>(loop[k]);
            triangles.push_back({loop[k], loop[(k + 1) % loop.size()], middle});
        }
        result.middleEdges[result.middleCount++] = static_cast<std::uint16_t>(edges);
    }
    for (const std::array<int, 3>& triangle : triangles) {
        UNDINE_ASSERT(result.triangleCount < CellCase::kMostTriangles);
        for (int k = 0; k < 3; ++k) {
            result.triangleCorners[3 * result.triangleCount + k] = static_cast<std::uint8_t>(triangle[k]);
        }
        ++result.triangleCount;
    }
}

using Table = std::array<std::array<CellCase, 256>, 2>;

Table makeTable() {
    Table table;
    for (unsigned inside = 0; inside < 256; ++inside) {
        table[0][inside] = makeCellCase(inside, 0);
        table[1][inside] = makeCellCase(inside, 0x3F);
    }
    return table;
}

}  // namespace

int edgeBetween(int a, int b) {
    for (int edge = 0; edge < kCellEdges; ++edge) {
        const int base = edgeBase(edge);
        const int end = edgeEnd(edge);
        if ((base == a && end == b) || (base == b && end == a)) return edge;
    }
    return -1;
}

std::array<int, 4> cornersOfFace(int face) {
    const int axis = face / 2;
    const int u = 1 << ((axis + 1) % 3);
    const int v = 1 << ((axis + 2) % 3);
    const int at = face % 2 == 1 ? 1 << axis : 0;
    if (face % 2 == 1) return {at, at + u, at + u + v, at + v};
    return {at, at + v, at + u + v, at + u};
}

void drawLines(unsigned inside, int face, bool areJoined, std::span<int> next) {
    const std::array<int, 4> corners = cornersOfFace(face);
    const auto isInside = [&](int k) { return ((inside >> corners[k % 4]) & 1U) != 0; };
    for (int k = 0; k < 4; ++k) {
        if (isInside(k) || !isInside(k + 1)) continue;
        // The walk enters the inside on the side after corner k. Going on, it leaves it first around this
        // inside corner; going back, it left it around the outside corner.
        int leave = areJoined ? k + 3 : k + 1;
        const int step = areJoined ? 3 : 1;
        while (!isInside(leave) || isInside(leave + 1)) leave += step;
        const int from = edgeBetween(corners[k], corners[(k + 1) % 4]);
        next[from] = edgeBetween(corners[leave % 4], corners[(leave + 1) % 4]);
    }
}

CellCase makeCellCase(unsigned insideCorners, unsigned joined) {
    Lines next;
    next.fill(-1);
    for (int face = 0; face < kCellFaces; ++face) {
        drawLines(insideCorners, face, ((joined >> static_cast<unsigned>(face)) & 1U) != 0, next);
    }
    CellCase result;
    for (int edge = 0; edge < kCellEdges; ++edge) {
        Loop loop;
        for (int at = edge; next[at] >= 0;) {
            loop.push_back(at);
            at = std::exchange(next[at], -1);
        }
        if (!loop.empty()) addLoop(loop, result);
    }
    return result;
}

const CellCase& cellCase(unsigned insideCorners, bool areJoined) {
    static const Table table = makeTable();
    return table[areJoined ? 1 : 0][insideCorners];
}

}  // namespace undine
