// SPDX-License-Identifier: Zlib
// Points that stand for the surface of a solid towards the fluid: spread evenly, one spacing apart, half a
// spacing below the surface. That is where the first layer of particles would be if the solid were fluid.
#pragma once

#include <vector>

#include "boundary/solid.h"
#include "undine/result.h"

namespace undine {

struct SurfaceSample {
    Vec3 position;  ///< in the body's axes
    float depth;    ///< m. How far below the surface it lies.
};

/// More of them are refused.
inline constexpr double kMostSurfaceSamples = 2e7;

/// What sampleSurface() would refuse, in no time.
Result<void> checkSampling(const Solid& solid, float spacing, int dimension);

/// A box alone gets a lattice: points on the faces of the box that is a spacing smaller, as many as fit best;
/// one layer in the middle where it is thin. Everything else gets points without a pattern: less deep where
/// the solid is thinner than a spacing, on the skin itself where a mesh is open. Where parts overlap, those
/// of the inside are left out. In two dimensions they are on the outline, at z = 0.
///
/// The same for every call. Neighbours in the array are neighbours in space: the order is that of cells of
/// two spacings, x fastest.
Result<std::vector<SurfaceSample>> sampleSurface(const Solid& solid, float spacing, int dimension);

}  // namespace undine
