// SPDX-License-Identifier: Zlib
// Fluids of different density in one world: they rest on each other, they separate, and none of them loses
// momentum to the other. A method that simulates several fluids gets a line in kLiquidMethods.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/liquid_methods.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.02F;
constexpr float kWidth = 0.4F;  // of tanks

class SeveralFluids : public testing::TestWithParam<LiquidMethod> {
  protected:
    static constexpr FluidIndex kHeavy = 0;
    static constexpr FluidIndex kLight = 1;

    /// A flat world with a tank, water and a fluid of this density.
    World makeWorld(float lightDensity, float stiffness) const {
        World world = take(World::create({.dimension = 2, .particleSpacing = kSpacing}, GetParam().solver));
        take(world.addFluid({.restDensity = 1000, .stiffness = stiffness}));
        take(world.addFluid({.restDensity = lightDensity, .stiffness = stiffness}));
        take(world.addWall(BoxWall{.max = {kWidth, 1, 1}}));
        return world;
    }

    /// Water of half the depth of the tank, and as much of the other fluid on top of it.
    World makeLayers(float lightDensity) const {
        World world = makeWorld(lightDensity, 1000);
        take(world.fill(kHeavy, BoxFill{.max = {kWidth, kInterface, 1}}));
        take(world.fill(kLight, BoxFill{.min = {0, kInterface, 0}, .max = {kWidth, 2 * kInterface, 1}}));
        return world;
    }
    static constexpr float kInterface = 0.2F;
};

/// What there is within a distance from a height.
struct Band {
    int count[2] = {0, 0};       // of heavy and light particles
    double density[2] = {0, 0};  // mean, over that at rest
    double height[2] = {0, 0};   // mean
    double worst[2] = {0, 0};    // largest |rho/rho0 - 1|
    double highestHeavy = 0;
    double lowestLight = 1;
};

Band measureBand(const World& world, float height, float distance) {
    Band band;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const FluidIndex fluid = world.fluidIndices()[i];
        const double y = world.positions()[i].y;
        if (fluid == 0) band.highestHeavy = std::max(band.highestHeavy, y);
        if (fluid == 1) band.lowestLight = std::min(band.lowestLight, y);
        if (std::fabs(y - height) > distance) continue;
        const double ratio = world.densities()[i] / world.fluids()[fluid].restDensity;
        band.count[fluid] += 1;
        band.density[fluid] += ratio;
        band.height[fluid] += y;
        band.worst[fluid] = std::max(band.worst[fluid], std::fabs(ratio - 1));
    }
    for (int f = 0; f < 2; ++f) {
        band.density[f] /= std::max(1, band.count[f]);
        band.height[f] /= std::max(1, band.count[f]);
    }
    return band;
}

TEST_P(SeveralFluids, ALightFluidRestsOnAHeavyOneWithoutAGap) {
    for (const float light : {500.0F, 100.0F}) {
        SCOPED_TRACE(light);
        World world = makeLayers(light);
        ASSERT_TRUE(world.advance(1).ok());
        // Both layers next to the interface: full ones, a spacing apart, at rest density.
        const Band layers = measureBand(world, kInterface, kSpacing);
        const double places = kWidth / kSpacing;
        for (const int count : layers.count) EXPECT_NEAR(count, places, 0.15 * places);
        EXPECT_NEAR(layers.height[1] - layers.height[0], kSpacing, 0.15 * kSpacing);
        const Band near = measureBand(world, kInterface, 2 * kSpacing);
        for (int f = 0; f < 2; ++f) {
            EXPECT_NEAR(near.density[f], 1, 0.02) << "fluid " << f;
            EXPECT_LT(near.worst[f], 0.04) << "fluid " << f;
        }
        // Flat, and nobody has gone over to the other side.
        EXPECT_LT(near.highestHeavy, kInterface + 0.25 * kSpacing);
        EXPECT_GT(near.lowestLight, kInterface - 0.25 * kSpacing);
    }
}

TEST_P(SeveralFluids, LayersComeToRest) {
    World world = makeLayers(500);
    const double mass = 1.5 * 1000 * kWidth * kInterface;
    ASSERT_TRUE(world.advance(1.5F).ok());
    EXPECT_LT(kineticEnergyPerKilogram(world, mass), 3e-4);
}

TEST_P(SeveralFluids, TheHeavyOneCarriesTheWeightOfTheLightOne) {
    World world = makeLayers(500);
    ASSERT_TRUE(world.advance(1).ok());
    double bottom = 0;
    double interface = 0;
    constexpr int kMoments = 40;
    for (int moment = 0; moment < kMoments; ++moment) {
        ASSERT_TRUE(world.advance(0.0127F).ok());
        double pressure[2] = {0, 0};
        int count[2] = {0, 0};
        for (Index i = 0; i < world.particleCount(); ++i) {
            const float y = world.positions()[i].y;
            const int place = y < 2 * kSpacing ? 0 : std::fabs(y - kInterface) < 2 * kSpacing ? 1 : 2;
            if (place == 2) continue;
            pressure[place] += world.pressures()[i];
            count[place] += 1;
        }
        bottom += pressure[0] / count[0] / kMoments;
        interface += pressure[1] / count[1] / kMoments;
    }
    const double g = 9.81;
    EXPECT_NEAR(interface, 500 * g * kInterface, 0.1 * 500 * g * kInterface);
    const double expected = 500 * g * kInterface + 1000 * g * (kInterface - kSpacing);
    EXPECT_NEAR(bottom, expected, 0.05 * expected);
}

