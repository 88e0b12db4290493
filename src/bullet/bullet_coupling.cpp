// SPDX-License-Identifier: Zlib
// One step of Bullet, of length dt, and the fluid in between. For a free body:
//
//   the fluid's world  flies it from where Bullet has it, with gravity and the push of the fluid, to x, v. It
//                      also reckons with the support that contacts and joints gave it lately, or a body at
//                      rest on the ground would fall a little in each step and shake the water;
//   then Bullet        gets the velocity without that support, takes its own step, and finds out what
//   contacts
//                      and joints really do;
//   at last            the body's velocity is Bullet's, and its place is the fluid's, moved by what Bullet
//   did
//                      otherwise than expected. Where nothing holds it, that is nothing: the fluid never sees
//                      a body jump.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <btBulletDynamicsCommon.h>

#include "bullet/bullet_math.h"
#include "bullet/bullet_shapes.h"
#include "core/byte_stream.h"
#include "undine/bullet.h"

namespace undine {
namespace {

/// A linear and an angular part: velocities, or accelerations.
struct Twist {
    btVector3 linear{0, 0, 0};
    btVector3 angular{0, 0, 0};
};

/// What two values agree on: the smaller one where they have the same sign, else 0.
btScalar agreement(btScalar a, btScalar b) {
    if (a * b <= 0) return 0;
    return btFabs(a) < btFabs(b) ? a : b;
}
btVector3 agreement(const btVector3& a, const btVector3& b) {
    return {agreement(a.x(), b.x()), agreement(a.y(), b.y()), agreement(a.z(), b.z())};
}

/// A body of the Bullet world that the fluid sees.
struct Partner {
    btCollisionObject* object = nullptr;
    const btCollisionShape* shape = nullptr;
    btScalar inverseMass = 0;
    RigidId id = 0;
    bool seen = true;     // in the last look
    btTransform pose;     // at the end of the last step
    Twist support;        // accelerations by contacts and joints in the last step
    Twist supportBefore;  // and in the one before
    btVector3 force{0, 0, 0};

    // Within a step.
    btVector3 gravity{0, 0, 0};
    Twist expected;  // support that the fluid reckoned with
    Twist free;      // velocities without it

    btRigidBody* body() const { return btRigidBody::upcast(object); }
    bool isFree() const { return inverseMass > 0; }
};

}  // namespace

struct BulletCoupling::Impl {
    Impl(World& w, btDiscreteDynamicsWorld& r, const BulletCouplingSettings& s)
        : world(w), rigid(r), settings(s) {}

    bool acts(const btCollisionObject& object) const;
    void add(btCollisionObject& object, std::vector<std::string>& problems);
    std::vector<std::string> findBodies();
    StepReport single();
    void prepare(Partner& partner);
    void handOver(Partner& partner);
    void takeBack(Partner& partner);
    RigidMotion flatIfNeeded(RigidMotion motion) const;

