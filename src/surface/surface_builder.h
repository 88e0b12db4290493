// SPDX-License-Identifier: Zlib
// Makes surfaces frame after frame with the same buffers: particles to kernels, kernels to a field on blocks,
// the field to triangles, and those to smooth meshes with normals and attributes.
#pragma once

#include "core/profiler.h"
#include "surface/field_blocks.h"
#include "surface/mesh_topology.h"
#include "surface/polygons.h"
#include "surface/surface_particles.h"

namespace undine {

class SurfaceBuilder {
  public:
    explicit SurfaceBuilder(const SurfaceSettings& settings) : settings_(settings) {}

    /// One mesh for each fluid that has particles. See makeSurface().
    Result<std::vector<SurfaceMesh>> build(const SurfaceInput& input, const ThreadPool& pool);

    /// The same in two dimensions.
    Result<std::vector<SurfaceOutline>> buildOutline(const SurfaceInput& input, const ThreadPool& pool);

    const std::vector<PhaseTime>& phases() const { return profiler_.phases(); }
    std::size_t bytes() const;

  private:
    Result<void> findField(const SurfaceInput& input, const ThreadPool& pool);
    void smooth(const ThreadPool& pool);
    void restoreSmallDrops(const ThreadPool& pool);
    std::vector<SurfaceMesh> takeMeshes();
    void thinOut(std::vector<SurfaceMesh>& meshes) const;

    SurfaceSettings settings_;
    Profiler profiler_;
    SurfaceParticles particles_;
    FieldBlocks blocks_;
    Polygons polygons_;
    RawSurface raw_;
    MeshTopology topology_;
};

}  // namespace undine
