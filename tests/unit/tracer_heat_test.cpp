// SPDX-License-Identifier: Zlib
// Tracers of gases: the temperature and smoke they take over from what is around them, those that emitters
// bring, and that all of it is saved.
#include "world/tracers.h"

#include "tests/support/worlds.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

constexpr float kSpacing = 0.05F;
constexpr float kH = 2 * kSpacing;
constexpr float kAround = 300;

/// Particles that stand still with a temperature and smoke, and tracers among them that know heat.
class HotAir {
  public:
    HotAir(std::span<const Vec3> particles, std::span<const Vec3> points)
        : temperature(particles.size()),
          smoke(particles.size()),
          store_(test::storeOf(particles)),
          density_(particles.size(), 1.0F) {
        tracers.knowHeat(kAround);
        tracers.add(points, {}, {1, 0, 0});
        grid_.build(store_, kH, 3, pool_);
    }

    ParticleStore& particles() { return store_; }

    void step(float dt, float cooling) {
        tracers.takeHeat({.particles = store_,
                          .grid = grid_,
                          .pool = pool_,
                          .density = density_.data(),
                          .masses = kMasses,
                          .walls = {},
                          .gravity = {},
                          .h = kH,
                          .dt = dt},
                         {temperature.data(), smoke.data(), kAround, cooling});
    }

    TracerCloud tracers;
    AlignedArray<float> temperature;  // in the order the particles are in now
    AlignedArray<float> smoke;

  private:
    static constexpr float kMasses[] = {0.125F};
    const ThreadPool pool_{2};
    ParticleStore store_;
    std::vector<float> density_;
    CellGrid grid_;
};

TEST(TracerHeat, IsThatOfAUniformGas) {
    const std::vector<Vec3> gas = test::randomPoints(500, {0, 0, 0}, {0.3F, 0.3F, 0.3F});
    const std::vector<Vec3> points = test::randomPoints(200, {0.1F, 0.1F, 0.1F}, {0.2F, 0.2F, 0.2F}, 7);
    HotAir air(gas, points);
    std::ranges::fill(air.temperature.span(), 800.0F);
    std::ranges::fill(air.smoke.span(), 0.25F);
    air.step(0.01F, 1);
    for (const float t : air.tracers.temperatures()) EXPECT_NEAR(t, 800, 1e-2);
    for (const float s : air.tracers.smoke()) EXPECT_NEAR(s, 0.25, 1e-5);
}

TEST(TracerHeat, IsTheMeanOfNeighboursWeightedByTheirDistance) {
    const Vec3 a{0, 0, 0}, b{0.08F, 0, 0}, tracer{0.02F, 0.01F, 0};
    HotAir air(std::vector<Vec3>{a, b}, std::vector<Vec3>{tracer});
    const auto weightOf = [&](Vec3 p) {
        return static_cast<float>(std::pow(1 - dot(p - tracer, p - tracer) / (kH * kH), 3));
    };
    for (Index i = 0; i < 2; ++i) {
        const bool isA = air.particles().position()[i] == a;
        air.temperature[i] = isA ? 400.0F : 1000.0F;
        air.smoke[i] = isA ? 0.0F : 1.0F;
    }
    air.step(0.01F, 1);
    const float share = weightOf(b) / (weightOf(a) + weightOf(b));
    EXPECT_NEAR(air.tracers.temperatures()[0], 400 + 600 * share, 0.05);
    EXPECT_NEAR(air.tracers.smoke()[0], share, 1e-4);
}

TEST(TracerHeat, FadesWhereNobodyIsNearAndSmokeStays) {
    HotAir air(std::vector<Vec3>{{0, 0, 0}}, std::vector<Vec3>{{0.01F, 0, 0}, {5, 0, 0}});
    air.temperature[0] = 900;
    air.smoke[0] = 0.5F;
    air.step(0.1F, 2);
    EXPECT_FLOAT_EQ(air.tracers.temperatures()[0], 900);
    EXPECT_FLOAT_EQ(air.tracers.temperatures()[1], kAround);
    EXPECT_EQ(air.tracers.smoke()[1], 0);
    air.particles().position().set(0, {0.09F, 0, 0});
    air.particles().velocity().set(0, {-10, 0, 0});  // it came from far away, out of reach of all
    air.step(0.1F, 2);
    EXPECT_NEAR(air.tracers.temperatures()[0], kAround + 600 * std::exp(-0.2F), 1e-2);
    EXPECT_EQ(air.tracers.smoke()[0], 0.5F);
}

TEST(TracerHeat, IsNotThereWhereNothingIsHot) {
    World world = World::create({.particleSpacing = 0.1F, .gravity = {}}, VortexSettings{}).value();
    test::take(world.addFluid({.restDensity = 1.2F}));
    test::take(world.addTracers({{}, BoxFill{.max = {0.4F, 0.4F, 0.4F}}}));
    EXPECT_TRUE(world.tracerTemperatures().empty());
    test::take(world.addFluid({.restDensity = 1.2F, .temperature = 500}));
    test::take(world.addTracers({{}, BoxFill{.max = {0.4F, 0.4F, 0.4F}}}));
    ASSERT_EQ(world.tracerTemperatures().size(), world.tracerPositions().size());
    EXPECT_EQ(world.tracerTemperatures()[0], VortexSettings{}.flow.ambientTemperature);
    EXPECT_EQ(world.tracerSmoke().size(), world.tracerPositions().size());
}

