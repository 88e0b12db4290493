// SPDX-License-Identifier: Zlib
#include "orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace undine::viewer {
namespace {

constexpr float kTurn = 0.006F;     // radians per pixel
constexpr float kNearer = 0.88F;    // of the height, per notch
constexpr float kSteepest = 1.55F;  // radians: just not straight down

Vec3 rowOf(const Matrix& view, int row) { return {view.at(row, 0), view.at(row, 1), view.at(row, 2)}; }

}  // namespace

void OrbitCamera::reset(const CameraSettings& camera, bool isFlat) {
    camera_ = camera;
    isFlat_ = isFlat;
    if (isFlat) camera_.direction = {0, 0, -1}, camera_.fieldOfView = 0;
}

void OrbitCamera::orbit(float dx, float dy) {
    if (isFlat_) return;
    const Vec3 d = normalized(camera_.direction);
    const float yaw = std::atan2(d.x, -d.z) + kTurn * dx;
    const float pitch =
        std::clamp(std::asin(std::clamp(d.y, -1.0F, 1.0F)) - kTurn * dy, -kSteepest, kSteepest);
    camera_.direction = {std::cos(pitch) * std::sin(yaw), std::sin(pitch), -std::cos(pitch) * std::cos(yaw)};
}

void OrbitCamera::pan(float dx, float dy, int height) {
    const float metres = camera_.height / static_cast<float>(std::max(height, 1));
    camera_.target =
        camera_.target - (metres * dx) * rowOf(last_.view, 0) + (metres * dy) * rowOf(last_.view, 1);
}

void OrbitCamera::zoom(float notches) {
    camera_.height *= std::pow(kNearer, notches);
    camera_.height = std::clamp(camera_.height, 1e-4F, 1e4F);
}

// A camera without a height is given the one it has turned out to have, so that it can be moved from there.
CameraView OrbitCamera::view(const RenderScene& scene, float aspect) {
    last_ = makeView({.camera = camera_, .aspect = aspect, .shown = scene.shown, .everything = scene.bounds});
    if (!(camera_.height > 0) && !scene.shown.isEmpty()) {
        const float ahead = dot(scene.shown.middle() - last_.eye, last_.forward);
        camera_.target = last_.eye + ahead * last_.forward;
        const float slope = 1 / last_.projection.at(1, 1);
        camera_.height = 2 * slope * (last_.isPerspective ? ahead : 1);
    }
    return last_;
}

Ray rayThrough(const CameraView& view, float x, float y, int width, int height) {
    const float u = (2 * x / static_cast<float>(width) - 1) / view.projection.at(0, 0);
    const float v = (1 - 2 * y / static_cast<float>(height)) / view.projection.at(1, 1);
    const Vec3 aside = u * rowOf(view.view, 0) + v * rowOf(view.view, 1);
    if (view.isPerspective) return {view.eye, normalized(view.forward + aside)};
    return {view.eye + aside, view.forward};
}

Vec3 pointAtDepthOf(const Ray& ray, const CameraView& view, Vec3 point) {
    const float depth = dot(point - ray.origin, view.forward);
    return ray.origin + (depth / dot(ray.direction, view.forward)) * ray.direction;
}

}  // namespace undine::viewer
