// SPDX-License-Identifier: Zlib
// The volume of drops. A drop of a few particles is only some cells wide: the flat triangles between the
// vertices of a round level set cut off a fifth of it, and kernels that were made for a full fluid give two
// or three particles too little; with a hundred particles a twentieth is still missing. So each part of the
// mesh that is not large is measured, the particles within are counted, and its surface is moved along its
// normals until it holds the volume they stand for. That suits threads and sheets as well as balls. What
// large parts miss is less than a hundredth: they are left as they are, and in between the correction fades,
// so that nothing jumps when a drop grows.
#pragma once

#include "surface/mesh_topology.h"
#include "surface/polygons.h"
#include "surface/surface_particles.h"

namespace undine {

/// Vertices of a part, at cells of a spacing, that is no longer corrected: of balls of some 2,700 particles.
/// Those with half as many are corrected in full: balls of 950 particles, and rough ones of 500.
inline constexpr float kLargestDrop = 1400;

/// What drops are found from.
struct DropSearch {
    const MeshTopology& topology;  ///< With its parts found.
    SurfaceParticles& particles;   ///< What is counted.
    Index largest = 0;             ///< Vertices of a part that is no drop.
};

/// Corrects the drops of `raw`. One of several fluids gets the volume of all; what lies between them stays.
/// Parts that touch a clip box, and cavities, stay as they are. Each part is corrected by one thread: the
/// bits do not depend on their number.
void restoreDrops(const DropSearch& search, RawSurface& raw, const ThreadPool& pool);

}  // namespace undine
