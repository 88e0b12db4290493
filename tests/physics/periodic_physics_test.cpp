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

/// A row of vortices in a square that repeats itself [TG37]: u = U (-cos kx sin ky, sin kx cos ky), whose
/// energy falls as exp(-4 nu k^2 t).
struct TaylorGreen {
    SolverSettings solver;
    FluidSettings fluid{};
    float cells = 50;  // spacings per side
    float supportRadius = 0;
};

constexpr float kSide = 1;
constexpr double kWave = 2 * std::numbers::pi / kSide;
constexpr float kSpeed = 1;

/// The rate at which the energy falls, over that of the solution, until half of it is gone.
double rateOf(const TaylorGreen& flow) {
    WorldSettings settings{.dimension = 2,
                           .particleSpacing = kSide / flow.cells,
                           .gravity = {},
                           .periodic = Periodic::XY,
                           .periodicMax = {kSide, kSide, 1}};
    settings.supportRadius = flow.supportRadius * settings.particleSpacing;
    World world = take(World::create(settings, flow.solver));
    take(world.addFluid(flow.fluid));
    take(world.fill(0, BoxFill{.max = {kSide, kSide, 1}}));
    for (Index i = 0; i < world.particleCount(); ++i) {
        const double x = kWave * static_cast<double>(world.positions()[i].x);
        const double y = kWave * static_cast<double>(world.positions()[i].y);
        world.setVelocity(i, {static_cast<float>(-kSpeed * std::cos(x) * std::sin(y)),
                              static_cast<float>(kSpeed * std::sin(x) * std::cos(y)), 0});
    }
    const double nu = static_cast<double>(flow.fluid.viscosity) / flow.fluid.restDensity;
    const double rate = 4 * nu * kWave * kWave;
    const double half = std::log(2.0) / rate;
    const double before = world.computeStatistics().kineticEnergy;
    EXPECT_TRUE(world.advance(static_cast<float>(half)).ok());
    return std::log(before / world.computeStatistics().kineticEnergy) / (half * rate);
}

// At a Reynolds number of 100.
constexpr FluidSettings kThick{.viscosity = 10, .stiffness = 200};

TEST(PeriodicPhysics, VorticesInWcsphDecayAsTaylorAndGreenSay) {
    EXPECT_NEAR(rateOf({.solver = WcsphSettings{.clampNegativePressure = false, .artificialViscosity = 0},
                        .fluid = kThick}),
                1, 0.05);
}

TEST(PeriodicPhysics, Report) {
    for (const float cells : {50.0F}) {
        for (const float reach : {2.0F, 2.5F, 3.0F}) {
            for (const bool clamp : {false, true}) {
                printf("wcsph cells %g h %g clamp %d: %g\n", cells, reach, clamp,
                       rateOf({WcsphSettings{.clampNegativePressure = clamp, .artificialViscosity = 0},
                               kThick, cells, reach}));
                fflush(stdout);
            }
            printf("pbf %g: %g\n", reach,
                   rateOf({PbfSettings{.pairForces = {.xsph = 0}}, kThick, cells, reach}));
            printf("sph_pbd %g: %g\n", reach,
                   rateOf({SphPbdSettings{.pairForces = {.xsph = 0}}, kThick, cells, reach}));
            fflush(stdout);
        }
    }
}

}  // namespace
}  // namespace undine::test
