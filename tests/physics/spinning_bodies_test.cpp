// SPDX-License-Identifier: Zlib
// Bodies that spin among vortex particles with stretching on: what comes off them winds up and does not grow
// without end. Remeshing keeps to the limit of particles.
#include <gtest/gtest.h>

#include <cmath>

#include "core/geometry.h"
#include "tests/support/worlds.h"

namespace undine {
namespace {

using test::take;

constexpr float kSpacing = 0.0625F;

World makeAir(std::uint32_t most, int dimension = 3, int remeshInterval = 4) {
    WorldSettings settings;
    settings.dimension = dimension;
    settings.particleSpacing = kSpacing;
    settings.gravity = {};
    settings.maxParticles = most;
    World world = take(
        World::create(settings, VortexSettings{.remeshInterval = remeshInterval, .remeshThreshold = 0.03F}));
    take(world.addFluid({.restDensity = 1.2F, .viscosity = 0.003F}));
    return world;
}

void addSpinning(World& world, const BodyShape& shape, Vec3 degreesPerSecond) {
    Body body;
    body.settings.angularVelocity = degreesPerSecond;
    body.shape = shape;
    take(world.addBody(body));
}

float largestVorticity(const World& world) {
    const FieldView w = *world.field("vorticity");
    float most2 = 0;
    for (std::uint32_t i = 0; i < w.size; ++i) {
        Vec3 own;
        for (float* part = &own.x; const void* axis : w.data) *part++ = static_cast<const float*>(axis)[i];
        most2 = std::max(most2, dot(own, own));
    }
    return std::sqrt(most2);
}

// The layer that comes off turns as much as the surface is fast over the distance of particles.
TEST(SpinningBodies, KeepTheVorticityAroundThemInBounds) {
    constexpr float kPi = 3.14159265F;
    struct Case {
        BodyShape shape;
        Vec3 degreesPerSecond;
        float speed;  // of the surface
    };
    for (const auto& [shape, spin, speed] :
         {Case{SphereBody{.radius = 0.25F}, {0, 360, 0}, 2 * kPi * 0.25F},
          Case{CylinderBody{.radius = 0.08F, .height = 0.6F}, {0, 720, 0}, 4 * kPi * 0.08F}}) {
        World world = makeAir(20000);
        addSpinning(world, shape, spin);
        for (int second = 1; second <= 4; ++second) {
            const StepReport report = world.advance(1);
            ASSERT_TRUE(report.ok()) << world.diagnose(report);
            EXPECT_GT(world.particleCount(), 200U);
            EXPECT_LT(largestVorticity(world), 6 * speed / kSpacing) << "after " << second << " s";
        }
    }
}

// Its sheet is even, and so is what comes off: nothing is faster than the surface.
TEST(SpinningBodies, InTwoDimensionsShedAnEvenRing) {
    constexpr float kSpeed = 2 * 3.14159265F * 0.25F;
    for (const int interval : {0, 4}) {
        World world = makeAir(6000, 2, interval);
        addSpinning(world, SphereBody{.radius = 0.25F}, {0, 0, 360});
        for (int step = 0; step < 60; ++step) {
            ASSERT_TRUE(world.step().ok());
            float fastest = 0;
            for (const Vec3 v : world.velocities()) fastest = std::max(fastest, length(v));
            EXPECT_LT(fastest, 1.1F * kSpeed) << "step " << step << ", remeshed every " << interval;
        }
        EXPECT_GT(world.particleCount(), 20U);
    }
}

TEST(Remesh, KeepsToTheLimitOfParticles) {
    World world = makeAir(700);
    addSpinning(world, SphereBody{.radius = 0.25F}, {0, 360, 0});
    std::uint32_t most = 0;
    for (int step = 0; step < 60; ++step) {
        ASSERT_TRUE(world.step().ok());
        most = std::max(most, world.particleCount());
    }
    EXPECT_LE(most, 700U);
    EXPECT_GT(most, 600U) << "the limit was met";
}

}  // namespace
}  // namespace undine