TEST_P(SeveralFluids, TheLightOneRisesOutOfAMixture) {
    World world = makeWorld(500, 100);
    std::vector<Vec3> points[2];
    for (int j = 0; j < 20; ++j) {
        for (int i = 0; i < 20; ++i) {
            const Vec3 x = kSpacing * Vec3{static_cast<float>(i) + 0.5F, static_cast<float>(j) + 0.5F, 0};
            points[(i / 5 + j / 5) % 2].push_back(x);  // a chessboard
        }
    }
    take(world.addParticles(kHeavy, points[0]));
    take(world.addParticles(kLight, points[1]));
    const auto meanHeight = [&](FluidIndex fluid) {
        double sum = 0;
        for (Index i = 0; i < world.particleCount(); ++i) {
            if (world.fluidIndices()[i] == fluid) sum += world.positions()[i].y;
        }
        return sum / static_cast<double>(points[fluid].size());
    };
    ASSERT_NEAR(meanHeight(kLight), meanHeight(kHeavy), 1e-5);
    // Separated, the means would be 0.2 apart.
    ASSERT_TRUE(world.advance(0.5F).ok());
    const double early = meanHeight(kLight) - meanHeight(kHeavy);
    EXPECT_GT(early, 0.02);
    ASSERT_TRUE(world.advance(2.5F).ok());
    EXPECT_GT(meanHeight(kLight) - meanHeight(kHeavy), std::max(0.12, 2 * early));
}

TEST_P(SeveralFluids, AHeavyLayerAboveALightOneFallsThroughIt) {
    World world = makeWorld(500, 100);
    take(world.fill(kLight, BoxFill{.max = {kWidth, 0.2F, 1}, .jitter = 0.1F}));
    take(world.fill(kHeavy, BoxFill{.min = {0, 0.2F, 0}, .max = {kWidth, 0.4F, 1}, .jitter = 0.1F}));
    const double before = world.computeStatistics().potentialEnergy;
    ASSERT_TRUE(world.advance(3).ok());
    // Upside down and sorted differ by (1000 - 500) g 0.2 m in 0.08 m^2.
    EXPECT_LT(world.computeStatistics().potentialEnergy, before - 0.5 * 500 * 9.81 * 0.2 * 0.08);
}

// The light particles among the thick ones ask for the shortest steps.
TEST_P(SeveralFluids, ThickFluidsOfDifferentDensityStayCalm) {
    World world = take(World::create({.dimension = 2, .particleSpacing = 0.05F}, GetParam().solver));
    take(world.addFluid({.restDensity = 1000, .viscosity = 1000}));
    take(world.addFluid({.restDensity = 100, .viscosity = 100}));
    take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {1, 2, 1}}));
    take(world.fill(0, BoxFill{.max = {1, 0.3F, 1}}));
    take(world.fill(1, BoxFill{.min = {0, 0.3F, 0}, .max = {1, 0.6F, 1}}));
    const StepReport report = world.advance(0.05F);
    ASSERT_TRUE(report.ok()) << world.diagnose(report);
    EXPECT_LT(report.maxSpeed, 0.5F);
}

TEST_P(SeveralFluids, KeepTheirMomentumTogether) {
    World world = take(World::create({.particleSpacing = 0.05F, .gravity = {0, 0, 0}}, GetParam().solver));
    take(world.addFluid({.restDensity = 1000}));
    take(world.addFluid({.restDensity = 150, .viscosity = 3}));
    // They fly into each other.
    take(world.fill(0, BoxFill{.max = {0.3F, 0.3F, 0.3F}, .velocity = {1, 0, 0}, .jitter = 0.2F}));
    take(world.fill(1, BoxFill{.min = {0.3F, 0.05F, 0}, .max = {0.6F, 0.35F, 0.3F}, .velocity = {-2, 0, 0}}));
    // What one of them has for itself, per particle.
    const auto meanVelocity = [&](FluidIndex fluid) {
        double sum = 0;
        int count = 0;
        for (Index i = 0; i < world.particleCount(); ++i) {
            if (world.fluidIndices()[i] != fluid) continue;
            sum += world.velocities()[i].x;
            ++count;
        }
        return sum / count;
    };
    const Statistics before = world.computeStatistics();
    for (int k = 0; k < 100; ++k) ASSERT_TRUE(world.step().ok());
    const Statistics after = world.computeStatistics();
    const double scale = 1000 * 0.3 * 0.3 * 0.3;
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(after.momentum[k], before.momentum[k], 1e-4 * scale);
    EXPECT_LT(meanVelocity(0), 0.98);
    EXPECT_GT(meanVelocity(1), -1.5);
}

TEST_P(SeveralFluids, ANozzleBringsItsOwnFluid) {
    World world = makeWorld(300, 400);
    take(world.fill(kHeavy, BoxFill{.max = {kWidth, 0.2F, 1}}));
    EmitterSettings nozzle;
    nozzle.fluid = kLight;
    nozzle.position = {0.2F, 0.3F, 0};
    nozzle.limit = 60;
    take(world.addEmitter({nozzle, CircleNozzle{.radius = 0.05F}}));
    const Index water = world.particleCount();
    ASSERT_TRUE(world.advance(2).ok());
    ASSERT_EQ(world.particleCount(), water + 60);
    ASSERT_EQ(std::ranges::count(world.fluidIndices(), kLight), 60);
    // What fell into the water has come up again and floats on it.
    EXPECT_GT(measureBand(world, 0.2F, 0.1F).height[kLight], 0.19);
    const double mass = (1000 * 0.2 * 0.4) + 300 * 60 * kSpacing * kSpacing;
    EXPECT_NEAR(world.computeStatistics().potentialEnergy / mass / 9.81, 0.11, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Methods, SeveralFluids, testing::ValuesIn(kLiquidMethods),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace undine::test
