// SPDX-License-Identifier: Zlib
// Bodies in the flow of vortex particles. A spacing is 1 m here.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "boundary/rigid_bodies.h"
#include "core/geometry.h"
#include "tests/support/rigid.h"
#include "tests/support/worlds.h"
#include "vortex/body_sheets.h"

namespace undine {
namespace {

using test::bodyOf;
using test::take;

constexpr float kRadius = 5;
constexpr float kDensity = 1.2F;

struct Options {
    float shedding = 0;
    Vec3 gravity{};
    int threads = 2;
    int dimension = 3;
    float step = 0.25F;
};

World makeWorld(const Options& options) {
    VortexSettings solver;
    solver.flow.shedding = options.shedding;
    WorldSettings settings;
    settings.dimension = options.dimension;
    settings.particleSpacing = 1;
    settings.gravity = options.gravity;
    settings.timeStep = options.step;
    settings.maxTimeStep = 1;
    settings.threads = options.threads;
    World world = take(World::create(settings, solver));
    take(world.addFluid({.restDensity = kDensity, .viscosity = 0}));
    return world;
}

Body movedBall(Vec3 velocity, Vec3 degreesPerSecond = {}) {
    Body body;
    body.settings.velocity = velocity;
    body.settings.angularVelocity = degreesPerSecond;
    body.shape = SphereBody{.radius = kRadius};
    return body;
}

void advance(World& world, int steps) {
    for (int k = 0; k < steps; ++k) ASSERT_TRUE(world.step().ok());
}

const float* component(const FieldView& view, std::size_t axis) {
    return static_cast<const float*>(view.data[axis]);
}

std::vector<Vec3> vorticityOf(const World& world) {
    const FieldView view = *world.field("vorticity");
    std::vector<Vec3> result;
    for (Index i = 0; i < view.size; ++i) {
        result.push_back({component(view, 0)[i], component(view, 1)[i], component(view, 2)[i]});
    }
    return result;
}

/// Tracers in a cube 1 m ahead of the ball.
void addTracersAhead(World& world) {
    take(world.addTracers({{.spacing = 1}, BoxFill{.min = {6, -1, -1}, .max = {8, 1, 1}}}));
}

TEST(VortexBodies, DragTracersWhereThereAreNoVorticesYet) {
    World world = makeWorld({});
    take(world.addBody(movedBall({1, 0, 0})));
    addTracersAhead(world);
    ASSERT_EQ(world.particleCount(), 0U);
    const float before = world.tracerPositions()[0].x;
    advance(world, 4);
    EXPECT_GT(world.tracerPositions()[0].x, before + 0.2F);
}

TEST(VortexBodies, LeaveTracersAtRestWhereNothingFlows) {
    World world = makeWorld({});
    addTracersAhead(world);
    const Vec3 before = world.tracerPositions()[0];
    advance(world, 2);
    EXPECT_EQ(world.tracerPositions()[0], before);
}

TEST(VortexBodies, ABallFallsAsItsMassWithHalfOfWhatItDisplaces) {
    World world = makeWorld({});
    const double density = 2 * kDensity;
    RigidMotion motion;
    motion.acceleration = {0.02F, 0, 0};
    const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{kRadius}, density), motion));
    advance(world, 20);
    const float wanted = 0.02F * 20 * 0.25F * 2 / 2.5F;
    EXPECT_NEAR(world.rigidMotion(ball)->velocity.x, wanted, 0.02F * wanted);
}

TEST(VortexBodies, ALightBallRisesByTheWeightOfWhatItDisplaces) {
    World world = makeWorld({.gravity = {0, -0.1F, 0}});
    const double density = 0.02 * kDensity;
    RigidMotion motion;
    motion.acceleration = {0, -0.1F, 0};
    const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{kRadius}, density), motion));
    advance(world, 20);
    const float wanted = 0.1F * (1 - 0.02F) / (0.02F + 0.5F) * 20 * 0.25F;
    EXPECT_NEAR(world.rigidMotion(ball)->velocity.y, wanted, 0.05F * wanted);
}

TEST(VortexBodies, WithoutSheddingABallFliesOnForever) {
    World world = makeWorld({});
    RigidMotion motion;
    motion.velocity = {1, 0, 0};
    const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{kRadius}, kDensity), motion));
    advance(world, 40);
    EXPECT_NEAR(world.rigidMotion(ball)->velocity.x, 1, 1e-3F);
    EXPECT_EQ(world.particleCount(), 0U);
}

