// SPDX-License-Identifier: Zlib
// Pairs of particles and bodies against brute force, their sums against a plain loop on every instruction
// set, and how much fluid a wall of samples stands for.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "boundary/body_pairs.h"
#include "core/geometry.h"
#include "kernels/constants.h"
#include "kernels/half_space.h"
#include "tests/support/rigid.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine::test {
namespace {

/// Some bodies close to each other, in two clouds, and particles all around them.
struct Neighborhood3 {
    Neighborhood3(const SampleKernel& k, Vec3 middle, const std::vector<RigidShape>& shapes)
        : kernel(k), pool(2) {
        Random random(4);
        const float z = k.dimension == 2 ? 0.0F : 1.0F;
        for (Index b = 0; b < shapes.size(); ++b) {
            const Solid solid = solidOf(shapes[b], k.dimension);
            bodies.emplace_back(b, RigidBodySettings{}, solid);
            const Vec3 around = random.between(Vec3{-0.3F, -0.3F, -0.3F * z}, Vec3{0.3F, 0.3F, 0.3F * z});
            const float angle = random.between(0.0F, 3.0F);
            bodies[b].setMotion(
                {.position = middle + around, .rotation = {0, 0, std::sin(angle), std::cos(angle)}});
            samples.push_back(sampleSurface(solid, k.spacing, k.dimension).value());
            volumes.push_back(sampleVolumes(samples[b], k, pool));
            (b % 2 == 0 ? still : moving).add(samples[b], volumes[b], {}, b);
        }
        std::vector<Vec3> points =
            randomPoints(1500, middle + Vec3{-0.9F, -0.9F, -0.9F * z}, middle + Vec3{0.9F, 0.9F, 0.9F * z});
        store.add(points, {}, 0);
        grid.build(store, kernel.h, kernel.dimension, pool);
        for (SampleCloud* cloud : clouds) cloud->sort(bodies, kernel, pool);
        for (std::size_t c = 0; c < 2; ++c) pairs.takeSamples(clouds, c, kernel, pool);
        pairs.find(grid, store.position(), clouds, kernel, pool);
    }

    Vec3 place(Index body, std::size_t sample) const {
        return bodies[body].place().toWorld(samples[body][sample].position);
    }

