// SPDX-License-Identifier: Zlib
// Fluid that becomes a rigid piece, and fluid again, with every method.
#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "core/rotation.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

constexpr float kSpacing = 0.05F;

struct BlockOptions {
    int dimension = 3;
    Vec3 gravity{0, 0, 0};
    float end = 0;
    float viscosity = 0.001F;
};

/// A block of 8 x 6 x 5 particles around (0, y, 0), and a freezer around all of it.
World makeFrozenBlock(const SolverSettings& solver, const BlockOptions& options, float y = 0) {
    WorldSettings settings;
    settings.dimension = options.dimension;
    settings.particleSpacing = kSpacing;
    settings.gravity = options.gravity;
    World world = take(World::create(settings, solver));
    take(world.addFluid({.viscosity = options.viscosity}));
    take(world.fill(0, BoxFill{.min = {-0.2F, y - 0.15F, -0.125F}, .max = {0.2F, y + 0.15F, 0.125F}}));
    take(world.addFreezer({.min = {-9, -9, -9}, .max = {9, 9, 9}, .end = options.end}));
    return world;
}

/// Velocities that are anything but rigid: a spin, a flow and a shear that changes from particle to particle.
void stir(World& world) {
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 p = world.positions()[i];
        const auto k = static_cast<float>(world.ids()[i] % 7);
        const float spin = 6;
        world.setVelocity(i, {0.4F - spin * p.y, 0.1F * k + spin * p.x, 0.3F + 2 * p.y});
    }
}

struct Momentum {
    Vec3d linear;
    Vec3d angular;
};
Momentum momentumOf(const World& world, double mass) {
    Momentum sum;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3d x(world.positions()[i]);
        const Vec3d v(world.velocities()[i]);
        sum.linear = sum.linear + mass * v;
        sum.angular = sum.angular + mass * cross(x, v);
    }
    return sum;
}
double massOf(const World& world) { return 1000 * std::pow(kSpacing, world.settings().dimension); }

/// The farthest that a distance between two particles of the piece is from what it was.
struct Shape {
    std::map<ParticleId, Vec3> places;

    explicit Shape(const World& world) {
        for (Index i = 0; i < world.particleCount(); ++i) places[world.ids()[i]] = world.positions()[i];
    }
    double changeTo(const Shape& other) const {
        double worst = 0;
        const Vec3 first = places.begin()->second;
        const Vec3 firstThere = other.places.begin()->second;
        const Vec3 last = places.rbegin()->second;
        const Vec3 lastThere = other.places.rbegin()->second;
        for (const auto& [id, place] : places) {
            const Vec3 there = other.places.at(id);
            for (const auto& [a, b] :
                 {std::pair{place - first, there - firstThere}, std::pair{place - last, there - lastThere}}) {
                worst = std::max(worst, std::abs(length(Vec3d(a)) - length(Vec3d(b))));
            }
        }
        return worst;
    }
};

void stepAll(World& world, int steps) {
    for (int k = 0; k < steps; ++k) {
        const StepReport report = world.step();
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
    }
}

float lowestOf(const World& world) { return std::ranges::min(world.positions().y()); }

TEST(FrozenPiece, KeepsShapeAndMomentumOver500Steps) {
    for (const SolverInfo& solver : liquidSolvers()) {
        for (const int dimension : {2, 3}) {
            SCOPED_TRACE(std::string(solver.name) + " in " + std::to_string(dimension));
            // Explicit viscosity and XSPH do not keep the angular momentum of fluid.
            World world = makeFrozenBlock(solver.defaults, {.dimension = dimension, .viscosity = 1});
            stir(world);
            const Shape before(world);
            const Momentum start = momentumOf(world, massOf(world));
            stepAll(world, 500);
            const Momentum end = momentumOf(world, massOf(world));
            const double scale = length(start.linear);
            const double spin = length(start.angular);
            EXPECT_LT(length(end.linear - start.linear), 2e-5 * scale);
            EXPECT_LT(length(end.angular - start.angular), 2e-5 * (spin + scale)) << spin;
            EXPECT_GT(length(Vec3d(world.positions()[0]) - Vec3d(before.places.at(world.ids()[0]))), 0.1);
            EXPECT_LT(before.changeTo(Shape(world)), 2e-6);
        }
    }
}

