// SPDX-License-Identifier: Zlib
// The bodies and joints of a scene, and the engine that moves them: Bullet, where the program has it.
#pragma once

#include "scene/scene_checks.h"
#include "undine/scene.h"

namespace undine {

/// Notes joints that name no body, and free bodies in a program that was built without Bullet.
void checkEngine(const Scene& scene, Refuse refuse);

/// Gives the world its engine, if the scene has bodies that need one. The scene has been checked, and the
/// world has its bodies.
void attachSceneEngine(World& world, const Scene& scene);

}  // namespace undine