    SampleKernel kernel;
    ThreadPool pool;
    std::vector<RigidBody> bodies;
    std::vector<std::vector<SurfaceSample>> samples;
    std::vector<std::vector<float>> volumes;
    SampleCloud still;
    SampleCloud moving;
    SampleCloud* clouds[2] = {&still, &moving};
    ParticleStore store;
    CellGrid grid;
    BodyPairs pairs;
};

const std::vector<RigidShape> kShapes = {BoxBody{{0.3F, 0.2F, 0.4F}}, SphereBody{0.2F},
                                         CylinderBody{0.1F, 0.5F}, BoxBody{{0.5F, 0.05F, 0.3F}}};

using Key = std::pair<Index, Index>;  // particle, body

class BodyPairsIn : public testing::TestWithParam<std::tuple<int, Vec3>> {};

TEST_P(BodyPairsIn, SpaceAreThoseOfBruteForce) {
    const auto& [dimension, middle] = GetParam();
    const SampleKernel kernel{.h = 0.1F, .spacing = 0.05F, .dimension = dimension};
    Neighborhood3 scene(kernel, middle, kShapes);
    const VectorSpan x = scene.store.position();
    // Samples at the very edge of the reach may count or not.
    std::map<Key, std::pair<Index, Index>> expected;
    int several = 0;
    for (Index i = 0; i < scene.store.size(); ++i) {
        int here = 0;
        for (Index b = 0; b < scene.bodies.size(); ++b) {
            auto& [least, most] = expected[{i, b}];
            for (std::size_t k = 0; k < scene.samples[b].size(); ++k) {
                const float r = length(x[i] - scene.place(b, k));
                least += r < kernel.h * (1 - 1e-5F) ? 1 : 0;
                most += r < kernel.h * (1 + 1e-5F) ? 1 : 0;
            }
            here += least > 0 ? 1 : 0;
        }
        several += here > 1 ? 1 : 0;
    }
    EXPECT_GT(several, 0) << "some particles are near to several bodies";
    Index before = 0;
    for (const BodyPair& pair : scene.pairs.all()) {
        EXPECT_GE(pair.particle, before);
        before = pair.particle;
        const auto at = expected.find({pair.particle, pair.body});
        ASSERT_NE(at, expected.end()) << "every pair is there once";
        EXPECT_GE(pair.count, at->second.first);
        EXPECT_LE(pair.count, at->second.second);
        expected.erase(at);
    }
    for (const auto& [key, counts] : expected) EXPECT_EQ(counts.first, 0U) << key.first << " " << key.second;
    // The pairs of a range are a part of all.
    const Range range{100, 300};
    for (const BodyPair& pair : scene.pairs.of(range)) {
        EXPECT_TRUE(pair.particle >= range.begin && pair.particle < range.end);
    }
}
// The grid numbers cells from -2^20 to 2^20: at the second place some are the first there are.
INSTANTIATE_TEST_SUITE_P(Rigid, BodyPairsIn,
                         testing::Combine(testing::Values(2, 3),
                                          testing::Values(Vec3{0, 0, 0}, Vec3{1000, -300, 0})));

TEST(BodyPairs, AreFoundInTheLastCellsOfTheWorld) {
    // Cells of a metre: the last of them end 2^20 - 4 metres from the origin, where floats are 1/16 m apart.
    const SampleKernel kernel{.h = 1, .spacing = 0.5F, .dimension = 3};
    for (const float edge : {1048571.0F, -1048571.0F}) {
        ThreadPool pool(1);
        std::vector<RigidBody> bodies;
        const Solid solid = solidOf(BoxBody{{2, 2, 2}});
        bodies.emplace_back(0, RigidBodySettings{}, solid);
        bodies[0].setMotion({.position = {edge, 0, 0}});
        const auto samples = sampleSurface(solid, kernel.spacing, 3).value();
        SampleCloud cloud;
        SampleCloud* clouds[] = {&cloud};
        cloud.add(samples, sampleVolumes(samples, kernel, pool), {}, 0);
        cloud.sort(bodies, kernel, pool);
        const std::vector<Vec3> points{{edge, 1.25F, 0}, {edge, -1.25F, 0.1F}, {edge, 5, 0}};
        ParticleStore store = storeOf(points);
        CellGrid grid;
        ASSERT_EQ(grid.build(store, kernel.h, 3, pool).count(), 0U);
        BodyPairs pairs;
        pairs.takeSamples(clouds, 0, kernel, pool);
        pairs.find(grid, store.position(), clouds, kernel, pool);
        ASSERT_EQ(pairs.all().size(), 2U) << edge;
        for (const BodyPair& pair : pairs.all()) EXPECT_GT(pair.count, 1U);
    }
}

TEST(BodyPairs, AreStillFoundWhenAnotherBodyHasFlownOutOfTheWorld) {
    const SampleKernel kernel{.h = 0.1F, .spacing = 0.05F, .dimension = 3};
    Neighborhood3 scene(kernel, {}, {BoxBody{{0.3F, 0.3F, 0.3F}}, BoxBody{{0.3F, 0.3F, 0.3F}}});
    SampleCloud both;
    for (Index b = 0; b < 2; ++b) both.add(scene.samples[b], scene.volumes[b], {}, b);
    SampleCloud* clouds[] = {&both};
    const auto pairsOfFirst = [&] {
        both.sort(scene.bodies, kernel, scene.pool);
        scene.pairs.takeSamples(clouds, 0, kernel, scene.pool);
        scene.pairs.find(scene.grid, scene.store.position(), clouds, kernel, scene.pool);
        int count = 0;
        for (const BodyPair& pair : scene.pairs.all()) count += pair.body == 0 ? 1 : 0;
        return count;
    };
    const int expected = pairsOfFirst();
    EXPECT_GT(expected, 10);
    for (const float away : {1e5F, 1e7F, 1e15F, -1e30F}) {
        scene.bodies[1].setMotion({.position = {0, away, 0}});
        EXPECT_EQ(pairsOfFirst(), expected) << away;
    }
}

/// The sums of one pair, in double.
struct PlainSums {
    double share = 0;
    double grip = 0;
    Vec3d gradient;
    Vec3d lift;
};

PlainSums plainSums(Neighborhood3& scene, const BodyPair& pair, Vec3 gravity) {
    const double h = scene.kernel.h;
    const double c = polyBlendConstant(scene.kernel.h, scene.kernel.dimension);
    PlainSums sums;
    for (std::size_t k = 0; k < scene.samples[pair.body].size(); ++k) {
        const Vec3d d = Vec3d(scene.store.position()[pair.particle]) - Vec3d(scene.place(pair.body, k));
        const double s = 1 - dot(d, d) / (h * h);
        if (s <= 0) continue;
        const double volume = scene.volumes[pair.body][k];
        const double slope = 1.5 * c / (h * h) * volume * s * s * (1 + 6 * s * s * s);
        sums.share += 0.25 * c * volume * s * s * s * (1 + 3 * s * s * s);
        sums.grip += 2 * slope;
        sums.gradient = sums.gradient + (-slope) * d;
        sums.lift = sums.lift + (slope * dot(Vec3d(gravity), d)) * d;
    }
    return sums;
}

TEST(BodySums, AreThoseOfAPlainLoop) {
    const Vec3 gravity{1, -9.81F, 2};
    const SampleKernel kernel{.h = 0.1F, .spacing = 0.05F, .dimension = 3};
    Neighborhood3 scene(kernel, {}, kShapes);
    forEachSimdTarget([&] {
        scene.pairs.computeSums(scene.store.position(), gravity, kernel, scene.pool);
        int checked = 0;
        for (const BodyPair& pair : scene.pairs.all()) {
            const PlainSums plain = plainSums(scene, pair, gravity);
            EXPECT_NEAR(pair.share, plain.share, 1e-5);
            EXPECT_NEAR(pair.grip, plain.grip, 1e-4 * plain.grip + 1e-2);
            EXPECT_LT(length(Vec3d(pair.gradient) - plain.gradient), 1e-3);
            EXPECT_LT(length(Vec3d(pair.lift) - plain.lift), 1e-3);
            ++checked;
        }
        EXPECT_GT(checked, 50);
    });
}

TEST(BodySums, ForgetAPairWithoutSamples) {
    const SampleKernel kernel{.h = 0.1F, .spacing = 0.05F, .dimension = 3};
    Neighborhood3 scene(kernel, {}, kShapes);
    for (BodyPair& pair : scene.pairs.all()) pair.count = 0;
    scene.pairs.computeSums(scene.store.position(), {0, -9.81F, 0}, kernel, scene.pool);
    for (const BodyPair& pair : scene.pairs.all()) {
        EXPECT_EQ(pair.share, 0);
        EXPECT_EQ(pair.gradient, Vec3{});
        EXPECT_EQ(pair.lift, Vec3{});
        EXPECT_EQ(pair.grip, 0);
    }
}

class SampleVolumes : public testing::TestWithParam<std::tuple<Formulation, int>> {};

TEST_P(SampleVolumes, GiveAParticleNextToAWallTheirShareOfWhatItMisses) {
    const auto& [formulation, dimension] = GetParam();
    const SampleKernel kernel{formulation, 0.1F, 0.05F, dimension};
    const float z = dimension == 2 ? 0.0F : 1.0F;
    const Solid solid = solidOf(BoxBody{{1, 0.5F, 1}}, dimension);
    const ThreadPool pool(1);
    const auto samples = sampleSurface(solid, kernel.spacing, dimension).value();
    const auto volumes = sampleVolumes(samples, kernel, pool);
    // In the middle of the upper face, above a sample and between them.
    double missing = 0;
    for (int layer = 1; layer < 3; ++layer) {
        missing += layerDensity(formulation, kernel.h, kernel.spacing, dimension,
                                static_cast<float>(layer) * kernel.spacing);
    }
    missing /= latticeDensity(formulation, kernel.h, kernel.spacing, dimension, 1);
    double sum = 0;
    int count = 0;
    for (const SurfaceSample& above : samples) {
        const Vec3 p = above.position + Vec3{0, kernel.spacing, 0};
        if (p.y < 0.26F || std::fabs(p.x) > 0.3F || std::fabs(p.z) > 0.3F) continue;
        EXPECT_NEAR(above.depth, 0.5F * kernel.spacing, 1e-5F);
        double share = 0;
        for (std::size_t k = 0; k < samples.size(); ++k) {
            share += volumes[k] * densityKernel(formulation, kernel.h, dimension,
                                                std::min(length(p - samples[k].position), kernel.h));
        }
        EXPECT_NEAR(share / missing, 1, 0.02);
        sum += share / missing;
        ++count;
    }
    ASSERT_GT(count, 5 + static_cast<int>(20 * z));
    EXPECT_NEAR(sum / count, 1, 0.01);
}
INSTANTIATE_TEST_SUITE_P(Rigid, SampleVolumes,
                         testing::Combine(testing::Values(Formulation::Conservative, Formulation::Mueller),
                                          testing::Values(2, 3)));

}  // namespace
}  // namespace undine::test
