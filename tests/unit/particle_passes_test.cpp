// SPDX-License-Identifier: Zlib
#include "solvers/particle_passes.h"

#include <algorithm>
#include <array>

#include "core/aligned_array.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::forEachSimdTarget;
using test::kInfinity;
using test::kNaN;
using test::Random;

constexpr Index kCount = 67;   // no whole number of registers
constexpr Range kSome{3, 60};  // what a pass is asked for: neither begins nor ends at a register

/// Constants of two fluids.
constexpr float kRestDensity[] = {1000, 300};
constexpr float kRelativeVolume[] = {1, 1.05F};
constexpr float kBulkModulus[] = {50 * 1000, 80 * 300};
constexpr float kViscosityRoot[] = {0.2F, 3};

class ParticlePasses : public testing::Test {
  protected:
    ParticlePasses() : fluid_(kCount), ratio_(kCount) {
        Random random(3);
        for (Index i = 0; i < kCount; ++i) {
            ratio_[i] = random.between(0.8F, 1.2F);
            fluid_[i] = random.below(2);
        }
        for (AlignedArray<float>* values : results()) values->resize(kCount);
    }

    std::array<AlignedArray<float>*, 5> results() {
        return {&density_, &pressure_, &volume_, &term_, &viscosity_};
    }

    PressurePass pressurePass(const std::uint32_t* fluid) {
        return {.density = density_.data(),
                .pressure = pressure_.data(),
                .pressureTerm = term_.data(),
                .viscosityTerm = viscosity_.data(),
                .volume = volume_.data(),
                .restDensity = {kRestDensity, fluid},
                .relativeVolume = {kRelativeVolume, fluid},
                .bulkModulus = {kBulkModulus, fluid},
                .viscosityRoot = {kViscosityRoot, fluid}};
    }

    /// Runs the pass on every target, with one fluid and with two, and compares with `expected`, a function
    /// of relative density and bulk modulus; the rest stays as it was.
    template <class Expected>
    void expectPressure(PressurePass (*change)(PressurePass), Expected&& expected) {
        for (const bool areTwo : {false, true}) {
            const PressurePass pass = change(pressurePass(areTwo ? fluid_.data() : nullptr));
            forEachSimdTarget([&] {
                for (AlignedArray<float>* values : results()) std::ranges::fill(values->span(), -77.0F);
                for (Index i = kSome.begin; i < kSome.end; ++i) density_[i] = ratio_[i];
                pressureOfParticles(kSome, pass);
                for (Index i = 0; i < kCount; ++i) expectParticle(pass, i, areTwo ? fluid_[i] : 0, expected);
            });
        }
    }

    template <class Expected>
    void expectParticle(const PressurePass& pass, Index i, std::uint32_t fluid, Expected&& expected) {
        const bool isAsked = i >= kSome.begin && i < kSome.end;
        const double ratio = ratio_[i];
        const double p = expected(ratio, static_cast<double>(kBulkModulus[fluid]));
        const double v = kRelativeVolume[fluid] / ratio;
        const bool isMueller = pass.formulation == Formulation::Mueller;
        ASSERT_NEAR(density_[i], isAsked ? kRestDensity[fluid] * ratio : -77, 1e-3);
        ASSERT_NEAR(pressure_[i], isAsked ? p : -77, 0.02) << "relative density " << ratio;
        ASSERT_NEAR(volume_[i], isAsked && pass.volume != nullptr ? v : -77, 1e-6);
        ASSERT_NEAR(term_[i], isAsked ? p * v * (isMueller ? 1 : v) : -77, 0.04);
        ASSERT_NEAR(viscosity_[i], isAsked ? kViscosityRoot[fluid] * v : -77, 1e-5);
    }

    AlignedArray<std::uint32_t> fluid_;
    AlignedArray<float> ratio_, density_, pressure_, volume_, term_, viscosity_;
};

double linear(double ratio, double bulk) { return bulk * (ratio - 1); }
double tait(double ratio, double bulk) { return bulk / 7 * (std::pow(ratio, 7) - 1); }

