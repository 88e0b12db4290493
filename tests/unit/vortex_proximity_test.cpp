// SPDX-License-Identifier: Zlib
#include "vortex/proximity.h"

#include <algorithm>
#include <vector>

#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::forEachSimdTarget;
using test::randomPoints;

constexpr float kCap = 0.3F;

/// Three planes of a container, a ball in it, and a box turned about z.
std::vector<WallShape> someWalls() {
    std::vector<WallShape> walls(4);
    walls[0] = {.kind = WallShape::Kind::Plane, .center = {}, .extent = {0, 1, 0}};
    walls[1] = {.kind = WallShape::Kind::Plane, .center = {2, 0, 0}, .extent = {-1, 0, 0}};
    walls[2] = {.kind = WallShape::Kind::Sphere, .center = {1, 1, 1}, .extent = {}, .radius = 0.4F};
    walls[3] = {
        .kind = WallShape::Kind::TurnedBox, .center = {1.5F, 0.5F, 0.5F}, .extent = {0.2F, 0.3F, 0.1F}};
    walls[3].axes = {{0.6F, 0.8F, 0}, {-0.8F, 0.6F, 0}, {0, 0, 1}};
    return walls;
}

std::vector<float> proximities(ParticleStore& store, const Obstacles& obstacles, int threads = 2) {
    std::vector<float> result(store.size(), test::kNaN);
    computeProximity({.x = store.position(), .count = store.size(), .cap = kCap, .proximity = result.data()},
                     obstacles, ThreadPool(threads));
    return result;
}

RigidBodies bodiesOf(std::span<const RigidMotion> motions, const RigidShape& shape) {
    RigidBodies bodies({.h = 0.1F, .spacing = 0.05F});
    RigidBodySettings settings;
    settings.parts = {{shape, {}, {}}};
    for (const RigidMotion& motion : motions) EXPECT_TRUE(bodies.add(settings, motion).ok());
    return bodies;
}

TEST(Proximity, IsTheDistanceToTheNearestWallUpToTheCap) {
    const std::vector<WallShape> walls = someWalls();
    ParticleStore store = test::storeOf(randomPoints(3001, {-0.5F, -0.5F, -0.5F}, {2.5F, 2.5F, 2.5F}));
    forEachSimdTarget([&] {
        const std::vector<float> got = proximities(store, {.walls = walls, .bodies = nullptr});
        Index capped = 0;
        Index inside = 0;
        for (Index i = 0; i < store.size(); ++i) {
            float expected = kCap;
            for (const WallShape& wall : walls) {
                expected = std::min(expected, wallDistance(wall, store.position()[i]));
            }
            if (expected == kCap) {
                ASSERT_EQ(got[i], kCap) << i;
            } else {
                ASSERT_NEAR(got[i], expected, 1e-5F) << i;
            }
            capped += expected == kCap ? 1 : 0;
            inside += expected < 0 ? 1 : 0;
        }
        EXPECT_GT(capped, 100U);
        EXPECT_GT(inside, 100U);
    });
}

TEST(Proximity, OfAContainerIsPositiveInsideAndNegativeOutside) {
    const std::vector<WallShape> walls = {
        {.kind = WallShape::Kind::Sphere, .center = {}, .extent = {}, .radius = 1, .side = -1}};
    const std::vector<Vec3> points = {{0.9F, 0, 0}, {0, 1.2F, 0}, {0, 0, 0}};
    ParticleStore store = test::storeOf(points);
    const std::vector<float> got = proximities(store, {.walls = walls, .bodies = nullptr});
    EXPECT_NEAR(got[0], 0.1F, 1e-6F);
    EXPECT_NEAR(got[1], -0.2F, 1e-6F);
    EXPECT_EQ(got[2], kCap);
}

TEST(Proximity, KnowsBodiesInTheirPlaces) {
    const std::vector<RigidMotion> motions = {
        {.position = {0.5F, 0.5F, 0.5F}}, {.position = {1.5F, 1.5F, 0.5F}, .rotation = {0, 0, 0.6F, 0.8F}}};
    const RigidBodies bodies = bodiesOf(motions, BoxBody{{0.6F, 0.2F, 0.4F}});
    ParticleStore store = test::storeOf(randomPoints(4000, {-0.5F, -0.5F, -0.5F}, {2.5F, 2.5F, 1.5F}));
    const std::vector<float> got = proximities(store, {.walls = {}, .bodies = &bodies});
    Index near = 0;
    for (Index i = 0; i < store.size(); ++i) {
        float expected = kCap;
        for (const RigidBody& body : bodies.bodies()) {
            const Vec3 p = body.place().toBody(store.position()[i]);
            expected = std::min(expected, body.solid().closest(p).distance);
        }
        ASSERT_EQ(got[i], expected) << i;
        near += expected < kCap ? 1 : 0;
    }
    EXPECT_GT(near, 100U);
}

TEST(Proximity, KnowsBodiesThatNeverEnd) {
    const RigidBodies bodies = bodiesOf(std::vector<RigidMotion>{{.position = {0, -0.25F, 0}}}, PlaneBody{});
    ParticleStore store = test::storeOf(std::vector<Vec3>{{1000, -0.15F, 1000}, {0, -0.5F, 0}, {0, 1, 0}});
    const std::vector<float> got = proximities(store, {.walls = {}, .bodies = &bodies});
    EXPECT_NEAR(got[0], 0.1F, 1e-5F);
    EXPECT_NEAR(got[1], -0.25F, 1e-5F);
    EXPECT_EQ(got[2], kCap);
}

TEST(Proximity, IsTheSameForAnyNumberOfThreads) {
    const std::vector<WallShape> walls = someWalls();
    const RigidBodies bodies =
        bodiesOf(std::vector<RigidMotion>{{.position = {0.5F, 2, 0.5F}}}, SphereBody{0.3F});
    ParticleStore store = test::storeOf(randomPoints(5000, {-0.5F, -0.5F, -0.5F}, {2.5F, 2.5F, 2.5F}));
    const Obstacles obstacles{.walls = walls, .bodies = &bodies};
    const std::vector<float> one = proximities(store, obstacles, 1);
    EXPECT_EQ(proximities(store, obstacles, 2), one);
    EXPECT_EQ(proximities(store, obstacles, 3), one);
}

TEST(Proximity, OfNoParticlesAndWithoutObstaclesIsHarmless) {
    ParticleStore none;
    EXPECT_TRUE(proximities(none, {}).empty());
    ParticleStore one = test::storeOf(std::vector<Vec3>{{1, 2, 3}});
    EXPECT_EQ(proximities(one, {})[0], kCap);
}

}  // namespace
}  // namespace undine
