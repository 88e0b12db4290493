// SPDX-License-Identifier: Zlib
// Single particles in a fluid of another density: how fast they rise, and that nothing else changes.
#include "forces/drift.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "tests/support/pair_fluid.h"

namespace undine {
namespace {

using test::cubicLattice;
using test::PairFluid;

constexpr float kSpacing = 0.1F;
constexpr Vec3 kGravity{0, -10, 0};

/// A lattice of fluid 0, in which fluid 1, half as heavy, is where isLight(column, row, layer) says so.
template <class IsLight>
PairFluid makeFluid(int count, int dimension, IsLight&& isLight) {
    PairFluid fluid(cubicLattice(count, kSpacing, dimension), kSpacing, dimension);
    fluid.fluids[0].viscosity = 0.5F;
    fluid.fluids.push_back(fluid.fluids[0]);
    fluid.fluids[1].restDensity *= 0.5F;
    fluid.fluids[1].mass *= 0.5F;
    const auto place = [](float at) { return static_cast<int>(std::lround(at / kSpacing)); };
    for (Index i = 0; i < fluid.size(); ++i) {
        const Vec3 x = fluid.x()[i];
        fluid.writableFluid()[i] = isLight(place(x.x), place(x.y), place(x.z)) ? 1 : 0;
    }
    return fluid;
}

void drift(PairFluid& fluid, float dt, double time, int threads = 1, Vec3 gravity = kGravity) {
    const ThreadPool pool(threads);
    Neighborhood around = fluid.around(pool);
    around.gravity = gravity;
    around.id = fluid.id();
    around.time = time;
    PairRecords records;
    Drift(1).apply(around, dt, records);
}

std::vector<Vec3> placesOf(PairFluid& fluid) {
    std::vector<Vec3> places;
    for (Index i = 0; i < fluid.size(); ++i) places.push_back(fluid.x()[i]);
    return places;
}

bool isSame(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    const auto numbers = [](Vec3 p) { return std::tuple(p.x, p.y, p.z); };
    return std::ranges::equal(a, b, {}, numbers, numbers);
}

/// Every sixth place along each axis: they do not see each other.
bool isApart(int i, int j, int k) { return i % 6 == 2 && j % 6 == 2 && k % 6 == 0; }

TEST(DriftSpeed, IsThatOfStokesInThickFluidAndOfInertiaInThin) {
    FluidConstants heavy{.restDensity = 1000, .mass = 1, .viscosity = 100};
    FluidConstants light{.restDensity = 400, .mass = 0.4F, .viscosity = 100};
    const float stokes = 600 * 10 * 0.01F * 0.01F / (18 * 100);
    EXPECT_NEAR(driftSpeed(heavy, light, 10, 0.01F), stokes, 0.001F * stokes);
    heavy.viscosity = 0;
    // 600 * 10 * 0.01 = 2 * 700 u^2
    const float inertial = std::sqrt(60.0F / (2 * 700));
    EXPECT_NEAR(driftSpeed(heavy, light, 10, 0.01F), inertial, 0.001F * inertial);
    EXPECT_EQ(driftSpeed(heavy, light, 10, 0.01F), driftSpeed(light, heavy, 10, 0.01F));
    EXPECT_EQ(driftSpeed(heavy, heavy, 10, 0.01F), 0);
}

class DriftIn : public testing::TestWithParam<int> {};

// The mean over many particles and moments.
TEST_P(DriftIn, SingleParticlesRiseWithTheSpeedOfADrop) {
    PairFluid fluid = makeFluid(GetParam() == 2 ? 60 : 18, GetParam(), isApart);
    const std::vector<Vec3> before = placesOf(fluid);
    const float dt = 0.2F * kSpacing / driftSpeed(fluid.fluids[0], fluid.fluids[1], 10, kSpacing);
    double risen = 0;
    int count = 0;
    for (int moment = 0; moment < 60; ++moment) {
        drift(fluid, dt, 0.01 * moment);
        for (Index i = 0; i < fluid.size(); ++i) {
            if (fluid.fluid()[i] == 0) continue;
            risen += fluid.x()[i].y - before[i].y;
            ++count;
        }
        for (Index i = 0; i < fluid.size(); ++i) fluid.x().set(i, before[i]);
    }
    // Chances of 0.2 each: this is four standard deviations of their mean.
    EXPECT_NEAR(risen / count / kSpacing, 0.2, 4 * std::sqrt(0.2 * 0.8 / count));
}

TEST_P(DriftIn, ParticlesChangePlacesAndKeepTheirVelocities) {
    PairFluid fluid = makeFluid(GetParam() == 2 ? 30 : 12, GetParam(), isApart);
    fluid.move([](Vec3 x) { return Vec3{x.y, x.x, 1}; });
    std::vector<Vec3> before = placesOf(fluid);
    const std::vector<Vec3> velocities = fluid.velocities();
    drift(fluid, 1, 0);
    std::vector<Vec3> after = placesOf(fluid);
    EXPECT_FALSE(isSame(before, after));
    EXPECT_TRUE(isSame(velocities, fluid.velocities()));
    double weight = 0;
    for (Index i = 0; i < fluid.size(); ++i) {
        weight += fluid.massOf(i) * static_cast<double>(after[i].y - before[i].y);
    }
    EXPECT_LT(weight, 0);
    const auto order = [](Vec3 a, Vec3 b) { return std::tuple(a.x, a.y, a.z) < std::tuple(b.x, b.y, b.z); };
    std::ranges::sort(before, order);
    std::ranges::sort(after, order);
    EXPECT_TRUE(isSame(before, after));
}

TEST_P(DriftIn, FilmsAsThickAsAParticleDissolveAndThickerOnesDoNot) {
    const int count = GetParam() == 2 ? 30 : 12;
    const auto movedFromFilm = [&](int thickness) {
        PairFluid fluid =
            makeFluid(count, GetParam(), [&](int, int j, int) { return j >= 4 && j < 4 + thickness; });
        const std::vector<Vec3> before = placesOf(fluid);
        drift(fluid, 1, 0);
        // At the rim of the lattice there is less company: in 3D a film dissolves from there.
        const bool all = thickness == 1;
        const auto isInside = [&](float at) {
            return all || (at > 2.5F * kSpacing && at < (static_cast<float>(count) - 3.5F) * kSpacing);
        };
        int moved = 0;
        for (Index i = 0; i < fluid.size(); ++i) {
            const bool isAway = isInside(before[i].x) && (GetParam() == 2 || isInside(before[i].z));
            moved += isAway && fluid.x()[i].y != before[i].y ? 1 : 0;
        }
        return moved;
    };
    EXPECT_GT(movedFromFilm(1), 0);
    EXPECT_EQ(movedFromFilm(2), 0);
}

TEST_P(DriftIn, NothingDriftsWithoutGravityOrWhereItShouldBe) {
    PairFluid fluid = makeFluid(GetParam() == 2 ? 30 : 12, GetParam(), isApart);
    const std::vector<Vec3> before = placesOf(fluid);
    drift(fluid, 1, 0, 1, {});
    EXPECT_TRUE(isSame(before, placesOf(fluid)));
    // One light particle on top of all.
    float top = 0;
    for (const Vec3 x : before) top = std::max(top, x.y);
    Index highest = 0;
    for (Index i = 0; i < fluid.size(); ++i) {
        fluid.writableFluid()[i] = 0;
        if (before[i].y == top) highest = i;
    }
    fluid.writableFluid()[highest] = 1;
    drift(fluid, 1, 0);
    EXPECT_TRUE(isSame(before, placesOf(fluid)));
}

TEST_P(DriftIn, TheSameBitsForAnyNumberOfThreads) {
    const auto run = [](int threads) {
        PairFluid fluid = makeFluid(GetParam() == 2 ? 60 : 18, GetParam(),
                                    [](int i, int j, int k) { return (i + j + k) % 2 == 0; });
        for (int step = 0; step < 3; ++step) drift(fluid, 0.05F, 0.1 * step, threads);
        return placesOf(fluid);
    };
    const std::vector<Vec3> one = run(1);
    for (const int threads : {2, 3, 8}) EXPECT_TRUE(isSame(one, run(threads))) << threads;
}

INSTANTIATE_TEST_SUITE_P(TwoAndThree, DriftIn, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine
