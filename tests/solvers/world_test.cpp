// SPDX-License-Identifier: Zlib
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

template <class Settings, class Try>
void expectRefusals(const char* path, Try&& attempt) {
    for (const Parameter& p : parametersOf<Settings>()) {
        if (p.type != ParameterType::Number && p.type != ParameterType::Integer) continue;
        std::vector<double> bad;
        if (std::isfinite(p.range.min)) bad.push_back(p.range.min - 1);
        if (std::isfinite(p.range.max))
            bad.push_back(p.type == ParameterType::Integer ? p.range.max + 1 : 2 * p.range.max + 1);
        if (p.type == ParameterType::Number) bad.push_back(std::numeric_limits<double>::quiet_NaN());
        for (const double value : bad) {
            Settings settings;
            if (p.type == ParameterType::Integer) {
                p.set(&settings, static_cast<std::int64_t>(value));
            } else {
                p.set(&settings, value);
            }
            const std::string error = attempt(settings);
            EXPECT_NE(error.find(std::string(path) + "." + p.key + ": "), std::string::npos)
                << p.key << ": " << error;
            EXPECT_NE(error.find(describeAllowed(p)), std::string::npos) << p.key << ": " << error;
        }
    }
}

TEST(World, RefusesSettingsOutOfRangeByNameAndRange) {
    expectRefusals<WorldSettings>("world", [](const WorldSettings& s) { return World::create(s).error(); });
    World world = take(World::create());
    expectRefusals<FluidSettings>("fluids.0",
                                  [&](const FluidSettings& s) { return world.addFluid(s).error(); });
    EXPECT_TRUE(world.fluids().empty());
}

TEST(World, RefusesSettingsThatContradictEachOther) {
    EXPECT_NE(World::create({.particleSpacing = 0.1F, .supportRadius = 0.05F}).error().find("support_radius"),
              std::string::npos);
    EXPECT_NE(World::create({.particleSpacing = 0.1F, .supportRadius = 1}).error().find("at most 8 times"),
              std::string::npos);
    EXPECT_NE(World::create({.maxTimeStep = 1e-5F, .minTimeStep = 1e-4F}).error().find("min_time_step"),
              std::string::npos);
}

TEST(World, RefusesShapesThatMakeNoSense) {
    World world = take(World::create());
    take(world.addFluid({}));
    EXPECT_NE(world.addWall(PlaneWall{.normal = {0, 0, 0}}).error().find("length above 0"),
              std::string::npos);
    EXPECT_NE(world.addWall(BoxWall{.min = {1, 0, 0}, .max = {0, 1, 1}}).error().find("max"),
              std::string::npos);
    EXPECT_NE(world.addWall(SphereWall{.radius = -1}).error().find("radius"), std::string::npos);
    EXPECT_NE(world.fill(1, BoxFill{}).error().find("fluid 1"), std::string::npos);
    EXPECT_NE(world.fill(0, BoxFill{.max = {0.001F, 1, 1}}).error().find("smaller than one"),
              std::string::npos);
    EXPECT_NE(world.fill(0, BoxFill{.max = {1e4F, 1e4F, 1e4F}}).error().find("GB"), std::string::npos);
    EXPECT_EQ(world.particleCount(), 0U);
}

TEST(World, FillsABoxWithTheMassOfItsVolume) {
    for (const int dimension : {2, 3}) {
        World world = take(World::create({.dimension = dimension, .particleSpacing = 0.05F}));
        take(world.addFluid({}));
        const Index count = take(world.fill(0, BoxFill{.max = {0.5F, 0.4F, 0.3F}}));
        EXPECT_EQ(count, dimension == 2 ? 80U : 480U);
        // Moving at 1 m/s the momentum is the mass: that of the volume, because the kernel sums to 1 on a
        // lattice.
        for (Index i = 0; i < count; ++i) world.setVelocity(i, {1, 0, 0});
        const double mass = dimension == 2 ? 200 : 60;
        EXPECT_NEAR(world.computeStatistics().momentum[0], mass, 0.004 * mass);
    }
}

