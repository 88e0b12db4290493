// SPDX-License-Identifier: Zlib
// Bodies of scenes that move as their mass and their joints have it, mostly without any fluid.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"
#include "undine/scene.h"

namespace undine::test {
namespace {

/// A world with a speck of fluid far away.
World makeWorld(const std::string& bodies, const std::string& more = "") {
    const std::string text = R"({
        "world": { "particle_spacing": 0.1 }, "solver": { "method": "pbf" }, "fluids": [{}],
        "walls": [{ "shape": "plane", "point": [0, -1, 0], "normal": [0, 1, 0] }],
        "bodies": [)" + bodies +
                             "]" + (more.empty() ? "" : ", " + more) + "}";
    return take(createWorld(take(parseScene(text, "bodies.json"))));
}

TEST(FreeBodiesPhysics, FallAsAllThingsFall) {
    World world =
        makeWorld(R"({ "shape": "cone", "position": [0, 5, 0], "density": 500, "velocity": [1, 0, 0] })");
    ASSERT_TRUE(world.advance(0.5F).ok());
    EXPECT_NEAR(world.bodies()[0].position.x, 0.5, 1e-3);
    // Bullet takes v first and then x: half a step more than g t^2 / 2.
    EXPECT_NEAR(world.bodies()[0].position.y, 5 - 0.5 * 9.81 * 0.5 * 0.5, 0.03);
    EXPECT_NEAR(world.bodies()[0].velocity.y, -9.81 * 0.5, 1e-3);
}

TEST(FreeBodiesPhysics, LieOnWalls) {
    World world = makeWorld(R"(
        { "shape": "box", "size": [0.4, 0.4, 0.4], "position": [0, -0.8, 0], "density": 500 },
        { "shape": "box", "size": [0.4, 0.4, 0.4], "position": [0, -0.4, 0], "density": 500 })");
    ASSERT_TRUE(world.advance(2).ok());
    EXPECT_NEAR(world.bodies()[0].position.y, -0.8, 0.01);
    EXPECT_NEAR(world.bodies()[1].position.y, -0.4, 0.02);
    EXPECT_NEAR(world.bodies()[1].position.x, 0, 0.01);
}

TEST(FreeBodiesPhysics, TurnAboutTheirCentreOfMassAndNotAboutTheirMiddle) {
    // The centre of a cone is a quarter of its height above its base. It falls straight down while the cone
    // spins, and the middle goes around it.
    World world = makeWorld(
        R"({ "shape": "cone", "radius": 0.5, "height": 1, "position": [0, 5, 0], "mass": 3,
             "angular_velocity": [0, 0, 180], "velocity": [-0.785398, 0, 0] })");
    ASSERT_TRUE(world.advance(1).ok());
    const BodyState& cone = world.bodies()[0];
    EXPECT_NEAR(cone.position.x, 0, 0.01);
    EXPECT_NEAR(cone.position.y + 0.25F, 5 - 0.25 - 4.905, 0.06);  // it stands on its head by now
}

TEST(FreeBodiesPhysics, HangOnHingesAndTurnWithTheirMotors) {
    World world = makeWorld(
        R"({ "shape": "box", "name": "rotor", "size": [1, 0.2, 0.2], "position": [0, 2, 0], "density": 100 })",
        R"("joints": [{ "type": "hinge", "body": "rotor", "position": [0, 2, 0], "axis": [0, 0, 1],
                        "motor_speed": 90, "motor_strength": 1000 }])");
    ASSERT_TRUE(world.advance(0.5F).ok());
    EXPECT_NEAR(world.bodies()[0].position.y, 2, 0.01);
    EXPECT_NEAR(world.bodies()[0].angularVelocity.z, std::acos(-1.0) / 2, 0.02);
    EXPECT_NEAR(world.bodies()[0].rotation.z, std::sin(std::acos(-1.0) / 8), 0.02);
}

TEST(FreeBodiesPhysics, StopAtTheLimitsOfTheirJoints) {
    World world = makeWorld(
        R"({ "shape": "box", "name": "lift", "size": [1, 0.2, 0.2], "position": [0, 2, 0], "density": 100 },
           { "shape": "box", "name": "flap", "size": [1, 0.1, 0.2], "position": [3.5, 2, 0], "density": 100 },
           { "shape": "sphere", "name": "bob", "radius": 0.2, "position": [6, 2, 0], "density": 100 })",
        R"("joints": [{ "type": "slider", "body": "lift", "position": [0, 2, 0], "axis": [0, 1, 0],
                        "lower": -0.5, "upper": 0.2 },
                      { "type": "hinge", "body": "flap", "position": [3, 2, 0], "axis": [0, 0, 1],
                        "lower": -30, "upper": 10 },
                      { "type": "ball", "body": "bob", "position": [6, 2.5, 0] }])");
    ASSERT_TRUE(world.advance(2).ok());
    EXPECT_NEAR(world.bodies()[0].position.y, 1.5, 0.03);
    EXPECT_NEAR(world.bodies()[1].rotation.z, -std::sin(std::acos(-1.0) / 12), 0.03);
    EXPECT_NEAR(world.bodies()[2].position.y, 2, 0.03);
}

TEST(FreeBodiesPhysics, SliderMotorsPushAlongTheirAxis) {
    World world = makeWorld(
        R"({ "shape": "box", "name": "gate", "size": [0.2, 1, 0.2], "position": [0, 2, 0], "density": 100 })",
        R"("joints": [{ "type": "slider", "body": "gate", "position": [0, 2, 0], "axis": [0, 1, 0],
                        "motor_speed": 0.5, "motor_strength": 10000 }])");
    ASSERT_TRUE(world.advance(1).ok());
    EXPECT_NEAR(world.bodies()[0].position.y, 2.5, 0.02);
}

TEST(FreeBodiesPhysics, ArePushedByBodiesOnAPath) {
    World world = makeWorld(
        R"({ "shape": "box", "size": [0.2, 0.4, 0.4], "position": [-0.5, -0.8, 0], "velocity": [0.5, 0, 0] },
           { "shape": "sphere", "radius": 0.2, "position": [0, -0.8, 0], "density": 100 })");
    ASSERT_TRUE(world.advance(1).ok());
    EXPECT_NEAR(world.bodies()[0].position.x, 0, 1e-3);
    EXPECT_GT(world.bodies()[1].position.x, 0.29F);
}

TEST(FreeBodiesPhysics, HollowBoxesWeighWhatTheirPlatesWeigh) {
    World world = makeWorld(
        R"({ "shape": "hollow_box", "size": [1, 1, 1], "thickness": 0.1, "open_top": true,
             "position": [0, 2, 0], "density": 1000 })");
    const auto id = world.rigidIdOf(0);
    ASSERT_TRUE(id.has_value());
    // The centre of mass: 1000 (1 x 0 - 0.8 x 0.9 x 0.8 x 0.05) / (1000 (1 - 0.576)) below the middle.
    EXPECT_NEAR(world.rigidMotion(*id)->position.y, 2 - 0.0288 / 0.424, 1e-3);
    EXPECT_EQ(world.bodies()[0].position.y, 2);
}

}  // namespace
}  // namespace undine::test
