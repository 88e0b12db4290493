// SPDX-License-Identifier: Zlib
// What every solver promises. The tests run for each entry of the registry, so a new method is held to them
// at once.
#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

class SolverContract : public testing::TestWithParam<SolverInfo> {
  protected:
    const SolverSettings& solver() const { return GetParam().defaults; }

    World emptyWorld(WorldSettings settings = {}) const {
        settings.particleSpacing = 0.05F;
        World world = take(World::create(settings, solver()));
        take(world.addFluid({}));
        return world;
    }
};

/// What every method promises whose particles are the fluid.
class LiquidContract : public SolverContract {};

TEST_P(SolverContract, FluidAtRestStaysInItsTank) {
    for (const int dimension : {2, 3}) {
        World world = makeTank(solver(), {.dimension = dimension});
        ASSERT_TRUE(world.advance(1).ok());
        EXPECT_LT(kineticEnergyPerKilogram(world, 1000 * (dimension == 2 ? 0.16 : 0.064)), 1e-3);
        for (const Vec3 x : world.positions()) EXPECT_GE(std::min({x.x, x.y, 0.4F - x.x}), 0.0249F);
    }
}

TEST_P(LiquidContract, WaterAtRestStaysAtRest) {
    for (const int dimension : {2, 3}) {
        World world = makeTank(solver(), {.dimension = dimension});
        const double mass = 1000 * (dimension == 2 ? 0.16 : 0.064);
        ASSERT_TRUE(world.advance(1.5F).ok());
        EXPECT_LT(kineticEnergyPerKilogram(world, mass), 1e-3) << dimension << "D";

        // The surface is where it was, and nothing has left the tank.
        float top = 0;
        for (const Vec3 x : world.positions()) {
            top = std::max(top, x.y);
            EXPECT_GE(std::min({x.x, x.y, 0.4F - x.x}), 0.0249F);
        }
        EXPECT_NEAR(top, 0.375F, 0.02F) << dimension << "D";
    }
}

TEST_P(LiquidContract, MomentumIsKeptWithoutWallsAndGravity) {
    for (const int dimension : {2, 3}) {
        World world = makeFreeBlock(solver(), dimension, {}, {1, 0.5F, 0});
        const Statistics before = world.computeStatistics();
        for (int k = 0; k < 100; ++k) ASSERT_TRUE(world.step().ok());
        const Statistics after = world.computeStatistics();
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(after.momentum[k], before.momentum[k], 2e-6 * before.momentum[0])
                << dimension << "D, axis " << k;
        }
    }
}

TEST_P(LiquidContract, OneParticleFallsLikeAStone) {
    World world = emptyWorld();
    const Vec3 start[] = {{0.1F, 2, 0.3F}};
    take(world.addParticles(0, start, {1, 0, 0}));
    float largestStep = 0;
    while (world.time() < 0.5) {
        const StepReport report = world.step(static_cast<float>(0.5 - world.time()));
        ASSERT_TRUE(report.ok());
        largestStep = std::max(largestStep, report.dt);
    }
    const auto t = static_cast<float>(world.time());
    const Vec3 x = world.positions()[0];
    EXPECT_NEAR(x.x, 0.1F + t, 1e-4F);
    EXPECT_NEAR(x.z, 0.3F, 1e-6F);
    // Semi-implicit Euler is off by half a step's worth of the velocity.
    EXPECT_NEAR(x.y, 2 - 0.5F * 9.81F * t * t, 0.51F * 9.81F * t * largestStep + 1e-5F);
}

TEST_P(SolverContract, NoParticlesAreNoTrouble) {
    World world = emptyWorld();
    EXPECT_TRUE(world.advance(0.1F).ok());
    EXPECT_NEAR(world.time(), 0.1, 1e-6);
    EXPECT_EQ(world.particleCount(), 0U);
}

TEST_P(LiquidContract, TwoParticlesPushEachOtherApartEvenly) {
    World world = emptyWorld({.gravity = {0, 0, 0}});
    // So close that even the sum of two kernels is above the rest density.
    const Vec3 pair[] = {{-0.001F, 0, 0}, {0.001F, 0, 0}};
    take(world.addParticles(0, pair));
    for (int k = 0; k < 50; ++k) ASSERT_TRUE(world.step().ok());
    const Vec3 a = world.positions()[*world.findParticle(0)];
    const Vec3 b = world.positions()[*world.findParticle(1)];
    EXPECT_NEAR(a.x, -b.x, 1e-6F);
    EXPECT_LE(a.x, -0.001F);
    EXPECT_EQ(a.y, 0);
}

TEST_P(SolverContract, CoincidentParticlesGiveNoNaN) {
    World world = emptyWorld();
    const std::vector<Vec3> same(3, Vec3{0.5F, 0.5F, 0.5F});
    take(world.addParticles(0, same));
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(world.step().ok());
    for (const Vec3 x : world.positions()) EXPECT_TRUE(std::isfinite(x.x + x.y + x.z));
}

