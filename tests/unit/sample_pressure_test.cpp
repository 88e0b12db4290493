// SPDX-License-Identifier: Zlib
// Samples of moving bodies as fluid that cannot change its shape: what is inside of a body counts as a
// lattice at rest, and forces are the gradient of the samples' energy.
#include <cmath>

#include <gtest/gtest.h>

#include "boundary/body_pairs.h"
#include "core/geometry.h"
#include "kernels/half_space.h"
#include "tests/support/rigid.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine::test {
namespace {

class InnerShares : public testing::TestWithParam<int> {};

TEST_P(InnerShares, CompleteTheNeighborhoodThatALatticeAroundABoxBegins) {
    const int dimension = GetParam();
    const SampleKernel kernel{.h = 0.1F, .spacing = 0.05F, .dimension = dimension};
    const float depth = dimension == 2 ? 0.0F : 0.5F;
    const Solid solid = solidOf(BoxBody{{0.5F, 0.4F, 0.5F}}, dimension);
    const auto samples = sampleSurface(solid, kernel.spacing, dimension).value();
    const auto inner = innerShares(solid, samples, kernel, ThreadPool(2));
    const double whole = latticeDensity(kernel.formulation, kernel.h, kernel.spacing, dimension, 1);
    // The fluid: the places of the lattice of which the samples are a part, two layers around the box.
    std::vector<Vec3> outside;
    for (int i = -2; i < 12; ++i) {
        for (int j = -2; j < 10; ++j) {
            for (int k = dimension == 2 ? 0 : -2; k < (dimension == 2 ? 1 : 12); ++k) {
                const auto at = [&](int step, float size) {
                    return (static_cast<float>(step) + 0.5F) * kernel.spacing - 0.5F * size;
                };
                const Vec3 p{at(i, 0.5F), at(j, 0.4F), dimension == 2 ? 0 : at(k, depth)};
                if (solid.closest(p).distance > 0) outside.push_back(p);
            }
        }
    }
    float least = 1, most = 0;
    for (std::size_t b = 0; b < samples.size(); ++b) {
        double sum = 0;
        for (const Vec3 p : outside) {
            const float r = std::min(length(p - samples[b].position), kernel.h);
            sum += densityKernel(kernel.formulation, kernel.h, dimension, r);
        }
        EXPECT_NEAR(inner[b] + sum / whole, 1, 1e-4) << b;
        least = std::min(least, inner[b]);
        most = std::max(most, inner[b]);
    }
    EXPECT_LT(least, most - 0.1F) << "corners have less of the body around them than faces";
}
INSTANTIATE_TEST_SUITE_P(Rigid, InnerShares, testing::Values(2, 3));

TEST(InnerShares, AreNothingOnAnOpenMesh) {
    const SampleKernel kernel{.h = 0.1F, .spacing = 0.05F, .dimension = 3};
    const std::vector<SurfaceSample> skin{{{0, 0, 0}, 0}, {{0.05F, 0, 0}, 0}};
    const Solid solid = solidOf(BoxBody{{1, 1, 1}});
    for (const float share : innerShares(solid, skin, kernel, ThreadPool(1))) EXPECT_EQ(share, 0);
}

/// A box in a crowd of particles.
struct Crowd {
    static constexpr float kBulk = 1000;  // Pa

    Crowd() {
        const Solid solid = solidOf(BoxBody{{0.3F, 0.2F, 0.4F}});
        bodies.emplace_back(0, RigidBodySettings{}, solid);
        bodies[0].setMotion({.position = {0.1F, 0, 0}, .rotation = {0, 0, std::sin(0.4F), std::cos(0.4F)}});
        const auto samples = sampleSurface(solid, kernel.spacing, 3).value();
        inner = innerShares(solid, samples, kernel, pool);
        volumes = sampleVolumes(samples, kernel, pool);
        for (const SurfaceSample& sample : samples) own.push_back(sample.position);
        cloud.add(samples, volumes, inner, 0);
        std::vector<Vec3> points;
        for (const Vec3 p : randomPoints(9000, {-0.4F, -0.4F, -0.4F}, {0.6F, 0.4F, 0.4F})) {
            if (solid.closest(bodies[0].place().toBody(p)).distance > 0.01F) points.push_back(p);
        }
        store.add(points, {}, 0);
        grid.build(store, kernel.h, 3, pool);
        cloud.sort(bodies, kernel, pool);
        pairs.takeSamples(clouds, 1, kernel, pool);
        pairs.find(grid, store.position(), clouds, kernel, pool);
        pairs.computeSums(store.position(), {}, kernel, pool);
    }
    void press(EquationOfState equation) {
        pairs.press({{{&volume}, {&kBulk}, equation}, kernel, grid, store.position()}, clouds, 1, pool);
    }
    /// sum_b V_b u(delta_b), du/ddelta = p / delta^2, p = K (delta - 1) above 1 and else 0, with particle i
    /// moved to x.
    double energy(Index i, Vec3 x) {
        double sum = 0;
        for (std::size_t b = 0; b < own.size(); ++b) {
            const Vec3 at = bodies[0].place().toWorld(own[b]);
            double ratio = inner[b];
            for (Index j = 0; j < store.size(); ++j) {
                const Vec3d d = Vec3d(j == i ? x : store.position()[j]) - Vec3d(at);
                const double r = length(d);
                if (r < kernel.h)
                    ratio += volume * densityKernel(kernel.formulation, kernel.h, 3, static_cast<float>(r));
            }
            if (ratio > 1) sum += volumes[b] * kBulk * (std::log(ratio) + 1 / ratio - 1);
        }
        return sum;
    }

    SampleKernel kernel{.h = 0.1F, .spacing = 0.05F, .dimension = 3};
    float volume = 1.5e-4F;
    ThreadPool pool{2};
    std::vector<RigidBody> bodies;
    std::vector<float> inner, volumes;
    std::vector<Vec3> own;
    SampleCloud none, cloud;
    SampleCloud* clouds[2] = {&none, &cloud};
    ParticleStore store;
    CellGrid grid;
    BodyPairs pairs;
};

TEST(SamplePressure, PushesDownTheGradientOfTheSamplesEnergy) {
    Crowd crowd;
    constexpr float kStep = 1e-3F;
    constexpr Vec3 kAxes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    forEachSimdTarget([&] {
        crowd.press(EquationOfState::Linear);
        int checked = 0;
        for (std::size_t k = 0; k < crowd.pairs.all().size(); k += 97) {
            const BodyPair& pair = crowd.pairs.all()[k];
            const Vec3 x = crowd.store.position()[pair.particle];
            const Vec3d force = static_cast<double>(-crowd.volume) * Vec3d(pair.pressed);
            const double size = length(force);
            for (const Vec3 axis : kAxes) {
                const double slope = (crowd.energy(pair.particle, x + kStep * axis) -
                                      crowd.energy(pair.particle, x - kStep * axis)) /
                                     (2 * kStep);
                EXPECT_NEAR(dot(force, Vec3d(axis)), -slope, 0.01 * size + 1e-5);
            }
            ++checked;
        }
        EXPECT_GT(checked, 5);
    });
}

TEST(SamplePressure, IsNoneWhereThereIsRoom) {
    Crowd crowd;
    crowd.volume = 1e-7F;  // next to no fluid
    for (const EquationOfState equation : {EquationOfState::Tait, EquationOfState::Linear}) {
        crowd.press(equation);
        for (const BodyPair& pair : crowd.pairs.all()) EXPECT_EQ(pair.pressed, Vec3{});
    }
}

}  // namespace
}  // namespace undine::test
