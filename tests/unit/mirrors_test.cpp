// SPDX-License-Identifier: Zlib
// The flow of vortex particles between mirrors, against explicit images.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "core/geometry.h"
#include "tests/unit/test_support.h"
#include "vortex/direct_sum.h"
#include "vortex/mirrors.h"
#include "vortex/vortex_field.h"

namespace undine {
namespace {

using Vectors = std::array<AlignedArray<float>, 3>;
using test::forEachSimdTarget;

void resize(Vectors& vectors, Index n) {
    for (AlignedArray<float>& axis : vectors) axis.resize(n);
}

/// Vortex particles in disorder, and mirrors around them.
struct Scene {
    Vectors x, strength;
    AlignedArray<float> radius;
    Index count;
    int dimension;
    std::vector<Mirror> mirrors;

    Scene(Index n, Vec3 low, Vec3 high, int dim = 3) : count(n), dimension(dim) {
        test::Random random(3);
        resize(x, n);
        resize(strength, n);
        radius.resize(n);
        for (Index i = 0; i < n; ++i) {
            spanOf(x).set(i, random.between(low, high));
            const Vec3 own = random.between({-1, -1, -1}, {1, 1, 1});
            spanOf(strength).set(i, dim == 2 ? Vec3{0, 0, own.z} : own + Vec3{0, 0.5F, 0});
            radius[i] = 0.08F * random.between(0.8F, 1.2F);
        }
    }

    VortexSources sources() { return {spanOf(x), spanOf(strength), radius.data(), count}; }

