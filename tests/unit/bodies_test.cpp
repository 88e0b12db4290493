// SPDX-License-Identifier: Zlib
// Bodies: their paths against closed forms, their shapes against those of walls, contacts with what moves.
#include "boundary/bodies.h"

#include "tests/unit/test_support.h"

namespace undine {
namespace {

constexpr double kPi = std::numbers::pi;

void expectNear(Vec3d a, Vec3d b, double tolerance) {
    EXPECT_LT(length(a - b), tolerance)
        << "(" << a.x << ", " << a.y << ", " << a.z << ") and (" << b.x << ", " << b.y << ", " << b.z << ")";
}

BodySettings wild() {
    BodySettings s;
    s.position = {1, 2, 3};
    s.rotation = {20, -40, 70};
    s.velocity = {0.5F, -1, 2};
    s.angularVelocity = {30, 0, 45};
    s.swing = {0.25F, 0.5F, 0};
    s.turn = {0, 20, -10};
    s.frequency = 0.75F;
    s.phase = 0.125F;
    return s;
}

TEST(BodyPath, StartsWhereItWasDrawn) {
    const Pose start = poseAt(wild(), 0);
    expectNear(start.position, {1, 2, 3}, 1e-15);
    const Rotation drawn = Rotation::byDegrees({20, -40, 70});
    expectNear(start.rotation.apply({1, 2, 3}), drawn.apply({1, 2, 3}), 1e-15);
}

TEST(BodyPath, TurnsAboutXThenYThenZ) {
    expectNear(Rotation::byDegrees({90, 0, 0}).apply({0, 1, 0}), {0, 0, 1}, 1e-15);
    expectNear(Rotation::byDegrees({90, 90, 0}).apply({0, 1, 0}), {1, 0, 0}, 1e-15);
    expectNear(Rotation::byDegrees({90, 90, 90}).apply({0, 1, 0}), {0, 1, 0}, 1e-15);
}

TEST(BodyPath, IsASteadyMotionAndASwing) {
    const double t = 1.7;
    const double swing = std::sin(2 * kPi * (0.75 * t + 0.125)) - std::sin(2 * kPi * 0.125);
    const double rate = 2 * kPi * 0.75 * std::cos(2 * kPi * (0.75 * t + 0.125));
    const Pose pose = poseAt(wild(), t);
    expectNear(pose.position, {1 + 0.5 * t + 0.25 * swing, 2 - t + 0.5 * swing, 3 + 2 * t}, 1e-12);
    expectNear(pose.velocity, {0.5 + 0.25 * rate, -1 + 0.5 * rate, 2}, 1e-12);
}

TEST(BodyPath, TurnsSteadilyAndToAndFro) {
    BodySettings s;
    s.angularVelocity = {0, 0, 90};
    s.turn = {0, 0, 30};
    s.frequency = 2;
    const double t = 0.3;
    const double angle = kRadiansPerDegree * (90 * t + 30 * std::sin(4 * kPi * t));
    const Pose pose = poseAt(s, t);
    expectNear(pose.rotation.apply({1, 0, 0}), {std::cos(angle), std::sin(angle), 0}, 1e-12);
    const double rate = kRadiansPerDegree * (90 + 30 * 4 * kPi * std::cos(4 * kPi * t));
    expectNear(pose.angularVelocity, {0, 0, rate}, 1e-12);
}

TEST(BodyPath, HasTheVelocitiesOfItsPoses) {
    constexpr double kStep = 1e-5;
    for (const double t : {0.0, 0.4, 1.1, 7.3}) {
        const Pose before = poseAt(wild(), t - kStep);
        const Pose after = poseAt(wild(), t + kStep);
        const Pose pose = poseAt(wild(), t);
        expectNear((0.5 / kStep) * (after.position - before.position), pose.velocity, 1e-6);
        // A point of the body moves with w x r about its middle, whatever the two axes of rotation are.
        const Vec3d r = pose.rotation.apply({0.3, -0.7, 0.4});
        const Vec3d moved = after.rotation.apply({0.3, -0.7, 0.4}) - before.rotation.apply({0.3, -0.7, 0.4});
        expectNear((0.5 / kStep) * moved, cross(pose.angularVelocity, r), 1e-6);
    }
}

TEST(Boundary, NeverMovesFasterThanItSays) {
    Boundary boundary(3);
    ASSERT_TRUE(boundary.addBody({wild(), BoxBody{{0.4F, 0.6F, 0.2F}}}, 0).ok());
    double fastest = 0;
    for (int k = 0; k < 400; ++k) {
        const Pose pose = poseAt(wild(), 0.01 * k);
        const Vec3d corner = pose.rotation.apply({0.2, 0.3, 0.1});
        fastest = std::max(fastest, length(pose.velocity + cross(pose.angularVelocity, corner)));
    }
    EXPECT_LE(fastest, boundary.maxSpeed());
    EXPECT_GT(fastest, 0.5 * boundary.maxSpeed());
}

TEST(Boundary, MovesItsShapesAndStatesWithTime) {
    Boundary boundary(3);
    ASSERT_TRUE(boundary.addWall(PlaneWall{}).ok());
    BodySettings s;
    s.name = "drum";
    s.position = {1, 0, 0};
    s.velocity = {0, 2, 0};
    s.angularVelocity = {0, 0, 90};
    ASSERT_TRUE(boundary.addBody({s, BoxBody{{2, 4, 6}}}, 0).ok());
    boundary.moveTo(1);
    ASSERT_EQ(boundary.shapes().size(), 2U);
    const WallShape& box = boundary.shapes()[0];
    EXPECT_EQ(box.center, (Vec3{1, 2, 0}));
    EXPECT_TRUE(box.moves);
    // Turned by 90 degrees it is 4 wide and 2 high.
    EXPECT_NEAR(wallDistance(box, {4, 2, 0}), 1, 1e-5);
    EXPECT_NEAR(wallDistance(box, {1, 4, 0}), 1, 1e-5);
    EXPECT_NEAR(wallDistance(box, {1, 2, 0}), -1, 1e-5);
    EXPECT_EQ(boundary.bodies()[0].name, "drum");
    EXPECT_EQ(boundary.bodies()[0].position, (Vec3{1, 2, 0}));
    EXPECT_NEAR(boundary.bodies()[0].rotation.z, std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(boundary.bodies()[0].angularVelocity.z, kPi / 2, 1e-6);
    EXPECT_FALSE(boundary.shapes()[1].moves);
}

TEST(Boundary, HoldsATurnedContainerByItsPlanes) {
    Boundary boundary(3);
    BodySettings s;
    s.position = {0, 1, 0};
    s.rotation = {0, 0, 90};
    ASSERT_TRUE(boundary.addBody({s, BoxBody{{2, 4, 6}, Side::Inside}}, 0).ok());
    ASSERT_EQ(boundary.shapes().size(), 6U);
    const auto nearest = [&](Vec3 x) {
        float distance = 1e30F;
        for (const WallShape& plane : boundary.shapes())
            distance = std::min(distance, wallDistance(plane, x));
        return distance;
    };
    EXPECT_NEAR(nearest({1.8F, 1, 0}), 0.2, 1e-5);
    EXPECT_NEAR(nearest({0, 1.9F, 0}), 0.1, 1e-5);
    EXPECT_NEAR(nearest({0, 2.1F, 0}), -0.1, 1e-5);
}

Vec3 velocityAfterContact(const Body& body, Vec3 x, Vec3 v) {
    Boundary boundary(3);
    EXPECT_TRUE(boundary.addBody(body, 0).ok());
    ParticleStore store;
    store.add(std::vector<Vec3>{x}, v, 0);
    collideWithWalls({.walls = boundary.shapes(), .table = nullptr, .h = 0.2F, .x = store.position()}, {0, 1},
                     0.05F, store.velocity());
    return store.velocity()[0];
}

TEST(BodyContact, IsThatOfAWallSeenFromTheBody) {
    test::forEachSimdTarget([] {
        BodySettings s;
        s.velocity = {0, 3, 1};
        s.friction = 0.5F;
        s.restitution = 0.5F;
        const Body paddle{s, BoxBody{{2, 2, 2}}};
        // At rest on its upper face: thrown up, and dragged along by half.
        const Vec3 v = velocityAfterContact(paddle, {0, 1, 0}, {});
        EXPECT_NEAR(v.x, 0, 1e-6);
        EXPECT_NEAR(v.y, 4.5, 1e-6);
        EXPECT_NEAR(v.z, 0.5, 1e-6);
        // What leaves faster than the body follows leaves.
        EXPECT_NEAR(velocityAfterContact(paddle, {0, 1, 0}, {0, 5, 1}).y, 5, 1e-6);
    });
}

TEST(BodyContact, FeelsTheTurningOfTheSurface) {
    test::forEachSimdTarget([] {
        BodySettings s;
        s.friction = 1;
        s.angularVelocity = {0, 0, 180};
        const Vec3 v = velocityAfterContact({s, SphereBody{1}}, {0, 1, 0}, {});
        EXPECT_NEAR(v.x, -kPi * 1.05, 1e-5) << "at its radius the particle is 0.05 off the surface";
        EXPECT_NEAR(v.y, 0, 1e-5);
    });
}

std::string refusal(int dimension, const BodySettings& s, const BodyShape& shape = BoxBody{}) {
    Boundary boundary(dimension);
    BodySettings first;
    first.name = "float";
    EXPECT_TRUE(boundary.addBody({first, SphereBody{}}, 0).ok());
    return boundary.addBody({s, shape}, 0).error();
}

TEST(Boundary, RefusesBodiesItCannotMove) {
    EXPECT_EQ(refusal(3, {.name = "float"}), "bodies.1.name: \"float\": is the name of bodies.0");
    EXPECT_EQ(refusal(3, {}, BoxBody{{1, 0, 1}}),
              "bodies.1.size: [1, 0, 1]: must be three numbers above 0 (m)");
    EXPECT_EQ(refusal(3, {}, SphereBody{-1}), "bodies.1.radius: -1: must be a number above 0 (m)");
    EXPECT_EQ(refusal(3, {.name = {}, .phase = 2}),
              "bodies.1.phase: 2: must be a number of at least 0 and at most 1");
    EXPECT_NE(refusal(3, {.name = {}, .velocity = {test::kNaN, 0, 0}}), "");
    EXPECT_EQ(refusal(2, {.name = {}, .velocity = {0, 0, 1}}),
              "bodies.1.velocity: [0, 0, 1]: z must be 0 in two dimensions");
    EXPECT_EQ(refusal(2, {.name = {}, .turn = {1, 0, 0}}),
              "bodies.1.turn: [1, 0, 0]: x and y must be 0 in two dimensions, where all turning is about z");
    EXPECT_EQ(refusal(2, {.name = {}, .turn = {0, 0, 1}}), "");
    EXPECT_EQ(refusal(3, {}), "") << "no name is nobody's";
}

}  // namespace
}  // namespace undine
