// SPDX-License-Identifier: Zlib
// How evenly samples cover the surface below that of a solid.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "boundary/part_surface.h"
#include "boundary/sample_grid.h"
#include "boundary/surface_samples.h"
#include "core/geometry.h"
#include "tests/support/meshes.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using std::numbers::pi;

std::vector<SurfaceSample> samplesOf(const Solid& solid, float spacing, int dimension = 3) {
    auto samples = sampleSurface(solid, spacing, dimension);
    EXPECT_TRUE(samples.ok()) << samples.error();
    return samples ? std::move(samples).value() : std::vector<SurfaceSample>{};
}

SampleGrid gridOf(const std::vector<SurfaceSample>& samples, float cell) {
    SampleGrid grid({}, cell);
    for (const SurfaceSample& sample : samples) grid.insert(sample.position);
    return grid;
}

/// Distance of each sample from the next one, in spacings; at most 2.
std::vector<float> nearestDistances(const std::vector<SurfaceSample>& samples, float spacing) {
    const SampleGrid grid = gridOf(samples, 2 * spacing);
    std::vector<float> distances;
    for (Index i = 0; i < samples.size(); ++i) {
        float best = 2;
        grid.forEachNear(samples[i].position, 2 * spacing, [&](Index j, Vec3 q) {
            if (j != i) best = std::min(best, length(q - samples[i].position) / spacing);
            return false;
        });
        distances.push_back(best);
    }
    return distances;
}

/// No two samples are too close, and most have their neighbours about a spacing away.
void expectEven(const std::vector<SurfaceSample>& samples, float spacing) {
    std::size_t even = 0;
    for (const float d : nearestDistances(samples, spacing)) {
        EXPECT_GE(d, 0.5F);
        if (d >= 0.75F && d <= 1.3F) ++even;
    }
    EXPECT_GE(static_cast<double>(even), 0.95 * static_cast<double>(samples.size()));
}

/// Every place on the surface of `inner` has a sample near it. Of several parts, places inside do not count.
void expectCovered(const std::vector<SurfaceSample>& samples, const Solid& inner, float spacing) {
    const SampleGrid grid = gridOf(samples, spacing);
    for (const SolidPart& part : inner.parts()) {
        const PartSurface surface(part);
        constexpr int kPlaces = 20000;
        int bare = 0;
        for (int k = 0; k < kPlaces; ++k) {
            const Vec3 p = surface
                               .at((k + 0.5) / kPlaces, std::fmod(0.7548776662466927 * k, 1.0),
                                   std::fmod(0.5698402909980532 * k, 1.0))
                               .position;
            if (inner.parts().size() > 1 && inner.closest(p).distance < -1e-4F) continue;
            if (grid.isFree(p, spacing)) ++bare;
        }
        EXPECT_EQ(bare, 0);
    }
}

struct Case {
    const char* name;
    Solid solid;
    Solid inner;  // its surface is the one half a spacing below
    double area;  // of that
    float spacing;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const float s : {0.1F, 0.06F, 0.03F}) {
        const float d = 0.5F * s;
        const auto add = [&](const char* name, const RigidShape& shape, const RigidPart& inner, double area) {
            all.push_back({name, solidOf(shape), solidOf(std::vector<RigidPart>{inner}), area, s});
        };
        const double ball = 0.5 - d;
        add("sphere", SphereBody{0.5F}, {SphereBody{0.5F - d}, {}, {}}, 4 * pi * ball * ball);
        const double end = 0.3 - d;
        add("capsule", CapsuleBody{0.3F, 0.8F}, {CapsuleBody{0.3F - d, 0.8F}, {}, {}},
            4 * pi * end * end + 2 * pi * end * 0.8);
        add("cylinder", CylinderBody{0.5F, 1}, {CylinderBody{0.5F - d, 1 - s}, {}, {}},
            2 * pi * ball * (1 - s) + 2 * pi * ball * ball);
        // A cone shrinks about the middle of the ball inside of it.
        const double slope = std::hypot(0.5, 1.0);
        const double share = 1 - d * (0.5 + slope) / 0.5;
        const auto f = static_cast<float>(share);
        add("cone", ConeBody{0.5F, 1}, {ConeBody{0.5F * f, f}, {0, d - 0.5F + 0.5F * f, 0}, {}},
            share * share * pi * 0.5 * (slope + 0.5));
        add("mesh cube", meshBody(cubeMesh({-0.5F, -0.5F, -0.5F}, {0.5F, 0.5F, 0.5F})),
            {BoxBody{{1 - s, 1 - s, 1 - s}}, {}, {}}, 6 * (1 - s) * (1 - s));
        add("torus", meshBody(torusMesh(0.5, 0.2, 60)), {meshBody(torusMesh(0.5, 0.2 - d, 60)), {}, {}},
            4 * pi * pi * 0.5 * (0.2 - d));
    }
    return all;
}

