// SPDX-License-Identifier: Zlib
#include "solvers/particle_passes.h"

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

class ParticlePasses : public testing::Test {
  protected:
    ParticlePasses() : density_(kCount), pressure_(kCount), volume_(kCount), term_(kCount) {
        Random random(3);
        for (Index i = 0; i < kCount; ++i) density_[i] = random.between(800, 1200);
    }

    PressurePass pressurePass() {
        return {.density = density_.data(),
                .pressure = pressure_.data(),
                .volume = volume_.data(),
                .pressureTerm = term_.data(),
                .stiffness = 50,
                .restDensity = 1000,
                .mass = 0.5F};
    }

    /// Runs the pass on every target and compares with `expected`, a function of the density; the rest stays
    /// as it was.
    template <class Expected>
    void expectPressure(const PressurePass& pass, Expected&& expected) {
        forEachSimdTarget([&] {
            for (AlignedArray<float>* values : {&pressure_, &volume_, &term_}) {
                for (float& value : values->span()) value = -77;
            }
            pressureOfParticles(kSome, pass);
            for (Index i = 0; i < kCount; ++i) {
                const bool isAsked = i >= kSome.begin && i < kSome.end;
                const double rho = density_[i];
                const double p = expected(rho);
                ASSERT_NEAR(pressure_[i], isAsked ? p : -77, 0.02) << "density " << rho;
                ASSERT_NEAR(volume_[i], isAsked ? 0.5 / rho : -77, 1e-9);
                const double expectedTerm = isAsked && pass.pressureTerm != nullptr ? p / (rho * rho) : -77;
                ASSERT_NEAR(term_[i], expectedTerm, 4e-8);
            }
        });
    }

    AlignedArray<float> density_, pressure_, volume_, term_;
};

TEST_F(ParticlePasses, FollowTheLinearEquationOfState) {
    PressurePass pass = pressurePass();
    pass.equation = EquationOfState::Linear;
    pass.clampNegative = false;
    expectPressure(pass, [](double rho) { return 50 * (rho - 1000); });
    pass.clampNegative = true;
    expectPressure(pass, [](double rho) { return std::max(0.0, 50 * (rho - 1000)); });
}

TEST_F(ParticlePasses, FollowTaitsEquationOfState) {
    const auto tait = [](double rho) { return 50 * 1000 / 7.0 * (std::pow(rho / 1000, 7) - 1); };
    PressurePass pass = pressurePass();
    pass.equation = EquationOfState::Tait;
    pass.clampNegative = false;
    expectPressure(pass, tait);
    pass.clampNegative = true;
    expectPressure(pass, [&](double rho) { return std::max(0.0, tait(rho)); });
}

TEST_F(ParticlePasses, LeaveOutTheTermNobodyWants) {
    PressurePass pass = pressurePass();
    pass.pressureTerm = nullptr;
    pass.equation = EquationOfState::Linear;
    pass.clampNegative = false;
    expectPressure(pass, [](double rho) { return 50 * (rho - 1000); });
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

constexpr Limits kLimits{.speed = 100, .density = 4000};

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
        EXPECT_EQ(extremes.density, 1500);
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
