// SPDX-License-Identifier: Zlib
// What a surface does inside one cell of the grid: marching cubes whose table is derived, not typed in.
//
// Each of the 8 corners of a cell is inside or outside. The surface meets every cell edge between unlike
// corners once. On a face of the cell, seen from outside of the cell, go around its four corners: where the
// walk enters the inside a line begins, and where it leaves the inside a line ends. With four unlike edges
// there are two ways to pair them: the inside corners are joined across the face, or separated. Each edge of
// a cell is on two faces, which walk along it in opposite directions, so every crossing begins one line and
// ends another: the lines close to loops by themselves.
//
// Neighbouring cells look at their common face from opposite sides. With the same choice there they draw the
// same lines in opposite directions. Therefore the mesh is closed, whatever the corners are.
//
// A loop is cut into triangles without a cut between two crossings of the same face: the cell beyond that
// face could make the same cut, and four triangles would share one edge. A loop for which there is no such
// cut gets a vertex in its middle. So every edge of the mesh has exactly two triangles, and the triangles
// around a vertex are one ring.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace undine {

/// Corner c of a cell is at (c & 1, c >> 1 & 1, c >> 2); edge e goes along axis e / 4 from its base corner.
inline constexpr int kCellEdges = 12;

/// The corner at which an edge begins: the one of the two with the smaller coordinate.
constexpr int edgeBase(int edge) {
    const int axis = edge / 4;
    const int k = edge % 4;
    const int low = k & ((1 << axis) - 1);
    return ((k - low) << 1) | low;
}
constexpr int edgeEnd(int edge) { return edgeBase(edge) | (1 << (edge / 4)); }

/// The edge between two neighbouring corners of a cell.
int edgeBetween(int a, int b);

/// Face f of a cell lies across axis f / 2, at its lower end for even f.
inline constexpr int kCellFaces = 6;

/// The corners of a face, counter-clockwise seen from outside of the cell.
std::array<int, 4> cornersOfFace(int face);

/// Draws the lines of a face: next[e] becomes the crossing to which the line that begins at crossing e leads.
/// The inside corners of an ambiguous face are joined or not.
void drawLines(unsigned inside, int face, bool areJoined, std::span<int> next);

/// The triangles of one combination of inside corners.
struct CellCase {
    static constexpr int kMostTriangles = 12;
    static constexpr int kMostMiddles = 4;

    std::uint8_t triangleCount = 0;
    std::uint8_t middleCount = 0;
    std::array<std::uint16_t, kMostMiddles> middleEdges{};           ///< bits: the crossings of the loop
    std::array<std::uint8_t, 3 * kMostTriangles> triangleCorners{};  ///< edges, or 12 + number of a middle
};

/// In `joined` bit f is set when the inside corners of face f are joined, if it is ambiguous.
CellCase makeCellCase(unsigned insideCorners, unsigned joined);

/// The same with one choice for all faces, from a table.
const CellCase& cellCase(unsigned insideCorners, bool areJoined);

}  // namespace undine
