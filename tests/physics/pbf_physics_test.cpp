// SPDX-License-Identifier: Zlib
// Methods that correct positions: incompressible, quiet, and without energy from nowhere.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/geometry.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

const SolverSettings kMethods[] = {PbfSettings{}, SphPbdSettings{}};

class PositionBased : public testing::TestWithParam<SolverSettings> {};

/// The height below which all but one in a hundred particles are, as a share of what it is on the lattice.
double relativeHeight(const World& world, float water, float spacing) {
    std::vector<float> heights;
    for (const Vec3 x : world.positions()) heights.push_back(x.y);
    const auto nth = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() * 99 / 100);
    std::nth_element(heights.begin(), nth, heights.end());
    return (*nth + 0.5F * spacing) / water;
}

// At its default of five iterations; the full range of sizes and depths is in the validation.
TEST_P(PositionBased, FluidDoesNotShrinkAsItDeepens) {
    constexpr float kSpacing = 0.02F;
    for (const int layers : {10, 60}) {
        const float depth = kSpacing * static_cast<float>(layers);
        World world = makeTank(
            GetParam(),
            {.dimension = 2, .spacing = kSpacing, .tank = {0.4F, 2 * depth, 1}, .water = {0.4F, depth, 1}});
        StepReport report;
        for (int k = 0; k < 20 && report.ok(); ++k) report = world.advance(0.1F);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        EXPECT_LT(world.computeStatistics().meanDensityError, 0.01) << layers << " layers";
        EXPECT_LT(report.maxDensityRatio, 1.05F) << layers << " layers";
        EXPECT_NEAR(relativeHeight(world, depth, kSpacing), 1, 0.02) << layers << " layers";
        EXPECT_LT(kineticEnergyPerKilogram(world, 1000.0 * 0.4 * depth), 1e-3) << layers << " layers";
    }
}

TEST_P(PositionBased, PressureIsHydrostatic) {
    World world = makeTank(
        GetParam(), {.dimension = 2, .spacing = 0.02F, .tank = {0.4F, 1, 1}, .water = {0.4F, 0.5F, 1}});
    ASSERT_TRUE(world.advance(2).ok());
    if (std::holds_alternative<SphPbdSettings>(GetParam())) return;  // shares the pressure with its forces
    // The mean over the lower half, over a few moments: the multipliers of one step are noisy.
    double sum = 0;
    double expected = 0;
    for (int k = 0; k < 40; ++k) {
        ASSERT_TRUE(world.advance(0.01F).ok());
        const std::span<const float> p = world.pressures();
        for (Index i = 0; i < world.particleCount(); ++i) {
            const float y = world.positions()[i].y;
            if (y > 0.25F) continue;
            sum += p[i];
            expected += 9810 * (0.495 - y);
        }
    }
    EXPECT_NEAR(sum / expected, 1, 0.05);
}

// Random places, as in the program of Mijalkovic: what overlaps at the start does not become speed.
TEST_P(PositionBased, ARandomStartDoesNotExplode) {
    for (const int dimension : {2, 3}) {
        World world = makeTank(GetParam(), {.dimension = dimension,
                                            .spacing = 0.05F,
                                            .tank = {0.8F, 2, 0.8F},
                                            .water = {0.8F, 0.8F, 0.8F},
                                            .jitter = 0.5F});
        const Statistics before = world.computeStatistics();
        const StepReport report = world.advance(0.5F);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        const Statistics after = world.computeStatistics();
        EXPECT_LT(after.kineticEnergy, 0.05 * before.potentialEnergy) << dimension << "D";
        EXPECT_LT(report.maxDensityRatio, 1.05F) << dimension << "D";
    }
}

// Relaxation is relative: the same flow in millimetres and in metres, at another density.
TEST_P(PositionBased, NothingHasToBeTunedForAnotherScale) {
    const auto run = [&](float scale, float density) {
        World world = take(World::create(
            {.dimension = 2, .particleSpacing = 0.02F * scale, .gravity = {0, -9.81F * scale, 0}},
            GetParam()));
        take(world.addFluid({.restDensity = density, .viscosity = 0, .stiffness = 1000 * scale * scale}));
        take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {scale, scale, scale}}));
        take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {0.4F * scale, 0.4F * scale, 0}}));
        EXPECT_TRUE(world.advance(0.15F).ok());
        double front = 0;
        for (const Vec3 x : world.positions()) front = std::max(front, static_cast<double>(x.x / scale));
        return front;
    };
    const double metres = run(1, 1000);
    EXPECT_GT(metres, 0.45);
    EXPECT_NEAR(run(1e-3F, 1000), metres, 0.01);
    EXPECT_NEAR(run(100, 7), metres, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Methods, PositionBased, testing::ValuesIn(kMethods), [](const auto& tested) {
    return std::string(tested.index == 0 ? "Pbf" : "SphPbd");
});

// To a tolerance: more where it is violent, fewer at rest.
TEST(Pbf, IteratesToATolerance) {
    const PbfSettings solver{.constraint = {.iterations = 100, .densityTolerance = 5e-4F}};
    World world =
        makeTank(solver, {.dimension = 2, .spacing = 0.02F, .tank = {0.4F, 2, 1}, .water = {0.4F, 1, 1}});
    int most = 0;
    int fewest = 1000;
    for (int k = 0; k < 200; ++k) {
        const StepReport report = world.step();
        ASSERT_TRUE(report.ok());
        most = std::max(most, report.iterations);
        fewest = std::min(fewest, report.iterations);
    }
    EXPECT_GT(most, 5);
    EXPECT_LT(fewest, most);
    EXPECT_LT(world.computeStatistics().meanDensityError, 1e-3);
}

