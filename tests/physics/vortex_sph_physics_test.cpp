// SPDX-License-Identifier: Zlib
// One drop, three ways: vortex particles roll it into a ring, SPH keeps it together, both together do both.
#include <cmath>

#include <gtest/gtest.h>

#include "core/geometry.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

constexpr float kRadius = 0.2F;

World makeDrop(const VortexSphSettings& weights, bool inBox) {
    WorldSettings settings;
    settings.particleSpacing = 0.05F;
    VortexSphSettings solver = weights;
    solver.flow.ambientDensity = 1000;
    World world = take(World::create(settings, solver));
    take(world.addFluid({.restDensity = 1100, .viscosity = 0.05F, .stiffness = 25}));
    if (inBox) take(world.addWall(BoxWall{.min = {-0.5F, -1, -0.5F}, .max = {0.5F, 0.5F, 0.5F}}));
    take(world.fill(0, SphereFill{.radius = kRadius}));
    return world;
}

/// What a torus about the vertical has: poles of opposite sign left and right in the plane z = 0, sinking.
struct Poles {
    double left = 0;  ///< strength of vorticity about z
    double right = 0;
    double speed = 0;   ///< mean velocity, upwards
    double spread = 0;  ///< mean distance from the middle of the particles
};

Poles polesOf(const World& world) {
    Poles poles;
    const FieldView w = *world.field("vorticity");
    const auto* wz = static_cast<const float*>(w.data[2]);
    const Index n = world.particleCount();
    Vec3 middle;
    for (const Vec3 x : world.positions()) middle = middle + (1 / static_cast<float>(n)) * x;
    for (Index i = 0; i < n; ++i) {
        const Vec3 x = world.positions()[i];
        if (std::fabs(x.z) < 0.08F) (x.x > 0 ? poles.right : poles.left) += wz[i];
        poles.speed += world.velocities()[i].y / static_cast<double>(n);
        poles.spread += length(x - middle) / static_cast<double>(n);
    }
    return poles;
}

TEST(HeavyDrop, BecomesARingOfVortexParticles) {
    for (const bool inBox : {false, true}) {
        World world = makeDrop({.pressureWeight = 0, .viscosityWeight = 0}, inBox);
        ASSERT_TRUE(world.advance(1).ok());
        const Poles poles = polesOf(world);
        EXPECT_GT(poles.right, 5) << inBox;
        EXPECT_NEAR(poles.left / poles.right, -1, 0.1) << inBox;
        EXPECT_LT(poles.speed, -0.05) << inBox;
    }
}

TEST(HeavyDrop, StaysAsItIsWithSphAlone) {
    World world = makeDrop({.vortexWeight = 0}, false);
    const Poles before = polesOf(world);
    ASSERT_TRUE(world.advance(1).ok());
    const Poles after = polesOf(world);
    EXPECT_EQ(after.right, 0);
    EXPECT_NEAR(after.spread / before.spread, 1, 0.02);
    // Gravity less the buoyancy: g (1 - 1000/1100).
    EXPECT_NEAR(after.speed, -9.81 * (1 - 1000.0 / 1100), 0.02);
}

TEST(HeavyDrop, RollsAndStaysTogetherWithBoth) {
    for (const bool inBox : {false, true}) {
        World world = makeDrop({}, inBox);
        const Poles before = polesOf(world);
        ASSERT_TRUE(world.advance(1).ok());
        const Poles after = polesOf(world);
        EXPECT_GT(after.right, 5) << inBox;
        EXPECT_NEAR(after.left / after.right, -1, 0.1) << inBox;
        EXPECT_LT(after.speed, -0.05) << inBox;
        EXPECT_LT(after.spread / before.spread, 1.6) << inBox;
        EXPECT_LT(world.computeStatistics().meanDensityError, 0.05) << inBox;
    }
}

// Half of each: gravity acts by halves through vorticity and directly.
TEST(HeavyDrop, TakesAnyShareOfBoth) {
    World world = makeDrop({.vortexWeight = 0.5F}, false);
    ASSERT_TRUE(world.advance(0.5F).ok());
    EXPECT_LT(polesOf(world).speed, -0.1);
}

// Rings break up in the end, and single particles drift about: none of them may run away with the others.
TEST(HeavyDrop, DoesNotBlowUpWithStretchingOn) {
    WorldSettings settings;
    settings.particleSpacing = 0.08F;
    settings.maxSpeed = 3;
    VortexSphSettings solver;
    solver.flow.ambientDensity = 1000;
    World world = take(World::create(settings, solver));
    take(world.addFluid({.restDensity = 1050, .viscosity = 0.05F, .stiffness = 25}));
    take(world.fill(0, SphereFill{.radius = 0.35F}));
    const StepReport report = world.advance(10);
    EXPECT_TRUE(report.ok()) << world.time();
}

}  // namespace
}  // namespace undine::test
