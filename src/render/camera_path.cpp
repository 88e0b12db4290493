// SPDX-License-Identifier: Zlib
// A camera that moves through keys. Numbers follow cubic curves whose slopes at the keys are those of
//
//   [FB84] Fritsch, Butland: A method for constructing local monotone piecewise cubic interpolants, 1984
//
// They take the times of the keys into account and never leave the range between two of them: a camera that
// is to come to rest does not swing back first, however near in time the keys are. At the first and the last
// key the camera is at rest.
//
// Directions are angles: around the vertical axis and above the horizon. So a camera goes around what it
// looks at, as on rails, and between two keys on opposite sides it does not go through the middle or turn
// over. It takes the shorter way around; of two that are alike, the one that increases the angle.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "render/camera.h"

namespace undine {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kSteepest = 0.483F * kPi;  // of a moving camera: straight up or down, a picture has no upside

/// A number at the time of a key.
struct Knot {
    float time;
    float value;
};

float slopeBetween(const Knot& a, const Knot& b) {
    return b.time > a.time ? (b.value - a.value) / (b.time - a.time) : 0;
}

// The slope of the curve at a knot: the harmonic mean of those at its sides, which weighs the shorter side
// more, and 0 where they point up and down.
float slopeAt(const std::vector<Knot>& knots, std::size_t k) {
    if (k == 0 || k + 1 == knots.size()) return 0;
    const float before = slopeBetween(knots[k - 1], knots[k]);
    const float after = slopeBetween(knots[k], knots[k + 1]);
    if (!(before * after > 0)) return 0;
    const float lengthBefore = knots[k].time - knots[k - 1].time;
    const float lengthAfter = knots[k + 1].time - knots[k].time;
    const float weightBefore = 2 * lengthAfter + lengthBefore;
    const float weightAfter = lengthAfter + 2 * lengthBefore;
    return (weightBefore + weightAfter) / (weightBefore / before + weightAfter / after);
}

float curveAt(const std::vector<Knot>& knots, float time) {
    const auto next = std::ranges::upper_bound(knots, time, {}, &Knot::time);
    if (next == knots.begin()) return knots.front().value;
    if (next == knots.end()) return knots.back().value;
    const auto c = static_cast<std::size_t>(next - knots.begin());
    const Knot &from = knots[c - 1], &to = knots[c];
    const float length = to.time - from.time;
    const float t = (time - from.time) / length;
    const float s = 1 - t;
    return from.value * s * s * (1 + 2 * t) + to.value * t * t * (1 + 2 * s) +
           length * s * t * (s * slopeAt(knots, c - 1) - t * slopeAt(knots, c));
}

template <class ValueOf>
float along(std::span<const CameraKey> path, float time, ValueOf valueOf) {
    std::vector<Knot> knots;
    for (const CameraKey& key : path) knots.push_back({key.time, valueOf(key)});
    return curveAt(knots, time);
}

bool isVertical(Vec3 direction) { return std::hypot(direction.x, direction.z) < 1e-3F * length(direction); }

// The angle around the vertical axis at each key, less than half a turn from key to key. Keys that look
// straight up or down have none of their own and take that of the key before, or else of the first that has.
std::vector<Knot> turnsOf(std::span<const CameraKey> path) {
    const auto ownTurn = [](const CameraKey& key) { return std::atan2(key.direction.x, key.direction.z); };
    const auto first = std::ranges::find_if_not(path, isVertical, &CameraKey::direction);
    std::vector<Knot> turns;
    float turn = first == path.end() ? 0 : ownTurn(*first);
    for (const CameraKey& key : path) {
        if (!isVertical(key.direction)) {
            float change = std::remainder(ownTurn(key) - turn, 2 * kPi);
            if (change < -0.9999F * kPi) change += 2 * kPi;
            turn += change;
        }
        turns.push_back({key.time, turn});
    }
    return turns;
}

Vec3 directionAt(std::span<const CameraKey> path, float time) {
    // A camera that only ever looks straight down may: its picture does not turn.
    if (std::ranges::all_of(path, isVertical, &CameraKey::direction)) {
        const float y = along(path, time, [](const CameraKey& k) { return k.direction.y; });
        return {0, y < 0 ? -1.0F : 1.0F, 0};
    }
    const float rise = along(path, time, [](const CameraKey& k) {
        const float own = std::atan2(k.direction.y, std::hypot(k.direction.x, k.direction.z));
        return std::clamp(own, -kSteepest, kSteepest);
    });
    const float turn = curveAt(turnsOf(path), time);
    const float flat = std::cos(rise);
    return {flat * std::sin(turn), std::sin(rise), flat * std::cos(turn)};
}

}  // namespace

CameraSettings cameraAt(const CameraSettings& base, std::span<const CameraKey> path, double time) {
    if (path.empty()) return base;
    const auto now = static_cast<float>(time);
    CameraSettings camera = base;
    camera.direction = directionAt(path, now);
    camera.target = {along(path, now, [](const CameraKey& k) { return k.target.x; }),
                     along(path, now, [](const CameraKey& k) { return k.target.y; }),
                     along(path, now, [](const CameraKey& k) { return k.target.z; })};
    camera.height =
        along(path, now, [&](const CameraKey& k) { return k.height > 0 ? k.height : base.height; });
    return camera;
}

}  // namespace undine