TEST(World, FindsParticlesByIdAfterStepsAndRemoval) {
    World world = makeTank(WcsphSettings{}, {.jitter = 0.3F});
    for (const ParticleId id : world.ids()) world.tags()[*world.findParticle(id)] = 1000 + id;
    ASSERT_TRUE(world.advance(0.2F).ok());
    std::vector<ParticleId> third;
    for (ParticleId id = 0; id < world.particleCount(); id += 3) third.push_back(id);
    const Index before = world.particleCount();
    EXPECT_EQ(world.removeParticles(third), third.size());
    EXPECT_EQ(world.particleCount(), before - third.size());
    EXPECT_FALSE(world.findParticle(3).has_value());
    ASSERT_TRUE(world.advance(0.05F).ok());
    for (Index i = 0; i < world.particleCount(); ++i) {
        EXPECT_EQ(world.tags()[i], 1000 + world.ids()[i]);
        EXPECT_EQ(world.findParticle(world.ids()[i]), i);
    }
}

TEST(World, DensitiesStayWithTheirParticlesThroughRemoval) {
    World world = makeTank(WcsphSettings{}, {.jitter = 0.3F});
    ASSERT_TRUE(world.step().ok());
    const ParticleId kept = world.ids()[world.particleCount() - 1];
    const float density = world.densities()[*world.findParticle(kept)];
    const ParticleId gone[] = {world.ids()[0], world.ids()[5]};
    EXPECT_EQ(world.removeParticles(gone), 2U);
    EXPECT_EQ(world.densities()[*world.findParticle(kept)], density);
}

TEST(World, FillsAroundObstaclesAndNotBehindWalls) {
    World world = take(World::create({.particleSpacing = 0.05F}));
    take(world.addFluid({}));
    take(world.addWall(BoxWall{.max = {1, 1, 1}}));
    take(world.addWall(SphereWall{.center = {0.5F, 0.5F, 0.5F}, .radius = 0.2F}));
    take(world.fill(0, BoxFill{.min = {-1, 0, 0}, .max = {1, 1, 1}}));
    for (const Vec3 x : world.positions()) {
        const Vec3 d = x - Vec3{0.5F, 0.5F, 0.5F};
        EXPECT_GT(std::sqrt(dot(d, d)), 0.2F);
        EXPECT_GT(x.x, 0);
    }
    EXPECT_NEAR(world.particleCount(), (1 - 4.19 * 0.008) * 8000, 200);
    const auto outside = world.fill(0, BoxFill{.min = {2, 2, 2}, .max = {3, 3, 3}});
    EXPECT_NE(outside.error().find("behind walls"), std::string::npos) << outside.error();
}

TEST(World, AnEndlessOrUndefinedTimeIsNoTrouble) {
    World world = makeTank(WcsphSettings{}, {});
    EXPECT_TRUE(world.step(std::numeric_limits<float>::quiet_NaN()).ok());
    EXPECT_TRUE(world.step(std::numeric_limits<float>::infinity()).ok());
    EXPECT_TRUE(world.advance(std::numeric_limits<float>::quiet_NaN()).ok());
    EXPECT_TRUE(std::isfinite(world.time()));
    EXPECT_TRUE(std::isfinite(world.positions()[0].x));
}

TEST(World, AdvancesByExactlyTheTimeAskedFor) {
    World world = makeTank(WcsphSettings{}, {.spacing = 0.1F});
    for (int k = 0; k < 10; ++k) ASSERT_TRUE(world.advance(1.0F / 30).ok());
    EXPECT_NEAR(world.time(), 10.0 / 30, 1e-6);
}

TEST(World, AFixedStepIsNeverExceeded) {
    WorldSettings settings{.particleSpacing = 0.1F, .timeStep = 0.0007F};
    World world = take(World::create(settings));
    take(world.addFluid({}));
    take(world.fill(0, BoxFill{.max = {0.3F, 0.3F, 0.3F}}));
    ASSERT_TRUE(world.advance(0.01F).ok());
    EXPECT_EQ(world.stepCount(), 15U);  // 0.01 / 0.0007 = 14.3
    EXPECT_NEAR(world.time(), 0.01, 1e-7);
}