TEST(VortexBodies, SheddingSlowsABallDownAndLeavesAWakeBehind) {
    World world = makeWorld({.shedding = 1});
    RigidMotion motion;
    motion.velocity = {1, 0, 0};
    const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{kRadius}, 2 * kDensity), motion));
    advance(world, 60);
    const RigidMotion now = *world.rigidMotion(ball);
    EXPECT_LT(now.velocity.x, 0.95F);
    EXPECT_GT(now.velocity.x, 0.3F);
    EXPECT_LT(std::fabs(now.velocity.y) + std::fabs(now.velocity.z), 0.1F);
    ASSERT_GT(world.particleCount(), 500U);
    const std::vector<Vec3> w = vorticityOf(world);
    double above = 0, below = 0, behind = 0;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 d = world.positions()[i] - now.position;
        behind += static_cast<double>(d.x) / world.particleCount();
        (d.y > 0 ? above : below) += static_cast<double>(w[i].z);
    }
    EXPECT_LT(behind, 0);
    // The wake follows the ball: the flow along x is fastest in the middle.
    EXPECT_GT(above, 0);
    EXPECT_LT(below, 0);
    EXPECT_NEAR(below / -above, 1, 0.2);
}

// What comes off takes more fluid along than the ball has mass.
TEST(VortexBodies, SheddingDoesNotTurnALightBallRound) {
    World world = makeWorld({.shedding = 1});
    RigidMotion motion;
    motion.velocity = {1, 0, 0};
    motion.angularVelocity = {0, 0.05F, 0};
    const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{kRadius}, 0.1 * kDensity), motion));
    const float spin = 0.05F;
    for (int k = 0; k < 80; ++k) {
        ASSERT_TRUE(world.step().ok());
        const RigidMotion now = *world.rigidMotion(ball);
        EXPECT_GT(now.velocity.x, 0) << k;
        EXPECT_LT(now.velocity.x, 1.01F) << k;
        EXPECT_LT(length(now.angularVelocity), 1.1F * spin) << k;
    }
    EXPECT_LT(world.rigidMotion(ball)->velocity.x, 0.9F);
    ASSERT_GT(world.particleCount(), 500U);
}

// One that is so far away that it has nothing to do with it.
TEST(VortexBodies, ALightBallThatSpinsFliesStraightOnAmongVortices) {
    World world = makeWorld({.step = 0.02F});
    const Vec3 far[] = {{0, 1000, 0}};
    take(world.addParticles(0, far));
    RigidMotion motion;
    motion.velocity = {5, 0, 0};
    motion.angularVelocity = {0, 0, 2};
    const RigidId ball = take(world.addRigidBody(bodyOf(SphereBody{2.5F}, 0.2 * kDensity), motion));
    for (int k = 0; k < 100; ++k) {
        ASSERT_TRUE(world.step().ok());
        const RigidMotion now = *world.rigidMotion(ball);
        EXPECT_LT(length(now.velocity - motion.velocity), 0.1F) << k;
        EXPECT_LT(length(now.angularVelocity - motion.angularVelocity), 0.2F) << k;
    }
}

TEST(VortexBodies, FluidNextToABallThatTurnsTurnsWithIt) {
    World world = makeWorld({.shedding = 1});
    take(world.addBody(movedBall({}, {0, 0, 12})));
    const float spin = 12 * static_cast<float>(kRadiansPerDegree);
    advance(world, 24);
    double sum = 0, count = 0;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 x = world.positions()[i];
        if (std::fabs(x.z) > 0.4F * kRadius) continue;
        sum += static_cast<double>(dot(world.velocities()[i], cross({0, 0, spin}, x)) / dot(x, x));
        count += 1;
    }
    ASSERT_GT(count, 50);
    EXPECT_GT(sum / count, 0.15 * static_cast<double>(spin * spin));
}

TEST(VortexBodies, ParticlesGoAroundABallAtRest) {
    World world = makeWorld({});
    Body ball = movedBall({});
    ball.settings.position = {14, 0, 0};
    take(world.addBody(ball));
    VortexSeed ring{{.circulation = 20, .core = 2}, VortexRing{.center = {}, .axis = {1, 0, 0}, .radius = 5}};
    take(world.addVortex(ring));
    advance(world, 20);
    for (const Vec3 x : world.positions()) EXPECT_GT(length(x - Vec3{14, 0, 0}), kRadius);
}

