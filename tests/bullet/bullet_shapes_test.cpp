// SPDX-License-Identifier: Zlib
// Rain on every shape that Bullet has: no drop gets in, by Bullet's own measure.
#include <functional>

#include <gtest/gtest.h>

#include "tests/bullet/bullet_world.h"
#include "tests/support/meshes.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.05F;

/// How deep a small ball is in an object, by Bullet's contact test: its lowest distance, or 1 when they do
/// not touch. Margins of Bullet are set to 0 before.
class DepthMeter : public btCollisionWorld::ContactResultCallback {
  public:
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* /*a*/, int /*partA*/,
                             int /*indexA*/, const btCollisionObjectWrapper* /*b*/, int /*partB*/,
                             int /*indexB*/) override {
        lowest = std::min(lowest, point.getDistance());
        return 0;
    }
    float lowest = 1;
};

struct ShapeCase {
    const char* name;
    std::function<btCollisionShape&(BulletWorld&)> make;
};

btCollisionShape& compound(BulletWorld& world) {
    auto& all = world.shape<btCompoundShape>();
    const btQuaternion turned({0.3F, 0.5F, 0.8F}, 0.7F);
    all.addChildShape(btTransform(turned, {-0.2F, 0, 0.05F}),
                      &world.shape<btBoxShape>(btVector3(0.15F, 0.1F, 0.2F)));
    all.addChildShape(btTransform(turned.inverse(), {0.2F, 0.05F, 0}),
                      &world.shape<btCapsuleShape>(0.1F, 0.3F));
    auto& inner = world.shape<btCompoundShape>();
    inner.addChildShape(btTransform(turned, {0, 0, 0.1F}), &world.shape<btSphereShape>(0.12F));
    all.addChildShape(btTransform(turned, {0, 0.05F, 0.15F}), &inner);
    return all;
}

btCollisionShape& hull(BulletWorld& world) {
    auto& shape = world.shape<btConvexHullShape>();
    for (const Vec3 p : randomPoints(40, {-0.3F, -0.2F, -0.3F}, {0.3F, 0.2F, 0.3F})) {
        shape.addPoint({p.x, p.y, p.z});
    }
    return shape;
}

btCollisionShape& multiSphere(BulletWorld& world) {
    const btVector3 places[] = {{-0.2F, 0, 0}, {0.2F, 0.05F, 0}, {0, 0, 0.2F}};
    const btScalar radii[] = {0.15F, 0.1F, 0.12F};
    return world.shape<btMultiSphereShape>(places, radii, 3);
}

btCollisionShape& ball(BulletWorld& world) {
    return world.shape<btBvhTriangleMeshShape>(&world.triangles(sphereMesh(0.3, 16)), true);
}
btCollisionShape& sail(BulletWorld& world) {
    return world.shape<btBvhTriangleMeshShape>(&world.triangles(squareMesh()), true);
}
btCollisionShape& scaledBall(BulletWorld& world) {
    auto& inner = static_cast<btBvhTriangleMeshShape&>(ball(world));
    return world.shape<btScaledBvhTriangleMeshShape>(&inner, btVector3(1.2F, 0.6F, 0.9F));
}

btCollisionShape& heightfield(BulletWorld& world) {
    static const std::vector<float> heights = [] {
        std::vector<float> all;
        for (int k = 0; k < 21; ++k) {
            for (int i = 0; i < 21; ++i) {
                all.push_back(0.1F * std::sin(0.5F * static_cast<float>(i)) *
                              std::cos(0.4F * static_cast<float>(k)));
            }
        }
        return all;
    }();
    auto& field = world.shape<btHeightfieldTerrainShape>(21, 21, heights.data(), 1.0F, -0.1F, 0.1F, 1,
                                                         PHY_FLOAT, false);
    field.setLocalScaling({0.08F, 1, 0.08F});
    return field;
}

