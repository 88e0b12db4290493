// SPDX-License-Identifier: Zlib
#pragma once

#include <vector>

#include "boundary/surface_samples.h"

namespace undine {

/// About as many samples as scatterSamples() will give; no fewer when the solid is convex.
double estimateSamples(const Solid& solid, float spacing, int dimension);

/// Samples without a pattern, for sampleSurface(), so many spacings below the surface.
std::vector<SurfaceSample> scatterSamples(const Solid& solid, float spacing, int dimension,
                                          float depth = 0.5F);

}  // namespace undine