    World& world;
    btDiscreteDynamicsWorld& rigid;
    BulletCouplingSettings settings;
    std::vector<Partner> partners;
    std::unordered_map<const btCollisionObject*, const btCollisionShape*> refused;
    double time = 0;  // that has passed and is not yet stepped
};

BulletCoupling::BulletCoupling(World& world, btDiscreteDynamicsWorld& rigid,
                               const BulletCouplingSettings& settings)
    : impl_(std::make_unique<Impl>(world, rigid, settings)) {
    impl_->findBodies();
    impl_->refused.clear();  // to be told in the first step
}

BulletCoupling::~BulletCoupling() {
    for (const Partner& partner : impl_->partners) impl_->world.removeRigidBody(partner.id);
}

// ---- Who is there

bool BulletCoupling::Impl::acts(const btCollisionObject& object) const {
    if (!object.hasContactResponse() || object.getInternalType() == btCollisionObject::CO_SOFT_BODY) {
        return false;
    }
    const btBroadphaseProxy* proxy = object.getBroadphaseHandle();
    return proxy != nullptr && (proxy->m_collisionFilterMask & settings.group) != 0;
}

void BulletCoupling::Impl::add(btCollisionObject& object, std::vector<std::string>& problems) {
    Partner partner;
    partner.object = &object;
    partner.shape = object.getCollisionShape();
    partner.pose = object.getWorldTransform();
    const auto refuse = [&](const std::string& why) {
        refused[&object] = partner.shape;
        problems.push_back("a body of the Bullet world is not seen by the fluid: " + why);
    };
    auto parts = partsOf(*partner.shape);
    if (!parts) return refuse(parts.error());

    RigidBodySettings body;
    body.parts = std::move(parts).value();
    body.friction = settings.friction;
    body.restitution = settings.restitution;
    if (const btRigidBody* own = partner.body(); own != nullptr && !own->isStaticOrKinematicObject()) {
        partner.inverseMass = own->getInvMass();
        body.mass = 1 / partner.inverseMass;
        const btVector3& inverse = own->getInvInertiaDiagLocal();
        const auto inertia = [](btScalar i) { return i > 0 ? 1 / i : btScalar(1e30); };  // 0: never turns
        body.inertia = {inertia(inverse.x()), inertia(inverse.y()), inertia(inverse.z())};
    }
    RigidMotion motion;
    motion.position = toVec3(partner.pose.getOrigin());
    motion.rotation = toQuaternion(partner.pose.getRotation());
    auto id = world.addRigidBody(body, flatIfNeeded(motion));
    if (!id) return refuse(id.error());
    partner.id = id.value();
    partners.push_back(partner);
}

std::vector<std::string> BulletCoupling::Impl::findBodies() {
    std::unordered_map<const btCollisionObject*, Partner*> known;
    for (Partner& partner : partners) {
        partner.seen = false;
        known[partner.object] = &partner;
    }
    std::vector<btCollisionObject*> fresh;
    const btCollisionObjectArray& objects = rigid.getCollisionObjectArray();
    for (int k = 0; k < objects.size(); ++k) {
        btCollisionObject* object = objects[k];
        if (!acts(*object)) continue;
        const auto at = known.find(object);
        const btRigidBody* body = btRigidBody::upcast(object);
        const bool isFree = body != nullptr && !body->isStaticOrKinematicObject();
        if (at != known.end() && at->second->shape == object->getCollisionShape() &&
            at->second->inverseMass == (isFree ? body->getInvMass() : 0)) {
            at->second->seen = true;
        } else {
            fresh.push_back(object);
        }
    }
    for (const Partner& partner : partners) {
        if (!partner.seen) world.removeRigidBody(partner.id);
    }
    std::erase_if(partners, [](const Partner& partner) { return !partner.seen; });
    std::vector<std::string> problems;
    for (btCollisionObject* object : fresh) {
        const auto at = refused.find(object);
        if (at == refused.end() || at->second != object->getCollisionShape()) add(*object, problems);
    }
    return problems;
}

RigidMotion BulletCoupling::Impl::flatIfNeeded(RigidMotion motion) const {
    if (world.settings().dimension != 2) return motion;
    motion.position.z = motion.velocity.z = motion.acceleration.z = 0;
    motion.angularVelocity.x = motion.angularVelocity.y = 0;
    motion.angularAcceleration.x = motion.angularAcceleration.y = 0;
    Quaternion& q = motion.rotation;
    const float size = std::sqrt(q.z * q.z + q.w * q.w);
    q = size > 0 ? Quaternion{0, 0, q.z / size, q.w / size} : Quaternion{};
    return motion;
}

// ---- One step of Bullet

void BulletCoupling::Impl::prepare(Partner& partner) {
    const btScalar dt = settings.fixedStep;
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
    static_cast<void>(world.setRigidMotion(partner.id, flatIfNeeded(motion)));
}

void BulletCoupling::Impl::handOver(Partner& partner) {
    if (!partner.isFree()) {
        partner.pose = partner.object->getWorldTransform();
        return;
    }
    const btScalar dt = settings.fixedStep;
    btRigidBody& body = *partner.body();
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
}

void BulletCoupling::Impl::takeBack(Partner& partner) {
    if (!partner.isFree()) return;
    btRigidBody& body = *partner.body();
    if (!body.isActive()) {
        partner.support = partner.supportBefore = {};
        return;
    }
    const btScalar dt = settings.fixedStep;
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
    rigid.synchronizeSingleMotionState(&body);
}

StepReport BulletCoupling::Impl::single() {
    for (Partner& partner : partners) prepare(partner);
    const StepReport report = world.advance(settings.fixedStep);
    if (!report.ok()) return report;
    for (Partner& partner : partners) handOver(partner);
    rigid.stepSimulation(settings.fixedStep, 0, settings.fixedStep);
    for (Partner& partner : partners) takeBack(partner);
    return report;
}

namespace {

/// All numbers of a free body that the next step depends on, in a fixed order.
template <class Visit>
void visitVectors(Partner& partner, Visit&& visit) {
    btRigidBody& body = *partner.body();
    btVector3 position = body.getWorldTransform().getOrigin();
    btMatrix3x3 axes = body.getWorldTransform().getBasis();  // a quaternion would be rounded
    btVector3 velocity = body.getLinearVelocity();
    btVector3 spin = body.getAngularVelocity();
    for (btVector3* v :
         {&position, &velocity, &spin, &partner.support.linear, &partner.support.angular,
          &partner.supportBefore.linear, &partner.supportBefore.angular, &axes[0], &axes[1], &axes[2]}) {
        for (int k = 0; k < 3; ++k) visit((*v)[k]);
    }
    body.setCenterOfMassTransform(btTransform(axes, position));
    body.setLinearVelocity(velocity);
    body.setAngularVelocity(spin);
}

}  // namespace

std::vector<std::byte> BulletCoupling::saveState() const {
    ByteWriter out;
    out.value(impl_->time);
    out.value(static_cast<std::uint64_t>(impl_->partners.size()));
    for (Partner partner : impl_->partners) {
        out.value(partner.id);
        if (partner.isFree()) visitVectors(partner, [&](btScalar value) { out.value(value); });
    }
    return out.take();
}

Result<void> BulletCoupling::restoreState(std::span<const std::byte> state) {
    ByteReader check(state);
    const auto time = check.value<double>();
    const auto count = check.value<std::uint64_t>();
    if (!check.ok() || count != impl_->partners.size()) {
        return Error{"Bullet: the state has " + std::to_string(count) + " bodies, the world " +
                     std::to_string(impl_->partners.size())};
    }
    constexpr std::size_t kNumbers = 30;
    ByteReader in = check;
    for (const Partner& partner : impl_->partners) {
        if (check.value<RigidId>() != partner.id) return Error{"Bullet: the state has other bodies"};
        for (std::size_t k = 0; partner.isFree() && k < kNumbers; ++k) {
            if (!std::isfinite(check.value<btScalar>())) return Error{"Bullet: a number is not finite"};
        }
    }
    if (!check.atEnd() || !(time >= 0)) return Error{"Bullet: the state has not the size it should have"};
    impl_->time = time;
    for (Partner& partner : impl_->partners) {
        static_cast<void>(in.value<RigidId>());
        if (partner.isFree()) visitVectors(partner, [&](btScalar& value) { value = in.value<btScalar>(); });
        partner.pose = partner.object->getWorldTransform();
    }
    return {};
}

BulletStep BulletCoupling::step(float seconds) {
    BulletStep result;
    if (!(seconds > 0) || !std::isfinite(seconds)) return result;
    Impl& impl = *impl_;
    impl.time += seconds;
    const double dt = impl.settings.fixedStep;
    const int due = static_cast<int>(std::min(impl.time / dt + 1e-4, 1e6));
    impl.time = std::max(impl.time - due * dt, 0.0);
    while (result.steps < std::min(due, impl.settings.maxSteps) && result.fluid.ok()) {
        for (std::string& problem : impl.findBodies()) result.problems.push_back(std::move(problem));
        result.fluid = impl.single();
        ++result.steps;
    }
    return result;
}

std::vector<std::string> BulletCoupling::findBodies() { return impl_->findBodies(); }

std::optional<RigidId> BulletCoupling::idOf(const btCollisionObject& body) const {
    const auto at = std::ranges::find(impl_->partners, &body, &Partner::object);
    if (at == impl_->partners.end()) return {};
    return at->id;
}

Vec3 BulletCoupling::forceOn(const btCollisionObject& body) const {
    const auto at = std::ranges::find(impl_->partners, &body, &Partner::object);
    return at == impl_->partners.end() ? Vec3{} : toVec3(at->force);
}

}  // namespace undine
