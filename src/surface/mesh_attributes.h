// SPDX-License-Identifier: Zlib
// What vertices know of the particles around them: the nearest one, and means of their fields.
#pragma once

#include "surface/surface_particles.h"

namespace undine {

/// Fills `nearest` if it is wanted, and an attribute for every field of the input. A mean has the weights
/// (1 - q^2)^3 at twice the spacing, over particles of the mesh's fluid; whole numbers are those of the
/// nearest particle. A vertex without any such particle takes the values of the nearest one.
void addAttributes(const SurfaceInput& input, SurfaceParticles& particles, SurfaceMesh& mesh,
                   const ThreadPool& pool);

}  // namespace undine
