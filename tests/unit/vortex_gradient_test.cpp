// SPDX-License-Identifier: Zlib
// Gradients of scalars over particles: linear fields, walls, free surfaces, and odd clouds.
#include "tests/unit/vortex_cloud.h"

namespace undine {
namespace {

using test::cubicLattice;
using test::GradientMethod;
using test::isDeepInside;
using test::kGradientMethods;
using test::latticeCloud;
using test::lengthOf;
using test::ScalarCloud;
using test::shaken;

constexpr Vec3 kSlope = {0.7F, -0.4F, 0.3F};

Vec3 slopeIn(int dimension) { return {kSlope.x, kSlope.y, dimension == 2 ? 0 : kSlope.z}; }

/// The mean of the gradients deep inside, and the largest deviation from what it should be.
struct Slope {
    Vec3 mean;
    double worst = 0;
    Index count = 0;
};
Slope slopeInside(ScalarCloud& cloud, GradientMethod method, int count) {
    const int dimension = cloud.input().dimension;
    const std::vector<Vec3> got = cloud.gradient(method);
    Slope slope;
    Vec3 sum;
    for (Index i = 0; i < cloud.size(); ++i) {
        if (!isDeepInside(cloud.x()[i], count, 2 * cloud.input().h + 0.7F, dimension)) continue;
        sum = sum + got[i];
        slope.worst = std::max(slope.worst, lengthOf(got[i] - slopeIn(dimension)));
        ++slope.count;
    }
    slope.mean = (1 / static_cast<float>(slope.count)) * sum;
    return slope;
}

class LinearField : public testing::TestWithParam<int> {
  protected:
    int count() const { return GetParam() == 2 ? 40 : 18; }

