// SPDX-License-Identifier: Zlib
// Bodies in water: nothing passes through them, they push and drag it, and a tank that moves is a tank.
#include <algorithm>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.02F;

World makeWorld(int dimension, float timeStep = 0) {
    World world = take(World::create(
        {.dimension = dimension, .particleSpacing = kSpacing, .timeStep = timeStep, .threads = 2}));
    take(world.addFluid({}));
    return world;
}

/// A place as the body sees it: from its middle, along its sides.
Vec3 seenFrom(const BodyState& body, Vec3 x) {
    const Quaternion q = body.rotation;
    const Vec3 d = x - body.position;
    const auto cross = [](Vec3 a, Vec3 b) {
        return Vec3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    };
    const Vec3 v{-q.x, -q.y, -q.z};  // the inverse rotation
    const Vec3 t = 2 * cross(v, d);
    return d + q.w * t + cross(v, t);
}

class Piston : public testing::TestWithParam<std::pair<int, float>> {};

TEST_P(Piston, PushesWaterAndLetsNonePass) {
    const auto [dimension, speed] = GetParam();
    World world = makeWorld(dimension);
    const float depth = dimension == 2 ? 1 : 0.08F;
    take(world.addWall(BoxWall{.min = {-0.5F, 0, 0}, .max = {0.8F, 2, depth}}));
    BodySettings piston;
    piston.position = {-0.05F, 1, dimension == 2 ? 0 : 0.04F};
    piston.velocity = {speed, 0, 0};
    take(world.addBody({piston, BoxBody{{0.1F, 2, 0.08F}}}));
    take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {0.6F, 0.2F, depth}}));
    for (int k = 1; k <= 10; ++k) {
        const StepReport report = world.advance(0.03F / speed);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        const float face = world.bodies()[0].position.x + 0.05F;
        EXPECT_NEAR(face, 0.03F * static_cast<float>(k), 1e-4F);
        for (const Vec3 x : world.positions()) ASSERT_GT(x.x, face + 0.45F * kSpacing);
    }
    double momentum = 0;
    for (const Vec3 v : world.velocities()) momentum += v.x;
    EXPECT_GT(momentum / world.particleCount(), 0.2 * speed);
}

INSTANTIATE_TEST_SUITE_P(Speeds, Piston,
                         testing::Values(std::pair{2, 0.5F}, std::pair{2, 5.0F}, std::pair{3, 5.0F}),
                         [](const auto& tested) {
                             return "In" + std::to_string(tested.param.first) + "DAt" +
                                    std::to_string(static_cast<int>(10 * tested.param.second)) +
                                    "DecimetresPerSecond";
                         });

TEST(Mixer, DragsTheWaterAroundAndHoldsNoneInside) {
    for (const int dimension : {2, 3}) {
        World world = makeWorld(dimension);
        const float depth = dimension == 2 ? 1 : 0.2F;
        take(world.addWall(BoxWall{.min = {0, 0, 0}, .max = {0.5F, 0.6F, depth}}));
        BodySettings mixer;
        mixer.position = {0.25F, 0.2F, dimension == 2 ? 0 : 0.1F};
        mixer.rotation = {0, 0, 20};
        mixer.angularVelocity = {0, 0, 360};
        take(world.addBody({mixer, BoxBody{{0.24F, 0.08F, 0.1F}}}));
        take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {0.5F, 0.3F, depth}}));
        for (int k = 0; k < 10; ++k) {
            const StepReport report = world.advance(dimension == 2 ? 0.08F : 0.03F);
            ASSERT_TRUE(report.ok()) << world.diagnose(report);
            for (const Vec3 x : world.positions()) {
                const Vec3 p = seenFrom(world.bodies()[0], x);
                const bool inside = std::abs(p.x) < 0.12F + 0.45F * kSpacing &&
                                    std::abs(p.y) < 0.04F + 0.45F * kSpacing &&
                                    (dimension == 2 || std::abs(p.z) < 0.05F);
                const bool atCorner = std::abs(p.x) > 0.12F && std::abs(p.y) > 0.04F;
                ASSERT_FALSE(inside && !atCorner) << p.x << " " << p.y << " " << p.z;
            }
        }
        double spin = 0;
        for (Index i = 0; i < world.particleCount(); ++i) {
            const Vec3 d = world.positions()[i] - mixer.position;
            const Vec3 v = world.velocities()[i];
            spin += d.x * v.y - d.y * v.x;
        }
        EXPECT_GT(spin / world.particleCount(), 0.01) << dimension << "D";
    }
}

TEST(RockingTank, KeepsEveryParticleInside) {
    for (const int dimension : {2, 3}) {
        World world = makeWorld(dimension);
        BodySettings tank;
        tank.position = {0, 0.2F, 0};
        tank.turn = dimension == 2 ? Vec3{0, 0, 25} : Vec3{15, 10, 20};
        tank.swing = {0.05F, 0, 0};
        tank.frequency = 1.5F;
        const Vec3 size{0.5F, 0.4F, 0.2F};
        take(world.addBody({tank, BoxBody{size, Side::Inside}}));
        take(world.fill(0, BoxFill{.min = {-0.25F, 0, -0.1F}, .max = {0.25F, 0.16F, 0.1F}}));
        const Index count = world.particleCount();
        float highest = 0;
        for (int k = 0; k < (dimension == 2 ? 40 : 15); ++k) {
            const StepReport report = world.advance(0.05F);
            ASSERT_TRUE(report.ok()) << world.diagnose(report);
            for (const Vec3 x : world.positions()) {
                const Vec3 p = seenFrom(world.bodies()[0], x);
                highest = std::max(highest, p.y);
                ASSERT_LT(std::abs(p.x), 0.5F * size.x - 0.49F * kSpacing);
                ASSERT_LT(std::abs(p.y), 0.5F * size.y - 0.49F * kSpacing);
                ASSERT_LT(std::abs(p.z), 0.5F * size.z - 0.49F * kSpacing);
            }
        }
        EXPECT_EQ(world.particleCount(), count);
        EXPECT_GT(highest, 0.02F) << "it was 0.04 below the middle, and sloshes";
    }
}

