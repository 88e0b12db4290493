// SPDX-License-Identifier: Zlib
// A world that takes over a saved state goes on to the same bits as the one that was never interrupted.
#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

struct Case {
    SolverInfo solver;
    int dimension;
};

World makeScene(const Case& scene, int threads) {
    const int dimension = scene.dimension;
    const bool flat = dimension == 2;
    return makeTank(scene.solver.defaults, {.dimension = dimension,
                                            .spacing = flat ? 0.01F : 0.04F,
                                            .tank = {0.8F, 0.6F, 0.4F},
                                            .water = {0.4F, 0.4F, 0.4F},
                                            .jitter = 0.1F,
                                            .threads = threads});
}

/// A world in the middle of its life: sorted many times, with tags, some particles gone and some new.
World makeUsed(const Case& scene, int threads) {
    World world = makeScene(scene, threads);
    for (Index i = 0; i < world.particleCount(); ++i) world.tags()[i] = 1000 + world.ids()[i];
    for (int k = 0; k < 15; ++k) EXPECT_TRUE(world.step().ok());
    EXPECT_EQ(world.removeParticles(std::vector<ParticleId>{3, 50, 77}), 3U);
    const std::vector<Vec3> drop = {{0.6F, 0.3F, 0}, {0.65F, 0.3F, 0}};
    take(world.addParticles(0, drop, {0, -1, 0}));
    for (int k = 0; k < 10; ++k) EXPECT_TRUE(world.step().ok());
    return world;
}

void stepAndAdd(World& world) {
    for (int k = 0; k < 10; ++k) EXPECT_TRUE(world.step().ok());
    take(world.addParticles(0, std::vector<Vec3>{{0.7F, 0.4F, 0}}));  // shows the next id
    EXPECT_TRUE(world.advance(0.01F).ok());
}

std::vector<Case> allCases() {
    std::vector<Case> cases;
    for (const SolverInfo& solver : solvers()) {
        for (const int dimension : {2, 3}) cases.push_back({solver, dimension});
    }
    return cases;
}

class Resume : public testing::TestWithParam<Case> {};

TEST_P(Resume, GoesOnToTheSameBitsWithAnyNumberOfThreads) {
    World whole = makeUsed(GetParam(), 2);
    const std::vector<std::byte> state = whole.saveState();
    const std::uint64_t saved = whole.stateHash();
    stepAndAdd(whole);
    for (const int threads : {1, 2, 3, 8}) {
        SCOPED_TRACE(std::to_string(threads) + " threads");
        World resumed = makeScene(GetParam(), threads);
        take(resumed.restoreState(state));
        EXPECT_EQ(resumed.stateHash(), saved);
        EXPECT_EQ(resumed.saveState(), state);
        stepAndAdd(resumed);
        EXPECT_EQ(resumed.stateHash(), whole.stateHash());
        EXPECT_EQ(resumed.time(), whole.time());
        EXPECT_EQ(resumed.stepCount(), whole.stepCount());
        EXPECT_EQ(resumed.ids().back(), whole.ids().back());
        for (Index i = 0; i < resumed.particleCount(); ++i) ASSERT_EQ(resumed.tags()[i], whole.tags()[i]);
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, Resume, testing::ValuesIn(allCases()), [](const auto& tested) {
    return std::string(tested.param.solver.name) + std::to_string(tested.param.dimension) + "D";
});

TEST(SavedState, WorksInTheWorldThatWasSaved) {
    World world = makeUsed({solvers()[0], 2}, 1);
    const std::vector<std::byte> state = world.saveState();
    stepAndAdd(world);
    const std::uint64_t end = world.stateHash();
    take(world.restoreState(state));
    stepAndAdd(world);
    EXPECT_EQ(world.stateHash(), end);
}

TEST(SavedState, OfAnEmptyWorldIsPossible) {
    World world = take(World::create());
    EXPECT_TRUE(world.step().ok());
    World other = take(World::create());
    take(other.restoreState(world.saveState()));
    EXPECT_EQ(other.time(), world.time());
    EXPECT_EQ(other.stateHash(), world.stateHash());
}

TEST(StateHash, ChangesWithTimeAndTheNextId) {
    World world = take(World::create());
    take(world.addFluid({}));
    const std::uint64_t fresh = world.stateHash();
    const ParticleId id = take(world.addParticles(0, std::vector<Vec3>{{0, 0, 0}}));
    EXPECT_EQ(world.removeParticles(std::vector<ParticleId>{id}), 1U);
    const std::uint64_t emptied = world.stateHash();
    EXPECT_NE(emptied, fresh);
    EXPECT_TRUE(world.step().ok());
    EXPECT_NE(world.stateHash(), emptied);
}

}  // namespace
}  // namespace undine::test
