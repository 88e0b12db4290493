// SPDX-License-Identifier: Zlib
// The sum of vortex_field.h as it is written, in double precision and one target after the other: what the
// fast one is measured by.
#pragma once

#include "vortex/vortex_field.h"

namespace undine {

/// What VortexField finds: velocity and, when `strength` is that of the point, how it is stretched.
struct DirectSum {
    double velocity[3] = {0, 0, 0};
    double stretching[3] = {0, 0, 0};
    double divergenceSlope[3] = {0, 0, 0};  ///< grad div A, in three dimensions
};

DirectSum directSum(const VortexSources& sources, Vec3 x, Vec3 strength, int dimension);

}  // namespace undine
