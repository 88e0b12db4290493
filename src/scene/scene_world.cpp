// SPDX-License-Identifier: Zlib
// Scene to World. The settings were checked when they were read; what is left is what only the world can
// know, such as too many particles. Its refusals get the place in the scene file in front.
#include "scene/mistakes.h"
#include "scene/scene_size.h"
#include "undine/scene.h"

namespace undine {
namespace {

// The world knows the places of its settings and fluids itself.
Error at(const std::string& path, const std::string& message) {
    return {message.starts_with(path) ? message : path + ": " + message};
}

}  // namespace

Result<World> createWorld(const Scene& scene) {
    Result<World> world = World::create(scene.world, scene.solver);
    if (!world) return Error{world.error()};
    if (const auto fits = checkSceneSize(scene); !fits) return Error{fits.error()};
    for (std::size_t i = 0; i < scene.fluids.size(); ++i) {
        const auto added = world.value().addFluid(scene.fluids[i]);
        if (!added) return at(joinPath("fluids", i), added.error());
    }
    for (std::size_t i = 0; i < scene.walls.size(); ++i) {
        const auto added = world.value().addWall(scene.walls[i]);
        if (!added) return at(joinPath("walls", i), added.error());
    }
    for (std::size_t i = 0; i < scene.fills.size(); ++i) {
        const auto filled = world.value().fill(scene.fills[i].fluid, scene.fills[i].shape);
        if (!filled) return at(joinPath("fill", i), filled.error());
    }
    return world;
}

}  // namespace undine