    VortexField field(const FieldAccuracy& accuracy, const ThreadPool& pool) {
        VortexField field(dimension);
        field.setMirrors(mirrors);
        field.setSources(sources(), accuracy, pool);
        return field;
    }
};

/// Velocity and stretching by the sum over the particles and all their images.
DirectSum sumWithImages(Scene& scene, Vec3 x, Vec3 strength) {
    DirectSum total = directSum(scene.sources(), x, strength, scene.dimension);
    Vectors imageX, imageStrength;
    resize(imageX, scene.count);
    resize(imageStrength, scene.count);
    for (const Mirror& mirror : scene.mirrors) {
        for (Index i = 0; i < scene.count; ++i) {
            spanOf(imageX).set(i, mirror.imageOf(spanOf(scene.x)[i]));
            spanOf(imageStrength).set(i, mirror.sign * mirror.turned(spanOf(scene.strength)[i]));
        }
        const DirectSum own =
            directSum({spanOf(imageX), spanOf(imageStrength), scene.radius.data(), scene.count}, x, strength,
                      scene.dimension);
        for (std::size_t k = 0; k < 3; ++k) {
            total.velocity[k] += own.velocity[k];
            total.stretching[k] += own.stretching[k];
        }
    }
    return total;
}

/// Three directions at right angles, none along an axis.
constexpr Vec3 kTurned[3] = {
    {2 / 3.0F, 2 / 3.0F, 1 / 3.0F}, {-2 / 3.0F, 1 / 3.0F, 2 / 3.0F}, {1 / 3.0F, -2 / 3.0F, 2 / 3.0F}};

std::vector<WallShape> planes(std::initializer_list<Vec3> normals, Vec3 point = {}) {
    std::vector<WallShape> walls;
    for (const Vec3 normal : normals) walls.push_back({.center = point, .extent = normal});
    return walls;
}

std::vector<Mirror> mirrorsOf(const std::vector<WallShape>& walls) {
    std::vector<Mirror> mirrors;
    findMirrors(walls, 0, mirrors);
    return mirrors;
}

std::vector<Mirror> mirrorsOf(const BoxWall& box, int dimension) {
    return mirrorsOf(makeWallShapes(box, dimension).value());
}

TEST(Mirrors, OfABoxAreOneReflectionAlongEachAxisAtMost) {
    const BoxWall box{.min = {-1, -1, -1}, .max = {1, 2, 3}};
    EXPECT_EQ(mirrorsOf(box, 3).size(), 26U);
    EXPECT_EQ(mirrorsOf(box, 2).size(), 8U);
    const std::vector<Mirror> mirrors = mirrorsOf(box, 3);
    for (const Vec3 image : {Vec3{-2, 0, 0}, Vec3{0, 4, 0}, Vec3{2, 4, 6}, Vec3{0, -2, 6}}) {
        EXPECT_EQ(std::ranges::count_if(mirrors, [&](const Mirror& m) { return m.imageOf({}) == image; }), 1);
    }
}

TEST(Mirrors, AreTheirOwnInverse) {
    for (const Mirror& mirror : mirrorsOf(planes({kTurned[0], kTurned[1], kTurned[2]}, {1, 2, 3}))) {
        const Vec3 x{0.3F, -0.7F, 0.2F};
        EXPECT_LT(length(mirror.imageOf(mirror.imageOf(x)) - x), 3e-6F);
        EXPECT_LT(std::fabs(length(mirror.turned(x)) - length(x)), 1e-6F);
    }
}

// Two that meet in a valley would both mirror the whole of the flow.
TEST(Mirrors, AreNotMadeByPlanesAtOtherAnglesThanTheFirst) {
    EXPECT_EQ(mirrorsOf(planes({{1, 0, 0}, {0.6F, 0.8F, 0}})).size(), 1U);
    EXPECT_EQ(mirrorsOf(planes({{1, 0, 0}, {0.6F, 0.8F, 0}, {0, 0, 1}})).size(), 3U);
    EXPECT_EQ(mirrorsOf(planes({{1, 0, 0}, {-1, 0, 0}})).size(), 2U);
    for (const float tilt : {0.002F, 0.02F, 0.2F}) {
        const float up = std::sqrt(1 - tilt * tilt);
        EXPECT_EQ(mirrorsOf(planes({{tilt, up, 0}, {-tilt, up, 0}})).size(), 1U) << tilt;
    }
}

// One plane by two points of it, each of which rounding puts before the other.
TEST(Mirrors, AreMadeByAPlaneThatIsThereTwice) {
    const Vec3 normal = (1 / length(Vec3{-0.17F, 1, 0})) * Vec3{-0.17F, 1, 0};
    std::vector<WallShape> walls = planes({normal, normal});
    walls[1].center = {4.7F, 0.799F, 0};
    EXPECT_EQ(mirrorsOf(walls).size(), 1U);
}

// A floor and a box that stands on it are not two floors.
TEST(Mirrors, AreMadeOnceByWallsThatFaceTheSameWay) {
    std::vector<WallShape> walls = makeWallShapes(BoxWall{.min = {0, 0, 0}, .max = {1, 1, 1}}, 3).value();
    walls.push_back({.center = {0, 0, 0}, .extent = {0, 1, 0}});
    walls.push_back({.center = {0, -0.1F, 0}, .extent = {0, 1, 0}});
    EXPECT_EQ(mirrorsOf(walls).size(), 26U);
}

// Any number of planes all around: four of them are at right angles to the first or opposite to it.
TEST(Mirrors, OfManyPlanesAreThoseOfABox) {
    std::vector<WallShape> walls;
    for (int k = 0; k < 60; ++k) {
        const float angle = 2 * std::numbers::pi_v<float> / 60 * static_cast<float>(k);
        const Vec3 outwards{std::cos(angle), std::sin(angle), 0};
        walls.push_back({.center = outwards, .extent = -1 * outwards});
    }
    EXPECT_EQ(mirrorsOf(walls).size(), 8U);
    const std::vector<WallShape> lids =
        planes({{0, 0, 1}, {0, 0, -1}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, -1, 0}, {-1, 0, 0}});
    EXPECT_EQ(mirrorsOf(lids).size(), kMostMirrors);
}

TEST(Mirrors, TurnWithAPlane) {
    WallShape wall{.center = {1, 0, 0}, .extent = {-1, 0, 0}};
    wall.moves = true;
    wall.motion.pivot = {0, 0, 0};
    wall.motion.angularVelocity = {0, 0, std::numbers::pi_v<float>};
    std::vector<Mirror> mirrors;
    findMirrors({&wall, 1}, 0.5F, mirrors);
    ASSERT_EQ(mirrors.size(), 1U);
    EXPECT_LT(length(mirrors[0].imageOf({}) - Vec3{0, 2, 0}), 1e-5F);
}

TEST(Mirrors, GoWithAPlaneThatMoves) {
    WallShape wall{.center = {0, 1, 0}, .extent = {0, 1, 0}};
    wall.moves = true;
    wall.motion.velocity = {0, 2, 0};
    std::vector<Mirror> mirrors;
    findMirrors({&wall, 1}, 0.5F, mirrors);
    ASSERT_EQ(mirrors.size(), 1U);
    EXPECT_NEAR(mirrors[0].imageOf({}).y, 4, 1e-6);
}

TEST(Mirrors, OfSpheresAndSolidBoxesAreNone) {
    EXPECT_TRUE(mirrorsOf(makeWallShapes(SphereWall{.radius = 1, .side = Side::Inside}, 3).value()).empty());
    EXPECT_TRUE(mirrorsOf({.min = {0, 0, 0}, .max = {1, 1, 1}, .side = Side::Outside}, 3).empty());
}

/// The largest velocity through planes with these normals that meet in the origin, over the largest speed, at
/// points on them.
double throughPlanes(Scene& scene, std::span<const Vec3> normals, const FieldAccuracy& accuracy) {
    const ThreadPool pool(2);
    VortexField field = scene.field(accuracy, pool);
    test::Random random(5);
    constexpr Index kPoints = 200;
    Vectors at, u;
    resize(at, kPoints);
    resize(u, kPoints);
    double through = 0, most = 0;
    for (const Vec3 normal : normals) {
        for (Index i = 0; i < kPoints; ++i) {
            const Vec3 x = random.between({-2, -2, -2}, {2, 2, 2});
            Vec3 on = x - dot(x, normal) * normal;
            if (scene.dimension == 2) on.z = 0;
            spanOf(at).set(i, on);
        }
        field.velocityAt(spanOf(at), kPoints, spanOf(u), pool);
        for (Index i = 0; i < kPoints; ++i) {
            through = std::max(through, std::fabs(static_cast<double>(dot(spanOf(u)[i], normal))));
            most = std::max(most, static_cast<double>(length(spanOf(u)[i])));
        }
    }
    return through / most;
}

TEST(MirroredFlow, PassesAlongAPlaneACornerOfTwoAndOneOfThree) {
    forEachSimdTarget([] {
        const Vec3 middle = kTurned[0] + kTurned[1] + kTurned[2];
        for (std::size_t count = 1; count <= 3; ++count) {
            Scene scene(500, middle - Vec3{0.5F, 0.5F, 0.5F}, middle + Vec3{0.5F, 0.5F, 0.5F});
            std::vector<WallShape> walls;
            for (std::size_t k = 0; k < count; ++k) walls.push_back({.center = {}, .extent = kTurned[k]});
            scene.mirrors = mirrorsOf(walls);
            ASSERT_EQ(scene.mirrors.size(), (std::size_t{1} << count) - 1);
            EXPECT_LT(throughPlanes(scene, {kTurned, count}, {.openingAngle = 0}), 1e-5) << count;
            EXPECT_LT(throughPlanes(scene, {kTurned, count}, {}), 1e-2) << count;
        }
    });
}

TEST(MirroredFlow, PassesAlongLinesInTwoDimensions) {
    forEachSimdTarget([] {
        const Vec3 normals[2] = {{0.6F, 0.8F, 0}, {-0.8F, 0.6F, 0}};
        Scene scene(500, {-0.7F, 0.9F, 0}, {0.3F, 1.9F, 0}, 2);
        scene.mirrors = mirrorsOf(planes({normals[0], normals[1]}));
        EXPECT_LT(throughPlanes(scene, normals, {.openingAngle = 0}), 1e-5);
        EXPECT_LT(throughPlanes(scene, normals, {}), 1e-2);
    });
}

struct Errors {
    double velocity = 0;
    double stretching = 0;
};

constexpr Index kEvery = 61;  // so many particles are passed over by the slow sum

std::vector<DirectSum> exactOf(Scene& scene) {
    std::vector<DirectSum> exact;
    for (Index i = 0; i < scene.count; i += kEvery) {
        exact.push_back(sumWithImages(scene, spanOf(scene.x)[i], spanOf(scene.strength)[i]));
    }
    return exact;
}

/// Of the fast sum at the particles.
Errors errorsOf(Scene& scene, const std::vector<DirectSum>& exact, const FieldAccuracy& accuracy) {
    const ThreadPool pool(2);
    VortexField field = scene.field(accuracy, pool);
    Vectors u, s;
    resize(u, scene.count);
    resize(s, scene.count);
    field.velocityAtSources(spanOf(u), scene.dimension == 3 ? spanOf(s) : VectorSpan{}, pool);
    double sums[4] = {};
    for (std::size_t j = 0; j < exact.size(); ++j) {
        const std::size_t i = j * kEvery;
        for (std::size_t k = 0; k < 3; ++k) {
            sums[0] += std::pow(u[k][i] - exact[j].velocity[k], 2);
            sums[1] += std::pow(exact[j].velocity[k], 2);
            sums[2] += std::pow(s[k][i] - exact[j].stretching[k], 2);
            sums[3] += std::pow(exact[j].stretching[k], 2);
        }
    }
    return {std::sqrt(sums[0] / sums[1]), scene.dimension == 3 ? std::sqrt(sums[2] / sums[3]) : 0};
}

/// Particles up to the planes: near and far images, velocity and stretching.
void compareWithImages(Scene scene) {
    SCOPED_TRACE(scene.mirrors.size());
    const std::vector<Mirror> mirrors = scene.mirrors;
    const std::vector<DirectSum> exact = exactOf(scene);
    scene.mirrors.clear();
    const Errors open = errorsOf(scene, exactOf(scene), {});
    scene.mirrors = mirrors;
    forEachSimdTarget([&] {
        const Errors direct = errorsOf(scene, exact, {.openingAngle = 0});
        EXPECT_LT(direct.velocity, 3e-6);
        EXPECT_LT(direct.stretching, 3e-6);
        const Errors fast = errorsOf(scene, exact, {});
        EXPECT_LT(fast.velocity, 3 * open.velocity);
        EXPECT_LT(fast.stretching, 3 * std::max(open.stretching, 1e-6));
        EXPECT_GT(fast.velocity, 1e-6) << "expansions were made";
        EXPECT_LT(errorsOf(scene, exact, {.order = 6, .openingAngle = 0.4F}).velocity, 0.2 * fast.velocity);
    });
}

TEST(MirroredFlow, IsThatOfParticlesAndTheirImages) {
    Scene turned(2500, {0, 0, 0}, {1, 1, 1});
    turned.mirrors = mirrorsOf(planes({kTurned[0], kTurned[1], kTurned[2]}, {0.1F, 0.2F, -0.3F}));
    compareWithImages(std::move(turned));
    Scene box(2500, {0, 0, 0}, {1, 1, 1});
    box.mirrors = mirrorsOf({.min = {0, 0, 0}, .max = {1, 1, 1}}, 3);
    compareWithImages(std::move(box));
    Scene flat(2500, {0, 0, 0}, {1, 1, 0}, 2);
    flat.mirrors = mirrorsOf({.min = {0, 0, 0}, .max = {1, 1, 0}}, 2);
    compareWithImages(std::move(flat));
}

// More than one region of targets, and more nodes left to clusters than there is room for.
TEST(MirroredFlow, IsExactWhereNearlyAllIsSummedOneByOne) {
    Scene box(27000, {0, 0, 0}, {1, 1, 1});
    box.mirrors = mirrorsOf({.min = {0, 0, 0}, .max = {1, 1, 1}}, 3);
    constexpr Index kTargets = kTargetsPerRegion + 1;
    Vectors u;
    resize(u, kTargets);
    const ThreadPool pool(2);
    VortexField field = box.field({.openingAngle = 0}, pool);
    field.velocityAt(spanOf(box.x), kTargets, spanOf(u), pool);
    for (Index i = 0; i < kTargets; i += kTargets / 8) {
        const DirectSum exact = sumWithImages(box, spanOf(box.x)[i], {});
        double error2 = 0;
        double size2 = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            error2 += std::pow(u[k][i] - exact.velocity[k], 2);
            size2 += std::pow(exact.velocity[k], 2);
        }
        EXPECT_LT(error2, 1e-8 * size2);
    }
}

