// SPDX-License-Identifier: Zlib
// Cylinders and particles of files, and how fills are counted.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"
#include "world/fill.h"

namespace undine {
namespace {

using test::take;

constexpr float kSpacing = 0.05F;

std::vector<Vec3> pointsIn(const Fill& shape, float spacing = kSpacing, int dimension = 3) {
    auto points = latticePoints(shape, spacing, dimension);
    EXPECT_TRUE(points.ok()) << points.error();
    return points ? points.value() : std::vector<Vec3>{};
}

void expectFragment(const std::string& message, const std::string& fragment) {
    EXPECT_NE(message.find(fragment), std::string::npos) << "no \"" << fragment << "\" in:\n" << message;
}

ParticleFill particlesOf(PointCloud points) {
    ParticleFill fill;
    fill.points = std::make_shared<PointCloud>(std::move(points));
    return fill;
}

TEST(BoxFill, BeginsWithEddiesThatTurnByTurns) {
    const BoxFill box{.min = {1, 2, 0}, .max = {2, 3, 1}, .velocity = {3, 0, 0}, .eddySpeed = 2};
    // The middles of two eddies, and halfway between.
    const Vec3 points[] = {{1.25F, 2.25F, 0}, {1.75F, 2.25F, 0}, {1.5F, 2.25F, 0}, {1.25F, 2.5F, 0.3F}};
    const std::vector<Vec3> v = ownVelocities(box, points);
    const Vec3 expected[] = {{3, 0, 0}, {3, 0, 0}, {5, 0, 0}, {3, -2, 0}};
    ASSERT_EQ(v.size(), std::size(expected));
    for (std::size_t i = 0; i < v.size(); ++i) {
        EXPECT_NEAR(v[i].x, expected[i].x, 1e-5F) << i;
        EXPECT_NEAR(v[i].y, expected[i].y, 1e-5F) << i;
        EXPECT_EQ(v[i].z, 0) << i;
    }
    EXPECT_TRUE(ownVelocities(BoxFill{}, points).empty()) << "all have the same";
}

TEST(CylinderFill, HasItsVolumeInEveryDirection) {
    const Vec3 axes[] = {{1, 0, 0}, {0, 2, 0}, {0, 0, -1}, {1, 1, 1}, {1e-3F, -1, 0.2F}, {-3, 0, 4}};
    const double exact = std::numbers::pi * 0.3 * 0.3 * 0.8 / std::pow(0.02, 3);
    for (const Vec3 axis : axes) {
        const CylinderFill cylinder{.center = {1, 2, 3}, .axis = axis, .radius = 0.3F, .height = 0.8F};
        const std::vector<Vec3> points = pointsIn(cylinder, 0.02F);
        EXPECT_NEAR(static_cast<double>(points.size()) / exact, 1, 0.02);
        const float length = std::sqrt(dot(axis, axis));
        for (const Vec3 p : points) {
            const Vec3 d = p - cylinder.center;
            const float s = dot(d, axis) / length;
            ASSERT_LE(std::abs(s), 0.4001F);
            ASSERT_LE(dot(d, d) - s * s, 0.3001F * 0.3001F);
        }
        const auto bound = static_cast<double>(countParticles(cylinder, 0.02F, 3));
        EXPECT_GE(bound, static_cast<double>(points.size()));
        EXPECT_LE(bound, 1.5 * exact);
    }
}

TEST(CylinderFill, HasThePointsOfTheLatticeOfItsBoxThatAreInside) {
    const CylinderFill cylinder{.axis = {1, 2, 3}, .radius = 0.2F, .height = 0.5F};
    const auto reach = [&](double a) {
        return static_cast<float>(0.25 * a / std::sqrt(14.0) + 0.2F * std::sqrt(1 - a * a / 14));
    };
    const Vec3 corner{reach(1), reach(2), reach(3)};
    std::vector<Vec3> expected = pointsIn(BoxFill{.min = -1 * corner, .max = corner}, 0.04F);
    const std::size_t all = expected.size();
    std::erase_if(expected, [&](Vec3 p) {
        const double s = dot(p, cylinder.axis) / std::sqrt(14.0);
        return std::abs(s) > 0.25 || dot(p, p) - s * s > 0.04;
    });
    EXPECT_LT(expected.size(), all / 2);
    EXPECT_EQ(pointsIn(cylinder, 0.04F), expected);
}

TEST(CylinderFill, IsARectangleInTwoDimensions) {
    const CylinderFill upright{.center = {0, 0, 7}, .radius = 0.3F, .height = 0.8F, .jitter = 0.2F};
    const BoxFill box{.min = {-0.3F, -0.4F, 0}, .max = {0.3F, 0.4F, 0}, .jitter = 0.2F};
    EXPECT_EQ(pointsIn(upright, kSpacing, 2), pointsIn(box, kSpacing, 2));
    const CylinderFill oblique{.axis = {1, 1, 0}, .radius = 0.3F, .height = 0.8F};
    const std::vector<Vec3> points = pointsIn(oblique, 0.01F, 2);
    EXPECT_NEAR(static_cast<double>(points.size()), 4800, 100);
    for (const Vec3 p : points) {
        ASSERT_LE(std::abs(p.x + p.y), 0.4001F * std::sqrt(2.0F));
        ASSERT_LE(std::abs(p.x - p.y), 0.3001F * std::sqrt(2.0F));
    }
}

TEST(CylinderFill, RefusesAnAxisThatIsNone) {
    expectFragment(latticePoints(CylinderFill{.axis = {0, 0, 0}}, kSpacing, 3).error(),
                   "cylinder.axis: [0, 0, 0]: must have a length above 0");
    expectFragment(latticePoints(CylinderFill{.axis = {0, 1, 1}}, kSpacing, 2).error(),
                   "cylinder.axis: [0, 1, 1]: z must be 0 in two dimensions");
    expectFragment(latticePoints(CylinderFill{.radius = -1}, kSpacing, 3).error(), "cylinder.radius: -1");
    expectFragment(latticePoints(CylinderFill{.radius = 0.001F, .height = 0.001F}, kSpacing, 3).error(),
                   "smaller than one particle_spacing");
}

TEST(ParticleFill, BringsPositionsAndVelocitiesIntoTheWorld) {
    World world = take(World::create({.particleSpacing = kSpacing}));
    take(world.addFluid({}));
    take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {10, 10, 10}}));
    // The second is behind a wall: the third must keep its own velocity.
    ParticleFill fill = particlesOf({{{1, 2, 3}, {-3, 2, 3}, {4, 5, 6}}, {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}});
    fill.position = {1, 1, 1};
    fill.velocity = {0, -1, 0};
    EXPECT_EQ(take(world.fill(0, fill)), 2U);
    EXPECT_EQ(world.positions()[0], (Vec3{2, 3, 4}));
    EXPECT_EQ(world.positions()[1], (Vec3{5, 6, 7}));
    EXPECT_EQ(world.velocities()[0], (Vec3{1, -1, 0}));
    EXPECT_EQ(world.velocities()[1], (Vec3{3, -1, 0}));

    EXPECT_EQ(take(world.fill(0, particlesOf({{{7, 7, 7}}, {}}))), 1U);
    EXPECT_EQ(world.velocities()[2], (Vec3{}));
}