TEST_P(LiquidContract, ACrowdInOneCellIsReported) {
    World world = emptyWorld();
    take(world.addParticles(0, makeBlock({10, 10, 20}, {0.01F, 0.01F, 0.005F})));
    const StepReport report = world.step();
    EXPECT_TRUE(contains(report.trouble, StepTrouble::TooDense));
    EXPECT_EQ(report.dt, 0);
    const std::string diagnosis = world.diagnose(report);
    EXPECT_NE(diagnosis.find("times the rest density"), std::string::npos) << diagnosis;
    EXPECT_NE(diagnosis.find("look for fills that overlap"), std::string::npos) << diagnosis;
}

TEST_P(SolverContract, AParticleFarAwayIsReportedAndNamed) {
    World world = emptyWorld();
    const Vec3 points[] = {{0, 0, 0}, {1e6F, 0, 0}, {0.05F, 0, 0}};
    take(world.addParticles(0, points));
    const StepReport report = world.step();
    EXPECT_TRUE(contains(report.trouble, StepTrouble::OutOfRange));
    EXPECT_EQ(report.offender.id, 1U);
    EXPECT_NE(world.diagnose(report).find("Particle 1 at (1e+06, 0, 0)"), std::string::npos)
        << world.diagnose(report);
    EXPECT_EQ(world.particleCount(), 3U);
}

TEST_P(SolverContract, APositionThatIsNotANumberIsReported) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        World world = emptyWorld();
        const Vec3 points[] = {{0, 0, 0}, {0.05F, 0, 0}, {0, bad, 0}};
        take(world.addParticles(0, points));
        const StepReport report = world.step();
        EXPECT_TRUE(contains(report.trouble, StepTrouble::NotFinite));
        EXPECT_EQ(report.offender.id, 2U);
        // Removing the culprit makes the world whole again.
        const ParticleId culprit[] = {report.offender.id};
        EXPECT_EQ(world.removeParticles(culprit), 1U);
        EXPECT_TRUE(world.step().ok());
    }
}

TEST_P(SolverContract, AVelocityThatIsNotANumberIsReported) {
    World world = makeTank(solver(), {});
    world.setVelocity(17, {0, std::numeric_limits<float>::quiet_NaN(), 0});
    const ParticleId id = world.ids()[17];
    const StepReport report = world.step();
    EXPECT_TRUE(contains(report.trouble, StepTrouble::NotFinite));
    const VectorView v = world.velocities();
    EXPECT_FALSE(std::isfinite(v[*world.findParticle(id)].y));
}

// The passes only notice that something is wrong; whatever they notice must come out as trouble, or a run
// would stand still.
TEST_P(SolverContract, AStepThatDoesNotMoveIsTrouble) {
    const float limit = 3;
    World world = emptyWorld({.maxSpeed = limit});
    std::vector<Vec3> apart;
    for (int k = 0; k < 500; ++k) apart.push_back({static_cast<float>(k), 0, 0});  // NOLINT: a few
    take(world.addParticles(0, apart));
    for (int k = 0; k < 200; ++k) {
        const float angle = 0.01F * static_cast<float>(k);
        for (Index i = 0; i < world.particleCount(); ++i) {
            const float a = angle + 0.001F * static_cast<float>(i);
            world.setVelocity(i, {limit * std::cos(a), limit * std::sin(a), 0});
        }
        const StepReport report = world.step(1e-6F);
        EXPECT_TRUE(!report.ok() || report.dt > 0);
    }
}

// With ten times the step that sound can bear, a method either stops with a reason or does not mind.
TEST_P(LiquidContract, AnExplosionIsStoppedWithADiagnosisOrDoesNotHappen) {
    WorldSettings settings;
    settings.particleSpacing = 0.05F;
    settings.timeStep = 0.02F;
    World world = take(World::create(settings, solver()));
    take(world.addFluid({}));
    take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {0.4F, 1, 0.4F}}));
    take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {0.4F, 0.6F, 0.4F}, .jitter = 0.1F}));
    const Statistics before = world.computeStatistics();
    StepReport report;
    for (int k = 0; k < 2000 && report.ok(); ++k) report = world.step();
    if (report.ok()) {
        const Statistics after = world.computeStatistics();
        EXPECT_LE(after.kineticEnergy + after.potentialEnergy, before.potentialEnergy);
        for (const Vec3 x : world.positions()) {
            EXPECT_GE(std::min({x.x, x.y, x.z, 0.4F - x.x, 1 - x.y, 0.4F - x.z}), 0.0249F);
        }
        return;
    }
    const std::string diagnosis = world.diagnose(report);
    EXPECT_NE(diagnosis.find("world.time_step"), std::string::npos) << diagnosis;
    EXPECT_NE(diagnosis.find("Particle "), std::string::npos) << diagnosis;
}

