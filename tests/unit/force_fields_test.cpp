// SPDX-License-Identifier: Zlib
// Force fields: the wide passes against single lanes, and single particles against closed forms.
#include "forces/force_fields.h"

#include "core/aligned_array.h"
#include "tests/support/worlds.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

const Force kForces[] = {
    {{}, UniformForce{.acceleration = {1, -2, 3}, .min = {-0.5F, -1, -1}, .max = {0.5F, 1, 0.3F}}},
    {{}, RadialForce{.center = {0.2F, 0.1F, 0}, .radius = 0.6F, .strength = 5}},
    {{}, SwirlForce{.center = {0.1F, 0, 0}, .axis = {1, 2, -2}, .radius = 0.7F, .strength = -4}},
    {{}, DragForce{.wind = {4, 0, 1}, .coefficient = 30, .min = {-1, -1, -1}, .max = {1, 0.2F, 1}}},
    {{.start = 5}, UniformForce{.acceleration = {1e6F, 0, 0}}},
    {{.start = 0, .end = 1}, DragForce{.wind = {1e6F, 0, 0}, .coefficient = 1}},
};
constexpr double kTime = 2;  // when neither of the last two acts
constexpr float kStep = 0.02F;

class ForceFields : public testing::Test {
  protected:
    ForceFields()
        : store_(test::storeOf(test::randomPoints(997, {-0.8F, -0.8F, -0.8F}, {0.8F, 0.8F, 0.8F}))) {
        test::Random random(4);
        for (Index i = 0; i < count(); ++i) {
            store_.velocity().set(i, random.between(Vec3{-3, -3, -3}, Vec3{3, 3, 3}));
        }
        for (AlignedArray<float>& axis : a_) axis.resize(count());
        for (const Force& force : kForces) forces_.push_back(prepareForce(force, 3, "forces.0").value());
        reset();
    }
    void reset() {
        for (Index i = 0; i < count(); ++i) a().set(i, {1, 2, 3});
    }
    Index count() const { return store_.size(); }
    VectorSpan a() { return {a_[0].data(), a_[1].data(), a_[2].data()}; }
    ForceFieldPass pass() {
        return {.forces = forces_,
                .time = kTime,
                .x = store_.position(),
                .v = store_.velocity(),
                .acceleration = a()};
    }

    ParticleStore store_;
    AlignedArray<float> a_[3];
    std::vector<Force> forces_;
};

TEST_F(ForceFields, AreTheSameInWideLanesAndInSingleOnes) {
    constexpr Range kSome{3, 990};
    reset();
    addForceFieldsReference(pass(), kSome);
    applyDragReference(pass(), kStep, kSome);
    std::vector<Vec3> expected;
    for (Index i = 0; i < count(); ++i) expected.push_back(a()[i]);
    EXPECT_EQ(expected[2], (Vec3{1, 2, 3})) << "not of the block";
    test::forEachSimdTarget([&] {
        reset();
        addForceFields(pass(), kSome);
        applyDrag(pass(), kStep, kSome);
        for (Index i = 0; i < count(); ++i) {
            const Vec3 off = a()[i] - expected[i];
            ASSERT_LT(dot(off, off), 1e-6F) << "particle " << i;
        }
    });
}

TEST_F(ForceFields, AddUpToTheirFormulas) {
    addForceFields(pass(), {0, count()});
    for (Index i = 0; i < count(); ++i) {
        const Vec3 x = store_.position()[i];
        Vec3 expected{1, 2, 3};
        if (std::abs(x.x) <= 0.5F && x.z <= 0.3F) expected = expected + Vec3{1, -2, 3};
        const Vec3 d = Vec3{0.2F, 0.1F, 0} - x;
        const float r = std::sqrt(dot(d, d));
        if (r < 0.6F) expected = expected + (5 * (1 - r / 0.6F) / r) * d;
        const Vec3 n{1 / 3.0F, 2 / 3.0F, -2 / 3.0F};
        const Vec3 e = x - Vec3{0.1F, 0, 0};
        const Vec3 around{n.y * e.z - n.z * e.y, n.z * e.x - n.x * e.z, n.x * e.y - n.y * e.x};
        const float distance = std::sqrt(dot(around, around));
        if (distance < 0.7F) expected = expected + (-4 * (1 - distance / 0.7F) / distance) * around;
        const Vec3 off = a()[i] - expected;
        ASSERT_LT(dot(off, off), 1e-7F) << "particle " << i;
    }
}

TEST_F(ForceFields, ThatDragPullToTheWindByTheLawOfDecay) {
    applyDrag(pass(), kStep, {0, count()});
    const auto decay = static_cast<float>(std::exp(-30.0 * kStep));
    for (Index i = 0; i < count(); ++i) {
        const Vec3 before = store_.velocity()[i] + kStep * Vec3{1, 2, 3};
        const Vec3 wind{4, 0, 1};
        const bool inside = store_.position()[i].y <= 0.2F;
        const Vec3 expected = inside ? wind + decay * (before - wind) : before;
        const Vec3 off = store_.velocity()[i] + kStep * a()[i] - expected;
        ASSERT_LT(dot(off, off), 1e-11F) << "particle " << i;
    }
}

// --- One particle in a world ---

World worldWith(const Force& force, Vec3 x, Vec3 v = {}, float step = 0.001F, Vec3 gravity = {}) {
    World world = test::take(World::create({.gravity = gravity, .timeStep = step}));
    const FluidIndex water = test::take(world.addFluid({}));
    test::take(world.addForce(force));
    test::take(world.addParticles(water, std::vector<Vec3>{x}, v));
    return world;
}

