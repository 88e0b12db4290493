// SPDX-License-Identifier: Zlib
// Emitters, absorbers and pumps in a world with a solver.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

World makeWorld(WorldSettings settings, const FluidSettings& fluid = {}) {
    settings.particleSpacing = 0.02F;
    World world = take(World::create(settings));
    take(world.addFluid(fluid));
    return world;
}

struct Totals {
    Index emitted = 0;
    Index absorbed = 0;
    float densityRatio = 0;
};

Totals run(World& world, float seconds) {
    Totals totals;
    const double end = world.time() + static_cast<double>(seconds);
    while (world.time() < end - 1e-6) {
        const StepReport report = world.step(static_cast<float>(end - world.time()));
        EXPECT_TRUE(report.ok()) << world.diagnose(report);
        if (!report.ok()) break;
        totals.emitted += report.emitted;
        totals.absorbed += report.absorbed;
        totals.densityRatio = std::max(totals.densityRatio, report.maxDensityRatio);
    }
    return totals;
}

TEST(EmitterInAWorld, MakesAJetOfRestDensity) {
    for (const int dimension : {2, 3}) {
        World world = makeWorld({.dimension = dimension, .gravity = {0, 0, 0}});
        take(world.addEmitter({{.direction = {2, 1, 0}, .speed = 2}, CircleNozzle{0.1F}}));
        const Totals totals = run(world, 0.3F);
        const double area = dimension == 2 ? 0.2 : 3.14159 * 0.01;
        const double expected = area * 2 * 0.3 / std::pow(0.02, dimension);
        EXPECT_NEAR(totals.emitted, expected, 0.03 * expected);
        EXPECT_EQ(totals.emitted, world.particleCount());
        world.step();
        const Vec3 along = (1 / std::sqrt(5.0F)) * Vec3{2, 1, 0};
        Index inside = 0;
        for (Index i = 0; i < world.particleCount(); ++i) {
            const Vec3 p = world.positions()[i];
            const float ahead = dot(p, along);
            const Vec3 aside = p - ahead * along;
            if (ahead < 0.06F || ahead > 0.54F || dot(aside, aside) > 0.05F * 0.05F) continue;
            ++inside;
            EXPECT_NEAR(world.densities()[i], 1000, 10);
        }
        EXPECT_GT(inside, 50U);
    }
}

TEST(EmitterInAWorld, KnowsTheSimulationScale) {
    // At a scale of 0.1 a spacing of 0.02 m is 0.2 m in the world.
    World world = makeWorld({.dimension = 2, .gravity = {0, 0, 0}, .simulationScale = 0.1F});
    take(world.addEmitter({{.speed = 1}, RectangleNozzle{.width = 1}}));
    EXPECT_NEAR(run(world, 1).emitted, 25, 1);
}

TEST(EmitterInAWorld, UnderWaterInAFullTankIsBlocked) {
    for (const int dimension : {2, 3}) {
        World world = makeTank(WcsphSettings{}, {.dimension = dimension,
                                                 .spacing = 0.025F,
                                                 .tank = {0.4F, 0.4F, 0.4F},
                                                 .water = {0.4F, 0.4F, 0.4F}});
        const Vec3 middle{0.2F, 0.2F, dimension == 2 ? 0 : 0.2F};
        take(world.addEmitter({{.position = middle, .direction = {0, 1, 0}, .speed = 1}, CircleNozzle{}}));
        const Totals totals = run(world, 0.3F);
        EXPECT_LT(totals.emitted, 5U);
        EXPECT_LT(totals.densityRatio, 1.03F);
    }
}

