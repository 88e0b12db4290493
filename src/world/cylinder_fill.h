// SPDX-License-Identifier: Zlib
// Cylinders of any direction. A row of the lattice meets a cylinder in one interval, so that a long thin one
// across the axes costs no more than its own particles.
#pragma once

#include <vector>

#include "undine/settings.h"

namespace undine {

/// Upper bound for the points of fillCylinder().
double boundOfCylinder(const CylinderFill& cylinder, float spacing, int dimension);

/// Lattice points inside; the axis must have a length, and lie in the plane in 2D.
std::vector<Vec3> fillCylinder(const CylinderFill& cylinder, float spacing, int dimension);

}  // namespace undine
