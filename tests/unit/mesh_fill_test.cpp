// SPDX-License-Identifier: Zlib
// Meshes filled with particles, against boxes and closed forms.
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/meshes.h"
#include "world/fill.h"

namespace undine {
namespace {

constexpr float kSpacing = 0.05F;

MeshFill fillOf(TriangleMesh mesh) {
    MeshFill fill;
    fill.mesh = std::make_shared<TriangleMesh>(std::move(mesh));
    return fill;
}

std::vector<Vec3> pointsIn(const Fill& shape, float spacing = kSpacing) {
    auto points = latticePoints(shape, spacing, 3);
    EXPECT_TRUE(points.ok()) << points.error();
    return points ? points.value() : std::vector<Vec3>{};
}

std::string refusalOf(const Fill& shape, int dimension = 3) {
    return latticePoints(shape, kSpacing, dimension).error();
}

void expectFragment(const std::string& message, const std::string& fragment) {
    EXPECT_NE(message.find(fragment), std::string::npos) << "no \"" << fragment << "\" in:\n" << message;
}

TEST(MeshFill, OfACubeIsTheBoxFillOfTheSameCorners) {
    const Vec3 corners[][2] = {{{0, 0, 0}, {1, 1, 1}},
                               {{-0.3F, 0.1F, 2}, {0.9F, 0.7F, 2.33F}},
                               {{100, -50, 3}, {101.01F, -49.5F, 3.05F}}};
    for (const auto& [min, max] : corners) {
        for (const float jitter : {0.0F, 0.3F}) {
            const BoxFill box{.min = min, .max = max, .jitter = jitter};
            MeshFill mesh = fillOf(cubeMesh(min, max));
            mesh.jitter = jitter;
            EXPECT_EQ(pointsIn(mesh), pointsIn(box));
        }
    }
}

// Rows of the lattice pass exactly through edges, vertices and the diagonals of the faces here.
TEST(MeshFill, NeitherMissesNorDoublesRowsThroughEdgesAndVertices) {
    TriangleMesh halves = joined(cubeMesh({0, 0, 0}, {0.5F, 1, 1}), cubeMesh({0.5F, 0, 0}, {1, 1, 1}));
    halves = joined(std::move(halves), cubeMesh({0.25F, 0.25F, -0.25F}, {0.75F, 0.75F, 0.25F}));
    const std::vector<Vec3> points = pointsIn(fillOf(halves), 0.25F);
    EXPECT_EQ(points.size(), 64U + 4U);
    // With half a spacing less, all coordinates of vertices are lattice points.
    const TriangleMesh shifted = joined(cubeMesh({0, 0, 0}, {0.75F, 0.75F, 0.75F}),
                                        cubeMesh({-0.125F, -0.125F, -0.125F}, {-0.1F, -0.1F, -0.1F}));
    EXPECT_EQ(pointsIn(fillOf(shifted), 0.25F).size(), 27U);
}

TEST(MeshFill, HasTheVolumeOfASphere) {
    const double exact = 4 * std::numbers::pi / 3 / std::pow(0.02, 3) * std::pow(0.5, 3);
    const auto count = static_cast<double>(pointsIn(fillOf(sphereMesh(0.5, 64)), 0.02F).size());
    EXPECT_NEAR(count / exact, 1, 0.01);
}

TEST(MeshFill, LeavesTheHoleOfATorusEmpty) {
    const std::vector<Vec3> points = pointsIn(fillOf(torusMesh(0.5, 0.2, 96)), 0.02F);
    for (const Vec3 p : points) {
        const double fromRing = std::hypot(std::hypot(p.x, p.y) - 0.5, p.z);
        ASSERT_LT(fromRing, 0.2001);
    }
    const double exact = 2 * std::numbers::pi * std::numbers::pi * 0.5 * 0.2 * 0.2 / std::pow(0.02, 3);
    EXPECT_NEAR(static_cast<double>(points.size()) / exact, 1, 0.01);
}

TEST(MeshFill, TurnsByQuartersExactlyAboutXThenYThenZ) {
    // x -> y about z; y -> z about x; z -> x about y.
    MeshFill fill = fillOf(cubeMesh({0, 0, 0}, {0.2F, 0.4F, 0.6F}));
    fill.rotation = {0, 0, 90};
    EXPECT_EQ(pointsIn(fill), pointsIn(BoxFill{.min = {-0.4F, 0, 0}, .max = {0, 0.2F, 0.6F}}));
    fill.rotation = {90, 0, 0};
    EXPECT_EQ(pointsIn(fill), pointsIn(BoxFill{.min = {0, -0.6F, 0}, .max = {0.2F, 0, 0.4F}}));
    fill.rotation = {90, 0, 90};  // first (x, -z, y), then (z, x, y)
    EXPECT_EQ(pointsIn(fill), pointsIn(BoxFill{.min = {0, 0, 0}, .max = {0.6F, 0.2F, 0.4F}}));
    fill.rotation = {0, -270, 0};  // (z, y, -x)
    EXPECT_EQ(pointsIn(fill), pointsIn(BoxFill{.min = {0, 0, -0.2F}, .max = {0.6F, 0.4F, 0}}));
}

TEST(MeshFill, ScalesAndMoves) {
    MeshFill fill = fillOf(cubeMesh({-1, -1, -1}, {1, 1, 1}));
    fill.scale = 0.25F;
    fill.position = {1, 2, 3};
    EXPECT_EQ(pointsIn(fill), pointsIn(BoxFill{.min = {0.75F, 1.75F, 2.75F}, .max = {1.25F, 2.25F, 3.25F}}));
}

TEST(MeshFill, IsTheSameForASurfaceThatFacesInwards) {
    const TriangleMesh torus = torusMesh(0.5, 0.2, 48);
    EXPECT_EQ(pointsIn(fillOf(inverted(torus))), pointsIn(fillOf(torus)));
}

TEST(MeshFill, UnitesPartsThatOverlapAndKeepsCavities) {
    const TriangleMesh outer = cubeMesh({0, 0, 0}, {1, 1, 1});
    const TriangleMesh inner = cubeMesh({0.25F, 0.25F, 0.25F}, {0.75F, 0.75F, 0.75F});
    EXPECT_EQ(pointsIn(fillOf(joined(outer, inner))), pointsIn(fillOf(outer)));
    EXPECT_EQ(pointsIn(fillOf(joined(outer, inverted(inner)))).size(), 8000U - 1000U);
}

TEST(MeshFill, JoinsVerticesAtTheSamePlace) {
    const TriangleMesh cube = cubeMesh({0, 0, 0}, {1, 1, 1});
    TriangleMesh soup;
    for (const std::uint32_t i : cube.indices) {
        soup.indices.push_back(static_cast<std::uint32_t>(soup.vertices.size()));
        soup.vertices.push_back(cube.vertices[i]);
    }
    EXPECT_EQ(pointsIn(fillOf(soup)).size(), 8000U);
}

TEST(MeshFill, LeaksNowhereHoweverItIsTurned) {
    const TriangleMesh sphere = sphereMesh(0.5, 24);
    std::mt19937 random(7);
    std::uniform_real_distribution<float> angle(-180, 180);
    const double expected = static_cast<double>(pointsIn(fillOf(sphere), 0.02F).size());
    for (int k = 0; k < 20; ++k) {
        MeshFill fill = fillOf(sphere);
        fill.rotation = {angle(random), angle(random), angle(random)};
        const std::vector<Vec3> points = pointsIn(fill, 0.02F);
        for (const Vec3 p : points) ASSERT_LE(dot(p, p), 0.25001F);
        EXPECT_NEAR(static_cast<double>(points.size()) / expected, 1, 0.01);
    }
}

TEST(MeshFill, IsCountedFromAboveWithoutBeingMade) {
    const auto bound = [](const Fill& shape) {
        return static_cast<double>(countParticles(shape, kSpacing, 3));
    };
    for (const Fill& shape : {Fill(fillOf(sphereMesh(0.5, 32))), Fill(fillOf(torusMesh(0.5, 0.2, 32)))}) {
        const auto count = static_cast<double>(pointsIn(shape).size());
        EXPECT_GE(bound(shape), count);
        EXPECT_LE(bound(shape), 2.5 * count);
    }
}

TEST(MeshFill, IsCountedFromAboveWhenItsPartsFaceOppositeWays) {
    const TriangleMesh left = cubeMesh({0, 0, 0}, {1, 1, 1});
    const TriangleMesh right = cubeMesh({2, 0, 0}, {3, 1, 1});
    constexpr float kFine = 0.01F;  // so that the surface counts little
    EXPECT_GE(countParticles(fillOf(joined(left, inverted(right))), kFine, 3), 2'000'000U);
    EXPECT_EQ(countParticles(fillOf(joined(left, inverted(right))), kFine, 3),
              countParticles(fillOf(joined(left, right)), kFine, 3));
}

TEST(MeshFill, OfANeedleThatIsTooLongIsRefusedAtOnce) {
    const auto needle = [](Vec3 end) {
        TriangleMesh mesh = cubeMesh({0, 0, 0}, {0.01F, 0.01F, 0.01F});
        for (std::size_t i = 4; i < 8; ++i) mesh.vertices[i] = mesh.vertices[i] + end;
        return fillOf(mesh);
    };
    expectFragment(refusalOf(needle({0, 1e7F, 1e7F})), "mesh: its box has 4e+16 rows of this spacing");
    expectFragment(refusalOf(needle({0, 0, 1e12F})), "mesh: its surface is too large");
    expectFragment(refusalOf(needle({0, 0.1F, 4e7F})), "mesh: its box has 1.6e+09 rows");
}

TEST(MeshFill, RefusesWhatEnclosesNoVolume) {
    TriangleMesh open = cubeMesh({0, 0, 0}, {1, 1, 1});
    open.indices.resize(open.indices.size() - 3);
    expectFragment(refusalOf(fillOf(open)), "mesh: is not closed: 3 edges are open; one goes from (1, ");

    TriangleMesh twisted = cubeMesh({0, 0, 0}, {1, 1, 1});
    std::swap(twisted.indices[0], twisted.indices[1]);
    expectFragment(refusalOf(fillOf(twisted)), "both sides of 3 edges face opposite ways; one goes from");

    TriangleMesh missing = cubeMesh({0, 0, 0}, {1, 1, 1});
    missing.indices[7] = 8;
    expectFragment(refusalOf(fillOf(missing)), "triangle 2 has vertex 8, but there are only 8");

    TriangleMesh infinite = cubeMesh({0, 0, 0}, {1, 1, 1});
    infinite.vertices[3].y = INFINITY;
    expectFragment(refusalOf(fillOf(infinite)), "vertex 3 is not finite");

    TriangleMesh few = cubeMesh({0, 0, 0}, {1, 1, 1});
    few.indices.resize(6);
    few.indices.insert(few.indices.end(), {0, 0, 1, 2, 3, 3});
    expectFragment(refusalOf(fillOf(few)), "has 2 triangles with three different corners; at least 4");

    TriangleMesh loose = cubeMesh({0, 0, 0}, {1, 1, 1});
    loose.indices.push_back(1);
    expectFragment(refusalOf(fillOf(loose)), "37 indices: must be three for each triangle");

    expectFragment(refusalOf(MeshFill{}), "mesh: has no triangles yet");
    expectFragment(refusalOf(fillOf(cubeMesh({0, 0, 0}, {1, 1, 0.01F}))),
                   "smaller than one particle_spacing");
    expectFragment(refusalOf(fillOf(cubeMesh({0, 0, 0}, {1, 1, 1})), 2), "three dimensions only");
}

TEST(MeshFill, RefusesOneThatWouldTakeAllMemory) {
    MeshFill fill = fillOf(cubeMesh({0, 0, 0}, {1, 1, 1}));
    fill.scale = 1e9F;
    expectFragment(refusalOf(fill), "GB of memory");
}

}  // namespace
}  // namespace undine