const ShapeCase kShapes[] = {
    {"Box", [](auto& w) -> auto& {return w.template shape<btBoxShape>(btVector3(0.3F, 0.2F, 0.25F));
}  // namespace
}  // namespace undine::test
, {"Sphere", [](auto& w) -> auto& {return w.template shape<btSphereShape>(0.3F);
}
}
, {"CapsuleX", [](auto& w) -> auto& {return w.template shape<btCapsuleShapeX>(0.15F, 0.4F);
}
}
, {"CapsuleY", [](auto& w) -> auto& {return w.template shape<btCapsuleShape>(0.15F, 0.3F);
}
}
, {"CapsuleZ", [](auto& w) -> auto& {return w.template shape<btCapsuleShapeZ>(0.15F, 0.4F);
}
}
, {"CylinderX", [](auto& w) -> auto& {return w.template shape<btCylinderShapeX>(btVector3(0.3F, 0.2F, 0.2F));
}
}
, {"CylinderY", [](auto& w) -> auto& {return w.template shape<btCylinderShape>(btVector3(0.3F, 0.2F, 0.3F));
}
}
, {"CylinderZ", [](auto& w) -> auto& {return w.template shape<btCylinderShapeZ>(btVector3(0.2F, 0.2F, 0.3F));
}
}
, {"ConeX", [](auto& w) -> auto& {return w.template shape<btConeShapeX>(0.25F, 0.5F);
}
}
, {"ConeY", [](auto& w) -> auto& {return w.template shape<btConeShape>(0.3F, 0.5F);
}
}
, {"ConeZ", [](auto& w) -> auto& {return w.template shape<btConeShapeZ>(0.25F, 0.5F);
}
}
, {"ConvexHull", hull}, {"MultiSphere", multiSphere}, {"ClosedMesh", ball}, {"OpenMesh", sail},
    {"ScaledMesh", scaledBall}, {"Heightfield", heightfield}, {"Compound", compound},
    {"Plane", [](auto& w) -> auto& {return w.template shape<btStaticPlaneShape>(btVector3(0, 1, 0), 0.1F);
}
}
,
}
;

class RainOn : public testing::TestWithParam<ShapeCase> {};

/// How far the deepest of all particles is in the object, as balls of `radius`.
float deepest(BulletWorld& bullet, btCollisionObject& object, const World& world, float radius) {
    float lowest = 1;
    if (object.getCollisionShape()->isInfinite()) {  // Bullet's contact test leaves planes out
        const auto& plane = static_cast<const btStaticPlaneShape&>(*object.getCollisionShape());
        for (const Vec3 p : world.positions()) lowest = std::min(lowest, p.y - plane.getPlaneConstant());
        return lowest;
    }
    btSphereShape drop(radius);
    btCollisionObject probe;
    probe.setCollisionShape(&drop);
    for (const Vec3 p : world.positions()) {
        probe.setWorldTransform(btTransform(btQuaternion::getIdentity(), {p.x, p.y, p.z}));
        DepthMeter meter;
        bullet.rigid.contactPairTest(&object, &probe, meter);
        lowest = std::min(lowest, meter.lowest);
    }
    return lowest + radius;
}

TEST_P(RainOn, AShapeStaysOutside) {
    for (const float mass : {0.0F, 40.0F}) {
        SCOPED_TRACE(mass);
        BulletWorld bullet;
        btCollisionShape& shape = GetParam().make(bullet);
        if (mass > 0 && (shape.isConcave() || shape.isInfinite())) continue;
        btRigidBody& body = bullet.add(shape, mass, {0.02F, 0, -0.03F}, {{0, 1, 0}, 0.4F});
        if (mass > 0) body.setGravity({0, 0, 0});
        World world = makeWater(PbfSettings{}, kSpacing);
        BulletCoupling coupling(world, bullet.rigid);
        ASSERT_TRUE(coupling.idOf(body).has_value());
        take(world.fill(0, BoxFill{.min = {-0.3F, 0.55F, -0.3F},
                                   .max = {0.3F, 0.75F, 0.3F},
                                   .velocity = {0, -2, 0},
                                   .jitter = 0.2F}));
        const bool margins = !shape.isCompound() && shape.getShapeType() != BOX_SHAPE_PROXYTYPE &&
                             shape.getShapeType() != CYLINDER_SHAPE_PROXYTYPE &&
                             shape.getShapeType() != SPHERE_SHAPE_PROXYTYPE &&
                             shape.getShapeType() != CAPSULE_SHAPE_PROXYTYPE;
        if (margins) shape.setMargin(0);
        float lowest = 1;
        for (int frame = 0; frame < 18; ++frame) {
            const BulletStep step = coupling.step(1.0F / 60);
            ASSERT_TRUE(step.ok()) << world.diagnose(step.fluid);
            EXPECT_TRUE(step.problems.empty());
            if (frame % 6 != 5) continue;
            lowest = std::min(lowest, deepest(bullet, body, world, kSpacing));
        }
        RecordProperty("nearest", std::to_string(lowest / kSpacing));
        EXPECT_GT(lowest, 0.1F * kSpacing);
        EXPECT_LT(lowest, 0.6F * kSpacing) << "the rain has met the shape, and Bullet sees it";
    }
}
INSTANTIATE_TEST_SUITE_P(Bullet, RainOn, testing::ValuesIn(kShapes),
                         [](const auto& shape) { return std::string(shape.param.name); });

}  // namespace
}  // namespace undine::test