TEST(FrozenPiece, TurnsAsItsAngularMomentumSays) {
    World world = makeFrozenBlock(PbfSettings{}, {.dimension = 2});
    const float rate = 3;
    for (Index i = 0; i < world.particleCount(); ++i) {
        const Vec3 p = world.positions()[i];
        world.setVelocity(i, {-rate * p.y, rate * p.x, 0});
    }
    const Vec3 before = world.positions()[*world.findParticle(0)];
    ASSERT_TRUE(world.advance(0.5F).ok());
    const Vec3 after = world.positions()[*world.findParticle(0)];
    const double turned = std::atan2(before.x * after.y - before.y * after.x, dot(before, after));
    EXPECT_NEAR(turned, 1.5, 0.02);
}

TEST(FrozenPiece, FallsAsAnythingElse) {
    for (const SolverInfo& solver : liquidSolvers()) {
        World world = makeFrozenBlock(solver.defaults, {.gravity = {0, -9.81F, 0}});
        ASSERT_TRUE(world.advance(0.4F).ok());
        EXPECT_NEAR(lowestOf(world), -0.125F - 0.5F * 9.81F * 0.16F, 0.02F) << solver.name;
    }
}

TEST(FrozenPiece, RestsOnTheFloorAndDoesNotSinkIn) {
    for (const SolverInfo& solver : liquidSolvers()) {
        for (const int dimension : {2, 3}) {
            SCOPED_TRACE(std::string(solver.name) + " in " + std::to_string(dimension));
            World world =
                makeFrozenBlock(solver.defaults, {.dimension = dimension, .gravity = {0, -9.81F, 0}}, 0.5F);
            take(world.addWall(PlaneWall{.friction = 0.5F}));
            const Shape before(world);
            float deepest = 1;
            for (int k = 0; k < 60; ++k) {
                const StepReport report = world.advance(1.0F / 60);
                ASSERT_TRUE(report.ok()) << world.diagnose(report);
                deepest = std::min(deepest, lowestOf(world));
            }
            EXPECT_GT(deepest, 0.5F * kSpacing - 1e-4F) << "no particle was ever in the floor";
            EXPECT_NEAR(lowestOf(world), 0.5F * kSpacing, 0.02F * kSpacing);
            EXPECT_NEAR(std::ranges::max(world.positions().y()), 5.5F * kSpacing, 0.02F * kSpacing);
            EXPECT_LT(world.computeStatistics().kineticEnergy, 1e-4);
            EXPECT_LT(before.changeTo(Shape(world)), 2e-6);
        }
    }
}

// Turned by 30 degrees it lands on an edge, falls over and comes to lie.
TEST(FrozenPiece, FallsOverAndComesToLie) {
    World world = take(World::create({.particleSpacing = kSpacing}, PbfSettings{}));
    take(world.addFluid({}));
    take(world.addWall(PlaneWall{.friction = 0.5F}));
    std::vector<Vec3> points = makeBlock({6, 10, 6}, {kSpacing, kSpacing, kSpacing});
    const Rotation tilt = Rotation::byDegrees({0, 0, 40});
    for (Vec3& p : points) p = (tilt.apply(Vec3d(p)) + Vec3d{0, 0.4, 0}).rounded();
    take(world.addParticles(0, points));
    take(world.addFreezer({.min = {-9, -9, -9}, .max = {9, 9, 9}}));
    const Shape before(world);
    float deepest = 1;
    for (int k = 0; k < 120; ++k) {
        const StepReport report = world.advance(1.0F / 60);
        ASSERT_TRUE(report.ok()) << world.diagnose(report);
        deepest = std::min(deepest, lowestOf(world));
    }
    EXPECT_GT(deepest, 0.5F * kSpacing - 0.02F * kSpacing);
    EXPECT_NEAR(lowestOf(world), 0.5F * kSpacing, 0.02F * kSpacing);
    EXPECT_NEAR(std::ranges::max(world.positions().y()), 5.5F * kSpacing, 0.05F * kSpacing)
        << "it lies on a long side";
    EXPECT_LT(world.computeStatistics().kineticEnergy, 1e-3);
    EXPECT_LT(before.changeTo(Shape(world)), 2e-6);
}

