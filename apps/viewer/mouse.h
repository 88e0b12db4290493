// SPDX-License-Identifier: Zlib
// What the mouse does over the picture: it moves the camera, takes hold of bodies, pushes fluid and pours
// some.
#pragma once

#include "orbit_camera.h"
#include "panels.h"
#include "snapshot.h"
#include "tools.h"

namespace undine::viewer {

class Mouse {
  public:
    struct Scene {
        OrbitCamera& camera;
        const CameraView& view;
        const Snapshot& moment;
        Tool tool;
        int width;
        int height;
    };
    /// Whether hand() has changed.
    bool use(const Scene& scene);
    const Hand& hand() const { return hand_; }

  private:
    void moveCamera(const Scene& scene) const;
    void takeHold(const Scene& scene, const Ray& ray);
    void follow(const Scene& scene, const Ray& ray);
    void pour(const Scene& scene, const Ray& ray);

    Hand hand_;
    bool isBusy_ = false;  // a tool is in use, until the button is let go
    Vec3 lastPoint_;       // where the hand was
};

}  // namespace undine::viewer
