// SPDX-License-Identifier: Zlib
// Fluid with moving bodies gives the same bits for any number of threads, and after a restore.
#include <gtest/gtest.h>

#include "tests/support/meshes.h"
#include "tests/support/rigid.h"
#include "tests/support/solids.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.04F;

/// A pool with a raft on it, a ball that falls, a mesh that turns, and a block that lies on the ground.
class RigidDeterminism : public testing::TestWithParam<int> {
  protected:
    World makeScene(int threads) const {
        World world = take(World::create({.particleSpacing = kSpacing, .threads = threads},
                                         solvers()[static_cast<std::size_t>(GetParam())].defaults));
        take(world.addFluid({.viscosity = 0.1F}));
        take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {0.8F, 2, 0.6F}}));
        const Vec3 gravity{0, -9.81F, 0};
        take(world.addRigidBody(bodyOf(BoxBody{{0.3F, 0.08F, 0.3F}}, 500),
                                {.position = {0.2F, 0.47F, 0.3F}, .acceleration = gravity}));
        take(world.addRigidBody(
            bodyOf(SphereBody{0.1F}, 2000),
            {.position = {0.6F, 0.55F, 0.3F}, .velocity = {0, -1, 0}, .acceleration = gravity}));
        take(world.addRigidBody({.parts = {{meshBody(torusMesh(0.15, 0.05, 12)), {}, {}}}},
                                {.position = {0.6F, 0.15F, 0.3F}, .angularVelocity = {0, 2, 0}}));
        // A block that lies on the ground, where water would carry it; it is too heavy to be moved by it.
        take(
            world.addRigidBody(bodyOf(BoxBody{{0.12F, 0.2F, 0.12F}}, 1e8), {.position = {0.2F, 0.1F, 0.3F}}));
        take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {0.8F, 0.4F, 0.6F}}));
        return world;
    }
    static void run(World& world, int frames) {
        for (int k = 0; k < frames; ++k) {
            const StepReport report = world.advance(1.0F / 120);
            ASSERT_TRUE(report.ok()) << world.diagnose(report);
        }
    }
};

TEST_P(RigidDeterminism, GivesTheSameBitsForAnyNumberOfThreads) {
    std::uint64_t expected = 0;
    for (const int threads : {1, 2, 3, 4, 8}) {
        World world = makeScene(threads);
        run(world, 12);
        if (threads == 1) expected = world.stateHash();
        EXPECT_EQ(world.stateHash(), expected) << threads << " threads";
    }
}

TEST_P(RigidDeterminism, GoesOnToTheSameBitsAfterARestore) {
    World world = makeScene(2);
    run(world, 10);
    const std::vector<std::byte> state = world.saveState();
    const std::uint64_t hash = world.stateHash();
    run(world, 10);
    World other = makeScene(2);
    take(other.restoreState(state));
    EXPECT_EQ(other.stateHash(), hash);
    run(other, 10);
    EXPECT_EQ(other.stateHash(), world.stateHash());
    // And in the same world, once more.
    take(world.restoreState(state));
    run(world, 10);
    EXPECT_EQ(other.stateHash(), world.stateHash());
}

TEST_P(RigidDeterminism, HasItsBodiesInTheHash) {
    World world = makeScene(1);
    const std::uint64_t before = world.stateHash();
    take(world.setRigidMotion(0, {.position = {0.2F, 0.47F, 0.3F}, .velocity = {1e-3F, 0, 0}}));
    EXPECT_NE(world.stateHash(), before);
}

INSTANTIATE_TEST_SUITE_P(Rigid, RigidDeterminism, testing::Values(0, 1, 2), [](const auto& method) {
    return std::string(shortName(solvers()[static_cast<std::size_t>(method.param)].defaults));
});

}  // namespace
}  // namespace undine::test
