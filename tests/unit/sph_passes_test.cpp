// SPDX-License-Identifier: Zlib
// The pair passes: wide against one pair at a time on every instruction set, and the latter against the
// formulas.
#include "solvers/sph_passes.h"

#include <algorithm>

#include "tests/unit/sph_formulas.h"

namespace undine {
namespace {

using test::cubicLattice;
using test::Direct;
using test::Fluid;
using test::forEachSimdTarget;
using test::Random;
using test::randomPoints;
using test::Values;

template <class Pass, class Settings>
void runBlocks(const Fluid& fluid, Pass&& pass, const Settings& settings) {
    const Index cells = fluid.grid.cellCount();
    for (Index b = 0; b < blockCount(cells, kCellsPerBlock); ++b) {
        pass(fluid.grid, blockRange(b, cells, kCellsPerBlock), settings);
    }
}

template <class Pass>
Values densities(Fluid& fluid, Pass&& pass, Formulation formulation, float initialSum = 1) {
    std::fill_n(fluid.result(), fluid.size(), test::kNaN);  // a pass must write every entry
    runBlocks(fluid, pass, fluid.densityPass(formulation, initialSum));
    return {fluid.result(), fluid.result() + fluid.size()};
}

template <class Pass>
Values accelerations(Fluid& fluid, Pass&& pass, Formulation formulation) {
    for (Index i = 0; i < fluid.size(); ++i)
        fluid.acceleration().set(i, {test::kNaN, test::kNaN, test::kNaN});
    runBlocks(fluid, pass, fluid.forcePass(formulation));
    Values all;
    for (Index i = 0; i < fluid.size(); ++i) {
        const Vec3 a = fluid.acceleration()[i];
        all.insert(all.end(), {a.x, a.y, a.z});
    }
    return all;
}

/// Within 1e-5 of the largest magnitude of the pass.
void expectNear(const Values& got, const Values& expected, double tolerance = 1e-5) {
    double largest = 0;
    for (const double value : expected) largest = std::max(largest, std::fabs(value));
    ASSERT_GT(largest, 0);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t k = 0; k < got.size(); ++k)
        ASSERT_NEAR(got[k], expected[k], tolerance * largest) << "entry " << k;
}

// --- Clouds of particles ---

std::vector<Vec3> jittered(std::vector<Vec3> points, float by, int dimension) {
    Random random(23);
    const float z = dimension == 2 ? 0 : by;
    for (Vec3& p : points) p = p + random.between({-by, -by, -z}, {by, by, z});
    return points;
}

/// Cells with far more candidates than one block of them holds.
std::vector<Vec3> crowd(int dimension) {
    return randomPoints(1600, {-0.1F, -0.1F, 0}, {0.2F, 0.2F, dimension == 2 ? 0 : 0.2F});
}

class SphPasses : public testing::TestWithParam<int> {
  protected:
    static constexpr float kH = 0.19F;
    Fluid fluid_{jittered(cubicLattice(GetParam() == 2 ? 40 : 12, 0.1F, GetParam()), 0.03F, GetParam()), kH,
                 GetParam()};
    Fluid crowded_{crowd(GetParam()), kH, GetParam()};
    Fluid alone_{jittered(cubicLattice(GetParam() == 2 ? 20 : 7, 0.1F, GetParam()), 0.03F, GetParam()), kH,
                 GetParam(), 1};  // one fluid
    static constexpr Formulation kBoth[] = {Formulation::Mueller, Formulation::Conservative};
};

TEST_P(SphPasses, ComputeTheDensityTheReferenceComputes) {
    for (Fluid* f : {&fluid_, &crowded_, &alone_}) {
        for (const Formulation formulation : kBoth) {
            for (const float initialSum : {1.0F, 0.25F}) {
                const Values expected = densities(*f, densityOfCellsReference, formulation, initialSum);
                forEachSimdTarget(
                    [&] { expectNear(densities(*f, densityOfCells, formulation, initialSum), expected); });
            }
        }
    }
}

TEST_P(SphPasses, ComputeTheForcesTheReferenceComputes) {
    for (Fluid* f : {&fluid_, &crowded_, &alone_}) {
        for (const Formulation formulation : kBoth) {
            const Values expected = accelerations(*f, forcesOfCellsReference, formulation);
            forEachSimdTarget([&] { expectNear(accelerations(*f, forcesOfCells, formulation), expected); });
        }
    }
}

TEST_P(SphPasses, HaveAReferenceThatFollowsTheDensityFormula) {
    for (Fluid* f : {&fluid_, &crowded_, &alone_}) {
        for (const Formulation formulation : kBoth) {
            for (const float initialSum : {1.0F, 0.25F}) {
                expectNear(densities(*f, densityOfCellsReference, formulation, initialSum),
                           Direct{*f}.density(formulation, initialSum));
            }
        }
    }
}

TEST_P(SphPasses, HaveAReferenceThatFollowsTheForceFormulas) {
    for (Fluid* f : {&fluid_, &crowded_, &alone_}) {
        for (const Formulation formulation : kBoth) {
            expectNear(accelerations(*f, forcesOfCellsReference, formulation),
                       Direct{*f}.acceleration(formulation), 2e-5);
        }
    }
}

TEST_P(SphPasses, AreAsExactFarFromTheOrigin) {
    // A float tells 1/8000 of h apart here; what two particles are to each other must not be rounded any
    // further.
    std::vector<Vec3> points =
        jittered(cubicLattice(GetParam() == 2 ? 20 : 8, 0.1F, GetParam()), 0.03F, GetParam());
    for (Vec3& p : points) p = p + Vec3{200, -150, GetParam() == 2 ? 0.0F : 170.0F};
    Fluid far(points, kH, GetParam());
    for (const Formulation formulation : kBoth) {
        const Values density = Direct{far}.density(formulation, 1);
        const Values acceleration = Direct{far}.acceleration(formulation);
        expectNear(densities(far, densityOfCellsReference, formulation), density);
        forEachSimdTarget([&] {
            expectNear(densities(far, densityOfCells, formulation), density);
            expectNear(accelerations(far, forcesOfCells, formulation), acceleration, 3e-5);
        });
    }
}

TEST_P(SphPasses, FindMoreCandidatesInTheCrowdThanABlockHolds) {
    Index most = 0;
    for (Index c = 0; c < crowded_.grid.cellCount(); ++c) {
        Index count = 0;
        for (const Range row : crowded_.grid.rows(c)) count += row.end - row.begin;
        most = std::max(most, count);
    }
    EXPECT_GT(most, 1024U);
}

TEST_P(SphPasses, ConserveMomentumAcrossFluids) {
    forEachSimdTarget([&] {
        for (const Formulation formulation : kBoth) {
            const Values a = accelerations(fluid_, forcesOfCells, formulation);
            double sum[3] = {0, 0, 0};
            double magnitude = 0;
            for (std::size_t k = 0; k < a.size(); ++k) {
                const double force = a[k] * fluid_.of(static_cast<Index>(k / 3)).mass;
                sum[k % 3] += force;
                magnitude += std::fabs(force);
            }
            for (const double component : sum) EXPECT_NEAR(component, 0, 1e-6 * magnitude);
        }
    });
}

TEST_P(SphPasses, GiveCoincidentParticlesNoForceAndNoNaN) {
    Fluid pile(std::vector<Vec3>(700, Vec3{0.5F, 0.5F, 0}), kH, GetParam());
    forEachSimdTarget([&] {
        for (const Formulation formulation : kBoth) {
            // Viscosity is all there is: the mean velocity less the own, whatever the distance.
            expectNear(accelerations(pile, forcesOfCells, formulation),
                       Direct{pile}.acceleration(formulation), 3e-5);
            const Values rho = densities(pile, densityOfCells, formulation);
            expectNear(rho, Direct{pile}.density(formulation, 1));
        }
    });
}

TEST_P(SphPasses, GiveALoneParticleItsOwnShareOnly) {
    Fluid lone({{-3, 2, 0}}, kH, GetParam());
    forEachSimdTarget([&] {
        for (const Formulation formulation : kBoth) {
            expectNear(densities(lone, densityOfCells, formulation, 0.5F),
                       Direct{lone}.density(formulation, 0.5));
            const Values a = accelerations(lone, forcesOfCells, formulation);
            EXPECT_EQ(a, Values(3, 0.0));
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Unit, SphPasses, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine
