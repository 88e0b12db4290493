// SPDX-License-Identifier: Zlib
// The passes of the density constraint: wide against one pair at a time on every instruction set, and the
// latter against differences of the constraint itself.
#include "solvers/constraint_passes.h"

#include <cmath>

#include "kernels/lattice_stiffness.h"
#include "tests/support/pair_fluid.h"

namespace undine {
namespace {

using test::forEachSimdTarget;
using test::jitteredLattice;
using test::PairFluid;

constexpr float kSpacing = 0.1F;

/// Two fluids, the second twice as heavy, and all that a pass writes.
class Constrained {
  public:
    Constrained(int dimension, Formulation formulation)
        : fluid(jitteredLattice(dimension == 2 ? 20 : 8, kSpacing, dimension, 0.3F), kSpacing, dimension) {
        const Index n = fluid.size();
        for (Index i = 0; i < n; ++i) fluid.writableFluid()[i] = i % 3 == 0 ? 1 : 0;
        for (auto* arrays : {&gradient, &push, &displacement}) {
            for (std::vector<float>& axis : *arrays) axis.assign(n, test::kNaN);
        }
        for (std::vector<float>& axis : displacement) axis.assign(n, 0);
        for (auto* array : {&ratio, &stiffness}) array->assign(n, test::kNaN);
        for (auto* array : {&multiplier, &change}) array->assign(n, 0);
        target.assign(n, 1);
        places.assign(n + 1, NeighborLists::padding(fluid.h));
        pushes = places;
        lanes.build(fluid.lists, ThreadPool(1));
        pass = {.lists = &fluid.lists,
                .lanes = &lanes,
                .formulation = formulation,
                .h = fluid.h,
                .dimension = dimension,
                .x = fluid.x(),
                .volume = {volume, fluid.fluid()},
                .inverseMass = {inverseMass, fluid.fluid()},
                .places = places.data(),
                .pushes = pushes.data(),
                .target = target.data(),
                .ratio = ratio.data(),
                .gradient = span(gradient),
                .stiffness = stiffness.data(),
                .multiplier = multiplier.data(),
                .change = change.data(),
                .push = span(push),
                .displacement = span(displacement)};
        volume[0] = volume[1] = std::pow(kSpacing, static_cast<float>(dimension));
        recordPlaces(pass, all());
    }

    Range all() { return {0, fluid.size()}; }
    static VectorSpan span(std::array<std::vector<float>, 3>& a) {
        return {a[0].data(), a[1].data(), a[2].data()};
    }