TEST(EmitterInAWorld, FillsATankWithoutClumps) {
    World world = makeWorld({.dimension = 2});
    take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {0.6F, 0.6F, 1}}));
    take(world.addEmitter(
        {{.position = {0.04F, 0.1F, 0}, .direction = {1, 0, 0}, .speed = 1}, CircleNozzle{0.06F}}));
    const Totals totals = run(world, 2);
    EXPECT_GT(totals.emitted, 200U);
    EXPECT_LT(totals.densityRatio, 1.2F) << "water that meets water";
    EXPECT_LT(world.computeStatistics().meanDensityError, 0.01);
}

TEST(AbsorberInAWorld, EmptiesItsBox) {
    for (const int dimension : {2, 3}) {
        World world = makeTank(WcsphSettings{}, {.dimension = dimension});
        const Index before = world.particleCount();
        take(world.addAbsorber({.max = {0.2F, 0.2F, dimension == 2 ? 0 : 0.4F}, .end = 0.01F}));
        const StepReport report = world.step();
        EXPECT_EQ(report.absorbed, before / 4);
        EXPECT_EQ(world.particleCount(), before - report.absorbed);
        for (const Vec3 p : world.positions()) EXPECT_FALSE(p.x < 0.19F && p.y < 0.19F);
        run(world, 0.5F);
        EXPECT_EQ(world.particleCount(), before - report.absorbed)
            << "it has closed, and the rest has flowed in";
    }
}

TEST(AbsorberInAWorld, IsClosedAtItsEnd) {
    WorldSettings settings{.dimension = 2};
    settings.timeStep = 0.0009765625F;  // 1 / 1024: no moment is rounded
    World world = makeWorld(settings);
    take(world.addAbsorber({.min = {-1, -1, 0}, .max = {1, 1, 0}, .end = 3 * settings.timeStep}));
    Index absorbed[4] = {};
    for (Index& each : absorbed) {
        take(world.addParticles(0, std::vector<Vec3>{{0, 0, 0}}));
        each = world.step().absorbed;
    }
    EXPECT_EQ(absorbed[2], 1U);
    EXPECT_EQ(absorbed[3], 0U) << "the step begins at the absorber's end";
}

TEST(Pump, GivesBackEveryParticleItTakes) {
    World world = makeWorld({.dimension = 2});
    take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {0.6F, 1, 1}}));
    take(world.fill(0, BoxFill{.max = {0.6F, 0.2F, 0}}));
    const Index all = world.particleCount();
    take(world.addEmitter({{.name = "up", .position = {0.3F, 0.4F, 0}, .direction = {0, 1, 0}, .speed = 2},
                           CircleNozzle{0.05F}}));
    take(world.addAbsorber({.max = {0.08F, 0.08F, 0}, .end = 2, .feeds = "up"}));
    take(world.addAbsorber({.min = {0.52F, 0, 0}, .max = {0.6F, 0.08F, 0}, .end = 2, .feeds = "up"}));
    Totals totals;
    for (int k = 0; k < 30; ++k) {
        const Totals some = run(world, 0.1F);
        totals.emitted += some.emitted;
        totals.absorbed += some.absorbed;
        EXPECT_LE(totals.emitted, totals.absorbed);
        EXPECT_EQ(world.particleCount(), all - totals.absorbed + totals.emitted);
    }
    EXPECT_GT(totals.absorbed, all) << "it has gone round";
    EXPECT_EQ(totals.emitted, totals.absorbed) << "a second after the inlets closed";
}

