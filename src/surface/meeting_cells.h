// SPDX-License-Identifier: Zlib
// What the surfaces of several fluids do inside a cell where three or more labels meet, air being one of
// them.
//
// On a face of the cell whose corners have three labels in a row, or four, the borders of each pair of them
// run from the crossing on their edge to one point within the face, where they all meet. On other faces they
// are the lines of cell_cases.h. Every line then is the border of exactly two labels, which draw it in
// opposite directions, and so do the two cells at a face. The lines of a cell that hang together get one
// vertex in their middle, and each line makes a triangle with it, for both of its labels: fluids share all
// triangles between them, and nothing is left open where they meet.
//
// A label with two regions around the same middle would touch itself there, so all but the first get a copy
// of that vertex at the same place, and neither is moved later.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "surface/cell_cases.h"

namespace undine {

inline constexpr int kFirstMiddle =
    kCellEdges + kCellFaces;  ///< after edges and faces, as corners of triangles

/// Whether the labels around a face, in turn, meet in a point within it.
bool meetWithinFace(const std::array<std::uint8_t, 4>& labels);

struct MeetingCase {
    struct Middle {
        std::uint32_t around = 0;  ///< bits: the edges and faces whose vertices it is the mean of
        bool isFixed = false;      ///< It is a copy, or has one.
    };
    struct Triangle {
        std::uint8_t label;
        std::array<std::uint8_t, 3> corners;  ///< edges, 12 + face, or kFirstMiddle + number of a middle
    };
    std::vector<Middle> middles;
    std::vector<Triangle> triangles;  ///< of all labels but air
};

MeetingCase makeMeetingCase(std::span<const std::uint8_t, 8> labels);

}  // namespace undine