std::map<ParticleId, Vec3> positionsById(const World& world) {
    std::map<ParticleId, Vec3> positions;
    for (Index i = 0; i < world.particleCount(); ++i) positions[world.ids()[i]] = world.positions()[i];
    return positions;
}

float largestDifference(const World& a, const World& b, Vec3 shift = {}) {
    const auto mine = positionsById(a);
    float largest = 0;
    for (const auto& [id, x] : positionsById(b)) {
        const Vec3 off = mine.at(id) + shift - x;
        largest = std::max(largest, std::sqrt(dot(off, off)));
    }
    return largest;
}

TEST(MovingTank, HoldsWaterAsOneAtRestDoes) {
    const Vec3 size{0.4F, 0.4F, 1};
    World resting = makeWorld(2, 5e-4F);
    World moving = makeWorld(2, 5e-4F);
    const Vec3 speed{1.5F, -0.5F, 0};
    BodySettings tank;
    tank.position = {0, 0.2F, 0};
    take(resting.addBody({tank, BoxBody{size, Side::Inside}}));
    tank.velocity = speed;
    take(moving.addBody({tank, BoxBody{size, Side::Inside}}));
    const BoxFill water{.min = {-0.2F, 0, 0}, .max = {0.2F, 0.2F, 1}};
    take(resting.fill(0, water));
    take(moving.fill(0, BoxFill{.min = water.min, .max = water.max, .velocity = speed}));
    for (int k = 0; k < 4; ++k) {
        ASSERT_TRUE(resting.advance(0.1F).ok());
        ASSERT_TRUE(moving.advance(0.1F).ok());
    }
    EXPECT_LT(largestDifference(resting, moving, 0.4F * speed), 0.01F * kSpacing);
}

TEST(BodyAtRest, IsTheWallOfTheSameShape) {
    struct Pair {
        Wall wall;
        BodyShape shape;
        Vec3 rotation;
    };
    const Pair pairs[] = {
        {BoxWall{.min = {0.1F, 0, -1}, .max = {0.2F, 0.12F, 1}, .side = Side::Outside, .friction = 0.2F},
         BoxBody{{0.1F, 0.12F, 2}},
         {}},
        {BoxWall{.min = {0.1F, 0, -1}, .max = {0.2F, 0.12F, 1}, .side = Side::Outside, .friction = 0.2F},
         BoxBody{{0.12F, 0.1F, 2}},
         {0, 0, 90}},
        {SphereWall{.center = {0.15F, 0.06F, 0}, .radius = 0.07F, .friction = 0.2F}, SphereBody{0.07F}, {}},
    };
    for (const Pair& pair : pairs) {
        World withWall = makeWorld(2, 5e-4F);
        World withBody = makeWorld(2, 5e-4F);
        for (World* world : {&withWall, &withBody}) {
            take(world->addWall(BoxWall{.min = {-0.2F, 0, 0}, .max = {0.4F, 1, 1}}));
        }
        take(withWall.addWall(pair.wall));
        BodySettings body;
        body.position = {0.15F, 0.06F, 0};
        body.rotation = pair.rotation;
        body.friction = 0.2F;
        take(withBody.addBody({body, pair.shape}));
        for (World* world : {&withWall, &withBody}) {
            take(world->fill(0, BoxFill{.min = {-0.2F, 0, 0}, .max = {0.06F, 0.2F, 1}}));
            ASSERT_TRUE(world->advance(0.1F).ok());
        }
        EXPECT_LT(largestDifference(withWall, withBody), 1e-3F * kSpacing)
            << "shape " << pair.shape.index() << " turned by " << pair.rotation.z;
    }
}

TEST(Fill, LeavesOutWhereBodiesAre) {
    World world = makeWorld(2);
    BodySettings ball;
    ball.position = {0.5F, 0.5F, 0};
    take(world.addBody({ball, SphereBody{0.2F}}));
    take(world.fill(0, BoxFill{.min = {0, 0, 0}, .max = {1, 1, 1}}));
    EXPECT_LT(world.particleCount(), 2500U);
    for (const Vec3 x : world.positions()) {
        ASSERT_GT(std::hypot(x.x - 0.5F, x.y - 0.5F), 0.2F + 0.39F * kSpacing);
    }
}

TEST(AdaptiveStep, IsShorterWhereABodyIsFast) {
    World world = makeWorld(2);
    take(world.addParticles(0, std::vector<Vec3>{{0, 0, 0}}));
    const float calm = world.step().dt;
    BodySettings bullet;
    bullet.position = {0, 50, 0};
    bullet.swing = {0, 10, 0};
    bullet.frequency = 5;
    bullet.phase = 0.25F;  // at rest now, but not for long
    take(world.addBody({bullet, SphereBody{}}));
    const float fast = world.step().dt;
    EXPECT_LT(fast * 10 * 2 * std::numbers::pi_v<float> * 5, 0.4F * world.supportRadius());
    EXPECT_GT(calm, 5 * fast);
}

}  // namespace
}  // namespace undine::test