TEST(EmitterInAWorld, SaysWhatItCannotBe) {
    World flat = makeWorld({.dimension = 2});
    World world = makeWorld({});
    const auto errorOf = [](World& where, const EmitterSettings& settings, const NozzleShape& shape) {
        return where.addEmitter({settings, shape}).error();
    };
    const CircleNozzle circle;
    EXPECT_EQ(errorOf(world, {.direction = {}}, circle),
              "emitters.0.direction: [0, 0, 0]: must have a length above 0");
    EXPECT_EQ(errorOf(world, {.fluid = 1}, circle),
              "emitters.0.fluid: 1: must be the number of a fluid, 0 to 0");
    World empty = take(World::create());
    EXPECT_EQ(errorOf(empty, {}, circle), "emitters.0.fluid: 0: the world has no fluid yet");
    EXPECT_EQ(errorOf(world, {.start = 2, .end = 1}, circle),
              "emitters.0.end: 1: must be 0 (never) or after start, 2");
    EXPECT_EQ(errorOf(world, {.direction = {1, 0, 0}, .speed = 1, .flowRate = 0.1F}, RectangleNozzle{}),
              "emitters.0.flow_rate: 0.1 m^3/s: must be at most 0.02, which is what 50 places of 0.02 m give "
              "at 1 m/s");
    EXPECT_EQ(errorOf(world, {.body = "cart"}, circle),
              "emitters.0.body: \"cart\": there is no body of that name");
    EXPECT_NE(errorOf(world, {.speed = -1}, circle).find("emitters.0.speed: -1: must be"), std::string::npos);
    EXPECT_NE(errorOf(world, {.speed = 1e30F}, circle).find("emitters.0.speed: 1e+30 m/s: would bring"),
              std::string::npos);
    EXPECT_EQ(errorOf(world, {}, CircleNozzle{0.001F}),
              "emitters.0.radius: 0.001 m: leaves no room for one particle of 0.02 m");
    EXPECT_NE(errorOf(world, {}, CircleNozzle{1e9F}).find("at most 1e+06"), std::string::npos);
    EXPECT_EQ(errorOf(world, {}, RectangleNozzle{.up = {0, 2, 0}}),
              "emitters.0.up: [0, 2, 0]: must not be along direction");
    EXPECT_EQ(errorOf(world, {}, PointsNozzle{{}}), "emitters.0.points: []: must name at least one");
    EXPECT_NE(errorOf(world, {}, PointsNozzle{{{}, {0.01F, 0, 0}}}).find("two are 0.01 m apart"),
              std::string::npos);
    EXPECT_EQ(errorOf(flat, {.direction = {1, 0, 1}}, circle),
              "emitters.0.direction: [1, 0, 1]: z must be 0 in two dimensions");
    EXPECT_EQ(errorOf(flat, {.position = {1, 0, 1}}, circle),
              "emitters.0.position: [1, 0, 1]: z must be 0 in two dimensions");
    EXPECT_EQ(errorOf(world, {.name = "a"}, circle), "");
    EXPECT_EQ(errorOf(world, {.name = "a"}, circle),
              "emitters.1.name: \"a\": is the name of emitters.0 already");
}

TEST(AbsorberInAWorld, SaysWhatItCannotBe) {
    World world = makeWorld({});
    take(world.addEmitter({{.name = "fountain"}, CircleNozzle{}}));
    EXPECT_EQ(world.addAbsorber({.feeds = "fontain"}).error(),
              "absorbers.0.feeds: \"fontain\": there is no emitter of that name, did you mean \"fountain\"?");
    EXPECT_EQ(
        world.addAbsorber({.max = {1, 0, 1}}).error(),
        "absorbers.0: min [0, 0, 0], max [1, 0, 1]: the box is empty: max must be above min in x, y and z");
    EXPECT_EQ(world.addAbsorber({.start = 1, .end = 1}).error(),
              "absorbers.0.end: 1: must be 0 (never) or after start, 1");
    EXPECT_EQ(world.addAbsorber({.feeds = "fountain"}).error(), "");
}