TEST_F(ParticlePasses, FollowTheLinearEquationOfState) {
    expectPressure(
        [](PressurePass pass) {
            pass.equation = EquationOfState::Linear;
            pass.clampNegative = false;
            return pass;
        },
        linear);
    expectPressure(
        [](PressurePass pass) {
            pass.equation = EquationOfState::Linear;
            return pass;
        },
        [](double ratio, double bulk) { return std::max(0.0, linear(ratio, bulk)); });
}

TEST_F(ParticlePasses, FollowTaitsEquationOfState) {
    expectPressure(
        [](PressurePass pass) {
            pass.clampNegative = false;
            return pass;
        },
        tait);
    expectPressure([](PressurePass pass) { return pass; },
                   [](double ratio, double bulk) { return std::max(0.0, tait(ratio, bulk)); });
}

TEST_F(ParticlePasses, MakeTheTermsOfMuellersFormulation) {
    expectPressure(
        [](PressurePass pass) {
            pass.formulation = Formulation::Mueller;
            pass.clampNegative = false;
            return pass;
        },
        tait);
}

TEST_F(ParticlePasses, LeaveOutTheVolumeNobodyWants) {
    expectPressure(
        [](PressurePass pass) {
            pass.volume = nullptr;
            pass.clampNegative = false;
            return pass;
        },
        tait);
}

struct Motion {
    Motion() {
        for (AlignedArray<float>& values : values_) values.resize(kCount);
        Random random(4);
        for (Index i = 0; i < kCount; ++i) {
            x().set(i, random.between({-1, -1, -1}, {1, 1, 1}));
            v().set(i, random.between({-2, -2, -2}, {2, 2, 2}));
            a().set(i, random.between({-3, -3, -3}, {3, 3, 3}));
            density()[i] = random.between(900, 1100);
        }
    }
    VectorSpan x() { return {values_[0].data(), values_[1].data(), values_[2].data()}; }
    VectorSpan v() { return {values_[3].data(), values_[4].data(), values_[5].data()}; }
    VectorSpan a() { return {values_[6].data(), values_[7].data(), values_[8].data()}; }
    float* density() { return values_[9].data(); }

  private:
    AlignedArray<float> values_[10];
};

void expectNear(Vec3 got, Vec3 expected) {
    ASSERT_NEAR(got.x, expected.x, 1e-5);
    ASSERT_NEAR(got.y, expected.y, 1e-5);
    ASSERT_NEAR(got.z, expected.z, 1e-5);
}

constexpr float kThousand = 1000;
constexpr Limits kLimits{.speed = 100, .densityRatio = 4, .restDensity = {&kThousand}};

TEST(Gravity, IsAddedToTheBlockOnly) {
    forEachSimdTarget([] {
        Motion motion;
        Motion before;
        addGravity(kSome, motion.v(), motion.a(), {1, -9, 2}, motion.density(), kLimits);
        for (Index i = 0; i < kCount; ++i) {
            const bool isAsked = i >= kSome.begin && i < kSome.end;
            expectNear(motion.a()[i], before.a()[i] + (isAsked ? Vec3{1, -9, 2} : Vec3{}));
        }
    });
}

TEST(Gravity, MeasuresTheExtremesOfTheBlockOnly) {
    forEachSimdTarget([] {
        Motion motion;
        motion.v().set(17, {30, 0, 40});
        motion.v().set(kSome.end, {60, 0, 0});  // not of the block
        motion.a().set(59, {0, 300, 400});
        motion.density()[3] = 1500;
        motion.density()[kSome.begin - 1] = 2000;  // not of the block
        const Extremes extremes = addGravity(kSome, motion.v(), motion.a(), {}, motion.density(), kLimits);
        EXPECT_FLOAT_EQ(extremes.speed2, 2500);
        EXPECT_FLOAT_EQ(extremes.acceleration2, 250000);
        EXPECT_FLOAT_EQ(extremes.densityRatio, 1.5F);
        EXPECT_FALSE(extremes.suspicious);
    });
}