    PairFluid fluid;
    LaneLists lanes;
    float volume[2];
    float inverseMass[2] = {1, 0.5F};
    std::array<std::vector<float>, 3> gradient, push, displacement;
    std::vector<float> ratio, stiffness, multiplier, change, target;
    std::vector<Record> places, pushes;
    ConstraintPass pass;
};

class ConstraintPasses : public testing::TestWithParam<std::tuple<int, Formulation>> {
  protected:
    Constrained make() const { return {std::get<0>(GetParam()), std::get<1>(GetParam())}; }
};

void expectNear(const std::vector<float>& got, const std::vector<float>& expected) {
    float largest = 0;
    for (const float value : expected) largest = std::max(largest, std::abs(value));
    ASSERT_GT(largest, 0);
    for (std::size_t k = 0; k < got.size(); ++k) ASSERT_NEAR(got[k], expected[k], 2e-5F * largest) << k;
}

TEST_P(ConstraintPasses, AreTheSameInWideLanes) {
    Constrained one = make();
    constraintSumsReference(one.pass, one.all());
    const std::vector<float> ofNeighbors = one.stiffness;
    const float softening = ofNeighbors[one.fluid.size() / 2];
    completeStiffness(one.pass, softening, one.all());
    for (Index i = 0; i < one.fluid.size(); ++i) {
        const Vec3 g = one.pass.gradient[i];
        const float own = one.pass.inverseMass.of(i) * (dot(g, g) + softening);
        ASSERT_NEAR(one.stiffness[i], ofNeighbors[i] + own, 1e-5F * one.stiffness[i]) << i;
    }
    updateMultipliers(one.pass, {.step = 0.5F, .oneSided = false}, one.all());
    const ArtificialPressure artificial{.strength = 1e-4F, .inverse = 1.1F};
    correctionSumsReference(one.pass, artificial, one.all());
    forEachSimdTarget([&] {
        Constrained wide = make();
        constraintSums(wide.pass, wide.all());
        expectNear(wide.ratio, one.ratio);
        expectNear(wide.stiffness, ofNeighbors);
        for (int k = 0; k < std::get<0>(GetParam()); ++k) expectNear(wide.gradient[k], one.gradient[k]);
        completeStiffness(wide.pass, softening, wide.all());
        expectNear(wide.stiffness, one.stiffness);
        updateMultipliers(wide.pass, {.step = 0.5F, .oneSided = false}, wide.all());
        expectNear(wide.change, one.change);
        correctionSums(wide.pass, artificial, wide.all());
        for (int k = 0; k < std::get<0>(GetParam()); ++k) expectNear(wide.push[k], one.push[k]);
        std::fill(wide.ratio.begin(), wide.ratio.end(), test::kNaN);
        ratioSums(wide.pass, wide.all());
        expectNear(wide.ratio, one.ratio);
    });
}

TEST_P(ConstraintPasses, KeepMomentumWithFluidsOfDifferentMass) {
    Constrained c = make();
    constraintSums(c.pass, c.all());
    completeStiffness(c.pass, 0, c.all());
    updateMultipliers(c.pass, {.step = 0.5F}, c.all());
    correctionSums(c.pass, {}, c.all());
    moveByPush(c.pass, c.all());
    for (int k = 0; k < 3; ++k) {
        double momentum = 0;
        double size = 0;
        for (Index i = 0; i < c.fluid.size(); ++i) {
            const double moved = c.displacement[k][i] / c.pass.inverseMass.of(i);
            momentum += moved;
            size += std::abs(moved);
        }
        EXPECT_LE(std::abs(momentum), 1e-5 * size + 1e-12);
    }
}

TEST_P(ConstraintPasses, OneSidedMultipliersAreNotBelowZero) {
    Constrained c = make();
    constraintSums(c.pass, c.all());
    completeStiffness(c.pass, 0, c.all());
    const Compression found = updateMultipliers(c.pass, {.step = 1, .oneSided = true}, c.all());
    int loose = 0;
    for (Index i = 0; i < c.fluid.size(); ++i) {
        EXPECT_GE(c.multiplier[i], 0);
        if (c.ratio[i] >= 1) continue;
        ++loose;
        EXPECT_EQ(c.multiplier[i], 0);
    }
    EXPECT_GT(loose, 10);
    EXPECT_GT(found.largest, 0);
    EXPECT_FALSE(found.notFinite);
}

INSTANTIATE_TEST_SUITE_P(All, ConstraintPasses,
                         testing::Combine(testing::Values(2, 3),
                                          testing::Values(Formulation::Conservative, Formulation::Mueller)),
                         [](const auto& tested) {
                             const bool mueller = std::get<1>(tested.param) == Formulation::Mueller;
                             return std::string(mueller ? "Mueller" : "Conservative") +
                                    std::to_string(std::get<0>(tested.param)) + "D";
                         });

// With one kernel the gradient is that of the sum: moving a particle changes its ratio by gradient . move.
TEST(ConstraintGradient, IsThatOfTheDensity) {
    for (const int dimension : {2, 3}) {
        Constrained c(dimension, Formulation::Conservative);
        const Index i = c.fluid.size() / 2;
        constraintSums(c.pass, c.all());
        const Vec3 gradient = c.pass.gradient[i];
        const float before = c.ratio[i];
        const float step = 1e-3F * kSpacing;
        c.fluid.x().set(i, c.fluid.x()[i] + Vec3{step, -step, 0});
        recordPlaces(c.pass, c.all());
        constraintSums(c.pass, c.all());
        const float expected = step * (gradient.x - gradient.y);
        EXPECT_NEAR(c.ratio[i] - before, expected, 0.02F * std::abs(expected) + 1e-6F) << dimension << "D";
    }
}

// Steps of less than 2 over this calm every wave of a lattice; the values were computed independently.
TEST(LatticeStiffness, IsThatOfTheStiffestWave) {
    EXPECT_NEAR(latticeStiffness(Formulation::Conservative, 2, 1, 3).overshoot, 2.722F, 0.01F);
    EXPECT_NEAR(latticeStiffness(Formulation::Conservative, 2, 1, 3).gradient2, 0.4462F, 0.001F);
    EXPECT_NEAR(latticeStiffness(Formulation::Conservative, 2.5F, 1, 2).overshoot, 2.608F, 0.01F);
    EXPECT_NEAR(latticeStiffness(Formulation::Mueller, 2, 1, 3).overshoot, 2.814F, 0.01F);
    // Other units, the same lattice.
    EXPECT_NEAR(latticeStiffness(Formulation::Mueller, 0.02F, 0.01F, 3).overshoot, 2.814F, 0.01F);
    EXPECT_EQ(latticeStiffness(Formulation::Conservative, 1, 1, 3).overshoot, 1);
}

}  // namespace
}  // namespace undine
