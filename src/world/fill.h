// SPDX-License-Identifier: Zlib
// Shapes full of particles: on a lattice, or where a file has them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

/// Upper bound for the particles a shape will have, found without making any: with the cells that the surface
/// cuts counted in full. A shape that cannot be filled may give any number.
std::uint64_t countParticles(const Fill& shape, float spacing, int dimension);

/// What is wrong with a shape, if anything; `path` names it in the message.
Result<void> checkFill(const Fill& shape, int dimension, const std::string& path);

/// Lattice points of `spacing` inside the shape, or its own points if it has some; or why there can be none.
Result<std::vector<Vec3>> latticePoints(const Fill& shape, float spacing, int dimension);

/// One velocity for each of those points, where they do not all have the same; else empty.
std::vector<Vec3> ownVelocities(const Fill& shape, std::span<const Vec3> points);

}  // namespace undine
