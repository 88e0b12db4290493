// SPDX-License-Identifier: Zlib
// A scene's own Bullet world: its bodies, its walls and its joints.
//
// It remembers nothing from step to step but where the free bodies are and how they move. Before each step
// the broadphase is filled anew and all contacts are forgotten, so that a run that is resumed finds the same
// contacts in the same order, and reaches the same bits.
#pragma once

#include <memory>
#include <span>

#include "undine/rigid_engine.h"
#include "undine/shapes.h"
#include "undine/world.h"

namespace undine {

/// s. Of a scene's Bullet world.
inline constexpr float kBulletStep = 1.0F / 120;

struct BulletScene {
    std::span<const Wall> walls;
    std::span<const Body> bodies;  ///< all of the world's, in their order
    std::span<const Joint> joints;
};

/// An engine for the world, which has these bodies already. Walls that are the inside of a sphere hold no
/// bodies.
std::unique_ptr<RigidEngine> makeBulletEngine(const World& world, const BulletScene& scene);

}  // namespace undine
