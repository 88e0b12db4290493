// SPDX-License-Identifier: Zlib
// What the coupling sees of a Bullet world, and when.
#include <cmath>
#include <cstring>

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <gtest/gtest.h>

#include "tests/bullet/bullet_world.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.04F;

/// A layer of particles that falls from the height 0.3.
void addRain(World& world) {
    take(world.fill(
        0, BoxFill{.min = {-0.2F, 0.3F, -0.2F}, .max = {0.2F, 0.34F, 0.2F}, .velocity = {0, -2, 0}}));
}

float lowestParticle(const World& world) {
    float lowest = INFINITY;
    for (const Vec3 p : world.positions()) lowest = std::min(lowest, p.y);
    return lowest;
}

void run(BulletCoupling& coupling, World& world, int frames) {
    for (int k = 0; k < frames; ++k) {
        const BulletStep step = coupling.step(1.0F / 60);
        ASSERT_TRUE(step.ok()) << world.diagnose(step.fluid);
    }
}

TEST(BulletCoupling, LeavesGhostsAndFilteredBodiesAlone) {
    BulletWorld bullet;
    auto& box = bullet.shape<btBoxShape>(btVector3(0.5F, 0.1F, 0.5F));
    btRigidBody& sensor = bullet.add(box, 0, {0, 0, 0});
    sensor.setCollisionFlags(sensor.getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
    btRigidBody filtered(0, nullptr, &box);
    bullet.rigid.addRigidBody(&filtered, 2, ~1);
    btGhostObject ghost;
    ghost.setCollisionShape(&box);
    ghost.setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
    bullet.rigid.addCollisionObject(&ghost);
    World world = makeWater(PbfSettings{}, kSpacing);
    {
        BulletCoupling coupling(world, bullet.rigid);
        for (const btCollisionObject* object :
             {static_cast<btCollisionObject*>(&sensor), static_cast<btCollisionObject*>(&filtered),
              static_cast<btCollisionObject*>(&ghost)}) {
            EXPECT_FALSE(coupling.idOf(*object).has_value());
        }
        addRain(world);
        run(coupling, world, 20);
        EXPECT_LT(lowestParticle(world), -0.3F) << "the rain falls through them";

        // A plain collision object that does respond is seen.
        btCollisionObject plain;
        plain.setCollisionShape(&box);
        bullet.rigid.addCollisionObject(&plain);
        EXPECT_TRUE(coupling.findBodies().empty());
        EXPECT_TRUE(coupling.idOf(plain).has_value());
        bullet.rigid.removeCollisionObject(&plain);
        coupling.findBodies();
        EXPECT_FALSE(coupling.idOf(plain).has_value());
    }
    // The group of the fluid is for the user to choose.
    BulletCoupling other(world, bullet.rigid, {.group = 4});
    EXPECT_TRUE(other.idOf(filtered).has_value());
    bullet.rigid.removeCollisionObject(&ghost);
    bullet.rigid.removeRigidBody(&filtered);
}

TEST(BulletCoupling, FollowsBodiesThatComeMoveAndGo) {
    BulletWorld bullet;
    auto& box = bullet.shape<btBoxShape>(btVector3(0.5F, 0.1F, 0.5F));
    World world = makeWater(PbfSettings{}, kSpacing);
    BulletCoupling coupling(world, bullet.rigid);
    addRain(world);
    // It comes while the rain falls.
    run(coupling, world, 2);
    btRigidBody plate(0, nullptr, &box);
    bullet.rigid.addRigidBody(&plate);
    EXPECT_FALSE(coupling.idOf(plate).has_value());
    run(coupling, world, 20);
    ASSERT_TRUE(coupling.idOf(plate).has_value());
    EXPECT_GT(lowestParticle(world), 0.1F + 0.1F * kSpacing);
    // It is lifted by hand, slowly, and lifts the water.
    for (int k = 1; k <= 20; ++k) {
        plate.setWorldTransform(
            btTransform(btQuaternion::getIdentity(), {0, 0.02F * static_cast<float>(k), 0}));
        run(coupling, world, 1);
    }
    EXPECT_NEAR(world.rigidMotion(*coupling.idOf(plate))->position.y, 0.4F, 1e-5F);
    EXPECT_GT(lowestParticle(world), 0.5F + 0.1F * kSpacing);
    // It goes, and the water falls on.
    const RigidId id = *coupling.idOf(plate);
    bullet.rigid.removeRigidBody(&plate);
    run(coupling, world, 30);
    EXPECT_FALSE(coupling.idOf(plate).has_value());
    EXPECT_FALSE(world.rigidMotion(id).has_value());
    EXPECT_LT(lowestParticle(world), 0.2F);
}

TEST(BulletCoupling, LetsTheUserPutAFreeBodyElsewhere) {
    BulletWorld bullet;
    btRigidBody& box = bullet.add(bullet.shape<btBoxShape>(btVector3(0.1F, 0.1F, 0.1F)), 4, {0, 1, 0});
    World world = makeWater(WcsphSettings{}, kSpacing);
    addRain(world);
    BulletCoupling coupling(world, bullet.rigid);
    run(coupling, world, 3);
    box.setWorldTransform(btTransform(btQuaternion::getIdentity(), {5, 2, 0}));
    box.setLinearVelocity({1, 0, 0});
    const BulletStep step = coupling.step(1.0F / 120);
    ASSERT_EQ(step.steps, 1);
    const float dt = 1.0F / 120;
    EXPECT_NEAR(box.getWorldTransform().getOrigin().x(), 5 + dt, 1e-5F);
    EXPECT_NEAR(box.getLinearVelocity().y(), -9.81F * dt, 1e-4F);
    EXPECT_NEAR(world.rigidMotion(*coupling.idOf(box))->position.x, 5 + dt, 1e-5F);
}

TEST(BulletCoupling, FliesBodiesAsBulletDoesWhereThereIsNoFluid) {
    for (const bool coupled : {false, true}) {
        BulletWorld bullet;
        btRigidBody& box = bullet.add(bullet.shape<btBoxShape>(btVector3(0.1F, 0.1F, 0.1F)), 4, {0, 1, 0});
        box.setAngularVelocity({0, 2, 0});
        box.setDamping(0.1F, 0.2F);
        World world = makeWater(PbfSettings{}, kSpacing);
        BulletCoupling coupling(world, bullet.rigid);
        for (int k = 0; k < 60; ++k) {
            coupled ? static_cast<void>(coupling.step(1.0F / 120))
                    : static_cast<void>(bullet.rigid.stepSimulation(1.0F / 120, 0));
        }
        EXPECT_NEAR(box.getWorldTransform().getOrigin().y(), -0.229F, 5e-3F) << coupled;
        EXPECT_NEAR(box.getAngularVelocity().y(), 2 * std::pow(0.8, 0.5), 1e-3F) << coupled;
        EXPECT_NEAR(box.getOrientation().getAngle(), 0.9466F, 5e-3F) << coupled;
        EXPECT_NEAR(coupling.forceOn(box).y, 0, 1e-3F);
    }
}

TEST(BulletCoupling, TellsOnceWhatItCannotSee) {
    BulletWorld bullet;
    btRigidBody& nothing = bullet.add(bullet.shape<btEmptyShape>(), 0, {0, 0, 0});
    World world = makeWater(PbfSettings{}, kSpacing);
    BulletCoupling coupling(world, bullet.rigid);
    const BulletStep first = coupling.step(0.1F);
    EXPECT_EQ(first.steps, 8) << "no more than maxSteps";
    ASSERT_EQ(first.problems.size(), 1U);
    EXPECT_NE(first.problems[0].find("Empty"), std::string::npos) << first.problems[0];
    EXPECT_TRUE(coupling.step(0.1F).problems.empty());
    EXPECT_TRUE(coupling.findBodies().empty());
    // With another shape it is looked at again.
    nothing.setCollisionShape(&bullet.shape<btSphereShape>(0.1F));
    EXPECT_TRUE(coupling.step(0.1F).problems.empty());
    EXPECT_TRUE(coupling.idOf(nothing).has_value());
}

TEST(BulletCoupling, KeepsTheRestOfTheTimeForTheNextStep) {
    BulletWorld bullet;
    World world = makeWater(PbfSettings{}, kSpacing);
    BulletCoupling coupling(world, bullet.rigid, {.fixedStep = 0.01F, .maxSteps = 3});
    EXPECT_EQ(coupling.step(0.025F).steps, 2);
    EXPECT_EQ(coupling.step(0.005F).steps, 1);
    EXPECT_NEAR(world.time(), 0.03, 1e-6);
    EXPECT_EQ(coupling.step(1).steps, 3) << "what is too much is dropped";
    EXPECT_EQ(coupling.step(0.0099F).steps, 0);
    EXPECT_EQ(coupling.step(0).steps, 0);
    EXPECT_EQ(coupling.step(-1).steps, 0);
    EXPECT_EQ(coupling.step(kNaN).steps, 0);
}

TEST(BulletCoupling, TakesItsBodiesAlongWhenItGoes) {
    BulletWorld bullet;
    btRigidBody& box = bullet.add(bullet.shape<btBoxShape>(btVector3(0.1F, 0.1F, 0.1F)), 4, {0, 1, 0});
    World world = makeWater(PbfSettings{}, kSpacing);
    RigidId id = 0;
    {
        const BulletCoupling coupling(world, bullet.rigid);
        id = *coupling.idOf(box);
        EXPECT_TRUE(world.rigidMotion(id).has_value());
    }
    EXPECT_FALSE(world.rigidMotion(id).has_value());
}

TEST(BulletCoupling, SurvivesABodyThatIsNowhere) {
    BulletWorld bullet;
    btRigidBody& plate = bullet.add(bullet.shape<btBoxShape>(btVector3(0.5F, 0.1F, 0.5F)), 0, {0, 0, 0});
    World world = makeWater(PbfSettings{}, kSpacing);
    BulletCoupling coupling(world, bullet.rigid);
    addRain(world);
    run(coupling, world, 20);
    plate.setWorldTransform(btTransform(btQuaternion::getIdentity(), {kNaN, 0, 0}));
    run(coupling, world, 10);
    EXPECT_GT(lowestParticle(world), 0.1F) << "it stays in the fluid where it was";
}

TEST(BulletCoupling, StopsFastParticlesAtAMeshOfTwoTriangles) {
    BulletWorld bullet;
    bullet.add(bullet.shape<btBvhTriangleMeshShape>(&bullet.triangles(squareMesh()), true), 0, {0, 0, 0});
    for (const SolverInfo& solver : liquidSolvers()) {
        SCOPED_TRACE(solver.name);
        World world = makeWater(solver.defaults, 0.02F, 1.0F / 60);
        BulletCoupling coupling(world, bullet.rigid, {.fixedStep = 1.0F / 60});
        Random random(7);
        std::vector<Vec3> places;
        for (const Vec3 p : makeBlock({32, 1, 32}, {0.055F, 0, 0.055F})) {
            places.push_back(p + Vec3{-0.85F, random.between(0.2F, 3.0F), -0.85F});
        }
        take(world.addParticles(0, places, Vec3{0, -100, 0}));
        run(coupling, world, 6);
        EXPECT_GT(lowestParticle(world), 0);
        EXPECT_EQ(world.particleCount(), 1024U);
    }
}

TEST(BulletCoupling, SaysWhichSettingIsOutOfRangeAndMovesNothing) {
    BulletWorld bullet;
    btRigidBody& ball = bullet.add(bullet.shape<btSphereShape>(0.2F), 5, {0, 1, 0});
    World world = makeWater(PbfSettings{}, kSpacing);
    addRain(world);
    struct Case {
        BulletCouplingSettings settings;
        std::string message;
    };
    for (const Case& bad :
         {Case{{.fixedStep = 0}, "coupling.fixed_step: 0"},
          Case{{.fixedStep = -0.01F}, "coupling.fixed_step: -0.01"},
          Case{{.fixedStep = NAN}, "coupling.fixed_step: nan"},
          Case{{.maxSteps = 0}, "coupling.max_steps: 0"}, Case{{.friction = 1.5F}, "coupling.friction: 1.5"},
          Case{{.restitution = NAN}, "coupling.restitution: nan"}}) {
        BulletCoupling coupling(world, bullet.rigid, bad.settings);
        for (int call = 0; call < 2; ++call) {
            const BulletStep step = coupling.step(0.1F);
            EXPECT_FALSE(step.ok());
            EXPECT_EQ(step.steps, 0);
            ASSERT_EQ(step.problems.size(), 1U);
            EXPECT_EQ(step.problems[0].substr(0, bad.message.size()), bad.message) << step.problems[0];
        }
        EXPECT_FALSE(coupling.idOf(ball).has_value());
    }
    EXPECT_EQ(world.stepCount(), 0U);
    EXPECT_EQ(ball.getWorldTransform().getOrigin().y(), 1);
}

TEST(BulletCoupling, RefusesAStateThatIsCutShortOrHasANegativeTime) {
    BulletWorld bullet;
    World world = makeWater(PbfSettings{}, kSpacing);
    BulletCoupling coupling(world, bullet.rigid);
    std::vector<std::byte> state = coupling.saveState();
    EXPECT_EQ(coupling.restoreState(std::span(state).first(3)).error(), "Bullet: the state is cut short");
    const double before = -1;
    std::memcpy(state.data(), &before, sizeof(before));
    EXPECT_EQ(coupling.restoreState(state).error(),
              "Bullet: a time of -1 s is left over from the last step: must not be below 0");
}

}  // namespace
}  // namespace undine::test
