// SPDX-License-Identifier: Zlib
#include "boundary/rigid_body.h"

#include <algorithm>
#include <utility>

namespace undine {
namespace {

constexpr double kHeaviestContact = 2;  // of the fluid in contact, over the mass that answers to it
constexpr double kSmallestPayment = 0.25;

double farthestCorner(const Solid& solid) {
    const Vec3 low = solid.min();
    const Vec3 high = solid.max();
    const auto larger = [](float a, float b) { return std::max(std::fabs(a), std::fabs(b)); };
    return length(Vec3d(larger(low.x, high.x), larger(low.y, high.y), larger(low.z, high.z)));
}

}  // namespace

RigidBody::RigidBody(RigidId id, const RigidBodySettings& settings, Solid solid)
    : id_(id),
      solid_(std::move(solid)),
      friction_(settings.friction),
      restitution_(settings.restitution),
      temperature_(settings.temperature),
      reach_(farthestCorner(solid_)) {
    if (!(settings.mass > 0)) return;
    inverseMass_ = 1 / static_cast<double>(settings.mass);
    const Vec3d inertia(settings.inertia);
    inverseInertia_ = {1 / inertia.x, 1 / inertia.y, 1 / inertia.z};
    settle();
}

void RigidBody::setMotion(const RigidMotion& motion) {
    const RigidMotion now = this->motion();
    // What was given back is not rounded again.
    if (!(motion.position == now.position)) position_ = Vec3d(motion.position);
    if (!(motion.rotation == now.rotation)) rotation_ = Rotation::of(motion.rotation);
    if (!(motion.velocity == now.velocity)) velocity_ = Vec3d(motion.velocity);
    if (!(motion.angularVelocity == now.angularVelocity)) angularVelocity_ = Vec3d(motion.angularVelocity);
    settle();
    acceleration_ = Vec3d(motion.acceleration);
    spin_ = Vec3d(motion.angularAcceleration);
}

// The answer is R diag(1/I) R^T, column by column; it is symmetric.
void RigidBody::settle() {
    const auto column = [&](Vec3d axis) {
        const Vec3d own = rotation_.inverse().apply(axis);
        return rotation_.apply(
            {inverseInertia_.x * own.x, inverseInertia_.y * own.y, inverseInertia_.z * own.z});
    };
    answer_[0] = column({1, 0, 0});
    answer_[1] = column({0, 1, 0});
    answer_[2] = column({0, 0, 1});
    const auto axis = [&](Vec3d own) { return rotation_.apply(own).rounded(); };
    place_ = {position_.rounded(), {axis({1, 0, 0}), axis({0, 1, 0}), axis({0, 0, 1})}};
}

RigidMotion RigidBody::motion() const {
    return {.position = position_.rounded(),
            .rotation = rotation_.rounded(),
            .velocity = velocity_.rounded(),
            .angularVelocity = angularVelocity_.rounded(),
            .acceleration = acceleration_.rounded(),
            .angularAcceleration = spin_.rounded()};
}

bool RigidBody::isResting() const { return !isFree() && maxSpeed() == 0; }

double RigidBody::maxSpeed() const { return length(velocity_) + length(angularVelocity_) * reach_; }

Wrench RigidBody::response(const Wrench& impulse) const {
    if (!isFree()) return {};
    const Vec3d& a = impulse.angular;
    return {inverseMass_ * impulse.linear, {dot(answer_[0], a), dot(answer_[1], a), dot(answer_[2], a)}};
}

double RigidBody::mobility(Vec3d x, Vec3d direction) const {
    const Wrench unit{direction, cross(x - position_, direction)};
    const Wrench change = response(unit);
    return dot(unit.linear, change.linear) + dot(unit.angular, change.angular);
}

void RigidBody::push(const Wrench& impulse) {
    const Wrench change = response(impulse);
    velocity_ = velocity_ + change.linear;
    angularVelocity_ = angularVelocity_ + change.angular;
}

double RigidBody::lightness() const { return isFree() ? contactMass_ / (kHeaviestContact * mass()) : 0; }

double RigidBody::stepDivisor() const { return std::sqrt(std::max(kSmallestPayment * lightness(), 1.0)); }

void RigidBody::move(double dt) {
    if (isFree()) {
        constexpr double kPayment = 0.2;  // share of a debt that is paid at a time when nothing touches
        Wrench due = dt * force_;
        due += debt_;
        const bool owes = length(debt_.linear) > 0 || length(debt_.angular) > 0;
        const double light = std::max(1 / std::max(lightness(), 1e-300), kSmallestPayment);
        const double paid = std::min(light, contactMass_ > 0 || !owes ? 1 : kPayment);
        push(paid * due);
        debt_ = (1 - paid) * due;
        velocity_ = velocity_ + dt * acceleration_;
        angularVelocity_ = angularVelocity_ + dt * spin_;
    }
    force_ = {};
    contactMass_ = 0;
    shift({dt * velocity_, dt * angularVelocity_});
}

// The angular momentum stays when the body turns, and not the angular velocity.
void RigidBody::shift(const Wrench& displacement) {
    position_ = position_ + displacement.linear;
    if (dot(displacement.angular, displacement.angular) == 0) {
        place_.position = position_.rounded();
        return;
    }
    const auto scaled = [](Vec3d a, Vec3d b) { return Vec3d{a.x * b.x, a.y * b.y, a.z * b.z}; };
    Vec3d momentum;
    if (isFree()) {
        const Vec3d inertia{1 / inverseInertia_.x, 1 / inverseInertia_.y, 1 / inverseInertia_.z};
        momentum = rotation_.apply(scaled(inertia, rotation_.inverse().apply(angularVelocity_)));
    }
    rotation_ = (Rotation::byVector(displacement.angular) * rotation_).normalized();
    settle();
    if (isFree()) angularVelocity_ = response({{}, momentum}).angular;
}

}  // namespace undine