// A block of a metre at 30 m/s into a corner of a closed box.
TEST_P(LiquidContract, AViolentImpactNeitherExplodesNorLeaks) {
    for (const int dimension : {2, 3}) {
        WorldSettings settings;
        settings.dimension = dimension;
        settings.particleSpacing = dimension == 2 ? 0.05F : 0.1F;
        World world = take(World::create(settings, solver()));
        take(world.addFluid({.stiffness = 90000}));  // ten times the speed of the block
        take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {2, 2, 2}}));
        const Vec3 velocity = dimension == 2 ? Vec3{-30, -30, 0} : Vec3{-30, -30, -30};
        take(world.fill(0,
                        BoxFill{.min = {0.3F, 0.3F, 0.3F}, .max = {1.3F, 1.3F, 1.3F}, .velocity = velocity}));
        const Statistics before = world.computeStatistics();
        const StepReport report = world.advance(0.5F);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        const Statistics after = world.computeStatistics();
        EXPECT_LT(after.kineticEnergy + after.potentialEnergy, before.kineticEnergy + before.potentialEnergy);
        const float r = 0.499F * settings.particleSpacing;
        for (const Vec3 x : world.positions()) {
            ASSERT_GE(std::min({x.x, x.y, 2 - x.x, 2 - x.y}), r) << dimension << "D";
            ASSERT_GE(dimension == 2 ? 1 : std::min(x.z, 2 - x.z), r) << dimension << "D";
        }
    }
}

// Far from the origin numbers are coarser, and a mirrored sum is rounded the same way; both must be the same
// flow.
TEST_P(SolverContract, TheFlowDoesNotDependOnWhereItIs) {
    const auto run = [&](Vec3 shift) {
        World world = emptyWorld();
        take(world.addWall(PlaneWall{.point = shift, .normal = {0, 1, 0}}));
        take(world.fill(0, BoxFill{.min = shift, .max = shift + Vec3{0.3F, 0.3F, 0.3F}}));
        EXPECT_TRUE(world.advance(0.05F).ok());
        return world;
    };
    const World here = run({0, 0, 0});
    const World there = run({8, -4, 2});
    for (ParticleId id = 0; id < here.particleCount(); ++id) {
        const Vec3 a = here.positions()[*here.findParticle(id)];
        const Vec3 b = there.positions()[*there.findParticle(id)] - Vec3{8, -4, 2};
        EXPECT_NEAR(std::sqrt(dot(a - b, a - b)), 0, 2e-4F) << "particle " << id;
    }
}

TEST_P(SolverContract, AMirroredSceneIsAMirroredFlow) {
    const auto run = [&](float side) {
        World world = emptyWorld();
        take(world.addWall(PlaneWall{}));
        take(world.addWall(PlaneWall{.normal = {side, 0, 0}}));
        std::vector<Vec3> block = makeBlock({6, 6, 6}, {0.05F, 0.05F, 0.05F});
        for (Vec3& x : block) x = {side * (x.x + 0.025F), x.y + 0.025F, x.z};
        take(world.addParticles(0, block));
        EXPECT_TRUE(world.advance(0.05F).ok());
        return world;
    };
    const World right = run(1);
    const World left = run(-1);
    for (ParticleId id = 0; id < right.particleCount(); ++id) {
        const Vec3 a = right.positions()[*right.findParticle(id)];
        const Vec3 b = left.positions()[*left.findParticle(id)];
        EXPECT_NEAR(a.x, -b.x, 1e-4F) << "particle " << id;
        EXPECT_NEAR(a.y, b.y, 1e-4F) << "particle " << id;
    }
}

TEST_P(SolverContract, EverySettingOutOfRangeIsRefusedByNameAndRange) {
    const auto table =
        std::visit([](const auto& s) { return parametersOf<std::decay_t<decltype(s)>>(); }, solver());
    int refused = 0;
    for (const Parameter& p : table) {
        if (p.type != ParameterType::Number) continue;
        SolverSettings settings = solver();
        void* address = std::visit([](auto& s) -> void* { return &s; }, settings);
        p.set(address, p.range.min - 1);
        const auto world = World::create({}, settings);
        ASSERT_FALSE(world.ok()) << p.key;
        EXPECT_NE(world.error().find("solver." + std::string(p.key)), std::string::npos) << world.error();
        EXPECT_NE(world.error().find(describeAllowed(p)), std::string::npos) << world.error();
        ++refused;
    }
    EXPECT_GT(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(All, SolverContract, testing::ValuesIn(solvers().begin(), solvers().end()),
                         [](const auto& tested) { return std::string(tested.param.name); });
INSTANTIATE_TEST_SUITE_P(All, LiquidContract, testing::ValuesIn(liquidSolvers()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace undine::test