TEST(EmitterDeterminism, AnyNumberOfThreadsGivesTheSameBits) {
    std::uint64_t one = 0;
    for (const int threads : {1, 2, 3, 8}) {
        World world = makeWorld({.maxParticles = 3500, .atLimit = AtLimit::RecycleOldest, .threads = threads},
                                {.stiffness = 300});
        take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {0.5F, 0.6F, 0.4F}}));
        take(world.fill(0, BoxFill{.max = {0.5F, 0.14F, 0.4F}}));
        take(world.addEmitter({{.name = "pump",
                                .position = {0.3F, 0.3F, 0.2F},
                                .direction = {0.3F, 1, 0},
                                .speed = 2,
                                .jitter = 0.1F},
                               CircleNozzle{0.05F}}));
        take(world.addEmitter({{.position = {0.1F, 0.17F, 0.2F}, .speed = 1, .flowRate = 0.002F},
                               RectangleNozzle{.width = 0.1F, .height = 0.1F, .up = {1, 0, 0}}}));
        take(world.addAbsorber({.max = {0.1F, 0.1F, 0.4F}, .feeds = "pump"}));
        const Index before = world.particleCount();
        const Totals totals = run(world, 0.15F);
        EXPECT_GT(totals.emitted, 300U);
        EXPECT_LT(world.particleCount(), before - totals.absorbed + totals.emitted) << "some were recycled";
        if (threads == 1) one = world.stateHash();
        EXPECT_EQ(world.stateHash(), one) << threads << " threads";
    }
}

TEST(Pump, TakesNoMoreThanItsNozzleGives) {
    World world = makeWorld({.dimension = 2, .gravity = {0, 0, 0}});
    take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {0.4F, 0.4F, 0}}));
    const Index before = world.particleCount();
    take(world.addEmitter({{.name = "jet", .position = {1, 1, 0}, .speed = 1}, CircleNozzle{0.04F}}));
    // Two inlets that between them hold half of the fluid.
    take(world.addAbsorber({.min = {0, 0, 0}, .max = {0.1F, 0.4F, 1}, .feeds = "jet"}));
    take(world.addAbsorber({.min = {0.3F, 0, 0}, .max = {0.4F, 0.4F, 1}, .feeds = "jet"}));
    const Totals totals = run(world, 0.2F);
    EXPECT_NEAR(totals.emitted, 4 * 0.2 / 0.02, 4);  // four places, a layer each 0.02 s
    EXPECT_LE(totals.absorbed, totals.emitted + 8);  // two layers wait in the pump
    EXPECT_GE(totals.absorbed, totals.emitted);
    EXPECT_EQ(world.particleCount(), before - totals.absorbed + totals.emitted);
    // Both inlets gave their share.
    Index left = 0;
    for (const Vec3 x : world.positions()) left += x.x < 0.1F ? 1 : 0;
    EXPECT_NEAR(left, 100 - totals.absorbed / 2.0, 12);
}

TEST(EmitterInAWorld, CountsThePlacesThatFluidBlocks) {
    World world = makeWorld({.dimension = 2, .gravity = {0, 0, 0}});
    take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {0.4F, 0.4F, 0}}));
    take(world.addEmitter({{.position = {0.2F, 0.2F, 0}, .speed = 1}, CircleNozzle{0.04F}}));
    Index blocked = 0;
    for (int k = 0; k < 200; ++k) blocked += world.step().blocked;
    EXPECT_GT(blocked, 0U);
}

TEST(EmitterInAWorld, IsRefusedBehindWallsAndInBodies) {
    World world = makeWorld({});
    take(world.addWall(BoxWall{}));
    take(world.addBody({{.name = {}, .position = {0.5F, 0.5F, 0.5F}}, SphereBody{.radius = 0.2F}}));
    const auto errorAt = [&](Vec3 position) {
        return world.addEmitter({{.position = position}, PointsNozzle{}}).error();
    };
    EXPECT_EQ(errorAt({0.5F, 1.5F, 0.5F}),
              "emitters.0.position: 1 of its 1 places are behind walls or in bodies");
    EXPECT_EQ(errorAt({0.5F, 0.5F, 0.5F}),
              "emitters.0.position: 1 of its 1 places are behind walls or in bodies");
    EXPECT_EQ(errorAt({0.1F, 0.9F, 0.1F}), "");
}

}  // namespace
}  // namespace undine::test
