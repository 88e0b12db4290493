// SPDX-License-Identifier: Zlib
// From where a picture is taken. A CameraView is what the renderer draws with; makeView() computes it from
// the settings of a scene, the keys of a camera's path and the box that has to be seen. Framing keeps that
// box from jumping between the frames of a film.
#pragma once

#include <span>

#include "core/geometry.h"
#include "render/matrix.h"
#include "undine/scene.h"

namespace undine {

struct CameraView {
    Matrix view;        ///< World to eye: x right, y up, looking along -z.
    Matrix projection;  ///< Eye to clip space.
    Vec3 eye;           ///< m. Of an orthographic camera: far in front of everything.
    Vec3 forward{0, 0, -1};
    bool isPerspective = false;
};

struct ViewRequest {
    CameraSettings camera;
    std::span<const CameraKey> path{};  ///< Empty: the camera stands still.
    double time = 0;                    ///< s. For the path.
    float aspect = 16.0F / 9;           ///< Width over height of the picture.
    Box shown{};                        ///< What a camera without a height shows.
    Box everything{};                   ///< What may not be cut off before or behind.
};

CameraView makeView(const ViewRequest& request);

/// The camera at a time: smooth curves through the keys (camera_path.cpp), still before the first and after
/// the last. A key without a height leaves it at that of `base`.
CameraSettings cameraAt(const CameraSettings& base, std::span<const CameraKey> path, double time);

/// The box that films show when nothing says which: it holds what was there at first, grows slowly when
/// something leaves it, and never shrinks.
class Framing {
  public:
    const Box& update(const Box& content);

  private:
    Box box_;
};

}  // namespace undine
