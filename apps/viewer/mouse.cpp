// SPDX-License-Identifier: Zlib
#include "mouse.h"

#include <algorithm>

#include <imgui.h>

#include "core/geometry.h"
#include "picking.h"

namespace undine::viewer {
namespace {

constexpr float kStirRadius = 6;   // spacings
constexpr float kFastestHand = 5;  // m/s

}  // namespace

bool Mouse::use(const Scene& scene) {
    const ImGuiIO& io = ImGui::GetIO();
    const Tool tool = io.KeyCtrl ? Tool::Hand : io.KeyShift ? Tool::Pour : scene.tool;
    const bool isDown = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const bool isPressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !io.WantCaptureMouse;
    // The mouse counts in units of the window, which may be several pixels.
    const ImVec2 pixels = io.DisplayFramebufferScale;
    const Ray ray =
        rayThrough(scene.view, io.MousePos.x * pixels.x, io.MousePos.y * pixels.y, scene.width, scene.height);
    if (isPressed && tool != Tool::Look) isBusy_ = true;
    if (isBusy_ && !isDown) {
        isBusy_ = false;
        hand_ = {};
        return true;
    }
    if (!isBusy_) {
        if (!io.WantCaptureMouse) moveCamera(scene);
        return false;
    }
    if (isPressed && tool == Tool::Hand) takeHold(scene, ray);
    if (hand_.grip || hand_.stir) {
        follow(scene, ray);
    } else if (tool == Tool::Pour) {
        pour(scene, ray);
    }
    return true;
}

void Mouse::moveCamera(const Scene& scene) const {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel != 0) scene.camera.zoom(io.MouseWheel);
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0))
        scene.camera.orbit(io.MouseDelta.x, io.MouseDelta.y);
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Right, 0) ||
        ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0)) {
        const ImVec2 pixels = io.DisplayFramebufferScale;
        scene.camera.pan(io.MouseDelta.x * pixels.x, io.MouseDelta.y * pixels.y, scene.height);
    }
}

void Mouse::takeHold(const Scene& scene, const Ray& ray) {
    const auto body = pickBody(scene.moment, ray);
    const auto fluid = pickFluid(scene.moment.picture, ray);
    const bool isBody = body && (!fluid || body->distance < length(*fluid - ray.origin));
    if (isBody && body->body < scene.moment.bodies.size()) {
        const BodyState& state = scene.moment.bodies[body->body];
        const Quaternion& q = state.rotation;
        lastPoint_ = body->at;
        hand_.grip = Grip{body->body, rotate({-q.x, -q.y, -q.z, q.w}, body->at - state.position), body->at};
    } else if (fluid) {
        lastPoint_ = *fluid;
        hand_.stir = Stir{ray, {}, kStirRadius * scene.moment.picture.spacing};
    }
}

// The hand stays as far from the eye as it was when it took hold.
void Mouse::follow(const Scene& scene, const Ray& ray) {
    const Vec3 point = pointAtDepthOf(ray, scene.view, lastPoint_);
    if (hand_.grip) {
        hand_.grip->target = point;
    } else {
        const float time = std::max(ImGui::GetIO().DeltaTime, 1e-3F);
        Vec3 velocity = (1 / time) * (point - lastPoint_);
        if (const float speed = length(velocity); speed > kFastestHand)
            velocity = (kFastestHand / speed) * velocity;
        hand_.stir->ray = ray;
        hand_.stir->velocity = velocity;
    }
    lastPoint_ = point;
}

// Into the middle plane of what is shown.
void Mouse::pour(const Scene& scene, const Ray& ray) {
    const Box& shown = scene.moment.picture.shown;
    const Vec3 at = pointAtDepthOf(ray, scene.view, shown.isEmpty() ? Vec3{} : shown.middle());
    const bool isFlat = scene.moment.picture.isFlat;
    hand_.pour = Pour{0, {at.x, at.y, isFlat ? 0 : at.z}, {0, -1, 0}};
}

}  // namespace undine::viewer
