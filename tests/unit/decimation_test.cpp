// SPDX-License-Identifier: Zlib
// Meshes with fewer triangles: as closed as before, of the same shape, and of the same bits where fluids
// touch.
#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/unit/clouds.h"

namespace undine::test {
namespace {

TEST(Decimation, KeepsTheMeshClosedAndItsVolume) {
    for (const Cloud& cloud : {boxCloud(14, 10, 12, 0.2F), twoFluids(), ballCloud(5)}) {
        const auto full = makeSurface(cloud.input());
        const auto fewer = makeSurface(cloud.input(), {.decimation = 0.5F});
        ASSERT_EQ(full.value().size(), fewer.value().size());
        for (std::size_t f = 0; f < full.value().size(); ++f) {
            EXPECT_EQ(openness(fewer.value()[f]), "");
            EXPECT_LT(fewer.value()[f].triangles.size(),
                      0.75 * static_cast<double>(full.value()[f].triangles.size()));
            EXPECT_NEAR(volumeOf(fewer.value()[f]) / volumeOf(full.value()[f]), 1, 0.02);
        }
    }
}

using Places = std::set<std::tuple<float, float, float>>;

Places placesOf(const SurfaceMesh& mesh) {
    Places places;
    for (const Vec3 p : mesh.positions) places.insert({p.x, p.y, p.z});
    return places;
}

std::size_t countCommon(const SurfaceMesh& a, const SurfaceMesh& b) {
    const Places first = placesOf(a);
    const Places second = placesOf(b);
    return static_cast<std::size_t>(
        std::ranges::count_if(first, [&](const auto& p) { return second.contains(p); }));
}

TEST(Decimation, OfAnyShareLeavesTheShapeToFluidsThatTouch) {
    const Cloud cloud = twoFluids();
    const auto full = makeSurface(cloud.input());
    const auto fewer = makeSurface(cloud.input(), {.decimation = 0.9F});
    ASSERT_EQ(fewer.value().size(), 2U);
    for (std::size_t f = 0; f < 2; ++f) {
        EXPECT_EQ(openness(fewer.value()[f]), "");
        EXPECT_LT(fewer.value()[f].triangles.size(), full.value()[f].triangles.size());
        EXPECT_NEAR(volumeOf(fewer.value()[f]) / volumeOf(full.value()[f]), 1, 0.01);
    }
    // What they share stays where it was, to the bit.
    const std::size_t common = countCommon(full.value()[0], full.value()[1]);
    EXPECT_GT(common, 100U);
    EXPECT_EQ(countCommon(fewer.value()[0], fewer.value()[1]), common);
}

TEST(Decimation, OfAnyShareLeavesTheShapeInAClipBoxAndThinsOutItsSides) {
    const Cloud cloud = boxCloud(16, 16, 16, 0.2F);
    const SurfaceSettings whole{.clipMin = {3.3F, -5, 2}, .clipMax = {30, 10.2F, 7.7F}};
    SurfaceSettings thinned = whole;
    thinned.decimation = 0.9F;
    const auto full = makeSurface(cloud.input(), whole);
    const auto fewer = makeSurface(cloud.input(), thinned);
    EXPECT_EQ(openness(fewer.value()[0]), "");
    EXPECT_NEAR(volumeOf(fewer.value()[0]) / volumeOf(full.value()[0]), 1, 0.01);
    EXPECT_LT(fewer.value()[0].triangles.size(), full.value()[0].triangles.size() / 2);
    const auto onSide = [](const SurfaceMesh& mesh) {
        return std::ranges::count(mesh.positions, 10.2F, &Vec3::y);
    };
    EXPECT_GT(onSide(fewer.value()[0]), 0);
    EXPECT_LT(onSide(fewer.value()[0]), onSide(full.value()[0]) / 4);
}

TEST(Decimation, OfAnyShareKeepsDrops) {
    for (const float radius : {0.5F, 1.1F, 2.0F, 5.0F}) {
        const Cloud cloud = ballCloud(radius, {0.3F, 0.2F, 0.1F});
        const auto fewer = makeSurface(cloud.input(), {.decimation = 0.95F});
        ASSERT_EQ(fewer.value().size(), 1U) << radius;
        EXPECT_EQ(openness(fewer.value()[0]), "") << radius;
        EXPECT_NEAR(volumeOf(fewer.value()[0]) / cloud.volume(), 1, 0.06) << radius;
    }
}

}  // namespace
}  // namespace undine::test