/// A free ball and vortices, such as a ring that comes near it: what their momenta add up to.
class Pair {
  public:
    Pair(double density, float radius, const RigidMotion& motion)
        : rigid_({Formulation::Conservative, 2, 1, 3}) {
        take(rigid_.add(bodyOf(SphereBody{radius}, density), motion));
    }

    void addRing() {
        for (int i = 0; i < 40; ++i) {
            const float a = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / 40;
            x_.push_back({-7, 4 * std::cos(a), 4 * std::sin(a)});
            strength_.push_back(3 * Vec3{0, -std::sin(a), std::cos(a)});
        }
    }

    void step(float dt, float shedding = 0) {
        sheets_.meet({}, rigid_, 1, pool_);
        sheets_.place(0);
        setSources(false);
        sheets_.solve(x_.empty() ? nullptr : &field_, pool_);
        setSources(true);
        const auto n = static_cast<Index>(x_.size()), all = n + sheets_.sourceCount();
        VectorArrays u, rate;
        for (VectorArrays* arrays : {&u, &rate}) {
            for (AlignedArray<float>& axis : *arrays) axis.resize(all);
        }
        field_.velocityAtSources(spanOf(u), spanOf(rate), pool_);
        const double density[] = {0};
        const VectorSpan v = spanOf(u);
        sheets_.push({.dt = dt, .gravity = {}, .ambientDensity = kDensity, .density = density},
                     {v.x + n, v.y + n, v.z + n}, x_.empty(), pool_);
        for (Index i = 0; i < n; ++i) {
            x_[i] = x_[i] + dt * v[i];
            strength_[i] = strength_[i] + dt * spanOf(rate)[i];
        }
        rigid_.move(dt);
        if (shedding > 0) shed(dt, shedding);
    }

    Vec3d ballMomentum() {
        const RigidBody& ball = rigid_.bodies()[0];
        return ball.mass() * ball.velocityAt(ball.position()) + firstOf(sheets_.momentumOf(0));
    }
    Vec3d ringMomentum() const {
        Six sum{};
        for (std::size_t i = 0; i < x_.size(); ++i)
            sum = sum + impulseOf(Vec3d(x_[i]), Vec3d(strength_[i]), 3);
        return static_cast<double>(kDensity) * firstOf(sum);
    }
    Vec3d ballVelocity() { return Vec3d(rigid_.bodies()[0].motion().velocity); }
    Vec3d ballSpin() { return Vec3d(rigid_.bodies()[0].motion().angularVelocity); }
    std::size_t vortices() const { return x_.size(); }

  private:
    void shed(float dt, float share) {
        sheets_.place(dt);
        const auto all = [](Vec3&) { return 1.0F; };
        for (const ShedParticle& particle : sheets_.shed(
                 {.dt = dt, .share = share, .ambientDensity = kDensity, .room = 100000, .shareAt = all})) {
            x_.push_back(particle.position);
            strength_.push_back(particle.strength);
        }
    }

    void setSources(bool withBody) {
        const auto n = static_cast<Index>(x_.size());
        const Index all = n + (withBody ? sheets_.sourceCount() : 0);
        VectorArrays x, strength;
        for (VectorArrays* arrays : {&x, &strength}) {
            for (AlignedArray<float>& axis : *arrays) axis.resize(all);
        }
        AlignedArray<float> radius(all);
        for (Index i = 0; i < all; ++i) {
            spanOf(x).set(i, i < n ? x_[i] : sheets_.x()[i - n]);
            spanOf(strength).set(i, i < n ? strength_[i] : sheets_.strength()[i - n]);
            radius[i] = i < n ? 1.3F : sheets_.radius()[i - n];
        }
        field_.setSources({spanOf(x), spanOf(strength), radius.data(), all}, {}, pool_);
    }

    ThreadPool pool_{2};
    RigidBodies rigid_;
    BodySheets sheets_{3};
    VortexField field_{3};
    std::vector<Vec3> x_;
    std::vector<Vec3> strength_;
};