TEST(ParticleFill, RefusesParticlesThatAreNotFinite) {
    PointCloud cloud{{{1, 1, 1}, {NAN, 0, 0}, {2, 2, 2}, {0, INFINITY, 0}}, {}};
    expectFragment(
        latticePoints(particlesOf(cloud), kSpacing, 3).error(),
        "particles: position or velocity of 2 of 4 particles is not finite; the first is number 1");
    cloud = {{{1, 1, 1}, {2, 2, 2}}, {{0, 0, 0}, {0, 0, NAN}}};
    expectFragment(latticePoints(particlesOf(cloud), kSpacing, 3).error(), "the first is number 1");
    cloud.velocities.resize(1);
    expectFragment(latticePoints(particlesOf(cloud), kSpacing, 3).error(), "1 velocities for 2 positions");
    expectFragment(latticePoints(ParticleFill{}, kSpacing, 3).error(), "particles: there are none");
}

TEST(World, AddsParticlesWithAVelocityForEach) {
    World world = take(World::create({.dimension = 2}));
    take(world.addFluid({}));
    const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}};
    const std::vector<Vec3> v{{1, 2, 0}, {3, 4, 0}};
    take(world.addParticles(0, x));
    EXPECT_EQ(take(world.addParticles(0, x, v)), 2U);
    EXPECT_EQ(world.velocities()[1], (Vec3{}));
    EXPECT_EQ(world.velocities()[2], v[0]);
    EXPECT_EQ(world.velocities()[3], v[1]);
    const std::span<const Vec3> one(v.data(), 1);
    expectFragment(world.addParticles(0, x, one).error(), "1 velocities for 2 positions");
    const std::vector<Vec3> deep{{0, 0, 0}, {0, 0, 1}};
    expectFragment(world.addParticles(0, x, deep).error(), "z of velocity must be 0");
    EXPECT_EQ(world.particleCount(), 4U);
}

TEST(CountParticles, BoundsEveryShapeFromAbove) {
    EXPECT_EQ(countParticles(BoxFill{.max = {1, 0.5F, 0.25F}}, kSpacing, 3), 20U * 10 * 5);
    EXPECT_EQ(countParticles(BoxFill{.max = {1, 0.5F, 0.25F}}, kSpacing, 2), 200U);
    EXPECT_EQ(countParticles(particlesOf({{{}, {}, {}}, {}}), kSpacing, 3), 3U);
    for (const int dimension : {2, 3}) {
        const SphereFill ball{.radius = 0.7F};
        const auto count = pointsIn(ball, kSpacing, dimension).size();
        EXPECT_GE(countParticles(ball, kSpacing, dimension), count);
        EXPECT_LE(countParticles(ball, kSpacing, dimension), 2 * count);
    }
}

TEST(CountParticles, DoesNotOverflow) {
    const BoxFill huge{.min = {-1e6F, -1e6F, -1e6F}, .max = {1e6F, 1e6F, 1e6F}};
    EXPECT_EQ(countParticles(huge, 1e-6F, 3), 10'000'000'000'000'000U);
    expectFragment(latticePoints(huge, 1e-6F, 3).error(),
                   "needs 1e+16 particles and about 2e+09 GB of memory");
    // A row without points does not make a loop over rows without end.
    const BoxFill thin{.max = {1e-9F, 1e6F, 1e6F}};
    expectFragment(latticePoints(thin, 1e-6F, 3).error(), "smaller than one particle_spacing");
    const CylinderFill needle{.axis = {1, 1, 1}, .radius = 1e-3F, .height = 1e4F};
    EXPECT_GT(pointsIn(needle, 1e-2F).size(), 0U);
}

}  // namespace
}  // namespace undine
