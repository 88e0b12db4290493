// SPDX-License-Identifier: Zlib
// Against what is known of water, at resolutions a test can afford. The full curves are the validation's
// business.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

TEST(WcsphPhysics, PressureInAStillTankGrowsWithDepth) {
    World world = makeTank(
        WcsphSettings{}, {.dimension = 2, .spacing = 0.02F, .tank = {0.4F, 1, 1}, .water = {0.4F, 0.5F, 1}});
    // The tank starts without pressure and rings like a spring, so take the mean of many moments of a
    // straight line through (depth, pressure): its slope is rho g.
    ASSERT_TRUE(world.advance(1).ok());
    constexpr int kMoments = 60;
    double meanSlope = 0;
    for (int moment = 0; moment < kMoments; ++moment) {
        ASSERT_TRUE(world.advance(0.0257F).ok());
        double n = 0;
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double sxy = 0;
        for (Index i = 0; i < world.particleCount(); ++i) {
            const double depth = 0.5 - world.positions()[i].y;
            if (depth < 0.1) continue;
            const double p = world.pressures()[i];
            n += 1;
            sx += depth;
            sy += p;
            sxx += depth * depth;
            sxy += depth * p;
        }
        meanSlope += (n * sxy - sx * sy) / (n * sxx - sx * sx) / kMoments;
    }
    EXPECT_NEAR(meanSlope, 9810, 0.04 * 9810);
}

TEST(WcsphPhysics, DensityAtWallsIsTheRestDensity) {
    World world =
        makeTank(WcsphSettings{}, {.spacing = 0.025F, .tank = {0.3F, 1, 0.3F}, .water = {0.3F, 0.3F, 0.3F}});
    ASSERT_TRUE(world.advance(1).ok());
    double sum = 0;
    int count = 0;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 x = world.positions()[i];
        const float toWall = std::min({x.x, 0.3F - x.x, x.z, 0.3F - x.z});
        if (toWall > 0.025F || x.y > 0.2F) continue;
        sum += world.densities()[i];
        ++count;
    }
    ASSERT_GT(count, 100);
    EXPECT_NEAR(sum / count, 1000, 30);
}

// Martin and Moyce 1952, n^2 = 2: the front Z = x/a at T = t sqrt(2g/a).
TEST(WcsphPhysics, TheFrontOfADamBreakFollowsTheExperiment) {
    const float a = 0.1F;
    WorldSettings settings{.dimension = 2, .particleSpacing = a / 30};
    World world = take(World::create(settings, WcsphSettings{}));
    take(world.addFluid({.stiffness = 1000}));
    take(world.addWall(BoxWall{.max = {1, 1, 1}}));
    take(world.fill(0, BoxFill{.max = {a, 2 * a, 1}}));
    const double published[][2] = {{1.19, 1.44}, {1.63, 1.89}, {1.98, 2.33},
                                   {2.32, 2.78}, {2.65, 3.22}, {2.98, 3.67}};
    for (const auto& [T, Z] : published) {
        const double t = T / std::sqrt(2 * 9.81 / a);
        ASSERT_TRUE(world.advance(static_cast<float>(t - world.time())).ok());
        std::vector<float> x(world.positions().x().begin(), world.positions().x().end());
        std::ranges::sort(x);
        const double front = x[x.size() - 1 - x.size() / 500];  // without the few that splash ahead
        EXPECT_NEAR(front / a, Z, 0.12 * Z) << "T = " << T;
    }
}

TEST(WcsphPhysics, ViscosityStopsAShearFlow) {
    const auto energyAfter = [](float viscosity) {
        World world = makeFreeBlock(WcsphSettings{.artificialViscosity = 0}, 2, {.viscosity = viscosity});
        for (Index i = 0; i < world.particleCount(); ++i) {
            world.setVelocity(i, {world.positions()[i].y > 0 ? 0.2F : -0.2F, 0, 0});
        }
        EXPECT_TRUE(world.advance(0.05F).ok());
        return world.computeStatistics().kineticEnergy;
    };
    EXPECT_LT(energyAfter(100), 0.5 * energyAfter(0.1F));
}

// One metre of the world as four millimetres of the physics must give the motion of the same scene drawn 250
// times smaller.
TEST(WcsphPhysics, TheSimulationScaleOnlyChangesTheSize) {
    const auto run = [](float scale) {
        WorldSettings settings{.particleSpacing = 0.01F, .simulationScale = scale, .maxSpeed = 1e6F};
        World world = take(World::create(settings, WcsphSettings{}));
        take(world.addFluid({.stiffness = 20}));
        const float size = 0.08F / scale;
        take(world.addWall(BoxWall{.max = {2 * size, 2 * size, size}}));
        take(world.fill(0, BoxFill{.max = {size, size, size}}));
        EXPECT_TRUE(world.advance(0.1F).ok());
        return world;
    };
    const World plain = run(1);
    const World scaled = run(0.004F);
    ASSERT_EQ(plain.particleCount(), scaled.particleCount());
    EXPECT_NEAR(scaled.supportRadius(), 250 * plain.supportRadius(), 1e-3);
    double error = 0;
    for (ParticleId id = 0; id < plain.particleCount(); ++id) {
        const Vec3 a = plain.positions()[*plain.findParticle(id)];
        const Vec3 b = 0.004F * scaled.positions()[*scaled.findParticle(id)];
        error = std::max(error, static_cast<double>(std::sqrt(dot(a - b, a - b))));
    }
    EXPECT_LT(error, 2e-4);
}

}  // namespace
}  // namespace undine::test
