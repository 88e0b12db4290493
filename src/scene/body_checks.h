// SPDX-License-Identifier: Zlib
// The bodies and joints of a scene, and the engine that moves them: Bullet, where the program has it.
#pragma once

#include "scene/scene_checks.h"
#include "undine/scene.h"

namespace undine {

/// Notes joints that cannot be, and free bodies in a program that was built without Bullet. `refuseValue`
/// takes what is wrong by itself, names and directions, though the entry may have other mistakes.
void checkEngine(const Scene& scene, Refuse refuse, Refuse refuseValue);

/// Notes nozzles on bodies that are not there.
void checkNozzleBodies(const Scene& scene, Refuse refuseValue);

/// Gives the world its engine, if the scene has bodies that need one. The scene has been checked, and the
/// world has its bodies.
void attachSceneEngine(World& world, const Scene& scene);

}  // namespace undine
