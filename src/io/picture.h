// SPDX-License-Identifier: Zlib
// A picture of a world without a graphics card: water in a tank, fast water white.
#pragma once

#include <span>

#include "io/image.h"
#include "undine/scene.h"
#include "undine/world.h"

namespace undine {

struct PictureSettings {
    int width = 1280;
    int height = 720;
    CameraSettings camera;
};

/// Draws the particles, the tracers and the boxes and spheres among the walls; planes have no edges to show.
/// `bodies` are those of the world, in their order; they are drawn where they are at its time.
Image renderPicture(const World& world, std::span<const Wall> walls, const PictureSettings& settings = {},
                    std::span<const Body> bodies = {});

}  // namespace undine
