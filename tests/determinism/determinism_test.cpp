// SPDX-License-Identifier: Zlib
// The same scene gives the same bits, whatever the number of threads and however often it is run.
#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

struct Case {
    const char* name;
    int dimension;
    SolverSettings solver;
    FluidSettings fluid;
    bool hasOil = false;  // a second fluid in the way of the first
};

const PairForceSettings kAllForces{
    .viscosityModel = ViscosityModel::Implicit, .xsph = 0.05F, .vorticityConfinement = 2};

const Case kCases[] = {
    {"Conservative3D", 3, WcsphSettings{}, {}},
    {"Conservative2D", 2, WcsphSettings{}, {}},
    {"Mueller3D", 3, WcsphSettings{.formulation = Formulation::Mueller, .artificialViscosity = 0.2F}, {}},
    {"LinearWithTension3D",
     3,
     WcsphSettings{.equationOfState = EquationOfState::Linear},
     {.surfaceTension = 1}},
    {"WcsphWithAllForces3D",
     3,
     WcsphSettings{.pairForces = kAllForces},
     {.viscosity = 1, .surfaceTension = 1}},
    {"TwoFluids3D", 3, WcsphSettings{}, {}, true},
    {"TwoFluidsMueller2D",
     2,
     WcsphSettings{.formulation = Formulation::Mueller, .artificialViscosity = 0.2F},
     {},
     true},
    {"Pbf3D", 3, PbfSettings{}, {}},
    {"PbfTwoFluids3D", 3, PbfSettings{}, {}, true},
    {"Pbf2D", 2, PbfSettings{}, {}},
    {"PbfOfThePaper3D",
     3,
     PbfSettings{.constraint = {.formulation = Formulation::Mueller, .artificialPressure = 0.1F}},
     {}},
    {"PbfToATolerance3D", 3, PbfSettings{.constraint = {.iterations = 50, .densityTolerance = 1e-3F}}, {}},
    {"PbfWithAllForces3D", 3, PbfSettings{.pairForces = kAllForces}, {.viscosity = 1, .surfaceTension = 1}},
    {"SphPbd3D", 3, SphPbdSettings{}, {.surfaceTension = 0.1F}},
    {"SphPbd2D", 2, SphPbdSettings{}, {}},
};

class Determinism : public testing::TestWithParam<Case> {};

std::uint64_t hashAfterSteps(const Case& scene, int threads) {
    const bool flat = scene.dimension == 2;
    World world = makeTank(scene.solver, {.dimension = scene.dimension,
                                          .spacing = flat ? 0.008F : 0.025F,
                                          .tank = {0.8F, 0.6F, 0.4F},
                                          .water = {0.4F, 0.4F, 0.4F},
                                          .jitter = 0.1F,
                                          .fluid = scene.fluid,
                                          .threads = threads});
    take(world.addWall(SphereWall{.center = {0.55F, 0.1F, 0.2F}, .radius = 0.1F}));
    if (scene.hasOil) {
        const FluidIndex oil = take(world.addFluid({.restDensity = 300, .viscosity = 5}));
        take(world.fill(oil, BoxFill{.min = {0.4F, 0.2F, 0}, .max = {0.6F, 0.4F, 0.4F}}));
    }
    for (int k = 0; k < 40; ++k) EXPECT_TRUE(world.step().ok());
    return world.stateHash();
}

TEST_P(Determinism, AnyNumberOfThreadsGivesTheSameBits) {
    const std::uint64_t one = hashAfterSteps(GetParam(), 1);
    for (const int threads : {2, 3, 4, 8})
        EXPECT_EQ(hashAfterSteps(GetParam(), threads), one) << threads << " threads";
}

TEST_P(Determinism, ARepeatGivesTheSameBits) {
    EXPECT_EQ(hashAfterSteps(GetParam(), 2), hashAfterSteps(GetParam(), 2));
}

TEST_P(Determinism, EveryInstructionSetIsDeterministicOnItsOwn) {
    const std::string used = simdTarget();
    for (const std::string& target : simdTargets()) {
        take(selectSimdTarget(target));
        EXPECT_EQ(hashAfterSteps(GetParam(), 1), hashAfterSteps(GetParam(), 2)) << target;
    }
    take(selectSimdTarget(used));
}

INSTANTIATE_TEST_SUITE_P(Scenes, Determinism, testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

std::uint64_t hashOfMixer(int threads) {
    World world = makeTank(
        WcsphSettings{},
        {.spacing = 0.025F, .tank = {0.6F, 0.6F, 0.4F}, .water = {0.6F, 0.3F, 0.4F}, .threads = threads});
    BodySettings mixer;
    mixer.position = {0.3F, 0.35F, 0.2F};
    mixer.angularVelocity = {90, 300, 0};
    mixer.swing = {0, 0.1F, 0};
    mixer.friction = 0.3F;
    take(world.addBody({mixer, BoxBody{{0.3F, 0.1F, 0.1F}}}));
    take(world.addForce({{}, SwirlForce{.center = {0.3F, 0, 0.2F}, .radius = 0.3F, .strength = 5}}));
    take(world.addForce({{}, DragForce{.wind = {1, 0, 0}, .coefficient = 3, .min = {0, 0.2F, 0}}}));
    take(world.addTracers({{.spacing = 0.02F}, BoxFill{.min = {0, 0, 0}, .max = {0.6F, 0.5F, 0.4F}}}));
    const std::uint64_t before = world.stateHash();
    for (int k = 0; k < 40; ++k) EXPECT_TRUE(world.step().ok());
    EXPECT_NE(world.stateHash(), before);
    return world.stateHash();
}

TEST(MovingScene, HasTheSameBitsOnAnyNumberOfThreads) {
    const std::uint64_t one = hashOfMixer(1);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(hashOfMixer(threads), one) << threads << " threads";
}

TEST(StateHash, SeesTracers) {
    World world = makeTank(WcsphSettings{}, {});
    const std::uint64_t before = world.stateHash();
    take(world.addTracers({{}, BoxFill{.min = {0, 0, 0}, .max = {0.4F, 0.2F, 0.4F}}}));
    EXPECT_NE(world.stateHash(), before);
}

TEST(StateHash, ChangesWhenOneVelocityChanges) {
    World world = makeTank(WcsphSettings{}, {});
    const std::uint64_t before = world.stateHash();
    world.setVelocity(5, {0, 1e-30F, 0});
    EXPECT_NE(world.stateHash(), before);
}

}  // namespace
}  // namespace undine::test