// A ring of half the width of the box, in its middle.
TEST(MirroredFlow, HardlyPassesThroughTheFacesOfABox) {
    Scene ring(2000, {}, {});
    for (Index i = 0; i < ring.count; ++i) {
        const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / 2000;
        spanOf(ring.x).set(i, {0.5F * std::cos(angle), 0, 0.5F * std::sin(angle)});
        spanOf(ring.strength).set(i, {-std::sin(angle), 0, std::cos(angle)});
    }
    const auto through = [&](const ThreadPool& pool) {
        VortexField field = ring.field({}, pool);
        constexpr Index kSide = 20, kPoints = 6 * kSide * kSide;
        Vectors at, u;
        resize(at, kPoints);
        resize(u, kPoints);
        constexpr Vec3 kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        std::vector<Vec3> normals;
        for (std::size_t k = 0; k < 3; ++k) {
            for (const float side : {-1.0F, 1.0F}) {
                for (Index p = 0; p < kSide * kSide; ++p) {
                    const Index column = p % kSide, row = p / kSide;
                    const float a = -1 + 2 * (static_cast<float>(column) + 0.5F) / kSide;
                    const float b = -1 + 2 * (static_cast<float>(row) + 0.5F) / kSide;
                    spanOf(at).set(static_cast<Index>(normals.size()),
                                   side * kAxes[k] + a * kAxes[(k + 1) % 3] + b * kAxes[(k + 2) % 3]);
                    normals.push_back(kAxes[k]);
                }
            }
        }
        field.velocityAt(spanOf(at), kPoints, spanOf(u), pool);
        float most = 0;
        for (Index i = 0; i < kPoints; ++i) most = std::max(most, std::fabs(dot(spanOf(u)[i], normals[i])));
        // The largest speed is next to the core.
        for (Index i = 0; i < kPoints; ++i) {
            const float radius = 0.3F + 0.4F * static_cast<float>(i) / kPoints;
            spanOf(at).set(i, {radius, 0, 0});
        }
        field.velocityAt(spanOf(at), kPoints, spanOf(u), pool);
        float fastest = 0;
        for (Index i = 0; i < kPoints; ++i) fastest = std::max(fastest, length(spanOf(u)[i]));
        return most / fastest;
    };
    const ThreadPool pool(2);
    const float without = through(pool);
    ring.mirrors = mirrorsOf({.min = {-1, -1, -1}, .max = {1, 1, 1}}, 3);
    const float with = through(pool);
    EXPECT_GT(without, 0.03F);
    EXPECT_LT(with, 0.01F);
}

