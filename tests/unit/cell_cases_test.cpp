// SPDX-License-Identifier: Zlib
#include "surface/cell_cases.h"

#include <map>
#include <utility>

#include <gtest/gtest.h>

namespace undine {
namespace {

using Edges = std::map<std::pair<int, int>, int>;

Edges edgesOf(const CellCase& shape) {
    Edges edges;
    for (int t = 0; t < shape.triangleCount; ++t) {
        for (int k = 0; k < 3; ++k) {
            ++edges[{shape.triangleCorners[3 * t + k], shape.triangleCorners[3 * t + (k + 1) % 3]}];
        }
    }
    return edges;
}

bool isOnFace(int edge, int face) {
    return edge < kCellEdges && edge / 4 != face / 2 && ((edgeBase(edge) >> (face / 2)) & 1) == face % 2;
}

/// The lines that a case leaves on a face, as pairs of crossings.
Edges linesOn(const CellCase& shape, int face) {
    Edges lines;
    const Edges edges = edgesOf(shape);
    for (const auto& [edge, count] : edges) {
        const bool isBorder = !edges.contains({edge.second, edge.first});
        if (isBorder && isOnFace(edge.first, face) && isOnFace(edge.second, face)) lines[edge] += count;
    }
    return lines;
}

TEST(CellCases, EveryCutEdgeIsUsedAndNoOther) {
    for (unsigned inside = 0; inside < 256; ++inside) {
        for (const bool areJoined : {false, true}) {
            unsigned used = 0;
            const CellCase& shape = cellCase(inside, areJoined);
            for (int k = 0; k < 3 * shape.triangleCount; ++k) used |= 1U << shape.triangleCorners[k];
            for (int edge = 0; edge < kCellEdges; ++edge) {
                const bool isCut = ((inside >> edgeBase(edge)) & 1U) != ((inside >> edgeEnd(edge)) & 1U);
                EXPECT_EQ((used >> edge) & 1U, isCut ? 1U : 0U) << inside << " edge " << edge;
            }
        }
    }
}

// With every choice on the six faces: edges within the cell have two triangles, and no edge within the cell
// joins two crossings of one face, which the cell beyond could do as well.
TEST(CellCases, TrianglesOfAllCasesFitTogether) {
    for (unsigned inside = 0; inside < 256; ++inside) {
        for (unsigned joined = 0; joined < 64; ++joined) {
            const Edges edges = edgesOf(makeCellCase(inside, joined));
            for (const auto& [edge, count] : edges) {
                ASSERT_EQ(count, 1) << inside << " " << joined;
                bool isOnOneFace = false;
                for (int face = 0; face < 6; ++face) {
                    isOnOneFace |= isOnFace(edge.first, face) && isOnFace(edge.second, face);
                }
                ASSERT_NE(edges.contains({edge.second, edge.first}), isOnOneFace) << inside << " " << joined;
            }
        }
    }
}

// Two cells side by side: what is inside at the corners of their common face, and the choice there, fix the
// lines on it.
TEST(CellCases, NeighborsDrawTheSameLinesInOppositeDirections) {
    for (int axis = 0; axis < 3; ++axis) {
        const int high = 2 * axis + 1;
        const int bit = 1 << axis;
        for (unsigned joined : {0U, 63U}) {
            for (unsigned one = 0; one < 256; ++one) {
                for (unsigned other : {0U, 0x5AU, 0xC3U, 0xFFU}) {
                    // The corners at the low end of the other cell are those at the high end of this one.
                    unsigned two = other;
                    for (int c = 0; c < 8; ++c) {
                        if ((c & bit) != 0) continue;
                        two &= ~(1U << c);
                        two |= ((one >> (c | bit)) & 1U) << c;
                    }
                    Edges turned;
                    const Edges lines = linesOn(makeCellCase(two, joined), high - 1);
                    for (const auto& [edge, count] : lines) {
                        // The same edge of the grid, as the first cell numbers it.
                        const auto seen = [&](int e) {
                            for (int k = 0; k < kCellEdges; ++k) {
                                if (k / 4 == e / 4 && edgeBase(k) == (edgeBase(e) | bit)) return k;
                            }
                            return -1;
                        };
                        turned[{seen(edge.second), seen(edge.first)}] = count;
                    }
                    ASSERT_EQ(linesOn(makeCellCase(one, joined), high), turned) << axis << " " << one;
                }
            }
        }
    }
}

}  // namespace
}  // namespace undine
