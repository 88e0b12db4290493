// SPDX-License-Identifier: Zlib
#include "bullet/bullet_scene.h"

#include <algorithm>

#include "bullet/bullet_math.h"
#include "bullet/bullet_partners.h"
#include "bullet/scene_joints.h"
#include "bullet/scene_shapes.h"
#include "world/body_model.h"

namespace undine {
namespace {

btTransform transformOf(const RigidMotion& motion) {
    return btTransform(toBullet(motion.rotation), toBullet(motion.position));
}

class BulletEngine final : public RigidEngine {
  public:
    BulletEngine(const World& world, const BulletScene& scene);
    ~BulletEngine() override;
    BulletEngine(const BulletEngine&) = delete;
    BulletEngine& operator=(const BulletEngine&) = delete;

    float stepLength() const override { return kBulletStep; }
    void begin(World& world) override { partners_.begin(world); }
    void end(World& world) override;
    std::vector<std::byte> saveState() const override;
    Result<void> restoreState(std::span<const std::byte> state) override;

  private:
    /// What a collision object has beside its shape.
    struct Matter {
        btScalar mass = 0;
        btVector3 inertia{0, 0, 0};
        btTransform pose = btTransform::getIdentity();
        btScalar friction = 1;
        btScalar restitution = 1;
    };
    btRigidBody& add(OwnedShape shape, const Matter& matter);
    void addWall(const Wall& wall);
    void addBody(const World& world, const Body& body, std::size_t number);
    void movePathBodies(double time);
    void forgetContacts();

