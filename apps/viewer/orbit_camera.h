// SPDX-License-Identifier: Zlib
// A camera in the hand: it turns about what it looks at, comes nearer, and moves aside.
#pragma once

#include "render/camera.h"
#include "render/render_scene.h"
#include "tools.h"

namespace undine::viewer {

class OrbitCamera {
  public:
    /// As a scene has it.
    void reset(const CameraSettings& camera, bool isFlat);

    /// By pixels of the mouse; a flat scene is always seen straight on.
    void orbit(float dx, float dy);
    void pan(float dx, float dy, int height);
    /// Above 0: nearer.
    void zoom(float notches);

    /// `shown` is what a camera without a height shows.
    CameraView view(const RenderScene& scene, float aspect);
    const CameraSettings& settings() const { return camera_; }

  private:
    CameraSettings camera_;
    bool isFlat_ = false;
    CameraView last_;  // where a camera that framed the scene by itself stood
};

/// The way from the eye through a pixel, x and y from the upper left corner.
Ray rayThrough(const CameraView& view, float x, float y, int width, int height);

/// Where a ray is as far in front of the eye as a point is.
Vec3 pointAtDepthOf(const Ray& ray, const CameraView& view, Vec3 point);

}  // namespace undine::viewer
