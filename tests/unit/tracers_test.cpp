// SPDX-License-Identifier: Zlib
// Tracers: in flows that are known exactly, without any fluid, at walls, and saved and restored.
#include "world/tracers.h"

#include "tests/support/worlds.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

constexpr float kSpacing = 0.05F;
constexpr float kH = 2 * kSpacing;

/// Particles that are moved by hand, and tracers among them.
class Flow {
  public:
    Flow(std::span<const Vec3> particles, std::span<const Vec3> points)
        : store_(test::storeOf(particles)), density_(particles.size(), 1000.0F) {
        tracers.add(points, {}, {1, 0, 0});
    }

    /// One step in which the particle at x goes to motion(x).
    template <class Motion>
    void step(float dt, Motion&& motion) {
        grid_.build(store_, kH, 3, pool_);
        for (Index i = 0; i < store_.size(); ++i) {
            const Vec3 before = store_.position()[i];
            const Vec3 after = motion(before);
            store_.velocity().set(i, (1 / dt) * (after - before));
            store_.position().set(i, after);
        }
        tracers.advect({.particles = store_,
                        .grid = grid_,
                        .pool = pool_,
                        .density = density_.data(),
                        .masses = kMasses,
                        .walls = {},
                        .gravity = {0, -10, 0},
                        .h = kH,
                        .dt = dt});
    }

    TracerCloud tracers;

  private:
    static constexpr float kMasses[] = {0.125F};
    const ThreadPool pool_{2};
    ParticleStore store_;
    std::vector<float> density_;
    CellGrid grid_;
};

TEST(Tracers, MoveExactlyWithAUniformFlow) {
    const auto points = test::randomPoints(333, {0.1F, 0.1F, 0.1F}, {0.4F, 0.4F, 0.4F});
    test::forEachSimdTarget([&] {
        Flow flow(test::cubicLattice(10, kSpacing), points);
        for (int k = 0; k < 50; ++k) flow.step(0.01F, [](Vec3 x) { return x + Vec3{0.01F, -0.02F, 0.005F}; });
        for (Index i = 0; i < points.size(); ++i) {
            const Vec3 off = flow.tracers.positions()[i] - points[i] - Vec3{0.5F, -1, 0.25F};
            ASSERT_LT(std::sqrt(dot(off, off)), 2e-5F) << "tracer " << i;
        }
    });
}

TEST(Tracers, KeepTheirRadiusInARigidRotation) {
    std::vector<Vec3> ball;
    for (const Vec3 p : test::cubicLattice(21, kSpacing)) {
        const Vec3 x = p - Vec3{0.5F, 0.5F, 0.5F};
        if (dot(x, x) < 0.25F) ball.push_back(x);
    }
    const auto points = test::randomPoints(200, {-0.2F, -0.2F, -0.2F}, {0.2F, 0.2F, 0.2F});
    Flow flow(ball, points);
    constexpr int kSteps = 400;
    const float angle = 2 * std::numbers::pi_v<float> / kSteps;
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    for (int k = 0; k < kSteps; ++k) {
        flow.step(1.0F / kSteps, [&](Vec3 x) { return Vec3{c * x.x - s * x.y, s * x.x + c * x.y, x.z}; });
    }
    for (Index i = 0; i < points.size(); ++i) {
        const Vec3 x = flow.tracers.positions()[i];
        EXPECT_NEAR(std::hypot(x.x, x.y), std::hypot(points[i].x, points[i].y), 0.15F * kSpacing);
        const Vec3 off = x - points[i];
        EXPECT_LT(std::sqrt(dot(off, off)), 0.3F * kSpacing) << "after a full turn it is where it was";
    }
}

TEST(Tracers, SeeTheFluidFromOutsideOfItsCells) {
    // A fluid one cell wide, and tracers all around it: within h of a particle they move, beyond they fall.
    const std::vector<Vec3> particles{{0.01F, 0.01F, 0.01F}, {0.06F, 0.03F, 0.02F}};
    const auto points = test::randomPoints(2000, {-0.2F, -0.2F, -0.2F}, {0.3F, 0.3F, 0.3F});
    Flow flow(particles, points);
    flow.step(0.01F, [](Vec3 x) { return x + Vec3{0.02F, 0, 0}; });
    int wet = 0;
    for (Index i = 0; i < points.size(); ++i) {
        float nearest = 1e30F;
        for (const Vec3 p : particles) nearest = std::min(nearest, dot(p - points[i], p - points[i]));
        const float distance = std::sqrt(nearest);
        if (std::abs(distance - kH) < 1e-5F) continue;
        wet += distance < kH ? 1 : 0;
        const Vec3 moved = flow.tracers.positions()[i] - points[i];
        const Vec3 expected = distance < kH ? Vec3{0.02F, 0, 0} : Vec3{0, -0.001F, 0};
        ASSERT_LT(std::sqrt(dot(moved - expected, moved - expected)), 1e-6F) << i << " at " << distance;
    }
    EXPECT_GT(wet, 50);
}

