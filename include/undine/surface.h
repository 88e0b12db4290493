// SPDX-License-Identifier: Zlib
// From particles to the surface of the fluid: closed meshes in three dimensions, outlines in two.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "undine/export.h"
#include "undine/fields.h"
#include "undine/parameters.h"
#include "undine/result.h"
#include "undine/types.h"
#include "undine/world.h"

namespace undine {

/// The shape of what each particle adds to the field whose level set is the surface.
enum class SurfaceKernel {
    Spherical,    ///< A ball of the same size everywhere.
    Anisotropic,  ///< An ellipsoid that lies flat in the surface: smoother, and thin sheets hold together.
};

/// How a surface is made. Lengths are in particle spacings, so that settings fit any scene.
struct SurfaceSettings {
    SurfaceKernel kernel = SurfaceKernel::Anisotropic;
    float cellSize = 0.5F;         ///< spacings, 0.2 to 2. Side of the cells; a vertex on each edge cut.
    int smoothing = 5;             ///< 0 to 100. Passes over the mesh, each back and forth: volume stays.
    float centerSmoothing = 0.8F;  ///< 0 to 1. How far particles move to where their neighbours have them.
    float decimation = 0;          ///< 0 to 0.95. Share of the triangles to take out where it is flat.
    Vec3 clipMin{};                ///< m. What is outside of this box is cut off, and the mesh closed there;
    Vec3 clipMax{};                ///< no box when it has no size.
};

template <>
UNDINE_API std::span<const Parameter> parametersOf<SurfaceSettings>();

/// A value for each vertex: three floats for a vector, else one.
struct SurfaceAttribute {
    std::string name;  ///< As the field it comes from.
    int width = 1;     ///< Floats per vertex.
    std::vector<float> values;
};

/// The surface of one fluid: closed, every edge in two triangles, counter-clockwise seen from outside.
struct SurfaceMesh {
    FluidIndex fluid = 0;
    std::vector<Vec3> positions;           ///< m.
    std::vector<Vec3> normals;             ///< Unit, outwards; one per position.
    std::vector<std::uint32_t> triangles;  ///< Three positions each.
    std::vector<Index> nearest;            ///< Place of the nearest particle in the input, if asked for.
    std::vector<SurfaceAttribute> attributes;
};

/// The surface of one fluid in two dimensions: closed lines with the fluid at their left.
struct SurfaceOutline {
    FluidIndex fluid = 0;
    std::vector<std::vector<Vec3>> loops;  ///< m. The last point is joined to the first.
};

/// What a surface is made of. All arrays have an entry per particle.
struct SurfaceInput {
    VectorView positions{nullptr, nullptr, nullptr, 0};  ///< m.
    float spacing = 0;                                   ///< m, > 0. Of particles at rest.
    int dimension = 3;
    std::span<const std::uint32_t> fluids;  ///< The fluid of each particle; empty: all are fluid 0.
    std::vector<FieldView> fields;          ///< What vertices get as attributes.
    bool wantsNearest = false;              ///< Whether to fill SurfaceMesh::nearest.
};

/// The meshes of all fluids that have particles, in the order of the fluids. Those of two fluids share their
/// vertices where they touch. `threads` of 0 is one per core; it does not change a bit.
UNDINE_API Result<std::vector<SurfaceMesh>> makeSurface(const SurfaceInput& input,
                                                        const SurfaceSettings& settings = {},
                                                        int threads = 0);

/// The same in two dimensions.
UNDINE_API Result<std::vector<SurfaceOutline>> makeOutline(const SurfaceInput& input,
                                                           const SurfaceSettings& settings = {},
                                                           int threads = 0);

/// The input for the particles of a world as they are now; valid until the next step. An unknown field is an
/// error.
UNDINE_API Result<SurfaceInput> surfaceInput(const World& world, std::span<const std::string> fields = {});

}  // namespace undine