TEST(SurfaceSamples, CoverAllShapesEvenly) {
    for (const Case& c : cases()) {
        SCOPED_TRACE(testing::Message() << c.name << " with a spacing of " << c.spacing);
        const Solid& solid = c.solid;
        const std::vector<SurfaceSample> samples = samplesOf(solid, c.spacing);
        const double wanted = c.area / (static_cast<double>(c.spacing) * static_cast<double>(c.spacing));
        EXPECT_NEAR(static_cast<double>(samples.size()) / wanted, 1, 0.1);
        expectEven(samples, c.spacing);
        expectCovered(samples, c.inner, c.spacing);
        for (const SurfaceSample& sample : samples) {
            EXPECT_NEAR(sample.depth, 0.5F * c.spacing, 0.01F * c.spacing);
            EXPECT_NEAR(-solid.closest(sample.position).distance, sample.depth, 1e-5F);
        }
    }
}

TEST(SurfaceSamples, OfABoxAreTheFacesOfALattice) {
    const Quaternion q = rotationBy({0.3F, 0.2F, 0.1F});
    const std::vector<SurfaceSample> samples =
        samplesOf(solidOf({{BoxBody{{0.5F, 0.4F, 0.3F}}, {1, 2, 3}, q}}), 0.1F);
    EXPECT_EQ(samples.size(), 5U * 4 * 3 - 3 * 2 * 1);
    for (const SurfaceSample& sample : samples) EXPECT_NEAR(sample.depth, 0.05F, 1e-6F);
    for (const float d : nearestDistances(samples, 0.1F)) EXPECT_NEAR(d, 1, 1e-4F);
    // What does not fit is stretched: 0.38 / 0.1 are four gaps.
    EXPECT_EQ(samplesOf(solidOf(BoxBody{{0.48F, 0.48F, 0.48F}}), 0.1F).size(), 125U - 27U);
}

TEST(SurfaceSamples, OfAThinBoxAreOneLayerInTheMiddle) {
    const std::vector<SurfaceSample> plate = samplesOf(solidOf(BoxBody{{1, 0.02F, 0.5F}}), 0.1F);
    EXPECT_EQ(plate.size(), 10U * 5U);
    for (const SurfaceSample& sample : plate) {
        EXPECT_EQ(sample.position.y, 0);
        EXPECT_NEAR(sample.depth, 0.01F, 1e-6F);
    }
    const std::vector<SurfaceSample> crumb = samplesOf(solidOf(BoxBody{{0.02F, 0.02F, 0.02F}}), 0.1F);
    ASSERT_EQ(crumb.size(), 1U);
    EXPECT_EQ(crumb[0].position, (Vec3{}));
}

TEST(SurfaceSamples, OfOtherThinSolidsAreOneLayerInTheMiddle) {
    const RigidShape plates[] = {meshBody(cubeMesh({-0.5F, -0.01F, -0.5F}, {0.5F, 0.01F, 0.5F})),
                                 CylinderBody{0.5F, 0.02F}};
    for (const RigidShape& shape : plates) {
        const std::vector<SurfaceSample> samples = samplesOf(solidOf(shape), 0.05F);
        for (const SurfaceSample& sample : samples) {
            EXPECT_NEAR(sample.position.y, 0, 5e-4F);
            EXPECT_NEAR(sample.depth, 0.01F, 5e-4F);
        }
        expectEven(samples, 0.05F);
        expectCovered(samples, solidOf(CylinderBody{0.48F, 1e-4F}), 0.05F);
    }
    EXPECT_EQ(samplesOf(solidOf(SphereBody{0.01F}), 0.05F).size(), 1U);
}