TEST(Tracers, CountEveryParticleOnce) {
    // Two particles at different distances: the mean shows whether one of them was met twice.
    const std::vector<Vec3> particles{{0.02F, 0.02F, 0.02F}, {0.08F, 0.02F, 0.02F}};
    for (const Vec3 tracer :
         {Vec3{-0.005F, 0.02F, 0.02F}, Vec3{0.03F, -0.01F, 0.02F}, Vec3{0.03F, 0.11F, 0.02F},
          Vec3{0.105F, 0.02F, 0.02F}, Vec3{0.05F, 0.05F, -0.02F}}) {
        Flow flow(particles, std::vector<Vec3>{tracer});
        flow.step(0.01F, [](Vec3 x) { return x + Vec3{0, x.x < 0.05F ? 0.01F : -0.01F, 0}; });
        const auto weight = [&](Vec3 p) {
            const float s = std::max(0.0F, 1 - dot(p - tracer, p - tracer) / (kH * kH));
            return s * s * s;
        };
        const float a = weight(particles[0]);
        const float b = weight(particles[1]);
        EXPECT_NEAR(flow.tracers.positions()[0].y - tracer.y, 0.01F * (a - b) / (a + b), 1e-6F);
    }
}

TEST(Tracers, FallFreelyWithoutFluidAndLandOnWalls) {
    World world = test::take(World::create({.timeStep = 0.01F}));
    test::take(world.addFluid({}));
    test::take(world.addWall(PlaneWall{.point = {0, -1, 0}}));
    const Tracers ball{{.spacing = 0.05F}, SphereFill{.center = {}, .radius = 0.1F, .velocity = {1, 0, 0}}};
    const Index count = test::take(world.addTracers(ball));
    EXPECT_EQ(world.tracerPositions().size(), count);
    const Vec3 start = world.tracerPositions()[3];
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(world.step().ok());
    const Vec3 moved = world.tracerPositions()[3] - start;
    EXPECT_NEAR(moved.x, 0.2, 1e-5);
    EXPECT_NEAR(moved.y, -9.81 * 0.01 * 0.01 * 210, 1e-4) << "g dt^2 (1 + 2 + ... + 20)";
    for (int k = 0; k < 100; ++k) ASSERT_TRUE(world.step().ok());
    for (const Vec3 x : world.tracerPositions()) EXPECT_NEAR(x.y, -1 + 0.05F * 0.02F, 1e-4);
}

TEST(Tracers, KeepTheOrderAndTheColoursTheyWereAddedWith) {
    World world = test::makeTank(WcsphSettings{}, {});
    const Tracers red{{.spacing = 0.03F, .color = {1, 0, 0}}, BoxFill{{0, 0, 0}, {0.4F, 0.2F, 0.4F}}};
    const Tracers green{{.spacing = 0, .color = {0, 1, 0}}, BoxFill{{0, 0.2F, 0}, {0.4F, 0.4F, 0.4F}}};
    const Index reds = test::take(world.addTracers(red));
    const Index greens = test::take(world.addTracers(green));
    EXPECT_EQ(greens, 8U * 4 * 8);
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(world.step().ok());
    ASSERT_EQ(world.tracerColors().size(), reds + greens);
    EXPECT_EQ(world.tracerColors()[reds - 1], (Vec3{1, 0, 0}));
    EXPECT_EQ(world.tracerColors()[reds], (Vec3{0, 1, 0}));
    for (Index i = 0; i < reds + greens; ++i) {
        EXPECT_EQ(world.tracerPositions()[i].y < 0.2F, i < reds) << "still water hardly moves: tracer " << i;
    }
}