    int dimension_;
    float margin_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld rigid_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    std::vector<OwnedShape> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> objects_;  // walls first
    std::vector<btRigidBody*> ofBody_;                   // of each body of the scene
    std::vector<std::unique_ptr<btTypedConstraint>> joints_;
    /// A body that is carried along its path.
    struct Carried {
        btRigidBody* object;
        BodySettings settings;
    };
    std::vector<Carried> carried_;
    BulletPartners partners_{rigid_, kBulletStep};
};

BulletEngine::BulletEngine(const World& world, const BulletScene& scene)
    : dimension_(world.settings().dimension),
      margin_(0.1F * world.settings().particleSpacing / world.settings().simulationScale) {
    // Contacts live for one step only: all corners of a face have to be found in it.
    configuration_.setConvexConvexMultipointIterations(4, 4);
    configuration_.setPlaneConvexMultipointIterations(4, 4);
    btContactSolverInfo& info = rigid_.getSolverInfo();
    info.m_solverMode &= ~SOLVER_USE_WARMSTARTING;
    info.m_numIterations = 40;  // there is no start from the step before
    rigid_.setGravity(toBullet((1 / world.settings().simulationScale) * world.settings().gravity));
    for (const Wall& wall : scene.walls) addWall(wall);
    for (std::size_t k = 0; k < scene.bodies.size(); ++k) addBody(world, scene.bodies[k], k);
    for (const Joint& joint : scene.joints) {
        const auto named = [&](const std::string& name) -> btRigidBody& {
            const auto at = std::ranges::find_if(
                scene.bodies, [&](const Body& body) { return body.settings.name == name; });
            if (name.empty() || at == scene.bodies.end()) return btTypedConstraint::getFixedBody();
            return *ofBody_[static_cast<std::size_t>(at - scene.bodies.begin())];
        };
        joints_.push_back(makeJoint(joint, named(joint.settings.body), named(joint.settings.other)));
        rigid_.addConstraint(joints_.back().get(), !joint.settings.collide);
    }
}

BulletEngine::~BulletEngine() {
    for (const auto& joint : joints_) rigid_.removeConstraint(joint.get());
    for (const auto& object : objects_) rigid_.removeRigidBody(object.get());
}

btRigidBody& BulletEngine::add(OwnedShape shape, const Matter& matter) {
    btRigidBody::btRigidBodyConstructionInfo info(matter.mass, nullptr, shape.get(), matter.inertia);
    info.m_startWorldTransform = matter.pose;
    info.m_friction = matter.friction;
    info.m_restitution = matter.restitution;
    shapes_.push_back(std::move(shape));
    objects_.push_back(std::make_unique<btRigidBody>(info));
    btRigidBody& object = *objects_.back();
    object.setActivationState(DISABLE_DEACTIVATION);
    if (dimension_ == 2) {
        object.setLinearFactor({1, 1, 0});
        object.setAngularFactor({0, 0, 1});
    }
    rigid_.addRigidBody(&object);
    return object;
}

void BulletEngine::addWall(const Wall& wall) {
    Matter matter;
    if (const auto* plane = std::get_if<PlaneWall>(&wall)) {
        const btVector3 normal = toBullet(plane->normal).normalized();
        const RigidPart part{PlaneBody{}, {}, {}};
        matter.pose = btTransform(shortestArcQuat(btVector3(0, 1, 0), normal), toBullet(plane->point));
        add(bulletShape({&part, 1}, {}), matter);
    } else if (const auto* box = std::get_if<BoxWall>(&wall)) {
        const Vec3 size = box->max - box->min;
        const RigidPart part{BoxBody{{size.x, size.y, dimension_ == 2 ? 1 : size.z}}, {}, {}};
        matter.pose.setOrigin(toBullet(0.5F * (box->min + box->max)));
        add(box->side == Side::Inside ? tankShape(size, dimension_) : bulletShape({&part, 1}, {}), matter);
    } else if (const auto& ball = std::get<SphereWall>(wall); ball.side == Side::Outside) {
        const RigidPart part{SphereBody{ball.radius}, {}, {}};
        matter.pose.setOrigin(toBullet(ball.center));
        add(bulletShape({&part, 1}, {}), matter);
    }
}

void BulletEngine::addBody(const World& world, const Body& body, std::size_t number) {
    const BodySettings& s = body.settings;
    const Pose start = poseAt(s, world.time());
    const auto* box = std::get_if<BoxBody>(&body.shape);
    const bool isTank = box != nullptr && box->side == Side::Inside;
    auto made = makeBodyModel(body, dimension_, "");
    const BodyModel model = made ? std::move(made).value() : BodyModel{};  // tanks are no models
    const RigidMotion motion = model.motionOf(start);
    Matter matter;
    matter.mass = model.rigid.mass;
    matter.inertia = toBullet(model.rigid.inertia);
    matter.pose = transformOf(motion);
    matter.friction = s.grip;
    matter.restitution = s.restitution;
    btRigidBody& object =
        add(isTank ? tankShape(box->size, dimension_) : bulletShape(model.rigid.parts, {isFree(s), margin_}),
            matter);
    ofBody_.push_back(&object);
    if (!isFree(s)) {
        object.setCollisionFlags(object.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
        carried_.push_back({&object, s});
        return;
    }
    object.setLinearVelocity(toBullet(motion.velocity));
    object.setAngularVelocity(toBullet(motion.angularVelocity));
    Partner partner;
    partner.object = &object;
    partner.shape = object.getCollisionShape();
    partner.inverseMass = object.getInvMass();
    partner.id = *world.rigidIdOf(number);
    partner.pose = object.getWorldTransform();
    partners_.add(partner);
}

/// Bullet finds their velocities from where they were and where they are now.
void BulletEngine::movePathBodies(double time) {
    const auto at = [](const BodySettings& settings, double t) {
        return transformOf(BodyModel{}.motionOf(poseAt(settings, t)));
    };
    for (const Carried& body : carried_) {
        body.object->setInterpolationWorldTransform(
            at(body.settings, time - static_cast<double>(kBulletStep)));
        body.object->setWorldTransform(at(body.settings, time));
    }
}

void BulletEngine::forgetContacts() {
    for (const auto& object : objects_) {
        broadphase_.destroyProxy(object->getBroadphaseHandle(), &dispatcher_);
        object->setBroadphaseHandle(nullptr);
    }
    broadphase_.resetPool(&dispatcher_);
    for (const auto& object : objects_) {
        btVector3 low, high;
        object->getCollisionShape()->getAabb(object->getWorldTransform(), low, high);
        const bool isFree = !object->isStaticOrKinematicObject();
        constexpr int kFree = 1, kHeld = 2;
        object->setBroadphaseHandle(
            broadphase_.createProxy(low, high, object->getCollisionShape()->getShapeType(), object.get(),
                                    isFree ? kFree : kHeld, isFree ? kFree | kHeld : kFree, &dispatcher_));
    }
}

void BulletEngine::end(World& world) {
    movePathBodies(world.time());
    forgetContacts();
    partners_.end(world);
    partners_.show(world);
}

std::vector<std::byte> BulletEngine::saveState() const {
    ByteWriter out;
    partners_.save(out);
    return out.take();
}

Result<void> BulletEngine::restoreState(std::span<const std::byte> state) {
    ByteReader in(state);
    return partners_.restore(in);
}

}  // namespace

std::unique_ptr<RigidEngine> makeBulletEngine(const World& world, const BulletScene& scene) {
    return std::make_unique<BulletEngine>(world, scene);
}

}  // namespace undine