/// A burner that brings tracers along with fuel that burns.
World makeBurner(const WorldSettings& settings, Index tracersEach, int threads = 1) {
    WorldSettings own = settings;
    own.particleSpacing = 0.1F;
    own.threads = threads;
    VortexSettings solver;
    solver.flow.ambientDensity = 1.2F;
    World world = World::create(own, solver).value();
    test::take(world.addFluid({.restDensity = 1.2F,
                               .viscosity = 0.02F,
                               .color = {0.25F, 0.5F, 0.75F},
                               .temperature = 800,
                               .fuel = 1}));
    test::take(world.addEmitter({{.direction = {0, 1, 0}, .speed = 1, .jitter = 0.2F, .tracers = tracersEach},
                                 CircleNozzle{.radius = 0.2F}}));
    return world;
}

Index emittedIn(World& world, int steps) {
    Index sum = 0;
    for (int k = 0; k < steps; ++k) {
        const StepReport report = world.step(0.05F);
        EXPECT_TRUE(report.ok());
        sum += report.emitted;
    }
    return sum;
}

TEST(BroughtTracers, ComeWithEveryParticleInTheColourOfItsFluid) {
    World world = makeBurner({}, 5);
    const Index emitted = emittedIn(world, 10);
    ASSERT_GT(emitted, 0U);
    ASSERT_EQ(world.tracerPositions().size(), 5 * emitted);
    for (const Vec3 color : world.tracerColors()) EXPECT_EQ(color, (Vec3{0.25F, 0.5F, 0.75F}));
    // They are where the gas is, as hot as it is, and in smoke once it has burnt.
    EXPECT_GT(std::ranges::max(world.tracerTemperatures()), 900);
    EXPECT_GT(std::ranges::max(world.tracerSmoke()), 0.1F);
    EXPECT_GE(std::ranges::min(world.tracerTemperatures()), 790);
}

TEST(BroughtTracers, StayAwayWhenThereAreEnough) {
    World world = makeBurner({.maxTracers = 37}, 5);
    emittedIn(world, 10);
    EXPECT_EQ(world.tracerPositions().size(), 37U);
    const Vec3 first = world.tracerPositions()[0];
    emittedIn(world, 10);
    EXPECT_EQ(world.tracerPositions().size(), 37U);
    EXPECT_GT(world.tracerPositions()[0].y, first.y) << "the first is still the first, and has risen";
}

TEST(BroughtTracers, TakeTheOldestsPlacesWhereThatIsWanted) {
    World world = makeBurner({.maxTracers = 100, .atLimit = AtLimit::RecycleOldest}, 5);
    ASSERT_GT(emittedIn(world, 20), 100U / 5);
    ASSERT_EQ(world.tracerPositions().size(), 100U);
    // Those that stay are the youngest: all of them are near the nozzle.
    World all = makeBurner({}, 5);
    emittedIn(all, 20);
    std::vector<float> heights;
    for (const Vec3 x : all.tracerPositions()) heights.push_back(x.y);
    const float youngest = *std::max_element(heights.end() - 100, heights.end());
    EXPECT_LT(youngest, std::ranges::max(heights));
    for (const Vec3 x : world.tracerPositions()) EXPECT_LE(x.y, youngest + 1e-4F);
}

TEST(BroughtTracers, AreTheSameOnAnyNumberOfThreads) {
    World one = makeBurner({.maxTracers = 150, .atLimit = AtLimit::RecycleOldest}, 4, 1);
    World three = makeBurner({.maxTracers = 150, .atLimit = AtLimit::RecycleOldest}, 4, 3);
    emittedIn(one, 20);
    emittedIn(three, 20);
    EXPECT_EQ(one.stateHash(), three.stateHash());
}

TEST(BroughtTracers, GoOnFromASavedStateToTheSameBits) {
    for (const AtLimit atLimit : {AtLimit::Stop, AtLimit::RecycleOldest}) {
        const WorldSettings settings{.maxTracers = 150, .atLimit = atLimit};
        World whole = makeBurner(settings, 4);
        emittedIn(whole, 4);
        const std::vector<std::byte> early = whole.saveState();
        emittedIn(whole, 16);
        const std::vector<std::byte> late = whole.saveState();

        World resumed = makeBurner(settings, 4);
        test::take(resumed.restoreState(late));
        EXPECT_EQ(resumed.stateHash(), whole.stateHash());
        EXPECT_EQ(std::vector<Vec3>(resumed.tracerColors().begin(), resumed.tracerColors().end()),
                  std::vector<Vec3>(whole.tracerColors().begin(), whole.tracerColors().end()));
        emittedIn(whole, 10);
        emittedIn(resumed, 10);
        EXPECT_EQ(resumed.stateHash(), whole.stateHash());

        // Back to when there were fewer.
        test::take(resumed.restoreState(early));
        emittedIn(resumed, 16);
        test::take(whole.restoreState(late));
        EXPECT_EQ(resumed.stateHash(), whole.stateHash());
    }
}

TEST(BroughtTracers, AreRefusedWithTheirPlace) {
    World world = makeBurner({}, 0);
    EXPECT_EQ(
        world.addEmitter({{.tracers = 2000}, CircleNozzle{}}).error(),
        "emitters.1.tracers: 2000: must be a whole number of at least 0 and at most 1000 (per particle)");
}

}  // namespace
}  // namespace undine
