// SPDX-License-Identifier: Zlib
// Places on the surface of a part, by numbers between 0 and 1: numbers that are spread evenly give places
// that are spread evenly.
#pragma once

#include <vector>

#include "boundary/solid_part.h"

namespace undine {

class PartSurface {
  public:
    struct Place {
        Vec3 position;
        Vec3 normal;  ///< away from the solid; of one of its faces on an edge
    };

    explicit PartSurface(const SolidPart& part);

    /// m^2; in two dimensions m, the length of the outline.
    double area() const { return ends_.back(); }

    /// `share` chooses the piece (a face, a triangle); u and v the place on it. On an outline the places for
    /// growing shares follow one another, and u and v do not matter.
    Place at(double share, double u, double v) const;

  private:
    void addPieces();
    Vec3 onPiece(std::size_t piece, double u, double v) const;
    Vec3 onOutline(std::size_t piece, double u) const;
    Place onTriangle(std::size_t triangle, double u, double v) const;

    const SolidPart& part_;
    std::vector<double> ends_;  // sums of the areas of the pieces
};

}  // namespace undine
