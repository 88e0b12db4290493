// SPDX-License-Identifier: Zlib
// Which bodies of a Bullet world the fluid sees, and when both take their steps. What happens in a step is in
// bullet_partners.h.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <btBulletDynamicsCommon.h>

#include "bullet/bullet_math.h"
#include "bullet/bullet_partners.h"
#include "bullet/bullet_shapes.h"
#include "core/byte_stream.h"
#include "core/parameter_table.h"
#include "undine/bullet.h"
#include "undine/parameters.h"

namespace undine {

template <>
std::span<const Parameter> parametersOf<BulletCouplingSettings>() {
    using S = BulletCouplingSettings;
    static const Parameter table[] = {
        param<&S::fixedStep>("fixed_step", "s", between(1e-6, 1), "Of Bullet."),
        param<&S::maxSteps>("max_steps", "", between(1, 1e6), "At most so many in one call."),
        param<&S::friction>("friction", "", between(0, 1), "Share of the tangential velocity it removes."),
        param<&S::restitution>("restitution", "", between(0, 1),
                               "Share of the normal velocity it gives back."),
    };
    return table;
}

struct BulletCoupling::Impl {
    Impl(World& w, btDiscreteDynamicsWorld& r, const BulletCouplingSettings& s)
        : world(w), rigid(r), settings(s), partners(r, s.fixedStep) {
        if (auto checked = checkParameters(s, "coupling"); !checked) wrongSettings = checked.error();
    }

    bool acts(const btCollisionObject& object) const;
    void add(btCollisionObject& object, std::vector<std::string>& problems);
    std::vector<std::string> findBodies();
    StepReport single();

    World& world;
    btDiscreteDynamicsWorld& rigid;
    BulletCouplingSettings settings;
    std::string wrongSettings;  // empty when they are in range
    BulletPartners partners;
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
    for (const Partner& partner : impl_->partners.all()) impl_->world.removeRigidBody(partner.id);
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
    auto id = world.addRigidBody(body, flatIfNeeded(motion, world));
    if (!id) return refuse(id.error());
    partner.id = id.value();
    partners.add(partner);
}

std::vector<std::string> BulletCoupling::Impl::findBodies() {
    if (!wrongSettings.empty()) return {wrongSettings};
    std::unordered_map<const btCollisionObject*, Partner*> known;
    for (Partner& partner : partners.all()) {
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
    for (const Partner& partner : partners.all()) {
        if (!partner.seen) world.removeRigidBody(partner.id);
    }
    std::erase_if(partners.all(), [](const Partner& partner) { return !partner.seen; });
    std::vector<std::string> problems;
    for (btCollisionObject* object : fresh) {
        const auto at = refused.find(object);
        if (at == refused.end() || at->second != object->getCollisionShape()) add(*object, problems);
    }
    return problems;
}

StepReport BulletCoupling::Impl::single() {
    partners.begin(world);
    const StepReport report = world.advance(settings.fixedStep);
    if (report.ok()) partners.end(world);
    return report;
}

std::vector<std::byte> BulletCoupling::saveState() const {
    ByteWriter out;
    out.value(impl_->time);
    impl_->partners.save(out);
    return out.take();
}

Result<void> BulletCoupling::restoreState(std::span<const std::byte> state) {
    ByteReader in(state);
    const auto time = in.value<double>();
    if (!in.ok()) return Error{"Bullet: the state is cut short"};
    if (!(time >= 0)) {
        return Error{"Bullet: a time of " + describeValue(time) +
                     " s is left over from the last step: must not be below 0"};
    }
    if (auto restored = impl_->partners.restore(in); !restored) return restored;
    impl_->time = time;
    return {};
}

BulletStep BulletCoupling::step(float seconds) {
    BulletStep result;
    if (!(seconds > 0) || !std::isfinite(seconds)) return result;
    Impl& impl = *impl_;
    if (!impl.wrongSettings.empty()) {
        result.problems.push_back(impl.wrongSettings);
        result.canStep = false;
        return result;
    }
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
    const auto at = std::ranges::find(impl_->partners.all(), &body, &Partner::object);
    if (at == impl_->partners.all().end()) return {};
    return at->id;
}

Vec3 BulletCoupling::forceOn(const btCollisionObject& body) const {
    const auto at = std::ranges::find(impl_->partners.all(), &body, &Partner::object);
    return at == impl_->partners.all().end() ? Vec3{} : toVec3(at->force);
}

}  // namespace undine