TEST(Gravity, SuspectsWhatIsBeyondALimitOrNotANumber) {
    const auto isSuspicious = [](auto&& spoil) {
        Motion motion;
        spoil(motion);
        return addGravity(kSome, motion.v(), motion.a(), {}, motion.density(), kLimits).suspicious;
    };
    forEachSimdTarget([&] {
        EXPECT_FALSE(isSuspicious([](Motion&) {}));
        for (const Index i : {kSome.begin, Index{31}, kSome.end - 1}) {
            EXPECT_TRUE(isSuspicious([&](Motion& m) { m.v().set(i, {101, 0, 0}); }));
            EXPECT_TRUE(isSuspicious([&](Motion& m) { m.v().set(i, {0, kNaN, 0}); }));
            EXPECT_TRUE(isSuspicious([&](Motion& m) { m.a().set(i, {0, 0, kNaN}); }));
            EXPECT_TRUE(isSuspicious([&](Motion& m) { m.a().set(i, {kInfinity, 0, 0}); }));
            EXPECT_TRUE(isSuspicious([&](Motion& m) { m.density()[i] = 4001; }));
            EXPECT_TRUE(isSuspicious([&](Motion& m) { m.density()[i] = kNaN; }));
        }
        for (const Index i : {kSome.begin - 1, kSome.end}) {
            EXPECT_FALSE(isSuspicious([&](Motion& m) {
                m.v().set(i, {kNaN, kNaN, kNaN});
            })) << "not of the block";
            EXPECT_FALSE(isSuspicious([&](Motion& m) { m.density()[i] = kNaN; })) << "not of the block";
        }
    });
}

TEST(Gravity, MeasuresDensityByThatOfTheFluid) {
    AlignedArray<std::uint32_t> fluid(kCount);
    fluid[20] = 1;
    const Limits limits{.speed = 100, .densityRatio = 4, .restDensity = {kRestDensity, fluid.data()}};
    forEachSimdTarget([&] {
        Motion motion;
        motion.density()[20] = 1100;
        const auto measure = [&] {
            return addGravity(kSome, motion.v(), motion.a(), {}, motion.density(), limits);
        };
        EXPECT_FLOAT_EQ(measure().densityRatio, 1100.0F / 300);
        EXPECT_FALSE(measure().suspicious);
        motion.density()[20] = 1201;
        EXPECT_TRUE(measure().suspicious);
    });
}

TEST(MoveParticles, TakesASemiImplicitEulerStep) {
    forEachSimdTarget([] {
        Motion motion;
        Motion before;
        constexpr float kStep = 0.01F;
        EXPECT_FALSE(moveParticles(kSome, motion.x(), motion.v(), motion.a(), kStep, 100));
        for (Index i = 0; i < kCount; ++i) {
            const float dt = i >= kSome.begin && i < kSome.end ? kStep : 0;
            const Vec3 v = before.v()[i] + dt * before.a()[i];
            expectNear(motion.v()[i], v);
            expectNear(motion.x()[i], before.x()[i] + dt * v);
        }
    });
}

TEST(MoveParticles, SuspectsNewVelocitiesBeyondTheLimit) {
    forEachSimdTarget([] {
        Motion motion;
        motion.a().set(12, {0, 20000, 0});
        EXPECT_TRUE(moveParticles(kSome, motion.x(), motion.v(), motion.a(), 0.01F, 100));
        Motion broken;
        broken.a().set(59, {kNaN, 0, 0});
        EXPECT_TRUE(moveParticles(kSome, broken.x(), broken.v(), broken.a(), 0.01F, 100));
        Motion outside;
        outside.a().set(kSome.end, {kNaN, 0, 0});
        EXPECT_FALSE(moveParticles(kSome, outside.x(), outside.v(), outside.a(), 0.01F, 100));
    });
}

}  // namespace
}  // namespace undine