TEST(VortexBodies, WhatARingLosesABallGets) {
    Pair pair(0.5 * kDensity, kRadius, {});
    pair.addRing();
    pair.step(0.05F);
    const Vec3d atStart = pair.ballMomentum() + pair.ringMomentum();
    const Vec3d ringAtStart = pair.ringMomentum();
    for (int k = 0; k < 40; ++k) pair.step(0.05F);
    const Vec3d exchanged = pair.ringMomentum() - ringAtStart;
    ASSERT_GT(length(pair.ballVelocity()), 1e-3);
    ASSERT_GT(length(exchanged), 0.02 * length(ringAtStart));
    EXPECT_LT(length(pair.ballMomentum() + pair.ringMomentum() - atStart), 0.1 * length(exchanged));
}

// What is shed takes more momentum with it than a light ball has to give: it must not be thrown back, nor
// begin to turn the other way.
TEST(VortexBodies, ABallHoweverLightGoesOnInItsDirectionWhenItSheds) {
    for (const double share : {0.02, 0.2, 0.4}) {
        RigidMotion motion;
        motion.velocity = {1, 0, 0};
        motion.angularVelocity = {0, 0, 0.3F};
        Pair pair(share * kDensity, 2.5F, motion);
        pair.step(0.05F, 1);
        const Vec3d atStart = pair.ballMomentum();
        for (int k = 0; k < 40; ++k) {
            pair.step(0.05F, 1);
            EXPECT_GT(pair.ballVelocity().x, 0) << share;
            EXPECT_LT(pair.ballVelocity().x, 1.01) << share;
            EXPECT_LT(std::fabs(pair.ballSpin().z), 0.31) << share;
        }
        EXPECT_LT(pair.ballVelocity().x, 0.6) << share;
        ASSERT_GT(pair.vortices(), 50U);
        const Vec3d exchanged = pair.ringMomentum();
        EXPECT_LT(length(pair.ballMomentum() + exchanged - atStart), 0.1 * length(exchanged)) << share;
    }
}

/// A body of this shape and density in water, that rises for a second.
struct Rise {
    double firstAcceleration = 0;  // m/s^2, of the first two steps
    double fastest = 0;            // m/s, of any of its points
    double height = 0;             // m

    Rise(const RigidShape& shape, double density) {
        World world = take(World::create({.particleSpacing = 0.04F}, VortexSettings{}));
        take(world.addFluid({}));
        RigidMotion motion;
        motion.acceleration = {0, -9.81F, 0};
        const RigidId body = take(world.addRigidBody(bodyOf(shape, density), motion));
        while (world.time() < 1) {
            const StepReport report = world.step();
            EXPECT_TRUE(report.ok()) << world.diagnose(report);
            if (!report.ok()) return;
            const RigidMotion now = *world.rigidMotion(body);
            if (world.stepCount() == 2)
                firstAcceleration = static_cast<double>(now.velocity.y) / world.time();
            const float own = length(now.velocity) + 0.1F * length(now.angularVelocity);
            fastest = std::max(fastest, static_cast<double>(own));
            height = static_cast<double>(now.position.y);
        }
    }
};

// Its drag coefficient levels it off below 4 m/s; without drag it would have 11 m/s.
TEST(VortexBodies, ALightBallInWaterRisesWithASpeedThatItsWakeAllows) {
    const Rise rise(SphereBody{0.1F}, 200);
    const double wanted = 9.81 * (1 - 0.2) / (0.2 + 0.5);
    EXPECT_NEAR(rise.firstAcceleration, wanted, 0.1 * wanted);
    EXPECT_LT(rise.fastest, 4);
    EXPECT_GT(rise.height, 0.5);
}

TEST(VortexBodies, ABoxOfFewSpacingsInWaterRisesToo) {
    const Rise rise(BoxBody{{0.1F, 0.1F, 0.1F}}, 500);
    const double wanted = 9.81 * (1 - 0.5) / (0.5 + 0.67);
    EXPECT_NEAR(rise.firstAcceleration, wanted, 0.15 * wanted);
    EXPECT_LT(rise.fastest, 2);
    EXPECT_GT(rise.height, 0.1);
}

World wake(int threads) {
    World world = makeWorld({.shedding = 1, .threads = threads, .step = 0.4F});
    RigidMotion motion;
    motion.velocity = {1, 0, 0};
    motion.angularVelocity = {0, 0, 0.1F};
    take(world.addRigidBody(bodyOf(SphereBody{kRadius}, 2 * kDensity), motion));
    Body box;
    box.settings.position = {0, 14, 0};
    box.settings.velocity = {0.5F, 0, 0};
    box.shape = BoxBody{{6, 6, 6}};
    take(world.addBody(box));
    return world;
}

