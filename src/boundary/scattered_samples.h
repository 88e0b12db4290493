// SPDX-License-Identifier: Zlib
#pragma once

#include <vector>

#include "boundary/surface_samples.h"

namespace undine {

/// About as many samples as scatterSamples() will give; no fewer when the solid is convex.
double estimateSamples(const Solid& solid, float spacing, int dimension);

/// Samples without a pattern, for sampleSurface().
std::vector<SurfaceSample> scatterSamples(const Solid& solid, float spacing, int dimension);

}  // namespace undine