TEST(FrozenPiece, LandsOnARigidBodyAndPushesIt) {
    World world = makeFrozenBlock(PbfSettings{}, {}, 0);
    const RigidBodySettings plate{
        .parts = {{BoxBody{{1, 0.1F, 1}}, {}, {}}}, .mass = 60, .inertia = {4, 8, 4}};
    const RigidId id = take(world.addRigidBody(plate, {.position = {0, -0.4F, 0}}));
    for (Index i = 0; i < world.particleCount(); ++i) world.setVelocity(i, {0, -2, 0});
    const double mass = massOf(world) * world.particleCount();
    for (int k = 0; k < 30; ++k) ASSERT_TRUE(world.advance(1.0F / 60).ok());
    const float plateSpeed = world.rigidMotion(id)->velocity.y;
    EXPECT_NEAR(plateSpeed, -2 * mass / (mass + 60), 0.2) << "they go on together";
    EXPECT_NEAR(momentumOf(world, massOf(world)).linear.y + 60 * plateSpeed, -2 * mass, 0.01 * mass);
    EXPECT_GT(lowestOf(world), world.rigidMotion(id)->position.y + 0.05F + 0.2F * kSpacing);
}

TEST(FrozenPiece, HangsInItsOwnFluid) {
    for (const SolverInfo& solver : liquidSolvers()) {
        World world =
            makeTank(solver.defaults,
                     {.dimension = 2, .spacing = 0.04F, .tank = {1.2F, 1.2F, 1}, .water = {1.2F, 0.8F, 1}});
        take(world.addFreezer({.min = {0.4F, 0.3F, 0}, .max = {0.8F, 0.5F, 1}, .start = 0.2F}));
        ASSERT_TRUE(world.advance(0.25F).ok());
        const auto height = [&] {
            const auto* piece = static_cast<const std::uint32_t*>(world.field("piece")->data[0]);
            double sum = 0, count = 0;
            for (Index i = 0; i < world.particleCount(); ++i) {
                if (piece[i] == 1) sum += world.positions()[i].y, ++count;
            }
            EXPECT_GT(count, 40);
            return sum / count;
        };
        const double before = height();
        for (int k = 0; k < 30; ++k) {
            const StepReport report = world.advance(1.0F / 30);
            ASSERT_TRUE(report.ok()) << solver.name << ": " << world.diagnose(report);
        }
        EXPECT_NEAR(height(), before, 0.06) << solver.name;
        EXPECT_LT(world.computeStatistics().kineticEnergy, 5) << solver.name;
    }
}

TEST(FrozenPiece, MeltsWithTheVelocitiesItHas) {
    World world = makeFrozenBlock(WcsphSettings{}, {.end = 0.1F});
    stir(world);
    while (world.time() < 0.1) stepAll(world, 1);
    const Momentum frozen = momentumOf(world, massOf(world));
    const Shape before(world);
    ASSERT_TRUE(world.advance(0.3F).ok());
    const auto* piece = static_cast<const std::uint32_t*>(world.field("piece")->data[0]);
    EXPECT_EQ(std::count(piece, piece + world.particleCount(), 0U), world.particleCount());
    EXPECT_LT(length(momentumOf(world, massOf(world)).linear - frozen.linear), 1e-3 * length(frozen.linear));
    EXPECT_GT(before.changeTo(Shape(world)), 0.5 * static_cast<double>(kSpacing)) << "it flows again";
}

TEST(FrozenPiece, GoesOnWhenParticlesAreTakenFromIt) {
    World world = makeFrozenBlock(PbfSettings{}, {});
    stir(world);
    stepAll(world, 5);
    std::vector<ParticleId> ids;
    for (ParticleId id = 0; id < world.particleCount() / 3; ++id) ids.push_back(id);
    world.removeParticles(ids);
    const Shape before(world);
    const Momentum start = momentumOf(world, massOf(world));
    stepAll(world, 100);
    const Momentum end = momentumOf(world, massOf(world));
    EXPECT_LT(before.changeTo(Shape(world)), 2e-6);
    EXPECT_LT(length(end.linear - start.linear), 2e-5 * length(start.linear));
    EXPECT_LT(length(end.angular - start.angular), 2e-5 * length(start.linear));
}