// Whatever the number of iterations and wherever they end, the energy of a collapsing column does not grow.
TEST(Pbf, IterationsMakeNoEnergy) {
    const DensityConstraintSettings cases[] = {{.iterations = 2},
                                               {.iterations = 7},
                                               {.iterations = 20},
                                               {.iterations = 6, .densityTolerance = 1e-3F},
                                               {.iterations = 20, .densityTolerance = 1e-3F},
                                               {.iterations = 1000, .densityTolerance = 1e-3F}};
    for (const DensityConstraintSettings& constraint : cases) {
        SCOPED_TRACE(std::to_string(constraint.iterations) + " iterations");
        World world = makeTank(PbfSettings{.constraint = constraint},
                               {.spacing = 0.06F, .tank = {1.6F, 0.8F, 0.6F}, .water = {0.6F, 0.6F, 0.6F}});
        const auto energy = [&] {
            const Statistics s = world.computeStatistics();
            return s.kineticEnergy + s.potentialEnergy;
        };
        double before = energy();
        for (int k = 0; k < 16; ++k) {
            ASSERT_TRUE(world.advance(1.0F / 30).ok());
            EXPECT_LT(energy(), 1.01 * before) << "frame " << k;
            before = energy();
        }
    }
}

// Where fluid is hit hard, stiffness is summed up in each iteration, as it is everywhere in a world with a
// body.
TEST(Pbf, AHardHitMakesItNoDenserThanWithABodyFarAway) {
    const auto densest = [](bool withBody) {
        World world = take(World::create({.dimension = 2, .particleSpacing = 0.05F}, PbfSettings{}));
        take(world.addFluid({.stiffness = 90000}));
        take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {2, 2, 2}}));
        take(world.fill(0,
                        BoxFill{.min = {0.3F, 0.3F, 0}, .max = {1.3F, 1.3F, 0}, .velocity = {-30, -30, 0}}));
        if (withBody) {
            take(world.addRigidBody({.parts = {{BoxBody{{0.2F, 0.2F, 0.2F}}}}}, {.position = {100, 0, 0}}));
        }
        float largest = 0;
        while (world.time() < 0.1) {
            const StepReport report = world.step();
            if (!report.ok()) return 1e9F;
            largest = std::max(largest, report.maxDensityRatio);
        }
        return largest;
    };
    EXPECT_LT(densest(false), 1.1F * densest(true));
}

// Two-sided, a stretched blob is pulled together; one-sided it is left alone.
TEST(Pbf, OnlyATwoSidedConstraintPulls) {
    const auto widthAfter = [](bool oneSided) {
        World world = take(World::create({.dimension = 2, .particleSpacing = 0.02F, .gravity = {0, 0, 0}},
                                         PbfSettings{.constraint = {.oneSided = oneSided}}));
        take(world.addFluid({}));
        std::vector<Vec3> points = makeBlock({20, 20, 1}, {0.022F, 0.022F, 0});
        take(world.addParticles(0, points));
        EXPECT_TRUE(world.advance(0.2F).ok());
        float width = 0;
        for (const Vec3 x : world.positions()) width = std::max(width, x.x);
        return width;
    };
    EXPECT_NEAR(widthAfter(true), 19 * 0.022F, 1e-4F);
    EXPECT_LT(widthAfter(false), 19 * 0.022F - 0.003F);
}

TEST(Pbf, ArtificialPressureKeepsCloseParticlesApart) {
    const auto distanceAfter = [](float strength) {
        World world = take(World::create({.particleSpacing = 0.05F, .gravity = {0, 0, 0}},
                                         PbfSettings{.constraint = {.artificialPressure = strength}}));
        take(world.addFluid({}));
        const Vec3 pair[] = {{0, 0, 0}, {0.03F, 0, 0}};  // no compression: two are few
        take(world.addParticles(0, pair));
        for (int k = 0; k < 5; ++k) EXPECT_TRUE(world.step().ok());
        const Vec3 d = world.positions()[1] - world.positions()[0];
        return std::sqrt(dot(d, d));
    };
    EXPECT_NEAR(distanceAfter(0), 0.03F, 1e-6F);
    EXPECT_GT(distanceAfter(0.1F), 0.031F);
}

// Heavy fluid above light, in two dimensions, with more neighbours than usual. In pairs they would explode.
TEST(LargeSupportRadius, DoesNotMakePairs) {
    for (const float reach : {2.5F, 3.0F}) {
        WorldSettings settings;
        settings.dimension = 2;
        settings.particleSpacing = 0.02F;
        settings.supportRadius = reach * settings.particleSpacing;
        World world = take(World::create(settings, PbfSettings{}));
        take(world.addFluid({.restDensity = 1000, .viscosity = 0.5F}));
        take(world.addFluid({.restDensity = 500, .viscosity = 0.5F}));
        take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {0.5F, 0.7F, 0}}));
        take(world.fill(1, BoxFill{.min = {0, 0, 0}, .max = {0.5F, 0.24F, 0}, .jitter = 0.1F}));
        take(world.fill(0, BoxFill{.min = {0, 0.24F, 0}, .max = {0.5F, 0.48F, 0}, .jitter = 0.1F}));
        const StepReport report = world.advance(3);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        Index close = 0;
        const VectorView x = world.positions();
        for (Index i = 0; i < x.size(); ++i) {
            for (Index j = 0; j < i; ++j) close += length(x[i] - x[j]) < 0.3F * settings.particleSpacing;
        }
        EXPECT_LT(close, x.size() / 50) << reach;
    }
}

}  // namespace
}  // namespace undine::test
