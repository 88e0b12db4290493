// SPDX-License-Identifier: Zlib
// Scenes: a simulation written down as JSON with comments, read through the parameter tables (target
// undine::scene).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "undine/export.h"
#include "undine/parameters.h"
#include "undine/result.h"
#include "undine/settings.h"
#include "undine/surface.h"
#include "undine/world.h"

namespace undine {

/// How long a scene runs and how often it writes a frame.
struct OutputSettings {
    float seconds = 2;                        ///< s, >= 0. Simulated time of the whole run.
    float frameRate = 30;                     ///< 1/s, > 0. Frames per simulated second.
    std::vector<std::string> formats{"ply"};  ///< What is written for each frame; `undine info` lists them.
    std::vector<std::string> fields{"velocity", "density", "pressure", "id",
                                    "fluid"};  ///< Beside the position.
    int checkpointEvery = 10;                  ///< frames, >= 0. 0: only when a run is interrupted.
    SurfaceSettings surface;                   ///< For the formats that write the surface.
};

/// From where pictures are taken, looking at `target`.
struct CameraSettings {
    Vec3 direction{-0.45F, -0.35F, -0.8F};  ///< The way the camera looks.
    Vec3 target{};                          ///< m. Middle of the picture.
    float height = 0;        ///< m, >= 0. What the picture shows from bottom to top; 0: all walls and fluid,
                             ///< wherever the target is.
    float fieldOfView = 25;  ///< degrees, 0..120. Angle from bottom to top; 0: orthographic. In two
                             ///< dimensions the camera always is.
};

/// A place on the way of a camera that moves: at this time it looks so. Between keys it moves smoothly.
struct CameraKey {
    float time = 0;                         ///< s, >= 0.
    Vec3 direction{-0.45F, -0.35F, -0.8F};  ///< The way the camera looks.
    Vec3 target{};                          ///< m. Middle of the picture.
    float height = 0;                       ///< m, >= 0. 0: that of the camera.
};

template <>
UNDINE_API std::span<const Parameter> parametersOf<OutputSettings>();
template <>
UNDINE_API std::span<const Parameter> parametersOf<CameraSettings>();
template <>
UNDINE_API std::span<const Parameter> parametersOf<CameraKey>();

/// A shape and the fluid it is filled with.
struct SceneFill {
    FluidIndex fluid = 0;
    Fill shape;
};

/// A simulation written down.
struct Scene {
    std::string name;
    std::string source;  ///< Where it was read, for messages: a file, or the name of a built-in scene.
    std::string description;
    WorldSettings world;
    SolverSettings solver;
    std::vector<FluidSettings> fluids;
    std::vector<SceneFill> fills;
    std::vector<Wall> walls;
    std::vector<Body> bodies;
    std::vector<Joint> joints;
    RigidContactSettings contacts;
    std::vector<Force> forces;
    std::vector<Emitter> emitters;
    std::vector<Absorber> absorbers;
    std::vector<Freezer> freezers;
    std::vector<VortexSeed> vortices;
    std::vector<Tracers> tracers;
    OutputSettings output;
    CameraSettings camera;
    std::vector<CameraKey> cameraPath;  ///< In the order of time; empty: the camera stands still.
};

/// A change to a scene from outside: `path` as in "fluids.0.viscosity", `value` as JSON or a bare word.
struct SceneOverride {
    std::string path;
    std::string value;
};

/// Names of the scenes that are part of the program.
UNDINE_API std::vector<std::string> builtInScenes();

/// Reads a built-in scene by its name or a file by its path. The error lists every mistake, one per line,
/// with file, path in the JSON, value, what is allowed and the nearest known key.
UNDINE_API Result<Scene> loadScene(std::string_view nameOrPath,
                                   const std::vector<SceneOverride>& overrides = {});

/// Reads a scene from text; `source` names it in messages.
UNDINE_API Result<Scene> parseScene(std::string_view text, std::string_view source,
                                    const std::vector<SceneOverride>& overrides = {});

/// Builds the world a scene describes, filled and ready to step. Free bodies need a build with Bullet.
UNDINE_API Result<World> createWorld(const Scene& scene);

}  // namespace undine
