// SPDX-License-Identifier: Zlib
// What a picture shows, as plain data: the renderer reads it and asks nobody else. SceneFiller
// (scene_filler.h) makes it from a world, from a frame, or from files; a program with other particles can
// fill it by itself. A scene that is filled again and again keeps its memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/camera.h"
#include "undine/types.h"

namespace undine {

/// A particle or a tracer.
struct RenderPoint {
    Vec3 position;            ///< m.
    float radius = 0;         ///< m.
    std::uint32_t color = 0;  ///< Red in the lowest byte, green, blue; in the highest how white the water is.
};

/// A piece of smoke or flame: a soft ball.
struct RenderPuff {
    Vec3 position;            ///< m.
    float radius = 0;         ///< m.
    std::uint32_t color = 0;  ///< As of a RenderPoint.
    float opacity = 0;        ///< 0..1, of smoke, in its middle.
    float sun = 1;            ///< 0..1. What the smoke around leaves of the light of the sun,
    float sky = 1;            ///< and of the sky.
    float temperature = 0;    ///< K. What is hot glows.
};

/// A vortex particle: a ball with an arrow.
struct RenderVorton {
    Vec3 position;            ///< m.
    float radius = 0;         ///< m, of the ball.
    std::uint32_t color = 0;  ///< As of a RenderPoint.
    Vec3 arrow;               ///< m. Along the vorticity.
};

struct RenderVertex {
    Vec3 position;
    Vec3 normal;
};

/// Triangles of a shape about its own middle: three vertices each.
struct RenderMesh {
    std::vector<RenderVertex> vertices;
    bool isSingleSided = false;  ///< Seen from the front only: the far plates of a vessel.
};

/// Where a mesh is.
struct RenderBody {
    std::size_t mesh = 0;
    Vec3 position;
    Quaternion rotation{};
    Vec3 color{0.7F, 0.7F, 0.7F};        ///< Linear red, green, blue.
    std::optional<std::size_t> owner{};  ///< Which body of the world it shows; none for a wall.
};

/// A thin line of a container.
struct RenderEdge {
    Vec3 from;
    Vec3 to;
};

/// What the colours of the particles mean. Without a title there is no legend.
struct RenderLegend {
    std::string title;
    std::string unit;
    float low = 0;
    float high = 1;
};

/// The surface of the fluid, in the world.
struct RenderSurface {
    std::vector<RenderVertex> vertices;
    std::vector<std::uint32_t> triangles;  ///< Three vertices each, counter-clockwise seen from outside.
};

/// What is made for a picture only where its style shows it.
struct RenderExtras {
    bool surface = false;
    bool puffs = false;
    bool vortons = false;
};

using RenderMeshes = std::vector<RenderMesh>;

struct RenderScene {
    bool isFlat = false;    ///< Two dimensions: seen straight on, without ground and shadows.
    float spacing = 0.01F;  ///< m. Distance of particles at rest.
    double time = 0;        ///< s.
    std::vector<RenderPoint> particles;
    std::vector<RenderPoint> tracers;
    std::vector<RenderPuff> puffs;               ///< Empty unless smoke is to be drawn.
    std::vector<RenderVorton> vortons;           ///< Empty unless arrows are to be drawn.
    float daylight = 1;                          ///< 0..1. A fire wants an evening.
    float flame = 0;                             ///< 0..1. How much a puff of flame hides.
    RenderSurface surface;                       ///< Empty unless it is to be drawn.
    std::shared_ptr<const RenderMeshes> meshes;  ///< Another pointer means other meshes.
    std::vector<RenderBody> bodies;
    std::vector<RenderEdge> edges;
    std::optional<float> ground;  ///< m. Height of the floor everything stands on.
    Box bounds;                   ///< All of the above but stragglers.
    Box shown;                    ///< What a camera without a height shows.
    Index undrawable = 0;  ///< Particles of the source whose place, or value to colour by, is no number.
    Index stragglers = 0;  ///< Particles that are too far from all others to be framed.
    RenderLegend legend;
};

/// From where the sun shines: a unit vector towards it.
Vec3 directionToSun();

/// Bytes as RenderPoint has them, from 0..1.
std::uint32_t packColor(Vec3 color, float whiteness = 0);

}  // namespace undine