TEST(SurfaceSamples, OfAnOpenMeshAreOnItsSkin) {
    TriangleMesh square = {{{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {0, 2, 1, 0, 3, 2}};
    const std::vector<SurfaceSample> samples = samplesOf(solidOf(meshBody(std::move(square), true)), 0.05F);
    EXPECT_NEAR(static_cast<double>(samples.size()) / (41 * 41), 1, 0.1);
    for (const SurfaceSample& sample : samples) {
        EXPECT_EQ(sample.position.y, 0);
        EXPECT_EQ(sample.depth, 0);
    }
    expectEven(samples, 0.05F);
    expectCovered(samples, solidOf(BoxBody{{2, 1e-5F, 2}}), 0.05F);
}

TEST(SurfaceSamples, OfTwoBoxesAreNotInsideOfEither) {
    for (const float s : {0.1F, 0.05F}) {
        const auto boxes = [](float size) {
            return solidOf({{BoxBody{{size, size, size}}, {}, {}},
                            {BoxBody{{size, size, size}}, {0.5F, 0.5F, 0.5F}, {}}});
        };
        const Solid solid = boxes(1);
        const std::vector<SurfaceSample> samples = samplesOf(solid, s);
        for (const SurfaceSample& sample : samples) {
            EXPECT_NEAR(solid.closest(sample.position).distance, -0.5F * s, 0.01F * s);
        }
        const double side = 1 - s;
        const double area = 12 * side * side - 6 * (side - 0.5) * (side - 0.5);
        EXPECT_NEAR(static_cast<double>(samples.size()) * s * s / area, 1, 0.1);
        expectEven(samples, s);
        expectCovered(samples, boxes(1 - s), s);
    }
}

TEST(SurfaceSamples, InTwoDimensionsAreTheOutline) {
    for (const float s : {0.1F, 0.03F}) {
        const double ball = 0.5 - 0.5 * s;
        const std::pair<RigidShape, double> outlines[] = {
            {SphereBody{0.5F}, 2 * pi * ball},
            {BoxBody{{1, 1, 1}}, 4 * (1 - s)},
            {CylinderBody{0.5F, 1}, 4 * (1 - s)},
            {CapsuleBody{0.3F, 0.8F}, 2 * pi * (0.3 - 0.5 * s) + 1.6},
            {ConeBody{0.5F, 1},
             (1 + std::sqrt(5.0)) * (1 - 0.5 * s * (1 + std::sqrt(5.0)))},  // inner circle 1 / (1 + sqrt 5)
        };
        for (const auto& [shape, length] : outlines) {
            SCOPED_TRACE(testing::Message() << "shape " << shape.index() << " with a spacing of " << s);
            const Solid solid = solidOf(shape, 2);
            const std::vector<SurfaceSample> samples = samplesOf(solid, s, 2);
            EXPECT_NEAR(static_cast<double>(samples.size()) * s / length, 1, 0.1);
            expectEven(samples, s);
            for (const SurfaceSample& sample : samples) {
                EXPECT_EQ(sample.position.z, 0);
                EXPECT_NEAR(-solid.closest(sample.position).distance, 0.5F * s, 0.01F * s);
            }
        }
    }
}

TEST(SurfaceSamples, AreTheSameForEveryCallAndSortedBySpace) {
    const Solid solid = solidOf({{ConeBody{}, {}, {}}, {SphereBody{0.4F}, {0.3F, 0.3F, 0}, {}}});
    const std::vector<SurfaceSample> a = samplesOf(solid, 0.05F);
    const std::vector<SurfaceSample> b = samplesOf(solid, 0.05F);
    ASSERT_EQ(a.size(), b.size());
    float highest = -1;
    double steps = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].position, b[i].position);
        ASSERT_EQ(a[i].depth, b[i].depth);
        // Cells of 0.1 m, layer by layer along z.
        EXPECT_GT(a[i].position.z, highest - 0.1F - 1e-5F);
        highest = std::max(highest, a[i].position.z);
        if (i > 0) steps += length(a[i].position - a[i - 1].position);
    }
    EXPECT_LT(steps / static_cast<double>(a.size()), 3 * 0.05);
}

TEST(SampleGrid, FindsWhatBruteForceFinds) {
    const std::vector<Vec3> points = test::randomPoints(3000, {-1, -1, -1}, {1, 1, 1});
    SampleGrid grid({0.1F, 0, 0}, 0.15F);
    for (const Vec3 p : points) grid.insert(p);
    for (const Vec3 p : test::randomPoints(200, {-1.1F, -1.1F, -1.1F}, {1.1F, 1.1F, 1.1F}, 2)) {
        std::vector<Index> expected;
        for (Index i = 0; i < points.size(); ++i) {
            if (dot(points[i] - p, points[i] - p) < 0.15F * 0.15F) expected.push_back(i);
        }
        std::vector<Index> found;
        grid.forEachNear(p, 0.15F, [&](Index i, Vec3 q) {
            EXPECT_EQ(q, points[i]);
            found.push_back(i);
            return false;
        });
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
        EXPECT_EQ(grid.isFree(p, 0.15F), expected.empty());
    }
}

TEST(SurfaceSamples, RefuseMoreThanMemoryShouldHold) {
    EXPECT_EQ(sampleSurface(solidOf(SphereBody{10}), 0.001F, 3).error(),
              "its surface needs about 1.26e+09 samples for a particle_spacing of 0.001 m; at most 2e+07 are "
              "allowed");
    EXPECT_EQ(sampleSurface(solidOf(BoxBody{{10, 10, 10}}), 0.001F, 3).error(),
              "its surface needs about 6e+08 samples for a particle_spacing of 0.001 m; at most 2e+07 are "
              "allowed");
    for (const float bad : {0.0F, -1.0F, test::kNaN}) {
        EXPECT_EQ(sampleSurface(solidOf(SphereBody{}), bad, 3).error(),
                  "particle_spacing: must be a number above 0 (m)");
    }
}

}  // namespace
}  // namespace undine