    /// The value is 0 in the middle, as a deviation from ambient would be.
    ScalarCloud make(float h, float jitter) const {
        ScalarCloud cloud = latticeCloud(count(), h, GetParam(), jitter);
        const float half = 0.5F * static_cast<float>(count() - 1);
        const Vec3 middle = {half, half, GetParam() == 2 ? 0 : half};
        cloud.set([&](Vec3 p) { return dot(kSlope, p - middle); });
        return cloud;
    }
    void expectSlope(ScalarCloud cloud, GradientMethod method, double tolerance) const {
        const Slope slope = slopeInside(cloud, method, count());
        ASSERT_GT(slope.count, 10U);
        EXPECT_LT(lengthOf(slope.mean - slopeIn(GetParam())), tolerance * lengthOf(slopeIn(GetParam())));
    }
};

TEST_P(LinearField, HasItsSlopeWithinAPercentOnALattice) {
    for (const float h : {2.0F, 2.5F, 3.0F}) {
        SCOPED_TRACE(h);
        for (const GradientMethod method : kGradientMethods) expectSlope(make(h, 0), method, 0.01);
        // The sum of differences, which is for walls.
        expectSlope(std::move(make(h, 0).claimProximity(0)), GradientMethod::Particles, 0.01);
    }
}

TEST_P(LinearField, HasItsSlopeWithinFivePercentInDisorder) {
    expectSlope(make(2, 0.2F), GradientMethod::Corrected, 0.01);
    expectSlope(make(2, 0.2F), GradientMethod::Grid, 0.01);
    for (const float h : {2.0F, 2.5F, 3.0F}) {
        SCOPED_TRACE(h);
        for (const GradientMethod method : kGradientMethods) expectSlope(make(h, 0.2F), method, 0.05);
        expectSlope(std::move(make(h, 0.2F).claimProximity(0)), GradientMethod::Particles, 0.05);
    }
}

TEST_P(LinearField, IsExactForEveryParticleWhenCorrected) {
    for (const float jitter : {0.0F, 0.2F}) {
        ScalarCloud cloud = make(2.5F, jitter);
        EXPECT_LT(slopeInside(cloud, GradientMethod::Corrected, count()).worst, 1e-4);
    }
}

TEST_P(LinearField, IsExactAtWallsTooWhenCorrected) {
    for (const float jitter : {0.0F, 0.2F}) {
        ScalarCloud cloud = make(2.0F, jitter);
        cloud.claimProximity(0);  // all around are walls
        const std::vector<Vec3> got = cloud.gradient(GradientMethod::Corrected);
        for (Index i = 0; i < cloud.size(); ++i) {
            ASSERT_LT(lengthOf(got[i] - slopeIn(GetParam())), 1e-4 * lengthOf(slopeIn(GetParam()))) << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Vortex, LinearField, testing::Values(2, 3), test::dimensionName);

// --- Walls and free surfaces ---

/// The mean gradient of the outermost particles of a block of uniform value 1 with nothing around it.
double surfaceGradient(GradientMethod method, float h) {
    constexpr int kCount = 14;
    ScalarCloud cloud = latticeCloud(kCount, h, 3);
    cloud.set([](Vec3) { return 1.0F; });
    const std::vector<Vec3> got = cloud.gradient(method);
    double sum = 0;
    int count = 0;
    for (Index i = 0; i < cloud.size(); ++i) {
        const Vec3 p = cloud.x()[i];
        const bool isInFace = p.x == 0 && std::fabs(p.y - 6.5F) < 2 && std::fabs(p.z - 6.5F) < 2;
        if (!isInFace) continue;
        sum += lengthOf(got[i]);
        ++count;
        EXPECT_GT(got[i].x, 0.5 * lengthOf(got[i])) << "it points into the fluid";
    }
    return sum / count;
}

TEST(FreeSurface, MakesAGradient) {
    for (const GradientMethod method : kGradientMethods) {
        SCOPED_TRACE(static_cast<int>(method));
        // A jump of 1 within a distance of about h.
        EXPECT_GT(surfaceGradient(method, 2), 0.15);
        EXPECT_LT(surfaceGradient(method, 2), 1.0);
    }
    // With uniform values the corrected form has the jump of the canonical one.
    EXPECT_NEAR(surfaceGradient(GradientMethod::Corrected, 2), surfaceGradient(GradientMethod::Particles, 2),
                1e-4);
}

/// Points of a lattice that are in the fluid, as far as the walls say.
std::vector<Vec3> filled(std::span<const WallShape> walls, Vec3 low, int count, Vec3 shift) {
    std::vector<Vec3> points;
    for (const Vec3 p : cubicLattice(count, 1)) {
        const Vec3 x = low + p + shift;
        const auto isInside = [&](const WallShape& wall) { return wallDistance(wall, x) > 0; };
        if (std::ranges::all_of(walls, isInside)) points.push_back(x);
    }
    return points;
}

std::vector<WallShape> shapesOf(const Wall& wall) { return makeWallShapes(wall, 3).value(); }

/// No particle that a free surface is not near has a gradient.
void expectNoGradient(ScalarCloud& cloud, float h, auto&& isAtFreeSurface) {
    cloud.set([](Vec3) { return 1.0F; });
    for (const GradientMethod method : kGradientMethods) {
        SCOPED_TRACE(static_cast<int>(method));
        const double limit = 1e-3 * surfaceGradient(method, h);
        const std::vector<Vec3> got = cloud.gradient(method);
        Index atWall = 0;
        for (Index i = 0; i < cloud.size(); ++i) {
            if (isAtFreeSurface(cloud.x()[i])) continue;
            atWall += cloud.proximity(i) < h ? 1 : 0;
            ASSERT_LT(lengthOf(got[i]), limit)
                << i << " at a distance of " << cloud.proximity(i) << " from the wall";
        }
        EXPECT_GT(atWall, 50U);
    }
}

bool nowhere(Vec3 /*p*/) { return false; }

// Different places of the wall between the nodes of the grid.
constexpr float kShifts[] = {0.05F, 0.3F, 0.5F, 0.75F, 0.95F};

TEST(UniformFluid, HasNoGradientAtAPlane) {
    const std::vector<WallShape> walls = shapesOf(PlaneWall{{}, {0, 1, 0}});
    const float h = 2;
    for (const float shift : kShifts) {
        ScalarCloud cloud(filled(walls, {0, -1, 0}, 20, {0, shift, 0}), h, 3, walls);
        expectNoGradient(cloud, h, [&](Vec3 p) {
            const auto isNearRim = [&](float a) { return a < 3 * h + 1 || a > 19 - 3 * h - 1; };
            return isNearRim(p.x) || isNearRim(p.z) || p.y > 18 - 3 * h - 1;
        });
    }
}

TEST(UniformFluid, HasNoGradientInABox) {
    const std::vector<WallShape> walls = shapesOf(BoxWall{{0, 0, 0}, {12, 11, 10}, Side::Inside});
    for (const float h : {2.0F, 3.0F}) {
        for (const float shift : kShifts) {
            ScalarCloud cloud(filled(walls, {-1, -1, -1}, 14, {shift, shift, 0.5F}), h, 3, walls);
            expectNoGradient(cloud, h, nowhere);
        }
    }
}

TEST(UniformFluid, HasNoGradientInABall) {
    const std::vector<WallShape> walls = shapesOf(SphereWall{{0.3F, 0.1F, 0}, 7.7F, Side::Inside});
    ScalarCloud cloud(filled(walls, {-8, -8, -8}, 18, {0.2F, 0.3F, 0.4F}), 2, 3, walls);
    expectNoGradient(cloud, 2, nowhere);
}

TEST(UniformFluid, HasNoGradientAroundABallInABox) {
    std::vector<WallShape> walls = shapesOf(BoxWall{{0, 0, 0}, {16, 16, 16}, Side::Inside});
    walls.push_back(shapesOf(SphereWall{{8, 8, 8}, 3.1F, Side::Outside})[0]);
    ScalarCloud cloud(filled(walls, {0, 0, 0}, 17, {0.5F, 0.5F, 0.5F}), 2, 3, walls);
    expectNoGradient(cloud, 2, nowhere);
}

TEST(UniformFluid, InDisorderHasNoGradientWithinHOfAWall) {
    const std::vector<WallShape> walls =
        shapesOf(BoxWall{{-0.5F, -0.5F, -0.5F}, {11.5F, 11.5F, 11.5F}, Side::Inside});
    ScalarCloud cloud(shaken(cubicLattice(12, 1), 0.2F, 3), 2, 3, walls);
    cloud.set([](Vec3) { return 1.0F; });
    for (const GradientMethod method : {GradientMethod::Particles, GradientMethod::Corrected}) {
        const std::vector<Vec3> got = cloud.gradient(method);
        for (Index i = 0; i < cloud.size(); ++i) {
            if (cloud.proximity(i) >= 2) continue;
            ASSERT_EQ(lengthOf(got[i]), 0) << i;
        }
    }
}

TEST(FreeSurface, MakesAGradientInATankToo) {
    const std::vector<WallShape> walls =
        shapesOf(BoxWall{{-0.5F, -0.5F, -0.5F}, {15.5F, 30, 15.5F}, Side::Inside});
    for (const GradientMethod method : kGradientMethods) {
        ScalarCloud cloud(cubicLattice(16, 1), 2, 3, walls);
        cloud.set([](Vec3) { return 1.0F; });
        const std::vector<Vec3> got = cloud.gradient(method);
        Index count = 0;
        for (Index i = 0; i < cloud.size(); ++i) {
            const Vec3 p = cloud.x()[i];
            if (p.y != 15 || std::fabs(p.x - 7.5F) > 2 || std::fabs(p.z - 7.5F) > 2) continue;
            EXPECT_LT(got[i].y, -0.15F);
            ++count;
        }
        EXPECT_EQ(count, 16U);
    }
}

// --- Odd clouds ---

TEST(ScalarGradient, OfNothingIsNothing) {
    for (const GradientMethod method : kGradientMethods) {
        ScalarCloud cloud({}, 1, 3);
        EXPECT_TRUE(cloud.gradient(method).empty());
    }
}

TEST(ScalarGradient, OfOneParticleIsFinite) {
    for (const GradientMethod method : kGradientMethods) {
        for (const int dimension : {2, 3}) {
            ScalarCloud cloud({{0.3F, -0.2F, 0}}, 1, dimension);
            cloud.set([](Vec3) { return 5.0F; });
            const Vec3 got = cloud.gradient(method)[0];
            if (method == GradientMethod::Grid) {
                EXPECT_TRUE(std::isfinite(lengthOf(got)));
            } else {
                EXPECT_EQ(lengthOf(got), 0);
            }
        }
    }
}

TEST(ScalarGradient, OfCoincidentParticlesIsFinite) {
    std::vector<Vec3> points(40, Vec3{0.5F, 0.5F, 0.5F});
    points.push_back({0.7F, 0.5F, 0.5F});
    points.push_back({0.7F, 0.5F, 0.5F});
    for (const GradientMethod method : kGradientMethods) {
        for (const float proximity : {0.0F, 2.0F}) {
            ScalarCloud cloud(points, 1, 3);
            cloud.set([](Vec3 p) { return 3 * p.x; }).claimProximity(proximity);
            for (const Vec3 g : cloud.gradient(method)) ASSERT_TRUE(std::isfinite(lengthOf(g)));
        }
    }
}

TEST(ScalarGradient, OfParticlesInALineFallsBackToTheDifference) {
    std::vector<Vec3> points;
    for (int i = 0; i < 30; ++i) points.push_back({0.3F * static_cast<float>(i), 0, 0});
    ScalarCloud cloud(points, 1, 3);
    cloud.set([](Vec3 p) { return 2 * p.x; }).claimProximity(0);
    const std::vector<Vec3> got = cloud.gradient(GradientMethod::Corrected);
    for (Index i = 5; i < 25; ++i) {
        EXPECT_GT(got[i].x, 0);
        EXPECT_LT(got[i].x, 10);
        EXPECT_EQ(got[i].y, 0);
    }
}

TEST(ScalarGradient, OfMisplacedParticlesIsZeroAndDisturbsNobody) {
    std::vector<Vec3> points = shaken(cubicLattice(8, 1), 0.1F, 3);
    ScalarCloud healthy(points, 2, 3);
    points.push_back({test::kNaN, 1, 1});
    points.push_back({1e30F, 1, 1});
    ScalarCloud sick(points, 2, 3);
    const auto field = [](Vec3 p) { return p.x < 1e9F ? 1 + p.y : 7.0F; };
    for (const GradientMethod method : kGradientMethods) {
        const std::vector<Vec3> expected = healthy.set(field).gradient(method);
        const std::vector<Vec3> got = sick.set(field).gradient(method);
        for (Index i = 0; i < healthy.size(); ++i) ASSERT_EQ(got[i], expected[i]) << i;
        for (Index i = healthy.size(); i < sick.size(); ++i) ASSERT_EQ(got[i], Vec3{}) << i;
    }
}

TEST(ScalarGradient, OfParticlesFarApartTakesACoarserGrid) {
    std::vector<Vec3> points = cubicLattice(12, 1);
    points.push_back({3000, 2000, -1000});
    ScalarCloud cloud(points, 2, 3);
    cloud.set([](Vec3 p) { return p.x < 100 ? 1.0F : 0.0F; });
    ScalarGradient gradient(GradientMethod::Grid);
    const std::vector<Vec3> got = cloud.gradientBy(gradient, 2);
    EXPECT_LT(gradient.bytes(), 8U << 20U);
    for (const Vec3 g : got) ASSERT_TRUE(std::isfinite(lengthOf(g)));
}

TEST(ScalarGradient, NeedsNoMoreMemoryTheSecondTime) {
    const std::vector<WallShape> walls = shapesOf(BoxWall{{-1, -1, -1}, {12, 12, 12}, Side::Inside});
    for (const GradientMethod method : kGradientMethods) {
        ScalarCloud cloud(cubicLattice(10, 1), 2, 3, walls);
        cloud.set([](Vec3 p) { return p.x; });
        ScalarGradient gradient(method);
        const std::vector<Vec3> first = cloud.gradientBy(gradient, 2);
        const std::size_t bytes = gradient.bytes();
        EXPECT_EQ(cloud.gradientBy(gradient, 2), first);
        EXPECT_EQ(gradient.bytes(), bytes);
    }
}

TEST(ScalarGradient, IsTheSameForAnyNumberOfThreads) {
    for (const int dimension : {2, 3}) {
        const Wall box = BoxWall{{-0.5F, -0.5F, -0.5F}, {60, 30, 25}, Side::Inside};
        const std::vector<WallShape> walls = makeWallShapes(box, dimension).value();
        ScalarCloud cloud(shaken(cubicLattice(dimension == 2 ? 50 : 17, 1, dimension), 0.2F, dimension), 2.2F,
                          dimension, walls);
        cloud.set([](Vec3 p) { return std::sin(p.x) + 0.2F * p.y; });
        for (const GradientMethod method : kGradientMethods) {
            const std::vector<Vec3> one = cloud.gradient(method, 1);
            EXPECT_EQ(cloud.gradient(method, 2), one);
            EXPECT_EQ(cloud.gradient(method, 3), one);
        }
    }
}

}  // namespace
}  // namespace undine