TEST(VortexBodies, AnyNumberOfThreadsGivesTheSameBits) {
    std::optional<std::uint64_t> hash;
    for (const int threads : {1, 2, 3}) {
        World world = wake(threads);
        advance(world, 8);
        EXPECT_GT(world.particleCount(), 0U);
        if (!hash) hash = world.stateHash();
        EXPECT_EQ(world.stateHash(), *hash);
    }
}

TEST(VortexBodies, AWorldThatIsResumedGoesOnAsIfNothingHadHappened) {
    World world = wake(2);
    advance(world, 5);
    const auto state = world.saveState();
    advance(world, 4);
    World resumed = wake(2);
    take(resumed.restoreState(state));
    advance(resumed, 4);
    EXPECT_EQ(resumed.stateHash(), world.stateHash());
    take(world.restoreState(state));
    advance(world, 4);
    EXPECT_EQ(resumed.stateHash(), world.stateHash());
}

TEST(VortexBodies, WithoutBodiesSheddingIsOfNoMeaning) {
    std::optional<std::uint64_t> hash;
    for (const float shedding : {0.0F, 1.0F}) {
        World world = makeWorld({.shedding = shedding});
        VortexSeed ring{{.circulation = 20, .core = 2}, VortexRing{.radius = 5}};
        take(world.addVortex(ring));
        take(world.addWall(PlaneWall{.point = {0, -20, 0}}));
        advance(world, 4);
        if (!hash) hash = world.stateHash();
        EXPECT_EQ(world.stateHash(), *hash);
    }
}

TEST(VortexBodies, AHotBallWarmsWhatComesOffIt) {
    World world = makeWorld({.shedding = 1});
    Body ball = movedBall({1, 0, 0});
    ball.settings.temperature = 500;
    take(world.addBody(ball));
    advance(world, 8);
    ASSERT_GT(world.particleCount(), 0U);
    float warmest = 0;
    const FieldView temperature = *world.field("temperature");
    for (Index i = 0; i < temperature.size; ++i) warmest = std::max(warmest, component(temperature, 0)[i]);
    EXPECT_FLOAT_EQ(warmest, 500);
}

TEST(VortexBodies, TheWorldGrowsNoLargerThanItMay) {
    VortexSettings solver;
    World world = take(World::create(
        {.particleSpacing = 1, .gravity = {}, .timeStep = 0.5F, .maxTimeStep = 1, .maxParticles = 100},
        solver));
    take(world.addFluid({.restDensity = kDensity, .viscosity = 0}));
    take(world.addBody(movedBall({1, 0, 0})));
    advance(world, 10);
    EXPECT_EQ(world.particleCount(), 100U);
}

// There is no particle to name then.
TEST(VortexBodies, AStepThatABodyMakesTooSmallIsReportedWithoutParticles) {
    World world = makeWorld({.step = 0});
    RigidMotion motion;
    motion.velocity = {1e8F, 0, 0};
    take(world.addRigidBody(bodyOf(SphereBody{kRadius}, kDensity), motion));
    ASSERT_EQ(world.particleCount(), 0U);
    const StepReport report = world.step();
    EXPECT_EQ(report.trouble, StepTrouble::StepTooSmall);
    EXPECT_NE(world.diagnose(report).find("a body is far too fast"), std::string::npos);
    EXPECT_NE(world.diagnose(report).find("The rigid body at (0, 0, 0) m is that fast itself"),
              std::string::npos);
}

TEST(VortexBodies, InTwoDimensionsADiskShedsAsMuchOfBothSigns) {
    World world = makeWorld({.shedding = 1, .dimension = 2});
    take(world.addBody(movedBall({1, 0, 0})));
    advance(world, 40);
    const std::vector<Vec3> w = vorticityOf(world);
    double sum = 0, size = 0;
    for (const Vec3 own : w) {
        sum += static_cast<double>(own.z);
        size += std::fabs(static_cast<double>(own.z));
    }
    ASSERT_GT(size, 0);
    EXPECT_LT(std::fabs(sum), 0.1 * size);
}

}  // namespace
}  // namespace undine
