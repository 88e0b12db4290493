// SPDX-License-Identifier: Zlib
#include "bullet/scene_joints.h"

#include "bullet/bullet_math.h"
#include "bullet/bullet_scene.h"
#include "core/rotation.h"

namespace undine {
namespace {

/// The joint's own axes, seen from both bodies. Bullet calls the second one the one that moves.
struct Frames {
    btRigidBody& other;
    btRigidBody& body;
    btTransform inOther;
    btTransform inBody;
};

/// Axes at a place of the world of which one, given as it is before, points along a direction.
Frames framesAt(Vec3 position, Vec3 before, Vec3 axis, btRigidBody& body, btRigidBody& other) {
    const btVector3 direction = toBullet(axis).normalized();
    const btTransform joint(shortestArcQuat(toBullet(before), direction), toBullet(position));
    return {other, body, other.getWorldTransform().inverse() * joint,
            body.getWorldTransform().inverse() * joint};
}

struct Maker {
    Vec3 position;
    btRigidBody& body;
    btRigidBody& other;

    std::unique_ptr<btTypedConstraint> operator()(const HingeJoint& joint) const {
        const Frames f = framesAt(position, {0, 0, 1}, joint.axis, body, other);
        auto made = std::make_unique<btHingeConstraint>(f.other, f.body, f.inOther, f.inBody, true);
        const auto radians = [](float degrees) {
            return static_cast<btScalar>(kRadiansPerDegree * static_cast<double>(degrees));
        };
        if (joint.lower < joint.upper) made->setLimit(radians(joint.lower), radians(joint.upper));
        if (joint.motorStrength > 0) {
            // Bullet takes the greatest impulse of a step in the place of a torque.
            made->enableAngularMotor(true, radians(joint.motorSpeed), kBulletStep * joint.motorStrength);
        }
        return made;
    }
    std::unique_ptr<btTypedConstraint> operator()(const BallJoint& /*joint*/) const {
        const Frames f = framesAt(position, {0, 0, 1}, {0, 0, 1}, body, other);
        return std::make_unique<btPoint2PointConstraint>(f.other, f.body, f.inOther.getOrigin(),
                                                         f.inBody.getOrigin());
    }
    std::unique_ptr<btTypedConstraint> operator()(const SliderJoint& joint) const {
        const Frames f = framesAt(position, {1, 0, 0}, joint.axis, body, other);
        auto made = std::make_unique<btSliderConstraint>(f.other, f.body, f.inOther, f.inBody, true);
        const bool isLimited = joint.lower < joint.upper;
        made->setLowerLinLimit(isLimited ? joint.lower : 1);
        made->setUpperLinLimit(isLimited ? joint.upper : -1);
        made->setLowerAngLimit(0);
        made->setUpperAngLimit(0);
        if (joint.motorStrength > 0) {
            made->setPoweredLinMotor(true);
            made->setTargetLinMotorVelocity(joint.motorSpeed);
            made->setMaxLinMotorForce(joint.motorStrength);
        }
        return made;
    }
    std::unique_ptr<btTypedConstraint> operator()(const FixedJoint& /*joint*/) const {
        const Frames f = framesAt(position, {0, 0, 1}, {0, 0, 1}, body, other);
        return std::make_unique<btFixedConstraint>(f.other, f.body, f.inOther, f.inBody);
    }
};

}  // namespace

std::unique_ptr<btTypedConstraint> makeJoint(const Joint& joint, btRigidBody& body, btRigidBody& other) {
    return std::visit(Maker{joint.settings.position, body, other}, joint.kind);
}

}  // namespace undine
