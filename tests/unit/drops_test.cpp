// SPDX-License-Identifier: Zlib
// Drops have the volume of their particles, however few or many those are.
#include "undine/surface.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/unit/clouds.h"

namespace undine::test {
namespace {

/// The lattice points nearest to `middle`, as many as are asked for: a ball, or with `blob` an ellipsoid
/// whose particles are not quite on the lattice.
Cloud dropCloud(int particles, Vec3 middle, bool blob) {
    std::vector<Vec3> points;
    for (int k = 0; k < 17 * 17 * 17; ++k) {
        points.push_back({static_cast<float>(k % 17 - 8), static_cast<float>(k / 17 % 17 - 8),
                          static_cast<float>(k / 289 - 8)});
    }
    Random random(static_cast<std::uint32_t>(particles));
    const Vec3 stretch =
        blob ? random.between(Vec3{0.7F, 0.7F, 0.7F}, Vec3{1.3F, 1.3F, 1.3F}) : Vec3{1, 1, 1};
    const auto distance = [&](Vec3 p) {
        const Vec3 d = p - middle;
        return length(Vec3{stretch.x * d.x, stretch.y * d.y, stretch.z * d.z});
    };
    std::ranges::sort(points, {}, distance);
    Cloud cloud;
    const float jitter = blob ? 0.2F : 0;
    for (int i = 0; i < particles; ++i) {
        cloud.add(points[static_cast<std::size_t>(i)] +
                  random.between(Vec3{-jitter, -jitter, -jitter}, Vec3{jitter, jitter, jitter}));
    }
    return cloud;
}

constexpr int kDropSizes[] = {1, 2, 5, 13, 30, 57, 93, 150, 250, 500};

TEST(Surface, OfADropOfAnySizeHasItsVolume) {
    for (const int particles : kDropSizes) {
        for (const bool blob : {false, true}) {
            for (const float cellSize : {0.5F, 0.25F}) {
                const Cloud cloud = dropCloud(particles, {0.2F, 0.4F, 0.1F}, blob);
                const auto meshes = makeSurface(cloud.input(), {.cellSize = cellSize});
                EXPECT_NEAR(volumeOf(meshes.value()[0]) / cloud.volume(), 1, 0.03)
                    << particles << (blob ? " particles in a blob" : " particles") << ", cells of "
                    << cellSize;
                EXPECT_EQ(openness(meshes.value()[0]), "");
            }
        }
    }
}

TEST(Surface, OfADropOfTwoFluidsHasTheVolumeOfBoth) {
    for (const int particles : kDropSizes) {
        if (particles < 30) continue;  // of a few each, nobody can tell whose volume is missing
        const Cloud drop = dropCloud(particles, {0.2F, 0.4F, 0.1F}, true);
        Cloud cloud;
        for (std::size_t i = 0; i < drop.size(); ++i) cloud.add(drop[i], drop[i].x > 0.3F ? 1 : 0);
        const auto meshes = makeSurface(cloud.input());
        ASSERT_EQ(meshes.value().size(), 2U);
        double volume = 0;
        for (const SurfaceMesh& mesh : meshes.value()) {
            volume += volumeOf(mesh);
            EXPECT_EQ(openness(mesh), "");
        }
        EXPECT_NEAR(volume / cloud.volume(), 1, 0.03) << particles << " particles";
    }
}

TEST(Surface, OfADropAroundAnotherFluidHasTheVolumeOfBoth) {
    for (const float core : {1.2F, 2.1F, 2.6F}) {  // radius: a few particles, or a drop of its own
        const Cloud drop = dropCloud(500, {0.2F, 0.4F, 0.1F}, false);
        Cloud cloud;
        for (std::size_t i = 0; i < drop.size(); ++i) {
            cloud.add(drop[i], length(drop[i] - Vec3{0.2F, 0.4F, 0.1F}) < core ? 1 : 0);
        }
        const auto meshes = makeSurface(cloud.input());
        double volume = 0;
        for (const SurfaceMesh& mesh : meshes.value()) volume += volumeOf(mesh);
        EXPECT_NEAR(volume / cloud.volume(), 1, 0.03) << "core of " << core;
    }
}

TEST(Surface, OfManyDropsHasTheVolumeOfAll) {
    Cloud cloud;
    float at = 0;
    for (const int particles : kDropSizes) {
        at += 14;
        const Cloud drop = dropCloud(particles, {0.1F, 0.3F, 0.2F}, true);
        for (std::size_t i = 0; i < drop.size(); ++i) cloud.add(drop[i] + Vec3{at, 0.1F * at, -0.07F * at});
    }
    const auto meshes = makeSurface(cloud.input());
    EXPECT_NEAR(volumeOf(meshes.value()[0]) / cloud.volume(), 1, 0.01);
}

TEST(Surface, DropsGrowIntoLargeOnesWithoutAJump) {
    double last = 1;
    for (const float radius : {5.5F, 6.0F, 6.5F, 7.0F, 7.5F, 8.0F, 8.5F, 9.0F}) {  // 691 to 2,957 particles
        const Cloud cloud = ballCloud(radius, {0.2F, 0.4F, 0.1F});
        const double share = volumeOf(makeSurface(cloud.input()).value()[0]) / cloud.volume();
        EXPECT_NEAR(share, 1, 0.03) << cloud.size();
        EXPECT_NEAR(share, last, 0.01) << cloud.size();
        last = share;
    }
}

TEST(Surface, OfAHollowDropKeepsTheHollow) {
    Cloud cloud;
    const Cloud ball = ballCloud(6);
    for (std::size_t i = 0; i < ball.size(); ++i) {
        if (length(ball[i]) > 2.5F) cloud.add(ball[i]);
    }
    const SurfaceMesh mesh = makeSurface(cloud.input()).value()[0];
    EXPECT_NEAR(volumeOf(mesh) / cloud.volume(), 1, 0.03);
    float furthest = 0;
    for (const Vec3 p : mesh.positions) furthest = std::max(furthest, length(p));
    EXPECT_NEAR(furthest, 6.2F, 0.4F) << "the hollow has not been taken from the outside";
}

TEST(Surface, OfAThreadHasItsVolumeAndItsLength) {
    Cloud cloud;
    for (int i = 0; i < 40; ++i) {
        for (int k = 0; k < 4; ++k) {
            cloud.add({static_cast<float>(i), static_cast<float>(k % 2), static_cast<float>(k / 2)});
        }
    }
    const SurfaceMesh mesh = makeSurface(cloud.input()).value()[0];
    EXPECT_NEAR(volumeOf(mesh) / cloud.volume(), 1, 0.03);
    float low = 100;
    float high = -100;
    for (const Vec3 p : mesh.positions) {
        low = std::min(low, p.x);
        high = std::max(high, p.x);
    }
    EXPECT_NEAR(low, -0.5F, 0.7F);
    EXPECT_NEAR(high, 39.5F, 0.7F);
}

TEST(Surface, OfAFewParticlesHasTheirVolume) {
    const std::vector<Vec3> places = {
        {0.1F, 0.2F, 0.3F}, {1.1F, 0.3F, 0.2F}, {0.9F, 1.3F, 0.1F}, {1, 0.8F, 1.1F}};
    for (const SurfaceKernel kernel : {SurfaceKernel::Anisotropic, SurfaceKernel::Spherical}) {
        for (const float cellSize : {0.5F, 0.25F}) {
            Cloud cloud;
            for (const Vec3 p : places) {
                cloud.add(p);
                const auto meshes = makeSurface(cloud.input(), {.kernel = kernel, .cellSize = cellSize});
                EXPECT_NEAR(volumeOf(meshes.value()[0]) / cloud.volume(), 1, 0.03)
                    << cloud.size() << " particles, cells of " << cellSize;
            }
        }
    }
}

TEST(Surface, OfDropsFarApartIsTheSumOfThem) {
    Cloud cloud;
    for (int k = 0; k < 20; ++k) {
        const Vec3 at{7.3F * static_cast<float>(k), 0.37F * static_cast<float>(k), 0};
        cloud.add(at);
        if (k % 2 == 0) cloud.add(at + Vec3{0.9F, 0.2F, 0});
    }
    const auto meshes = makeSurface(cloud.input());
    EXPECT_NEAR(volumeOf(meshes.value()[0]) / cloud.volume(), 1, 0.01);
}

}  // namespace
}  // namespace undine::test
