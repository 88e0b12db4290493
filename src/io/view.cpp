// SPDX-License-Identifier: Zlib
#include "io/view.h"

#include <algorithm>
#include <cmath>

#include "core/geometry.h"

namespace undine {

View::View(const CameraSettings& camera, int width, int height, std::span<const Vec3> points)
    : width_(width), height_(height), forward_(normalized(camera.direction)), target_(camera.target) {
    // Looking straight up or down, "up" on the picture is -z.
    const bool vertical = std::abs(forward_.y) > 0.999F;
    right_ = normalized(cross(forward_, vertical ? Vec3{0, 0, -1} : Vec3{0, 1, 0}));
    up_ = cross(right_, forward_);
    if (camera.height > 0) {
        pixelsPerMetre_ = static_cast<float>(height_) / camera.height;
    } else {
        fit(points);
    }
}

void View::fit(std::span<const Vec3> points) {
    if (points.empty()) return;
    Vec3 low = {dot(points[0], right_), dot(points[0], up_), dot(points[0], forward_)};
    Vec3 high = low;
    for (const Vec3 p : points) {
        const Vec3 q = {dot(p, right_), dot(p, up_), dot(p, forward_)};
        low = lower(low, q);
        high = upper(high, q);
    }
    const Vec3 middle = 0.5F * (low + high);
    target_ = middle.x * right_ + middle.y * up_ + middle.z * forward_;
    constexpr float kMargin = 1.12F;
    const float metresPerPixel = kMargin * std::max((high.x - low.x) / static_cast<float>(width_),
                                                    (high.y - low.y) / static_cast<float>(height_));
    pixelsPerMetre_ = metresPerPixel > 0 ? 1 / metresPerPixel : 1;
}

ViewPoint View::project(Vec3 p) const {
    const Vec3 q = p - target_;
    return {0.5F * static_cast<float>(width_) + pixelsPerMetre_ * dot(q, right_),
            0.5F * static_cast<float>(height_) - pixelsPerMetre_ * dot(q, up_), dot(q, forward_)};
}

}  // namespace undine