TEST(Tracers, AreRefusedWithTheirPlace) {
    World world = test::makeTank(WcsphSettings{}, {});
    test::take(world.addTracers({{}, BoxFill{{0, 0, 0}, {0.4F, 0.2F, 0.4F}}}));
    EXPECT_EQ(world.addTracers({{.spacing = -1}, BoxFill{}}).error(),
              "tracers.1.spacing: -1: must be a number of at least 0 (m)");
    EXPECT_EQ(world.addTracers({{}, BoxFill{{0, 0, 0}, {1, 0, 1}}}).error(),
              "tracers.1: box: min [0, 0, 0], max [1, 0, 1]: the box is empty: max must be above min in x, y "
              "and z");
    EXPECT_EQ(world.addTracers({{}, BoxFill{{2, 2, 2}, {3, 3, 3}}}).error(),
              "tracers.1: all of them would be behind walls");
}

TEST(Tracers, GoOnFromASavedStateToTheSameBits) {
    const auto points = test::randomPoints(500, {0, 0, 0}, {0.5F, 0.5F, 0.5F});
    const auto particles = test::cubicLattice(8, kSpacing);
    const auto motion = [](Vec3 x) { return x + Vec3{0.01F * x.y, -0.01F * x.z, 0.003F}; };
    Flow whole(particles, points);
    Flow resumed(particles, points);
    for (int k = 0; k < 5; ++k) whole.step(0.01F, motion);
    ByteWriter out;
    whole.tracers.save(out);
    const std::vector<std::byte> bytes = out.take();

    // The other fluid takes the same way, its tracers are restored.
    for (int k = 0; k < 5; ++k) resumed.step(0.01F, [&](Vec3 x) { return motion(x); });
    TracerCloud other;
    other.add(points, {}, {});
    ByteReader in(bytes);
    ASSERT_TRUE(other.restore(in, 0, ThreadPool(1)).ok());
    EXPECT_TRUE(in.atEnd());
    std::swap(resumed.tracers, other);
    EXPECT_EQ(resumed.tracers.hash(), whole.tracers.hash());
    whole.step(0.01F, motion);
    resumed.step(0.01F, motion);
    EXPECT_EQ(resumed.tracers.hash(), whole.tracers.hash());
}

// A world is told of heat when it is restored, but not before it has tracers.
TEST(Tracers, OfWhichThereAreNoneHaveNoHeatToKnow) {
    TracerCloud told, untold;
    told.knowHeat(300);
    const auto stateOf = [](TracerCloud& tracers) {
        ByteWriter out;
        tracers.save(out);
        return out.take();
    };
    const std::vector<std::byte> bytes = stateOf(untold);
    EXPECT_EQ(stateOf(told), bytes);
    ByteReader in(bytes);
    EXPECT_TRUE(told.restore(in, 0, ThreadPool(1)).ok());
}

TEST(Tracers, RefuseASavedStateThatIsNotTheirs) {
    TracerCloud tracers;
    tracers.add(test::randomPoints(10, {}, {1, 1, 1}), {}, {});
    ByteWriter out;
    tracers.save(out);
    const std::vector<std::byte> good = out.take();
    const std::uint64_t before = tracers.hash();
    const ThreadPool pool(1);
    const auto refusal = [&](std::span<const std::byte> bytes, Index most = 0) {
        ByteReader in(bytes);
        return tracers.restore(in, most, pool).error();
    };
    EXPECT_EQ(refusal(std::span(good).first(good.size() - 1)), "tracers: cut short");
    EXPECT_EQ(refusal({}), "tracers: cut short");
    std::vector<std::byte> bad = good;
    bad[0] = std::byte{11};
    EXPECT_EQ(refusal(bad), "tracers: 11 were saved, this world has 10");
    EXPECT_EQ(refusal(bad, 11), "tracers: cut short") << "emitters could have brought one";
    bad[0] = std::byte{9};
    EXPECT_EQ(refusal(bad, 11), "tracers: 9 were saved, this world has 10 or more");
    bad = good;
    bad[4] = std::byte{10};
    EXPECT_EQ(refusal(bad), "tracers: the oldest is none of them");
    bad = good;
    bad[8] = std::byte{1};
    EXPECT_EQ(refusal(bad), "tracers: only one of the worlds knows heat");
    bad = good;
    constexpr std::size_t kHead = 9;
    bad[kHead + 6 * 4 * 10] = std::byte{3};  // the first id, after six arrays
    EXPECT_EQ(refusal(bad), "tracers: two have the same id");
    bad = good;
    std::memcpy(bad.data() + kHead, &test::kNaN, 4);
    EXPECT_EQ(refusal(bad), "tracers: a position or something else is not a finite number");
    EXPECT_EQ(tracers.hash(), before);
    EXPECT_EQ(refusal(good), "");
}

}  // namespace
}  // namespace undine
