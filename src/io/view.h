// SPDX-License-Identifier: Zlib
// An orthographic camera: world metres to pixels and back to depths.
#pragma once

#include <span>

#include "undine/scene.h"
#include "undine/types.h"

namespace undine {

/// A point on the picture. y counts downwards; depth is in metres, larger is farther away.
struct ViewPoint {
    float x = 0;
    float y = 0;
    float depth = 0;
};

class View {
  public:
    /// Shows what `camera` asks for on width x height pixels; with camera.height 0, all of `points`.
    View(const CameraSettings& camera, int width, int height, std::span<const Vec3> points);

    ViewPoint project(Vec3 p) const;
    float pixelsPerMetre() const { return pixelsPerMetre_; }

    /// A world direction along the picture's right, up and towards the viewer.
    Vec3 turn(Vec3 direction) const {
        return {dot(direction, right_), dot(direction, up_), -dot(direction, forward_)};
    }

  private:
    void fit(std::span<const Vec3> points);

    int width_;
    int height_;
    Vec3 right_;
    Vec3 up_;
    Vec3 forward_;
    Vec3 target_;
    float pixelsPerMetre_ = 1;
};

}  // namespace undine
