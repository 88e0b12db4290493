// SPDX-License-Identifier: Zlib
// Scene to World.
#include "scene/body_checks.h"
#include "scene/scene_checks.h"
#include "scene/scene_size.h"
#include "undine/scene.h"

namespace undine {

Result<World> createWorld(const Scene& scene) {
    Mistakes mistakes(scene.source.empty() ? scene.name : scene.source);
    const auto refuse = [&](const std::string& path, const std::string& what) {
        // Some parts of the world name their place themselves.
        const bool isNamed = what.starts_with(path + ": ");
        mistakes.add(path, isNamed ? std::string_view(what).substr(path.size() + 2) : std::string_view(what));
    };
    std::optional<World> world = buildEmptyWorld(scene, refuse);
    if (!mistakes.none()) return mistakes.asError();
    if (const auto fits = checkSceneSize(scene); !fits) {
        mistakes.add({}, fits.error());
        return mistakes.asError();
    }
    for (std::size_t i = 0; i < scene.fills.size(); ++i) {
        const auto filled = world->fill(scene.fills[i].fluid, scene.fills[i].shape);
        if (!filled) refuse(joinPath("fill", i), filled.error());
    }
    for (std::size_t i = 0; i < scene.vortices.size(); ++i) {
        const auto added = world->addVortex(scene.vortices[i]);
        if (!added) refuse(joinPath("vortices", i), added.error());
    }
    for (std::size_t i = 0; i < scene.tracers.size(); ++i) {
        const auto added = world->addTracers(scene.tracers[i]);
        if (!added) refuse(joinPath("tracers", i), added.error());
    }
    if (!mistakes.none()) return mistakes.asError();
    attachSceneEngine(*world, scene);
    return std::move(*world);
}

}  // namespace undine
