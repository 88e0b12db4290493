// SPDX-License-Identifier: Zlib
#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace undine {
namespace {

constexpr float kMargin = 1.10F;  // around what is to be seen

struct Axes {
    Vec3 right;
    Vec3 up;
    Vec3 forward;
};

Axes axesOf(Vec3 direction) {
    const Vec3 forward = normalized(direction);
    // Looking straight up or down, "up" on the picture is -z.
    const bool isVertical = std::abs(forward.y) > 0.999F;
    const Vec3 right = normalized(cross(forward, isVertical ? Vec3{0, 0, -1} : Vec3{0, 1, 0}));
    return {right, cross(right, forward), forward};
}

Vec3 inAxes(const Axes& axes, Vec3 p) { return {dot(p, axes.right), dot(p, axes.up), dot(p, axes.forward)}; }

// How far from its target a camera has to be to see all corners. slope: tangent of half the angle of view.
float distanceFor(const Box& box, const Axes& axes, Vec3 target, Vec3 slope) {
    float distance = 0;
    for (unsigned k = 0; k < 8; ++k) {
        const Vec3 q = inAxes(axes, box.corner(k) - target);
        const float needed = kMargin * std::max(std::abs(q.x) / slope.x, std::abs(q.y) / slope.y);
        distance = std::max(distance, needed - q.z);
    }
    return distance;
}

// The middle of what is seen, so that the margins on both sides are alike; with perspective it is only near
// that of the box.
Vec3 centered(const Box& box, const Axes& axes, Vec3 slope) {
    Vec3 target = box.middle();
    for (int round = 0; round < 4 && slope.y > 0; ++round) {
        const float distance = distanceFor(box, axes, target, slope);
        Box seen;
        for (unsigned k = 0; k < 8; ++k) {
            const Vec3 q = inAxes(axes, box.corner(k) - target);
            const float scale = distance / std::max(distance + q.z, 0.1F * distance);
            seen.add(Vec3{scale * q.x, scale * q.y, 0});
        }
        const Vec3 shift = seen.middle();
        target = target + shift.x * axes.right + shift.y * axes.up;
    }
    return target;
}

float orthographicHeight(const Box& box, const Axes& axes, Vec3 target, float aspect) {
    float half = 0;
    for (unsigned k = 0; k < 8; ++k) {
        const Vec3 q = inAxes(axes, box.corner(k) - target);
        half = std::max({half, std::abs(q.x) / aspect, std::abs(q.y)});
    }
    return half > 0 ? 2 * kMargin * half : 1;
}

}  // namespace

CameraView makeView(const ViewRequest& request) {
    const CameraSettings camera = cameraAt(request.camera, request.path, request.time);
    const Axes axes = axesOf(camera.direction);
    Box shown = request.shown;
    if (shown.isEmpty()) shown.add(camera.target);
    Box everything = shown;
    everything.add(request.everything);

    const float tangent = std::tan(0.5F * camera.fieldOfView * std::numbers::pi_v<float> / 180);
    const Vec3 slope{tangent * request.aspect, tangent, 0};
    const bool isFitted = !(camera.height > 0);
    const bool isPerspective = tangent > 0;
    // A path says where to look; a camera that stands still and has no height looks at the middle.
    const bool hasTarget = !isFitted || !request.path.empty();
    const Vec3 target = hasTarget ? camera.target : centered(shown, axes, slope);

    CameraView result;
    result.forward = axes.forward;
    result.isPerspective = isPerspective;
    const float reach = everything.radius() + length(everything.middle() - target);
    if (isPerspective) {
        const float distance =
            isFitted ? distanceFor(shown, axes, target, slope) : 0.5F * camera.height / tangent;
        const float safe = std::max(distance, 1e-3F);
        result.eye = target - safe * axes.forward;
        const float farthest = safe + 30 * reach + 1e-3F;  // the ground goes on behind everything
        const float nearest = std::max(0.02F * safe, safe - 2 * reach);
        result.projection = perspective(slope.x, slope.y, nearest, farthest);
    } else {
        const float height =
            isFitted ? orthographicHeight(shown, axes, target, request.aspect) : camera.height;
        result.eye = target - (2 * reach + 1e-3F) * axes.forward;
        result.projection =
            orthographic(0.5F * height * request.aspect, 0.5F * height, 0.0F, 12 * reach + 2e-3F);
    }
    result.view = lookAlong(result.eye, axes.right, axes.up, axes.forward);
    return result;
}

const Box& Framing::update(const Box& content) {
    if (content.isEmpty()) return box_;
    if (box_.isEmpty()) {
        box_ = content;
        return box_;
    }
    constexpr float kShare = 0.08F;  // of the way, per frame
    Box wanted = box_;
    wanted.add(content);
    box_.low = box_.low + kShare * (wanted.low - box_.low);
    box_.high = box_.high + kShare * (wanted.high - box_.high);
    return box_;
}

}  // namespace undine
