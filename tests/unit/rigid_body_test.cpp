// SPDX-License-Identifier: Zlib
// One rigid body: how it answers to pushes and how it flies.
#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "boundary/rigid_body.h"
#include "tests/support/rigid.h"
#include "tests/support/solids.h"

namespace undine::test {
namespace {

using std::numbers::pi;

RigidBody makeBody(float mass = 2, Vec3 inertia = {0.1F, 0.2F, 0.4F}) {
    return {7, {.parts = {}, .mass = mass, .inertia = inertia}, solidOf(BoxBody{{0.6F, 0.4F, 0.2F}})};
}

void expectNear(Vec3d a, Vec3d b, double tolerance = 1e-6) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(RigidBody, AnswersWithTheInertiaOfItsOwnAxes) {
    RigidBody body = makeBody();
    Wrench change = body.response({{4, 0, 0}, {1, 1, 1}});
    expectNear(change.linear, {2, 0, 0});
    expectNear(change.angular, {10, 5, 2.5});
    // A quarter of a turn about z makes its x axis the world's y.
    const float half = std::sqrt(0.5F);
    body.setMotion({.rotation = {0, 0, half, half}});
    change = body.response({{}, {1, 1, 1}});
    expectNear(change.angular, {5, 10, 2.5});
}

TEST(RigidBody, MobilityIsTheVelocityThatAPushMakesAlongItself) {
    RigidBody body = makeBody();
    body.setMotion({.position = {1, 2, 3}, .rotation = {0.5F, 0.5F, 0.5F, 0.5F}});
    const Vec3d at{1.3, 2.2, 2.9};
    const Vec3d n = normalized(Vec3d{1, -2, 0.5});
    const double mobility = body.mobility(at, n);
    const Vec3d before = body.velocityAt(at);
    body.push(3 * n, at);
    EXPECT_NEAR(dot(body.velocityAt(at) - before, n), 3 * mobility, 1e-9);
    EXPECT_NEAR(body.mobility(body.position(), n), 0.5, 1e-9) << "in the middle it is 1/M";
    EXPECT_GT(mobility, 0.5);
}

TEST(RigidBody, WithoutAMassDoesNotAnswer) {
    RigidBody wall = makeBody(0, {});
    EXPECT_FALSE(wall.isFree());
    EXPECT_TRUE(wall.isResting());
    EXPECT_EQ(wall.mobility({1, 1, 1}, {0, 1, 0}), 0);
    wall.push({100, 0, 0}, {1, 1, 1});
    wall.addForce({100, 0, 0}, {1, 1, 1});
    wall.setMotion({.velocity = {1, 0, 0}, .acceleration = {0, -9.81F, 0}});
    EXPECT_FALSE(wall.isResting());
    wall.move(0.5);
    expectNear(wall.position(), {0.5, 0, 0}, 1e-12);
    EXPECT_EQ(wall.motion().velocity.y, 0) << "its motion is what it is told";
}

TEST(RigidBody, MovesByItsForcesAndForgetsThemAfterwards) {
    RigidBody body = makeBody();
    body.setMotion({.acceleration = {0, -10, 0}});
    body.addForce({8, 0, 0}, {0, 0.1, 0});
    body.move(0.01);
    expectNear(Vec3d(body.motion().velocity), {0.04, -0.1, 0});
    expectNear(Vec3d(body.motion().angularVelocity), {0, 0, -0.8 / 0.4 * 0.01});
    expectNear(body.position(), {0.0004, -0.001, 0}, 1e-9);
    body.move(0.01);
    expectNear(Vec3d(body.motion().velocity), {0.04, -0.2, 0});
}

TEST(RigidBody, TurnsOnAndOnWhenNothingActs) {
    RigidBody body = makeBody();
    const Vec3 spin{0, 0, static_cast<float>(pi)};
    body.setMotion({.velocity = {1, 2, 3}, .angularVelocity = spin});
    for (int k = 0; k < 1000; ++k) body.move(1e-3);
    expectNear(body.position(), {1, 2, 3}, 1e-6);
    expectNear(Vec3d(body.place().axes.x), {-1, 0, 0}, 1e-6);
    EXPECT_EQ(body.motion().angularVelocity, spin);
    EXPECT_NEAR(body.maxSpeed(), std::sqrt(14) + pi * std::sqrt(0.14), 1e-5);
}

TEST(RigidBody, ShiftsWithoutTimeAndVelocity) {
    RigidBody body = makeBody();
    body.shift({{0.1, 0, 0}, {0, pi / 2, 0}});
    expectNear(body.position(), {0.1, 0, 0}, 1e-12);
    expectNear(Vec3d(body.place().axes.x), {0, 0, -1});
    EXPECT_EQ(body.motion().velocity, Vec3{});
}

TEST(RigidBody, IsNotRoundedByBeingToldItsOwnMotion) {
    RigidBody body = makeBody();
    body.setMotion({.velocity = {0.1F, 0, 0}, .angularVelocity = {0.3F, 0.2F, 0.1F}});
    RigidBody other = body;
    for (int k = 0; k < 50; ++k) {
        body.move(1.0 / 300);
        other.move(1.0 / 300);
        other.setMotion(other.motion());
    }
    EXPECT_EQ(body.position().x, other.position().x);
}

/// A push that lasts a while, felt through contact with fluid far heavier than the body.
double momentumAfterLoan(const std::function<double(int)>& contactMass) {
    RigidBody body = makeBody(1);
    for (int k = 0; k < 2000; ++k) {
        if (k < 100) body.addForce({5, 0, 0}, {});
        body.addContactMass(contactMass(k));
        body.move(1e-3);
    }
    return body.motion().velocity.x;
}

TEST(RigidBody, PaysBackTheMassItBorrows) {
    EXPECT_NEAR(momentumAfterLoan([](int) { return 0.0; }), 0.5, 1e-6);
    EXPECT_NEAR(momentumAfterLoan([](int) { return 60.0; }), 0.5, 1e-3) << "the contact stays";
    RigidBody body = makeBody(1);
    body.addForce({5, 0, 0}, {});
    body.addContactMass(60);
    body.move(1e-3);
    EXPECT_NEAR(body.motion().velocity.x, 5e-3 / 4, 1e-7) << "the first of four instalments";
}

TEST(RigidBody, PaysBackTheMassItBorrowsAlsoWhenItLeavesTheFluid) {
    EXPECT_NEAR(momentumAfterLoan([](int k) { return k < 100 ? 60.0 : 0.0; }), 0.5, 1e-3);
    EXPECT_NEAR(momentumAfterLoan([](int k) { return 60 + 50 * std::sin(0.3 * k); }), 0.5, 1e-2);
}

}  // namespace
}  // namespace undine::test
