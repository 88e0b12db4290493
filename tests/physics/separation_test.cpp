// SPDX-License-Identifier: Zlib
// Fluids of different density that were mixed: they separate, and what is between
// them then is neither a gap nor a layer of both.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/liquid_methods.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

constexpr FluidIndex kHeavy = 0;
constexpr FluidIndex kLight = 1;
constexpr float kSpacing = 0.02F;
constexpr int kColumns = 20;
constexpr int kRows = 20;
constexpr float kWidth = kColumns * kSpacing;

/// Water and a lighter fluid, by which of them is at a place of the lattice.
template <class FluidAt>
World makeMixture(const SolverSettings& solver, float lightDensity, FluidAt&& fluidAt) {
    World world = take(World::create({.dimension = 2, .particleSpacing = kSpacing}, solver));
    take(world.addFluid({.restDensity = 1000, .stiffness = 100}));
    take(world.addFluid({.restDensity = lightDensity, .stiffness = 100}));
    take(world.addWall(BoxWall{.max = {kWidth, 1, 1}}));
    std::vector<Vec3> points[2];
    for (int j = 0; j < kRows; ++j) {
        for (int i = 0; i < kColumns; ++i) {
            const Vec3 x = kSpacing * Vec3{static_cast<float>(i) + 0.5F, static_cast<float>(j) + 0.5F, 0};
            points[fluidAt(i, j)].push_back(x);
        }
    }
    take(world.addParticles(kHeavy, points[kHeavy]));
    take(world.addParticles(kLight, points[kLight]));
    return world;
}

/// Where the fluids meet: as many particles are below as there are heavy ones.
struct Interface {
    float height = 0;
    double wrong = 0;    ///< share of particles on the other fluid's side
    double strayed = 0;  ///< the same, of those more than half a spacing beyond
    int within = 0;      ///< particles within two spacings
    double density = 0;  ///< of those, mean over that at rest
};

Interface measureInterface(const World& world) {
    std::vector<std::pair<float, FluidIndex>> sorted;
    for (Index i = 0; i < world.particleCount(); ++i) {
        sorted.emplace_back(world.positions()[i].y, world.fluidIndices()[i]);
    }
    std::ranges::sort(sorted);
    const auto heavy = static_cast<std::size_t>(std::ranges::count(world.fluidIndices(), kHeavy));
    Interface found;
    found.height = 0.5F * (sorted[heavy - 1].first + sorted[heavy].first);
    const double share = 1 / static_cast<double>(sorted.size());
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        if ((k < heavy) == (sorted[k].second == kHeavy)) continue;
        found.wrong += share;
        if (std::fabs(sorted[k].first - found.height) > 0.5F * kSpacing) found.strayed += share;
    }
    for (Index i = 0; i < world.particleCount(); ++i) {
        if (std::fabs(world.positions()[i].y - found.height) > 2 * kSpacing) continue;
        found.within += 1;
        found.density += world.densities()[i] / world.fluids()[world.fluidIndices()[i]].restDensity;
    }
    found.density /= std::max(1, found.within);
    return found;
}

class Separation : public testing::TestWithParam<LiquidMethod> {};

// The bar is 2 % within 10 s.
TEST_P(Separation, LeavesNobodyOnTheWrongSideOfAnInterleavedStart) {
    for (const float light : {500.0F, 100.0F}) {
        SCOPED_TRACE(light);
        World world = makeMixture(GetParam().solver, light, [](int i, int j) { return (i + j) % 2; });
        ASSERT_GT(measureInterface(world).wrong, 0.4);
        const StepReport report = world.advance(6);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        const Interface found = measureInterface(world);
        EXPECT_LT(found.wrong, 0.02);
        EXPECT_LT(found.strayed, 0.005);  // no layer of both
        // Four rows of particles that touch: no gap.
        EXPECT_NEAR(found.within, 4 * kColumns, 0.1 * 4 * kColumns);
        EXPECT_NEAR(found.density, 1, 0.02);
    }
}

// Nothing is below it that could lift it.
TEST_P(Separation, LeavesNoFilmOnTheFloor) {
    World world = makeMixture(GetParam().solver, 500, [](int /*i*/, int j) { return j == 0 ? 1 : 0; });
    ASSERT_TRUE(world.advance(4).ok());
    const Interface found = measureInterface(world);
    EXPECT_GT(found.height, (kRows - 2) * kSpacing);
    EXPECT_LT(found.strayed, 0.005);
}

INSTANTIATE_TEST_SUITE_P(Methods, Separation, testing::ValuesIn(kLiquidMethods),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace undine::test
