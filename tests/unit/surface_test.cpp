// SPDX-License-Identifier: Zlib
// Surfaces of clouds of particles: closed, of the right volume, flat and round where they should be.
#include "undine/surface.h"

#include <algorithm>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "surface/inside_test.h"
#include "tests/unit/clouds.h"

namespace undine::test {
namespace {

Cloud randomCloud(Index count, float side, int fluids) {
    Cloud cloud;
    Random random(3);
    for (Index i = 0; i < count; ++i) {
        const Vec3 p = random.between(Vec3{-side, -side, -side}, Vec3{side, side, side});
        cloud.add(p, random.below(static_cast<Index>(fluids)));
    }
    return cloud;
}

Cloud sheetCloud(float gap) {
    Cloud cloud;
    for (int j = 0; j < 24; ++j) {
        for (int i = 0; i < 24; ++i)
            cloud.add({gap * static_cast<float>(i), gap * static_cast<float>(j), 0.3F});
    }
    return cloud;
}

Cloud farCloud() {
    Cloud cloud = ballCloud(4, {3000, -2000, 1000});
    cloud.add({-5000, 7000, 10});
    return cloud;
}

struct Case {
    const char* name;
    std::function<Cloud()> make;
};

class SurfaceOf : public testing::TestWithParam<Case> {};

TEST_P(SurfaceOf, IsClosedAtAnyResolution) {
    const Cloud cloud = GetParam().make();
    for (const SurfaceKernel kernel : {SurfaceKernel::Spherical, SurfaceKernel::Anisotropic}) {
        for (const float cellSize : {2.0F, 1.0F, 0.5F}) {
            const auto meshes = makeSurface(cloud.input(), {.kernel = kernel, .cellSize = cellSize});
            ASSERT_TRUE(meshes.ok()) << meshes.error();
            for (const SurfaceMesh& mesh : meshes.value()) {
                EXPECT_EQ(openness(mesh), "") << "cells of " << cellSize << ", fluid " << mesh.fluid;
                EXPECT_GE(volumeOf(mesh), 0) << "cells of " << cellSize;
                for (const Vec3 n : mesh.normals) ASSERT_NEAR(length(n), 1, 1e-4);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Clouds, SurfaceOf,
                         testing::Values(Case{"OneParticle",
                                              [] {
                                                  return ballCloud(0.5F, {0.3F, 0.2F, 0.1F});
                                              }},
                                         Case{"SevenParticles", [] { return ballCloud(1.1F); }},
                                         Case{"Ball", [] { return ballCloud(6); }},
                                         Case{"Box", [] { return boxCloud(9, 10, 11); }},
                                         Case{"RestlessBox", [] { return boxCloud(10, 10, 10, 0.4F); }},
                                         Case{"Sheet", [] { return sheetCloud(1); }},
                                         Case{"TornSheet", [] { return sheetCloud(1.6F); }},
                                         Case{"Spray", [] { return randomCloud(600, 12, 1); }},
                                         Case{"SprayOfThreeFluids", [] { return randomCloud(1500, 8, 3); }},
                                         Case{"TwoFluids", twoFluids}, Case{"FarFromTheOrigin", farCloud},
                                         Case{"CrowdInOnePlace", [] { return randomCloud(400, 0.5F, 1); }}),
                         [](const auto& param) { return param.param.name; });

TEST(Surface, KeepsTheVolumeOfTheFluidUpToTheWalls) {
    for (const float jitter : {0.0F, 0.2F}) {
        const Cloud cloud = boxCloud(20, 12, 16, jitter);
        for (const float cellSize : {1.0F, 0.5F}) {
            const auto meshes = makeSurface(cloud.input(), {.cellSize = cellSize});
            EXPECT_NEAR(volumeOf(meshes.value()[0]) / cloud.volume(), 1, 0.03) << jitter << " " << cellSize;
            if (jitter > 0) continue;
            // Particles are half a spacing off the walls, the mesh is at the walls.
            float low = 1e9F;
            float high = -1e9F;
            for (const Vec3 p : meshes.value()[0].positions) {
                if (p.y < 4 || p.y > 8 || p.z < 4 || p.z > 12) continue;  // away from the edges of the box
                low = std::min(low, p.x);
                high = std::max(high, p.x);
            }
            EXPECT_NEAR(low, 0, 0.1F);
            EXPECT_NEAR(high, 20, 0.1F);
        }
    }
}

TEST(Surface, OfABallIsRound) {
    const float radius = 10;
    const Cloud lattice = ballCloud(radius);
    const auto meshes = makeSurface(lattice.input());
    const double expected = std::cbrt(lattice.volume() * 3 / (4 * 3.14159265));
    double sum = 0;
    for (const Vec3 p : meshes.value()[0].positions) {
        const double off = static_cast<double>(length(p)) / expected - 1;
        sum += off * off;
    }
    EXPECT_LT(std::sqrt(sum / static_cast<double>(meshes.value()[0].positions.size())), 0.02);
}

TEST(Surface, OfAStillPoolIsFlat) {
    const Cloud cloud = boxCloud(30, 6, 30, 0.15F);
    const auto meshes = makeSurface(cloud.input());
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (const Vec3 p : meshes.value()[0].positions) {
        const bool isTop = p.y > 4.5F && p.x > 3 && p.x < 27 && p.z > 3 && p.z < 27;
        if (!isTop) continue;
        sum += p.y;
        squares += static_cast<double>(p.y) * p.y;
        ++count;
    }
    ASSERT_GT(count, 1000);
    const double mean = sum / count;
    EXPECT_NEAR(mean, 6, 0.1);
    EXPECT_LT(std::sqrt(squares / count - mean * mean), 0.05 * 2);  // h is two spacings
}

TEST(Surface, AnisotropicKernelsHoldAStretchedSheetTogether) {
    const Cloud cloud = sheetCloud(1.4F);
    const auto volume = [&](SurfaceKernel kernel) {
        double sum = 0;
        const auto meshes = makeSurface(cloud.input(), {.kernel = kernel});
        for (const SurfaceMesh& mesh : meshes.value()) sum += volumeOf(mesh);
        return sum / cloud.volume();
    };
    EXPECT_GT(volume(SurfaceKernel::Anisotropic), 0.7);
    EXPECT_LT(volume(SurfaceKernel::Spherical), 0.4);
}

TEST(Surface, OfTwoFluidsHasTheSameVerticesWhereTheyTouch) {
    const Cloud cloud = twoFluids();
    const auto meshes = makeSurface(cloud.input());
    ASSERT_EQ(meshes.value().size(), 2U);
    std::set<std::tuple<float, float, float>> first;
    for (const Vec3 p : meshes.value()[0].positions) first.insert({p.x, p.y, p.z});
    std::size_t shared = 0;
    std::size_t inner = 0;
    for (const Vec3 p : meshes.value()[1].positions) {
        const bool isInner = p.x > 3 && p.x < 11 && p.y > 3 && p.y < 11 && p.z > 3 && p.z < 11;
        inner += isInner ? 1 : 0;
        shared += isInner && first.contains({p.x, p.y, p.z}) ? 1 : 0;
    }
    EXPECT_GT(inner, 100U);
    EXPECT_EQ(shared, inner);
    const double volume = volumeOf(meshes.value()[0]) + volumeOf(meshes.value()[1]);
    EXPECT_NEAR(volume / cloud.volume(), 1, 0.03);
}

/// Fluids around a line in the middle of a box, in sectors of equal angles.
Cloud sectors(int fluids, float jitter) {
    const Cloud box = boxCloud(14, 14, 14, jitter);
    Cloud cloud;
    for (std::size_t i = 0; i < box.size(); ++i) {
        const float turns = std::atan2(box[i].y - 7.2F, box[i].x - 6.9F) / (2 * 3.1415927F) + 0.5F;
        cloud.add(box[i], std::min(static_cast<std::uint32_t>(static_cast<float>(fluids) * turns),
                                   static_cast<std::uint32_t>(fluids) - 1));
    }
    return cloud;
}

/// How many of the meshes hold each of some points within a box: the fewest and the most.
std::pair<int, int> coverOf(const std::vector<SurfaceMesh>& meshes, Vec3 low, Vec3 high) {
    std::vector<std::vector<MeshTriangle>> triangles;
    std::vector<InsideTest> tests;
    for (const SurfaceMesh& mesh : meshes) {
        std::vector<MeshTriangle>& list = triangles.emplace_back();
        for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
            list.push_back({mesh.triangles[t], mesh.triangles[t + 1], mesh.triangles[t + 2]});
        }
    }
    for (std::size_t m = 0; m < meshes.size(); ++m)
        tests.emplace_back(triangles[m], meshes[m].positions, 0.5F);
    std::pair<int, int> result{1, 1};
    for (const Vec3 p : randomPoints(4000, low, high)) {
        int count = 0;
        for (const InsideTest& test : tests) count += test.holds(p) ? 1 : 0;
        result = {std::min(result.first, count), std::max(result.second, count)};
    }
    return result;
}

TEST(Surface, OfFluidsThatMeetAlongALineLeavesNoGaps) {
    for (const int fluids : {2, 3, 4, 5}) {
        for (const int smoothing : {0, 5}) {
            const Cloud cloud = sectors(fluids, 0.15F);
            const auto meshes = makeSurface(cloud.input(), {.smoothing = smoothing});
            ASSERT_EQ(meshes.value().size(), static_cast<std::size_t>(fluids));
            double volume = 0;
            for (const SurfaceMesh& mesh : meshes.value()) {
                EXPECT_EQ(openness(mesh), "") << fluids << " fluids, fluid " << mesh.fluid;
                volume += volumeOf(mesh);
            }
            EXPECT_NEAR(volume / cloud.volume(), 1, 0.01) << fluids;
            // Each point is in one fluid: along the line, and all through the box.
            const std::pair<int, int> once{1, 1};
            EXPECT_EQ(coverOf(meshes.value(), {6.2F, 6.5F, 1}, {7.6F, 7.9F, 13}), once) << fluids;
            EXPECT_EQ(coverOf(meshes.value(), {1, 1, 1}, {13, 13, 13}), once) << fluids;
        }
    }
}

TEST(Surface, OfMixedFluidsSharesAllThatIsBetweenThem) {
    const Cloud box = boxCloud(9, 9, 9, 0.3F);
    Cloud cloud;
    Random random(2);
    for (std::size_t i = 0; i < box.size(); ++i) cloud.add(box[i], random.below(6));
    for (const float cellSize : {1.0F, 0.5F}) {
        const auto meshes = makeSurface(cloud.input(), {.cellSize = cellSize, .smoothing = 0});
        for (const SurfaceMesh& mesh : meshes.value()) EXPECT_EQ(openness(mesh), "") << cellSize;
        EXPECT_EQ(coverOf(meshes.value(), {1.5F, 1.5F, 1.5F}, {7.5F, 7.5F, 7.5F}),
                  (std::pair<int, int>{1, 1}));
    }
}

TEST(Surface, IsCutOffAndClosedAtTheClipBox) {
    const Cloud cloud = boxCloud(16, 16, 16);
    const auto meshes = makeSurface(cloud.input(), {.clipMin = {3.3F, -5, 2}, .clipMax = {30, 10.2F, 7.7F}});
    const SurfaceMesh& mesh = meshes.value()[0];
    EXPECT_EQ(openness(mesh), "");
    EXPECT_NEAR(volumeOf(mesh) / (12.7 * 10.2 * 5.7), 1, 0.03);
    for (const Vec3 p : mesh.positions) {
        EXPECT_TRUE(isInBox(p, {3.299F, -5, 1.999F}, {30, 10.201F, 7.701F}))
            << p.x << " " << p.y << " " << p.z;
    }
}

TEST(Surface, OfClumpsInOnePlaceIsThere) {
    for (const int count : {4, 5, 6, 8, 20}) {
        for (const float rim : {0.0F, 0.05F}) {
            Cloud cloud;
            Random random(5);
            for (int i = 0; i < count; ++i)
                cloud.add(random.between(Vec3{2, 2, 2}, Vec3{2 + rim, 2 + rim, 2 + rim}));
            for (const SurfaceKernel kernel : {SurfaceKernel::Spherical, SurfaceKernel::Anisotropic}) {
                const auto meshes = makeSurface(cloud.input(), {.kernel = kernel});
                ASSERT_EQ(meshes.value().size(), 1U) << count;
                EXPECT_EQ(openness(meshes.value()[0]), "") << count;
                EXPECT_GT(volumeOf(meshes.value()[0]), 1) << count << " " << rim;  // more than one alone
            }
        }
    }
}

TEST(Surface, OutlineOfAClumpInOnePlaceIsThere) {
    for (const int count : {3, 4, 8}) {
        Cloud cloud(1, 2);
        for (int i = 0; i < count; ++i) cloud.add({2, 2, 0});
        const auto outlines = makeOutline(cloud.input());
        ASSERT_EQ(outlines.value().size(), 1U) << count;
        EXPECT_GT(areaOf(outlines.value()[0]), 1) << count;
    }
}

TEST(Surface, VerticesKnowTheFieldsAroundThem) {
    const Cloud cloud = boxCloud(10, 10, 10);
    std::vector<float> height;
    std::vector<float> zero(cloud.size(), 0);
    for (std::size_t i = 0; i < cloud.size(); ++i) height.push_back(cloud[i].y);
    SurfaceInput input = cloud.input();
    input.wantsNearest = true;
    const auto size = static_cast<Index>(cloud.size());
    input.fields.push_back({{"height", "m", FieldType::Scalar}, {height.data()}, size});
    input.fields.push_back(
        {{"velocity", "m/s", FieldType::Vector}, {zero.data(), height.data(), zero.data()}, size});
    const auto meshes = makeSurface(input);
    const SurfaceMesh& mesh = meshes.value()[0];
    ASSERT_EQ(mesh.attributes.size(), 2U);
    EXPECT_EQ(mesh.attributes[1].name, "velocity");
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        EXPECT_NEAR(mesh.attributes[0].values[v], mesh.positions[v].y, 0.9F);
        EXPECT_FLOAT_EQ(mesh.attributes[1].values[3 * v + 1], mesh.attributes[0].values[v]);
        EXPECT_LT(length(cloud[mesh.nearest[v]] - mesh.positions[v]), 1);
    }
}

TEST(Surface, OfNoParticlesIsNothing) {
    const Cloud cloud;
    const auto meshes = makeSurface(cloud.input());
    ASSERT_TRUE(meshes.ok());
    EXPECT_TRUE(meshes.value().empty());
}

TEST(Surface, RefusesWhatHasNoPlace) {
    Cloud cloud = boxCloud(3, 3, 3);
    cloud.add({kNaN, 0, 0});
    cloud.add({0, kInfinity, 0});
    EXPECT_EQ(makeSurface(cloud.input()).error(),
              "2 particles are at no place: their coordinates are not finite or too large");
    Cloud flat(0);
    flat.add({});
    EXPECT_EQ(makeSurface(flat.input()).error(), "the spacing of the particles must be above 0");
    EXPECT_EQ(makeSurface(boxCloud(2, 2, 2).input(), {.cellSize = 0.01F}).error(),
              "surface.cell_size: 0.01: must be a number of at least 0.2 and at most 2 (spacings)");
}

TEST(Surface, RefusesListsThatDoNotFitTheParticles) {
    const Cloud cloud = boxCloud(3, 3, 3);
    for (const std::size_t size : {26U, 28U, 5000U}) {
        const std::vector<std::uint32_t> fluids(size, 1);
        SurfaceInput input = cloud.input();
        input.fluids = fluids;
        EXPECT_EQ(makeSurface(input).error(),
                  "there are 27 particles, but fluids of " + std::to_string(size));
    }
    const std::vector<float> heat(26);
    SurfaceInput input = cloud.input();
    input.fields.push_back({{"heat", "K", FieldType::Scalar}, {heat.data()}, 26});
    EXPECT_EQ(makeSurface(input).error(), "there are 27 particles, but the field \"heat\" has 26 values");
}

TEST(Surface, RefusesAClipBoxThatIsTurnedAround) {
    const auto error = [](Vec3 min, Vec3 max) {
        return makeSurface(boxCloud(3, 3, 3).input(), {.clipMin = min, .clipMax = max}).error();
    };
    const std::string expected =
        "surface.clip_max: [2, 0, 2]: must be above clip_min in every axis, which is [1, 1, 1], or equal to "
        "it for no box";
    EXPECT_EQ(error({1, 1, 1}, {2, 0, 2}), expected);
    EXPECT_NE(error({0, 0, 1}, {2, 2, 1}), "") << "no size along z alone";
    EXPECT_EQ(
        makeSurface(boxCloud(3, 3, 3).input(), {.clipMin = {1, 1, 1}, .clipMax = {1, 1, 1}}).value().size(),
        1U);
}

Cloud squareCloud(int side) {
    Cloud cloud(1, 2);
    for (int i = 0; i < side * side; ++i) {
        cloud.add({static_cast<float>(i % side) + 0.5F, static_cast<float>(i / side) + 0.5F, 0});
    }
    return cloud;
}

TEST(Surface, OutlineIsCutOffAtTheClipBoxAndStaysThere) {
    const Vec3 low{3.3F, 2.2F, 0};
    const Vec3 high{9.1F, 8.4F, 0};
    const auto outlines =
        makeOutline(squareCloud(12).input(), {.smoothing = 20, .clipMin = low, .clipMax = high});
    ASSERT_TRUE(outlines.ok()) << outlines.error();
    ASSERT_EQ(outlines.value()[0].loops.size(), 1U);
    EXPECT_NEAR(areaOf(outlines.value()[0]) / (5.8 * 6.2), 1, 0.02);
    for (const Vec3 p : outlines.value()[0].loops[0]) {
        const float toSide = std::min(std::min(std::fabs(p.x - low.x), std::fabs(p.x - high.x)),
                                      std::min(std::fabs(p.y - low.y), std::fabs(p.y - high.y)));
        EXPECT_LT(toSide, 1e-5F) << p.x << " " << p.y;
    }
}

TEST(Surface, OutlineOfASmallDropNeitherShrinksNorGrows) {
    for (const int side : {1, 2, 3, 4, 6, 9}) {
        const auto rough = makeOutline(squareCloud(side).input(), {.smoothing = 0});
        const auto smooth = makeOutline(squareCloud(side).input(), {.smoothing = 100});
        EXPECT_NEAR(areaOf(smooth.value()[0]) / areaOf(rough.value()[0]), 1, 0.001) << side;
    }
}

/// Loops of those pieces of outlines that no other fluid has the other way round: what the air touches.
int countLoopsAtTheAir(const std::vector<SurfaceOutline>& outlines) {
    using Place = std::pair<float, float>;
    std::multimap<Place, Place> open;
    for (const SurfaceOutline& outline : outlines) {
        for (const std::vector<Vec3>& loop : outline.loops) {
            for (std::size_t k = 0; k < loop.size(); ++k) {
                const Vec3 to = loop[(k + 1) % loop.size()];
                open.insert({{loop[k].x, loop[k].y}, {to.x, to.y}});
            }
        }
    }
    const auto find = [&](Place from, Place to) {
        const auto [first, last] = open.equal_range(from);
        const auto at = std::find_if(first, last, [&](const auto& piece) { return piece.second == to; });
        return at == last ? open.end() : at;
    };
    for (auto at = open.begin(); at != open.end();) {
        const auto back = find(at->second, at->first);
        if (back == open.end()) {
            ++at;
            continue;
        }
        open.erase(back);
        at = open.erase(at);
    }
    int loops = 0;
    for (; !open.empty(); ++loops) {
        for (auto at = open.begin(); at != open.end();) {
            const Place next = at->second;
            open.erase(at);
            at = open.find(next);
        }
    }
    return loops;
}

TEST(Surface, OutlinesOfThreeFluidsLeaveNoGaps) {
    Cloud cloud(1, 2);
    Random random(5);
    for (int j = 0; j < 15; ++j) {
        for (int i = 0; i < 15; ++i) {
            const Vec3 off = random.between({-0.2F, -0.2F, 0}, {0.2F, 0.2F, 0});
            const Vec3 x = Vec3{static_cast<float>(i) + 0.5F, static_cast<float>(j) + 0.5F, 0} + off;
            // Three sectors, and grains of each in the others.
            const int sector = x.y > 9 ? 2 : x.x > 7 ? 1 : 0;
            cloud.add(x, static_cast<FluidIndex>((sector + (i * 7 + j * 3) % 11 / 10) % 3));
        }
    }
    for (const int smoothing : {0, 10}) {
        const auto outlines = makeOutline(cloud.input(), {.smoothing = smoothing});
        ASSERT_TRUE(outlines.ok()) << outlines.error();
        ASSERT_EQ(outlines.value().size(), 3U);
        EXPECT_EQ(countLoopsAtTheAir(outlines.value()), 1) << smoothing;
    }
}

TEST(Surface, InTwoDimensionsIsAnOutline) {
    Cloud cloud(1, 2);
    for (int j = 0; j < 12; ++j) {
        for (int i = 0; i < 20; ++i) {
            // A hole in the middle.
            if (i < 7 || i > 12 || j < 4 || j > 8) {
                cloud.add({static_cast<float>(i) + 0.5F, static_cast<float>(j) + 0.5F, 0}, i > 15 ? 1 : 0);
            }
        }
    }
    const auto outlines = makeOutline(cloud.input());
    ASSERT_TRUE(outlines.ok()) << outlines.error();
    ASSERT_EQ(outlines.value().size(), 2U);
    EXPECT_EQ(outlines.value()[0].loops.size(), 2U);
    EXPECT_EQ(outlines.value()[1].loops.size(), 1U);
    const double area = areaOf(outlines.value()[0]) + areaOf(outlines.value()[1]);
    EXPECT_NEAR(area / cloud.volume(), 1, 0.03);
}

}  // namespace
}  // namespace undine::test
