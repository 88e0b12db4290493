// SPDX-License-Identifier: Zlib
// From where a picture is taken. A CameraView is what the renderer draws with; makeView() computes it from
// the settings of a scene, the keys of a camera's path and the box that has to be seen. Framing keeps that
// box from jumping between the frames of a film.
#pragma once

#include <span>

#include "render/matrix.h"
#include "undine/scene.h"

namespace undine {

/// A box along the axes; empty as long as its lower corner is above the upper one.
struct Box {
    Vec3 low{1e30F, 1e30F, 1e30F};
    Vec3 high{-1e30F, -1e30F, -1e30F};

    bool isEmpty() const { return low.x > high.x; }
    void add(Vec3 p) {
        low = lower(low, p);
        high = upper(high, p);
    }
    void add(const Box& other) {
        if (other.isEmpty()) return;
        add(other.low);
        add(other.high);
    }
    Vec3 middle() const { return 0.5F * (low + high); }
    float radius() const { return isEmpty() ? 1 : 0.5F * length(high - low); }
    Vec3 corner(unsigned k) const {
        return {(k & 1U) != 0 ? high.x : low.x, (k & 2U) != 0 ? high.y : low.y,
                (k & 4U) != 0 ? high.z : low.z};
    }

    friend bool operator==(const Box&, const Box&) = default;
};

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

/// The camera at a time: smooth curves through the keys, still before the first and after the last. A key
/// without a height leaves it at that of `base`.
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
