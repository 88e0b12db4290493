// SPDX-License-Identifier: Zlib
#include "tools.h"

#include <algorithm>
#include <cmath>

#include "core/geometry.h"

namespace undine::viewer {
namespace {

constexpr float kPull = 12;        // 1/s: a body is where the hand is after a few of these times
constexpr float kStrongest = 100;  // m/s^2, beside its weight

/// Of a point p from the line.
float distanceFrom(const Ray& ray, Vec3 p) {
    const Vec3 way = p - ray.origin;
    return length(way - dot(way, ray.direction) * ray.direction);
}

}  // namespace

Result<void> HandTools::use(const Hand& hand, World& world) {
    if (hand.stir) stir(*hand.stir, world);
    if (hand.grip) {
        if (auto pulled = pull(*hand.grip, world); !pulled) return pulled;
    }
    return hand.pour ? pour(*hand.pour, world) : Result<void>();
}

// A spring with just the damping that lets it not swing, which carries the weight as well.
Result<void> HandTools::pull(const Grip& grip, World& world) {
    const auto id = world.rigidIdOf(grip.body);
    if (!id) return {};  // a wall on a path of its own
    const auto motion = world.rigidMotion(*id);
    const auto mass = world.rigidMass(*id);
    if (!motion || !mass) return {};
    const Vec3 arm = rotate(motion->rotation, grip.own);
    const Vec3 velocity = motion->velocity + cross(motion->angularVelocity, arm);
    const WorldSettings& settings = world.settings();
    Vec3 acceleration = kPull * kPull * (grip.target - motion->position - arm) - 2 * kPull * velocity;
    if (const float a = length(acceleration); a > kStrongest) acceleration = (kStrongest / a) * acceleration;
    acceleration = acceleration - (1 / settings.simulationScale) * settings.gravity;
    if (settings.dimension == 2) acceleration.z = 0;
    return world.addRigidForce(*id, *mass * acceleration, motion->position + arm);
}

void HandTools::stir(const Stir& stir, World& world) {
    const VectorView x = world.positions();
    const VectorView v = world.velocities();
    for (Index i = 0; i < world.particleCount(); ++i) {
        const float q = distanceFrom(stir.ray, x[i]) / stir.radius;
        if (!(q < 1)) continue;
        const float share = 0.5F * (1 - q * q);
        world.setVelocity(i, v[i] + share * (stir.velocity - v[i]));
    }
}

// A ball, four spacings wide, of places that nobody is near to.
Result<void> HandTools::pour(const Pour& pour, World& world) {
    const float d = world.settings().particleSpacing / world.settings().simulationScale;
    const bool isFlat = world.settings().dimension == 2;
    constexpr int kReach = 2;
    places_.clear();
    for (int k = isFlat ? 0 : -kReach; k <= (isFlat ? 0 : kReach); ++k) {
        for (int j = -kReach; j <= kReach; ++j) {
            for (int i = -kReach; i <= kReach; ++i) {
                if (i * i + j * j + k * k > kReach * kReach) continue;
                places_.push_back(
                    pour.at + d * Vec3{static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)});
            }
        }
    }
    const VectorView x = world.positions();
    const float reach = (kReach + 1) * d;
    for (Index i = 0; i < world.particleCount() && !places_.empty(); ++i) {
        const Vec3 p = x[i];
        const Vec3 off = p - pour.at;
        if (!(dot(off, off) < reach * reach)) continue;
        std::erase_if(places_, [&](Vec3 place) { return dot(place - p, place - p) < 0.8F * d * d; });
    }
    if (const Index most = world.settings().maxParticles; most > 0) {
        places_.resize(std::min<std::size_t>(places_.size(), most - std::min(most, world.particleCount())));
    }
    if (places_.empty()) return {};
    const auto added = world.addParticles(pour.fluid, places_, pour.velocity);
    return added ? Result<void>() : Error{added.error()};
}

}  // namespace undine::viewer
