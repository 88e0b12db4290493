// SPDX-License-Identifier: Zlib
// Vortices next to walls, against what is known of them and their images.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/geometry.h"
#include "tests/support/rigid.h"
#include "tests/support/worlds.h"
#include "validate/vortex_worlds.h"

namespace undine::test {
namespace {

using validate::emptyAir;
using validate::kPi;
using validate::ringAt;
using validate::scalars;
using validate::vectors;

/// The middle of the vorticity of one sign, in two dimensions.
Vec3d middleOf(const World& world, float sign) {
    const VectorView w = vectors(world, "vorticity");
    Vec3d sum;
    double weight = 0;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const double own = std::max(sign * w[i].z, 0.0F);
        sum = sum + own * Vec3d(world.positions()[i]);
        weight += own;
    }
    return (1 / weight) * sum;
}

// With its image it is a pair at twice the distance: G/(4 pi d).
TEST(VortexAtAWall, MovesAlongItAsItsImageHasIt) {
    for (const float height : {0.6F, 1.0F}) {
        World world = emptyAir(0.05F, {}, 2);
        take(world.addWall(PlaneWall{.point = {0, 0, 0}, .normal = {0, 1, 0}}));
        take(world.addVortex({{.circulation = 1, .core = 0.12F}, VortexPatch{{0, height, 0}}}));
        const double time = 3;
        ASSERT_TRUE(world.advance(static_cast<float>(time)).ok());
        const Vec3d middle = middleOf(world, 1);
        EXPECT_NEAR(middle.x / time * 4 * kPi * static_cast<double>(height), 1, 0.02) << height;
        EXPECT_NEAR(middle.y, static_cast<double>(height), 0.01) << height;
    }
}

// Point vortices at (x, y) and (-x, y) above a wall keep 1/x^2 + 1/y^2.
TEST(VortexPairAboveAWall, Separates) {
    const auto pairAfter = [](float seconds, bool mirrors) {
        World world = emptyAir(0.05F, {.flow = {.mirrors = mirrors}}, 2);
        take(world.addWall(PlaneWall{.point = {0, 0, 0}, .normal = {0, 1, 0}}));
        take(world.addVortex({{.circulation = 1, .core = 0.12F}, VortexPatch{{0.4F, 1.2F, 0}}}));
        take(world.addVortex({{.circulation = -1, .core = 0.12F}, VortexPatch{{-0.4F, 1.2F, 0}}}));
        EXPECT_TRUE(world.advance(seconds).ok());
        return middleOf(world, 1);
    };
    const double kept = 1 / 0.16 + 1 / 1.44;
    const Vec3d after = pairAfter(6, true);
    EXPECT_GT(after.x, 0.6);
    EXPECT_LT(after.y, 0.6);
    EXPECT_NEAR((1 / (after.x * after.x) + 1 / (after.y * after.y)) / kept, 1, 0.06);
    EXPECT_LT(pairAfter(4, false).x, 0.45) << "without mirrors they come straight down";
}

TEST(VortexRingAboveAFloor, Widens) {
    const auto radiusAfter = [](float seconds, bool mirrors) {
        World world = emptyAir(0.1F, {.flow = {.mirrors = mirrors}, .remeshInterval = 10});
        take(world.addWall(PlaneWall{.point = {0, -0.9F, 0}, .normal = {0, 1, 0}}));
        VortexSeed ring = ringAt(0, 0.2F);
        std::get<VortexRing>(ring.shape).axis = {0, -1, 0};
        take(world.addVortex(ring));
        EXPECT_TRUE(world.advance(seconds).ok());
        const VectorView w = vectors(world, "vorticity");
        double sum = 0, weight = 0;
        for (Index i = 0; i < world.particleCount(); ++i) {
            const Vec3 x = world.positions()[i];
            const double own = length(w[i]);
            sum += own * std::hypot(x.x, x.z);
            weight += own;
        }
        return sum / weight;
    };
    EXPECT_NEAR(radiusAfter(2.5F, false), 1, 0.03);
    EXPECT_GT(radiusAfter(2.5F, true), 1.12);
    EXPECT_GT(radiusAfter(5, true), 1.5);
}

// Without an engine for contacts bodies go through walls, and through their own images there.
TEST(BallInAMirror, DoesNotMindItsOwnImage) {
    const auto speedAfter = [](bool hasWall) {
        World world = emptyAir(1, {.flow = {.shedding = 0}}, 3, 0, 0.1F);
        if (hasWall) take(world.addWall(PlaneWall{.point = {0, -7, 0}, .normal = {0, 1, 0}}));
        RigidMotion motion;
        motion.velocity = {0, -2, 0};
        motion.acceleration = {0, -0.1F, 0};
        const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{5}, 0.5), motion));
        for (int k = 0; k < 60; ++k) EXPECT_TRUE(world.step().ok());
        EXPECT_LT(world.rigidMotion(ball)->position.y, -10);
        return world.rigidMotion(ball)->velocity.y;
    };
    EXPECT_EQ(speedAfter(true), speedAfter(false));
}

// A ring next to a ball at a wall pushes it as the ring and its image do in the open.
TEST(BallInAMirror, IsPushedByTheImagesOfVortices) {
    const auto speedAfter = [](bool hasWall, bool hasImage) {
        World world = emptyAir(1, {.flow = {.stretching = false, .shedding = 0}}, 3, 0, 0.1F);
        if (hasWall) take(world.addWall(PlaneWall{.point = {0, -10, 0}, .normal = {0, 1, 0}}));
        take(world.addVortex({{.circulation = 20, .core = 2}, VortexRing{{0, -6, 0}, {0, -1, 0}, 8}}));
        if (hasImage)
            take(world.addVortex({{.circulation = 20, .core = 2}, VortexRing{{0, -14, 0}, {0, 1, 0}, 8}}));
        const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{5}, 1), {}));
        for (int k = 0; k < 10; ++k) EXPECT_TRUE(world.step().ok());
        return static_cast<double>(world.rigidMotion(ball)->velocity.y);
    };
    const double open = speedAfter(false, false);
    const double change = speedAfter(false, true) - open;
    EXPECT_GT(std::fabs(change), std::fabs(open));
    EXPECT_NEAR(speedAfter(true, false), open + change, 0.02 * std::fabs(change));
}

}  // namespace
}  // namespace undine::test
