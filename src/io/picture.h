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

/// Draws the particles and the boxes and spheres among the walls; planes have no edges to show.
Image renderPicture(const World& world, std::span<const Wall> walls, const PictureSettings& settings = {});

}  // namespace undine
