// SPDX-License-Identifier: Zlib
// Flows with known solutions in worlds that repeat themselves.
//
//   [TG37] Taylor, Green: Mechanism of the Production of Small Eddies from Large Ones, 1937
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

/// Eddies in a square that repeats itself [TG37]: their energy falls as exp(-4 nu k^2 t).
struct TaylorGreen {
    SolverSettings solver;
    FluidSettings fluid{};
    float supportRadius = 3;  // spacings
};

constexpr float kSide = 1;
constexpr float kSpacings = 50;  // per side
constexpr double kWave = 2 * std::numbers::pi / kSide;

/// The rate at which the energy falls until half of it should be gone, over that of the solution.
double decayOf(const TaylorGreen& flow) {
    WorldSettings settings{.dimension = 2,
                           .particleSpacing = kSide / kSpacings,
                           .supportRadius = flow.supportRadius * kSide / kSpacings,
                           .gravity = {},
                           .periodic = Periodic::XY,
                           .periodicMax = {kSide, kSide, 1}};
    World world = take(World::create(settings, flow.solver));
    take(world.addFluid(flow.fluid));
    take(world.fill(0, BoxFill{.max = {kSide, kSide, 1}, .eddySpeed = 1, .eddySize = 0.5F * kSide}));
    const double nu = static_cast<double>(flow.fluid.viscosity) / flow.fluid.restDensity;
    const double rate = 4 * nu * kWave * kWave;
    const double half = std::log(2.0) / rate;
    const double before = world.computeStatistics().kineticEnergy;
    EXPECT_NEAR(before, 0.25 * 1000 * kSide * kSide, 5) << "J: the mean of the square is a half";
    EXPECT_TRUE(world.advance(static_cast<float>(half)).ok());
    return std::log(before / world.computeStatistics().kineticEnergy) / (half * rate);
}

// A Reynolds number of 10. At 100 the lattice breaks up before the eddies are gone, and particles that find
// new places cost more energy than viscosity: wcsph is then too fast by a factor of 2.8, and of 2.1 with half
// the spacing.
constexpr FluidSettings kThick{.viscosity = 100, .stiffness = 200};

TEST(PeriodicPhysics, EddiesDecayAsTaylorAndGreenSay) {
    EXPECT_NEAR(decayOf({.solver = WcsphSettings{.artificialViscosity = 0}, .fluid = kThick}), 1, 0.05);
}

TEST(PeriodicPhysics, EddiesDecayAlmostAsFastInMethodsThatCorrectPositions) {
    // 1.07 both, of which implicit viscosity has a part: wcsph has 1.08 with it. With explicit viscosity,
    // whose steps are a fifth as long, the corrections of so many steps add up: 1.37.
    const PairForceSettings forces{.viscosityModel = ViscosityModel::Implicit, .xsph = 0};
    EXPECT_NEAR(decayOf({.solver = PbfSettings{.pairForces = forces}, .fluid = kThick}), 1, 0.1);
    EXPECT_NEAR(decayOf({.solver = SphPbdSettings{.pairForces = forces}, .fluid = kThick}), 1, 0.1);
}

}  // namespace
}  // namespace undine::test