TEST(MirroredFlow, HasTheSameBitsForAnyNumberOfThreads) {
    Scene scene(5000, {0, 0, 0}, {1, 1, 1});
    scene.mirrors = mirrorsOf({.min = {0, 0, 0}, .max = {1, 1, 1}}, 3);
    Vectors first;
    for (const int threads : {1, 2, 3, 8}) {
        const ThreadPool pool(threads);
        VortexField field = scene.field({}, pool);
        Vectors u, s;
        resize(u, scene.count);
        resize(s, scene.count);
        field.velocityAtSources(spanOf(u), spanOf(s), pool);
        if (threads == 1) {
            first[0].swap(u[0]), first[1].swap(u[1]), first[2].swap(s[2]);
            continue;
        }
        for (Index i = 0; i < scene.count; ++i) {
            ASSERT_EQ(u[0][i], first[0][i]);
            ASSERT_EQ(u[1][i], first[1][i]);
            ASSERT_EQ(s[2][i], first[2][i]);
        }
    }
}

/// The velocities at the sources of a field.
std::vector<Vec3> velocitiesOf(VortexField& field, Index count) {
    Vectors u;
    resize(u, count);
    field.velocityAtSources(spanOf(u), {}, ThreadPool(2));
    std::vector<Vec3> all(count);
    for (Index i = 0; i < count; ++i) all[i] = spanOf(u)[i];
    return all;
}

