// SPDX-License-Identifier: Zlib
// What stays the same through a film: walls, the shapes of bodies, the colours of fluids. Made once from a
// scene, or from little when there are only frames.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/body_mesh.h"
#include "render/render_scene.h"
#include "undine/scene.h"

namespace undine {

struct Stage {
    bool isFlat = false;
    float spacing = 0;                 ///< m. 0: to be found from the particles.
    float tracerSpacing = 0;           ///< m. 0: to be found from the tracers.
    bool bringsTracers = false;        ///< Whether emitters do: then their number grows.
    bool hasFuel = false;              ///< Whether something can burn.
    float gravity = 9.81F;             ///< m/s^2 of the world. How fast water has to be to be white.
    std::vector<Vec3> fluidColors;     ///< Empty: unknown.
    SurfaceSettings surface;           ///< How the mesh of the surface is made.
    std::vector<float> restDensities;  ///< kg/m^3, of the same fluids; empty: unknown.
    std::shared_ptr<const RenderMeshes> meshes = std::make_shared<RenderMeshes>();
    std::vector<RenderBody> walls;  ///< Solid ones.
    std::vector<RenderEdge> edges;  ///< Of containers that stand still.
    Box container;
    std::optional<float> floor;  ///< m. Of a plane that faces up.

    /// A body of the frames.
    struct Part {
        std::optional<std::size_t> mesh;  ///< None for what is shown by its edges alone.
        std::vector<RenderEdge> edges;    ///< In the body's own axes.
        Vec3 color;
    };
    std::vector<Part> bodies;
};

Stage stageOf(const Scene& scene);

/// For frames without a scene: meshes in the order of the frames' bodies.
Stage stageOf(std::span<const BodyMesh> bodyMeshes);

}  // namespace undine