TEST(FrozenPiece, MayBeALineOrASingleParticleOrNothing) {
    for (const int count : {1, 2, 7}) {
        World world = take(World::create({.particleSpacing = kSpacing, .gravity = {0, 0, 0}}));
        take(world.addFluid({}));
        take(world.addParticles(0, makeBlock({count, 1, 1}, {kSpacing, 0, 0}), Vec3{1, 2, 0}));
        take(world.addFreezer({.min = {-9, -9, -9}, .max = {9, 9, 9}}));
        take(world.addFreezer({.min = {90, -9, -9}, .max = {99, 9, 9}}));  // nothing is there
        world.setVelocity(0, {1, 2, 3});
        const Shape before(world);
        const Momentum start = momentumOf(world, massOf(world));
        stepAll(world, 50);
        EXPECT_LT(before.changeTo(Shape(world)), 1e-6) << count;
        EXPECT_LT(length(momentumOf(world, massOf(world)).linear - start.linear), 1e-5) << count;
    }
}

TEST(FrozenPiece, KeepsItsParticlesFromLaterFreezers) {
    World world = makeFrozenBlock(PbfSettings{}, {.dimension = 2});
    take(world.addFreezer({.min = {-9, -9, -9}, .max = {9, 9, 9}, .start = 0.01F}));
    ASSERT_TRUE(world.advance(0.05F).ok());
    const auto* piece = static_cast<const std::uint32_t*>(world.field("piece")->data[0]);
    EXPECT_EQ(std::count(piece, piece + world.particleCount(), 1U), world.particleCount());
}

TEST(FrozenPiece, ReachesTheSameBitsWithAnyNumberOfThreadsAndAfterARestore) {
    for (const SolverInfo& solver : liquidSolvers()) {
        const auto make = [&](int threads) {
            World world = makeTank(solver.defaults, {.spacing = 0.04F,
                                                     .tank = {0.8F, 1, 0.4F},
                                                     .water = {0.4F, 0.5F, 0.4F},
                                                     .jitter = 0.1F,
                                                     .threads = threads});
            take(
                world.addFreezer({.min = {0.1F, 0.2F, 0}, .max = {0.5F, 1, 1}, .start = 0.05F, .end = 0.3F}));
            take(world.addFreezer({.max = {1, 0.15F, 1}, .start = 0.1F}));
            return world;
        };
        World whole = make(1);
        ASSERT_TRUE(whole.advance(0.17F).ok());
        const std::vector<std::byte> state = whole.saveState();
        ASSERT_TRUE(whole.advance(0.2F).ok());

        World threaded = make(3);
        ASSERT_TRUE(threaded.advance(0.17F).ok());
        ASSERT_TRUE(threaded.advance(0.2F).ok());
        EXPECT_EQ(threaded.stateHash(), whole.stateHash()) << solver.name;

        World resumed = make(2);
        take(resumed.restoreState(state));
        EXPECT_EQ(resumed.saveState(), state);
        ASSERT_TRUE(resumed.advance(0.2F).ok());
        EXPECT_EQ(resumed.stateHash(), whole.stateHash()) << solver.name;
    }
}

TEST(FrozenPiece, IsPartOfTheHash) {
    World world = makeFrozenBlock(PbfSettings{}, {});
    World other = makeFrozenBlock(PbfSettings{}, {.end = 1e-6F});
    EXPECT_EQ(world.stateHash(), other.stateHash());
    stepAll(world, 2);
    stepAll(other, 2);
    EXPECT_NE(world.stateHash(), other.stateHash());
}

TEST(FrozenPiece, RefusesAStateOfOtherFreezers) {
    World one = makeFrozenBlock(PbfSettings{}, {});
    World two = makeFrozenBlock(PbfSettings{}, {});
    take(two.addFreezer({}));
    EXPECT_EQ(one.restoreState(two.saveState()).error(), "freezers: the state has 2, the world 1");
    World none = makeFreeBlock(PbfSettings{}, 3, {});
    EXPECT_EQ(none.restoreState(one.saveState()).error(),
              "the state has a part 'freezers' that this world has not");
}

TEST(Freezer, SaysWhatItCannotBe) {
    World world = take(World::create({}));
    EXPECT_EQ(world.addFreezer({.max = {1, 0, 1}}).error(),
              "freezers.0: min [0, 0, 0], max [1, 0, 1]: the box is empty: max must be above min in x, y and "
              "z");
    EXPECT_EQ(world.addFreezer({.start = 2, .end = 1}).error(),
              "freezers.0.end: 1: must be 0 (never) or after start, 2");
    EXPECT_EQ(world.addFreezer({.start = -1}).error().substr(0, 20), "freezers.0.start: -1");
    take(world.addFreezer({}));
}

}  // namespace
}  // namespace undine::test
