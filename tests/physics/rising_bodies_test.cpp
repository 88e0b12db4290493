// SPDX-License-Identifier: Zlib
// Light bodies that lie on the floor of a tank come up, though no particle fits below them.
#include <gtest/gtest.h>

#include "tests/support/rigid.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.03F;
constexpr float kDepth = 0.3F;

float heightAfterASecond(const SolverSettings& solver, const RigidShape& shape, int dimension, Vec3 place) {
    World world = take(World::create({.dimension = dimension, .particleSpacing = kSpacing}, solver));
    const FluidIndex water = take(world.addFluid({.restDensity = 1000}));
    const float side = dimension == 2 ? 0 : 0.6F;
    take(world.addWall(BoxWall{.max = {0.6F, 1, side}}));
    const RigidId body = take(world.addRigidBody(bodyOf(shape, 300, dimension),
                                                 {.position = place, .acceleration = {0, -9.81F, 0}}));
    take(world.fill(water, BoxFill{.max = {0.6F, kDepth, side}}));
    EXPECT_TRUE(world.advance(1).ok());
    return world.rigidMotion(body)->position.y;
}

TEST(RisingBodies, ComeUpFromTheFloor) {
    constexpr float kHalf = 0.075F;
    for (const SolverSettings& solver : {SolverSettings{WcsphSettings{}}, SolverSettings{PbfSettings{}}}) {
        SCOPED_TRACE(solver.index());
        const Vec3 onFloor{0.3F, kHalf + 0.001F, 0.3F};
        EXPECT_GT(heightAfterASecond(solver, BoxBody{{2 * kHalf, 2 * kHalf, 2 * kHalf}}, 3, onFloor), 0.25F);
        EXPECT_GT(heightAfterASecond(solver, SphereBody{kHalf}, 3, onFloor), 0.25F);
        EXPECT_GT(heightAfterASecond(solver, BoxBody{{2 * kHalf, 2 * kHalf, 1}}, 2, {0.3F, onFloor.y, 0}),
                  0.2F);
    }
}

}  // namespace
}  // namespace undine::test