TEST(MirroredFlow, DoesNotSeeWallsThatAreBeyondNumbers) {
    Scene scene(300, {0, 0, 0}, {1, 1, 1});
    VortexField field = scene.field({}, ThreadPool(2));
    const std::vector<Vec3> unbounded = velocitiesOf(field, scene.count);
    for (const float far : {1e8F, 1e20F, 1e30F}) {
        field.setMirrors(mirrorsOf({.min = {-far, -far, -far}, .max = {far, far, far}}, 3));
        EXPECT_EQ(velocitiesOf(field, scene.count), unbounded) << far;
    }
}

TEST(MirroredFlow, IsThatOfUnboundedSpaceAgainWhenMirrorsAreTakenAway) {
    Scene scene(3000, {0, 0, 0}, {1, 1, 1});
    VortexField field = scene.field({}, ThreadPool(2));
    const std::vector<Vec3> unbounded = velocitiesOf(field, scene.count);
    field.setMirrors(mirrorsOf({.min = {0, 0, 0}, .max = {1, 1, 1}}, 3));
    EXPECT_NE(velocitiesOf(field, scene.count), unbounded);
    field.setMirrors({});
    EXPECT_EQ(velocitiesOf(field, scene.count), unbounded);
}

}  // namespace
}  // namespace undine
