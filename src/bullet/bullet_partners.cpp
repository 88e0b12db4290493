// SPDX-License-Identifier: Zlib
#include "bullet/bullet_partners.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "bullet/bullet_math.h"

namespace undine {
namespace {

constexpr int kGyroscopic = BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT | BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD |
                            BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY;

/// What two values agree on: the smaller one where they have the same sign, else 0.
btScalar agreement(btScalar a, btScalar b) {
    if (a * b <= 0) return 0;
    return btFabs(a) < btFabs(b) ? a : b;
}
btVector3 agreement(const btVector3& a, const btVector3& b) {
    return {agreement(a.x(), b.x()), agreement(a.y(), b.y()), agreement(a.z(), b.z())};
}

/// All numbers of a free body that the next step depends on, in a fixed order. The rotation is kept as the
/// matrix it is: on the way to a quaternion and back it would change its last bits.
constexpr std::size_t kNumbers = 39;
using Numbers = std::array<btScalar, kNumbers>;

template <class PartnerOrConst>
auto ownVectors(PartnerOrConst& partner) {
    return std::array{&partner.support.linear,        &partner.support.angular, &partner.supportBefore.linear,
                      &partner.supportBefore.angular, &partner.gravity,         &partner.expected.linear,
                      &partner.expected.angular};
}

Numbers numbersOf(const Partner& partner) {
    const btRigidBody& body = *partner.body();
    const btTransform& pose = body.getWorldTransform();
    Numbers numbers{};
    auto at = numbers.begin();
    const auto put = [&](const btVector3& v) { at = std::copy_n(&v.x(), 3, at); };
    put(pose.getOrigin());
    for (int row = 0; row < 3; ++row) put(pose.getBasis().getRow(row));
    put(body.getLinearVelocity());
    put(body.getAngularVelocity());
    for (const btVector3* v : ownVectors(partner)) put(*v);
    return numbers;
}

void setNumbers(Partner& partner, const Numbers& numbers) {
    const btScalar* at = numbers.data();
    const auto next = [&] {
        at += 3;
        return btVector3(at[-3], at[-2], at[-1]);
    };
    btTransform pose;
    pose.setOrigin(next());
    for (int row = 0; row < 3; ++row) pose.getBasis()[row] = next();
    btRigidBody& body = *partner.body();
    body.setCenterOfMassTransform(pose);
    body.setLinearVelocity(next());
    body.setAngularVelocity(next());
    for (btVector3* v : ownVectors(partner)) *v = next();
}

}  // namespace

RigidMotion flatIfNeeded(RigidMotion motion, const World& world) {
    if (world.settings().dimension != 2) return motion;
    motion.position.z = motion.velocity.z = motion.acceleration.z = 0;
    motion.angularVelocity.x = motion.angularVelocity.y = 0;
    motion.angularAcceleration.x = motion.angularAcceleration.y = 0;
    Quaternion& q = motion.rotation;
    const float size = std::sqrt(q.z * q.z + q.w * q.w);
    q = size > 0 ? Quaternion{0, 0, q.z / size, q.w / size} : Quaternion{};
    return motion;
}

void BulletPartners::prepare(Partner& partner, World& world) const {
    const btScalar dt = step_;
    const btTransform& now = partner.object->getWorldTransform();
    RigidMotion motion;
    if (partner.isFree()) {
        const btRigidBody& body = *partner.body();
        partner.pose = now;
        partner.gravity = body.isActive() ? body.getGravity() : btVector3(0, 0, 0);
        partner.expected = {agreement(partner.support.linear, partner.supportBefore.linear),
                            agreement(partner.support.angular, partner.supportBefore.angular)};
        motion.velocity = toVec3(body.getLinearVelocity());
        motion.angularVelocity = toVec3(body.getAngularVelocity());
        motion.acceleration = toVec3(partner.gravity + partner.expected.linear);
        motion.angularAcceleration = toVec3(partner.expected.angular);
    } else {
        // Whoever moved it has put it where it is to be: it goes there in the course of the step.
        motion.velocity = toVec3((now.getOrigin() - partner.pose.getOrigin()) / dt);
        motion.angularVelocity = toVec3(turnBetween(partner.pose.getRotation(), now.getRotation()) / dt);
    }
    motion.position = toVec3(partner.pose.getOrigin());
    motion.rotation = toQuaternion(partner.pose.getRotation());
    // A body that has gone to nowhere stays in the fluid where it was.
    static_cast<void>(world.setRigidMotion(partner.id, flatIfNeeded(motion, world)));
}

void BulletPartners::handOver(Partner& partner, const World& world) const {
    if (!partner.isFree()) {
        partner.pose = partner.object->getWorldTransform();
        return;
    }
    const btScalar dt = step_;
    btRigidBody& body = *partner.body();
    partner.flags = body.getFlags();
    const RigidMotion motion = *world.rigidMotion(partner.id);
    const btVector3 before = body.getLinearVelocity();
    const btVector3 spinBefore = body.getAngularVelocity();
    const btVector3 pushed =
        toBullet(motion.velocity) - before - dt * (partner.gravity + partner.expected.linear);
    const btVector3 spun = toBullet(motion.angularVelocity) - spinBefore - dt * partner.expected.angular;
    partner.force = pushed / (dt * partner.inverseMass);
    // Fluid that does next to nothing wakes nobody.
    constexpr btScalar kNothing = 1e-3F;  // m/s^2
    if (!body.isActive()) {
        if (pushed.length() < dt * kNothing) return;
        body.activate();
    }
    partner.free.linear = before + pushed * body.getLinearFactor();
    partner.free.angular = spinBefore + spun * body.getAngularFactor();
    body.setLinearVelocity(partner.free.linear);
    body.setAngularVelocity(partner.free.angular);
    partner.free.linear += dt * partner.gravity;  // as Bullet will have it
    // The fluid's world has turned the body with its angular momentum: once is enough.
    body.setFlags(partner.flags & ~kGyroscopic);
}

void BulletPartners::takeBack(Partner& partner, const World& world) const {
    if (!partner.isFree()) return;
    btRigidBody& body = *partner.body();
    body.setFlags(partner.flags);
    if (!body.isActive()) {
        partner.support = partner.supportBefore = {};
        return;
    }
    const btScalar dt = step_;
    partner.supportBefore = partner.support;
    partner.support = {(body.getLinearVelocity() - partner.free.linear) / dt,
                       (body.getAngularVelocity() - partner.free.angular) / dt};
    const RigidMotion motion = *world.rigidMotion(partner.id);
    const btTransform& there = body.getWorldTransform();
    const btVector3 shift = there.getOrigin() - partner.pose.getOrigin() - dt * partner.free.linear -
                            dt * dt * partner.expected.linear;
    const btVector3 turn = turnBetween(partner.pose.getRotation(), there.getRotation()) -
                           dt * partner.free.angular - dt * dt * partner.expected.angular;
    const btTransform pose(turnedBy(turn, toBullet(motion.rotation)), toBullet(motion.position) + shift);
    body.setCenterOfMassTransform(pose);
    rigid_.synchronizeSingleMotionState(&body);
}

void BulletPartners::begin(World& world) {
    for (Partner& partner : partners_) prepare(partner, world);
}

void BulletPartners::end(World& world) {
    for (Partner& partner : partners_) handOver(partner, world);
    rigid_.stepSimulation(step_, 0, step_);
    for (Partner& partner : partners_) takeBack(partner, world);
}

void BulletPartners::show(World& world) const {
    for (const Partner& partner : partners_) {
        if (!partner.isFree()) continue;
        const btRigidBody& body = *partner.body();
        RigidMotion motion = *world.rigidMotion(partner.id);
        motion.position = toVec3(body.getWorldTransform().getOrigin());
        motion.rotation = toQuaternion(body.getWorldTransform().getRotation());
        motion.velocity = toVec3(body.getLinearVelocity());
        motion.angularVelocity = toVec3(body.getAngularVelocity());
        static_cast<void>(world.setRigidMotion(partner.id, flatIfNeeded(motion, world)));
    }
}

// ---- State

void BulletPartners::save(ByteWriter& out) const {
    out.value(static_cast<std::uint64_t>(partners_.size()));
    for (const Partner& partner : partners_) {
        out.value(partner.id);
        if (partner.isFree()) out.value(numbersOf(partner));
    }
}

Result<void> BulletPartners::restore(ByteReader& in) {
    ByteReader check = in;
    const auto count = check.value<std::uint64_t>();
    if (!check.ok() || count != partners_.size()) {
        return Error{"Bullet: the state has " + std::to_string(count) + " bodies, the world " +
                     std::to_string(partners_.size())};
    }
    for (const Partner& partner : partners_) {
        if (check.value<RigidId>() != partner.id) return Error{"Bullet: the state has other bodies"};
        if (!partner.isFree()) continue;
        if (!std::ranges::all_of(check.value<Numbers>(), [](btScalar v) { return std::isfinite(v); })) {
            return Error{"Bullet: a number is not finite"};
        }
    }
    if (!check.atEnd()) return Error{"Bullet: the state has not the size it should have"};
    static_cast<void>(in.value<std::uint64_t>());
    for (Partner& partner : partners_) {
        static_cast<void>(in.value<RigidId>());
        if (partner.isFree()) setNumbers(partner, in.value<Numbers>());
        partner.pose = partner.object->getWorldTransform();
    }
    return {};
}

}  // namespace undine