TEST(OneParticle, GainsSpeedInTheBoxOfAUniformForceOnly) {
    const Force force{{}, UniformForce{.acceleration = {2, 0, 0}, .min = {-1, -1, -1}, .max = {1, 1, 1}}};
    World inside = worldWith(force, {0, 0, 0});
    ASSERT_TRUE(inside.advance(0.5F).ok());
    EXPECT_NEAR(inside.velocities()[0].x, 1, 1e-4);
    EXPECT_NEAR(inside.positions()[0].x, 0.25, 1e-3);
    World leaving = worldWith(force, {0.99F, 0, 0}, {10, 0, 0});
    ASSERT_TRUE(leaving.advance(0.5F).ok());
    EXPECT_NEAR(leaving.velocities()[0].x, 10, 0.01) << "outside there is no force";
}

TEST(OneParticle, FeelsAForceFromItsStartToItsEnd) {
    World world = worldWith({{.start = 0.1F, .end = 0.3F}, UniformForce{.acceleration = {5, 0, 0}}}, {});
    ASSERT_TRUE(world.advance(0.5F).ok());
    EXPECT_NEAR(world.velocities()[0].x, 1, 0.011);
}

TEST(OneParticle, KeepsItsEnergyInTheWellOfARadialForce) {
    // The potential of strength (1 - r/R) towards the centre is strength (r - r^2/(2R)).
    const auto potential = [](float r) { return 3 * (r - r * r / 2); };
    World world = worldWith({{}, RadialForce{.center = {}, .radius = 1, .strength = 3}}, {0.6F, 0, 0},
                            {0, 1, 0}, 2e-4F);
    const float before = potential(0.6F) + 0.5F;
    for (int k = 0; k < 10; ++k) {
        ASSERT_TRUE(world.advance(0.1F).ok());
        const Vec3 x = world.positions()[0];
        const Vec3 v = world.velocities()[0];
        EXPECT_NEAR(potential(std::sqrt(dot(x, x))) + 0.5F * dot(v, v), before, 2e-3);
    }
}

TEST(OneParticle, IsSpunCounterClockwiseByASwirl) {
    World world = worldWith({{}, SwirlForce{.center = {}, .axis = {0, 0, 3}, .radius = 2, .strength = 4}},
                            {1, 0, 0.3F});
    ASSERT_TRUE(world.advance(0.01F).ok());
    EXPECT_NEAR(world.velocities()[0].x, 0, 1e-3);
    EXPECT_NEAR(world.velocities()[0].y, 4 * 0.5 * 0.01, 1e-5);
    EXPECT_NEAR(world.velocities()[0].z, 0, 1e-7);
}

TEST(OneParticle, IsSlowedExponentiallyByDrag) {
    World world = worldWith({{}, DragForce{.wind = {1, 0, 0}, .coefficient = 2}}, {}, {5, 3, 0}, 0.01F);
    ASSERT_TRUE(world.advance(0.7F).ok());
    const double decay = std::exp(-1.4);
    EXPECT_NEAR(world.velocities()[0].x, 1 + 4 * decay, 1e-4);
    EXPECT_NEAR(world.velocities()[0].y, 3 * decay, 1e-4);
}

TEST(OneParticle, NeverOvershootsTheWindHoweverHardItPulls) {
    for (const float step : {0.0F, 0.01F}) {
        World world =
            worldWith({{}, DragForce{.wind = {1, 0, 0}, .coefficient = 1e8F}}, {}, {-5, 0, 0}, step);
        for (int k = 0; k < 5; ++k) {
            ASSERT_TRUE(world.step().ok());
            ASSERT_NEAR(world.velocities()[0].x, 1, 1e-5);
        }
    }
}

TEST(OneParticle, FallsAtTheSpeedWhereDragAndGravityAgree) {
    World world = worldWith({{}, DragForce{.coefficient = 20}}, {}, {}, 0.001F, {0, -10, 0});
    ASSERT_TRUE(world.advance(1).ok());
    EXPECT_NEAR(world.velocities()[0].y, -0.5, 0.011 * 0.5) << "off by half of coefficient dt";
}

TEST(AddForce, RefusesWhatIsNoForce) {
    const auto refusal = [](int dimension, const Force& force) {
        World world = test::take(World::create({.dimension = dimension, .gravity = {}}));
        test::take(world.addForce({{}, UniformForce{}}));
        return world.addForce(force).error();
    };
    EXPECT_EQ(refusal(3, {{}, SwirlForce{.axis = {}}}),
              "forces.1.axis: [0, 0, 0]: must have a length above 0");
    EXPECT_EQ(refusal(2, {{}, SwirlForce{}}),
              "forces.1.axis: [0, 1, 0]: x and y must be 0 in two dimensions, where all turning is about z");
    EXPECT_EQ(
        refusal(3, {{}, DragForce{.min = {1, 0, 0}, .max = {0, 1, 1}}}),
        "forces.1: min [1, 0, 0], max [0, 1, 1]: the box is empty: max must be above min in x, y and z");
    EXPECT_EQ(refusal(3, {{}, DragForce{.coefficient = -1}}),
              "forces.1.coefficient: -1: must be a number of at least 0 (1/s)");
    EXPECT_EQ(refusal(3, {{}, RadialForce{.radius = 0}}), "forces.1.radius: 0: must be a number above 0 (m)");
    EXPECT_EQ(refusal(2, {{}, UniformForce{.acceleration = {0, 0, 1}}}),
              "forces.1.acceleration: [0, 0, 1]: z must be 0 in two dimensions");
    EXPECT_EQ(refusal(3, {{.start = 2, .end = 1}, UniformForce{}}),
              "forces.1.end: 1: must be 0 (never) or after start, 2");
    EXPECT_EQ(refusal(3, {{.start = 2, .end = 0}, UniformForce{}}), "");
}

}  // namespace
}  // namespace undine