TEST(World, FluidsOfTooDifferentDensityAreRefusedByName) {
    World world = take(World::create());
    take(world.addFluid({.restDensity = 1000}));
    take(world.addFluid({.restDensity = 101}));
    for (const float density : {99.0F, 1011.0F}) {
        const auto refused = world.addFluid({.restDensity = density});
        ASSERT_FALSE(refused.ok());
        const std::string other = density < 100 ? "fluids.0, 1000" : "fluids.1, 101";
        EXPECT_NE(refused.error().find("fluids.2.rest_density"), std::string::npos) << refused.error();
        EXPECT_NE(refused.error().find("within a factor of 10 of that of " + other), std::string::npos)
            << refused.error();
    }
    EXPECT_EQ(world.fluids().size(), 2U);
}

TEST(World, ParticlesOfTooDifferentVolumeAreRefusedByName) {
    World world = take(World::create({.particleSpacing = 0.1F}));
    take(world.addFluid({.restDensity = 1000}));  // about 1 kg
    take(world.addFluid({.restDensity = 500, .particleMass = 0.52F}));
    for (const float mass : {0.4F, 0.6F}) {
        const auto refused = world.addFluid({.restDensity = 500, .particleMass = mass});
        ASSERT_FALSE(refused.ok());
        EXPECT_NE(refused.error().find("fluids.2.particle_mass"), std::string::npos) << refused.error();
        EXPECT_NE(refused.error().find("fluids.2 and fluids.0"), std::string::npos) << refused.error();
        EXPECT_NE(refused.error().find("same volume"), std::string::npos) << refused.error();
    }
    EXPECT_EQ(world.fluids().size(), 2U);
    // The world is as usable as before.
    take(world.fill(1, BoxFill{.max = {0.3F, 0.3F, 0.3F}}));
    EXPECT_TRUE(world.step().ok());
}

TEST(World, TooDenseIsMeasuredByTheFluidOfTheParticle) {
    World world = take(World::create({.particleSpacing = 0.05F}));
    take(world.addFluid({.restDensity = 1000}));
    take(world.addFluid({.restDensity = 200}));
    take(world.addParticles(0, makeBlock({4, 4, 4}, {0.05F, 0.05F, 0.05F})));
    std::vector<Vec3> crowd = makeBlock({8, 8, 8}, {0.025F, 0.025F, 0.025F});
    for (Vec3& x : crowd) x.x += 1;
    take(world.addParticles(1, crowd));
    const StepReport report = world.step();
    ASSERT_TRUE(contains(report.trouble, StepTrouble::TooDense));
    EXPECT_EQ(report.offender.fluid, 1U);
    EXPECT_LT(report.offender.density, 4 * 1000);
    EXPECT_NEAR(report.maxDensityRatio, report.offender.density / 200, 1e-3);
    const std::string diagnosis = world.diagnose(report);
    EXPECT_NE(diagnosis.find(" of fluids.1 at "), std::string::npos) << diagnosis;
    char ratio[32];
    std::snprintf(ratio, sizeof(ratio), "%.2f times the rest density", report.offender.density / 200.0);
    EXPECT_NE(diagnosis.find(ratio), std::string::npos) << diagnosis;
}

TEST(World, AnUnknownInstructionSetInTheEnvironmentIsAnError) {
    setenv("UNDINE_SIMD", "MMX", 1);
    const auto world = World::create();
    unsetenv("UNDINE_SIMD");
    ASSERT_FALSE(world.ok());
    EXPECT_NE(world.error().find("UNDINE_SIMD"), std::string::npos);
    EXPECT_NE(world.error().find("SCALAR"), std::string::npos) << world.error();
}

}  // namespace
}  // namespace undine::test
