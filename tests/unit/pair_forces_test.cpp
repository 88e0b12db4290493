// SPDX-License-Identifier: Zlib
// What holds for the forces between neighbours whatever the numbers are. The formulas are in
// pair_passes_test.cpp, known answers in tests/physics.
#include "forces/pair_forces.h"

#include <cstring>
#include <numbers>

#include "core/rotation.h"
#include "tests/support/pair_fluid.h"
#include "undine/log.h"

namespace undine {
namespace {

using test::jitteredLattice;
using test::PairFluid;

constexpr PairForceSettings kExplicit{};
constexpr PairForceSettings kXsph{.xsph = 0.3F};
constexpr PairForceSettings kImplicit{.viscosityModel = ViscosityModel::Implicit};
constexpr PairForceSettings kColorField{.tensionModel = TensionModel::ColorField, .tensionThreshold = 0.01F};
constexpr PairForceSettings kConfinement{.vorticityConfinement = 20};

/// Each force alone, by name.
struct Case {
    const char* name;
    PairForceSettings settings;
    bool viscosity;
    bool tension;
    bool keepsMomentum;
};
constexpr Case kCases[] = {
    {"explicit", kExplicit, true, false, true},         {"xsph", kXsph, false, false, true},
    {"explicit and xsph", kXsph, true, false, true},    {"implicit", kImplicit, true, false, true},
    {"cohesion", kExplicit, false, true, true},         {"color field", kColorField, false, true, false},
    {"confinement", kConfinement, false, false, false},
};

void leaveOnly(const Case& force, PairFluid& fluid) {
    for (FluidConstants& constants : fluid.fluids) {
        if (!force.viscosity) constants.viscosity = 0;
        if (!force.tension) constants.surfaceTension = 0;
    }
}

class PairForcesIn : public testing::TestWithParam<int> {
  protected:
    PairFluid stirred() const {
        PairFluid fluid(jitteredLattice(GetParam() == 2 ? 30 : 10, 0.1F, GetParam(), 0.3F), 0.1F, GetParam());
        fluid.stir();
        return fluid;
    }
};

TEST_P(PairForcesIn, KeepMomentumWhereTheySaySo) {
    for (const Case& force : kCases) {
        SCOPED_TRACE(force.name);
        PairFluid fluid = stirred();
        leaveOnly(force, fluid);
        const std::vector<Vec3> before = fluid.velocities();
        fluid.apply(force.settings, 0.02F);
        Vec3d change;
        double moved = 0;
        double motion = 0;
        for (Index i = 0; i < fluid.size(); ++i) {
            const Vec3d own = fluid.massOf(i) * (Vec3d(fluid.v()[i]) - Vec3d(before[i]));
            change = change + own;
            moved += length(own);
            motion += fluid.massOf(i) * length(Vec3d(before[i]));
        }
        ASSERT_GT(moved, 0) << "the force does nothing";
        if (force.keepsMomentum) {
            // Each velocity is rounded once.
            EXPECT_LT(length(change), 1e-6 * moved + 1e-7 * motion / std::sqrt(fluid.size()));
        } else {
            EXPECT_GT(length(change), 1e-4 * moved) << "better than its description";
        }
    }
}

TEST_P(PairForcesIn, KeepAngularMomentumWithImplicitViscosity) {
    for (const float viscosity : {1.0F, 1e4F}) {  // of these, only the first lets the iterations end early
        PairFluid fluid = stirred();
        for (FluidConstants& constants : fluid.fluids) constants.viscosity = viscosity;
        for (FluidConstants& constants : fluid.fluids) constants.surfaceTension = 0;
        const std::vector<Vec3> before = fluid.velocities();
        fluid.apply(kImplicit, 1.0F / 60);
        Vec3d change;
        double moved = 0;
        for (Index i = 0; i < fluid.size(); ++i) {
            const Vec3d own =
                cross(Vec3d(fluid.x()[i]), fluid.massOf(i) * (Vec3d(fluid.v()[i]) - Vec3d(before[i])));
            change = change + own;
            moved += length(own);
        }
        EXPECT_LT(length(change) / moved, 2e-6);
    }
}

TEST_P(PairForcesIn, LeaveCoincidentParticlesFinite) {
    for (const Case& force : kCases) {
        SCOPED_TRACE(force.name);
        std::vector<Vec3> points = jitteredLattice(4, 0.1F, GetParam(), 0.2F);
        for (int k = 0; k < 9; ++k) points.push_back(points[3]);
        points.push_back({test::kNaN, 0, 0});  // nobody's neighbour
        PairFluid fluid(points, 0.1F, GetParam());
        fluid.stir();
        leaveOnly(force, fluid);
        fluid.apply(force.settings, 0.01F);
        for (Index i = 0; i < fluid.size(); ++i) {
            const Vec3 v = fluid.v()[i];
            ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) << "particle " << i;
        }
    }
}

TEST_P(PairForcesIn, DoNothingToALoneParticleOrToNone) {
    for (const Case& force : kCases) {
        SCOPED_TRACE(force.name);
        PairFluid none({}, 0.1F, GetParam());
        none.stir();
        leaveOnly(force, none);
        none.apply(force.settings, 0.01F);
        PairFluid one({{1, 2, 0}}, 0.1F, GetParam());
        one.stir();
        leaveOnly(force, one);
        const Vec3 before = one.v()[0];
        one.apply(force.settings, 0.01F);
        EXPECT_EQ(one.v()[0], before);
    }
}

TEST_P(PairForcesIn, GiveTheSameBitsForAnyNumberOfThreads) {
    for (const Case& force : kCases) {
        SCOPED_TRACE(force.name);
        std::vector<Vec3> expected;
        for (const int threads : {1, 2, 3, 4}) {
            const int count = GetParam() == 2 ? 60 : 15;
            PairFluid fluid(jitteredLattice(count, 0.1F, GetParam(), 0.3F), 0.1F, GetParam());
            fluid.stir();
            leaveOnly(force, fluid);
            fluid.apply(force.settings, 0.01F, threads);
            const std::vector<Vec3> got = fluid.velocities();
            if (threads == 1) expected = got;
            EXPECT_EQ(std::memcmp(got.data(), expected.data(), got.size() * sizeof(Vec3)), 0);
        }
    }
}

TEST_P(PairForcesIn, NeverGainEnergyFromXsphAcrossADensityContrast) {
    PairFluid fluid = stirred();
    leaveOnly(kCases[1], fluid);
    fluid.fluids[1].mass = 1000 * fluid.fluids[0].mass;
    fluid.fluids[1].restDensity = 1000 * fluid.fluids[0].restDensity;
    for (Index i = 0; i < fluid.size(); ++i) fluid.density[i] = fluid.fluids[fluid.fluid()[i]].restDensity;
    double before = fluid.kineticEnergy();
    for (int step = 0; step < 20; ++step) {
        fluid.apply({.xsph = 1}, 0.01F);
        EXPECT_LE(fluid.kineticEnergy(), before * 1.000001);
        before = fluid.kineticEnergy();
    }
}

INSTANTIATE_TEST_SUITE_P(TwoAndThree, PairForcesIn, testing::Values(2, 3), test::dimensionName);

TEST(PairForces, AreActiveWhenAnyOfThemIs) {
    std::vector<FluidConstants> fluids(2);
    EXPECT_FALSE(PairForces(PairForceSettings{}).isActive(fluids));
    EXPECT_FALSE(PairForces(kImplicit).isActive(fluids));
    EXPECT_TRUE(PairForces(kXsph).isActive(fluids));
    EXPECT_TRUE(PairForces(kConfinement).isActive(fluids));
    fluids[1].viscosity = 1;
    EXPECT_TRUE(PairForces(PairForceSettings{}).isActive(fluids));
    fluids[1] = {.surfaceTension = 1};
    EXPECT_TRUE(PairForces(PairForceSettings{}).isActive(fluids));
}

TEST(PairForces, LimitTheStepByTheFluidThatNeedsTheShortest) {
    std::vector<FluidConstants> fluids = {{.restDensity = 1000, .viscosity = 1},
                                          {.restDensity = 500, .viscosity = 2}};
    const float h = 0.1F;
    EXPECT_FLOAT_EQ(PairForces(kExplicit).maxTimeStep(fluids, h), 0.0625F * h * h * 500 / 2);
    EXPECT_GT(PairForces(kImplicit).maxTimeStep(fluids, h), 1e30F);
    fluids[0].surfaceTension = 0.07F;
    EXPECT_FLOAT_EQ(PairForces(kImplicit).maxTimeStep(fluids, h),
                    0.25F * std::sqrt(1000 * h * h * h / (2 * std::numbers::pi_v<float> * 0.07F)));
}

TEST(PairForces, NeedNoMoreMemoryAfterTheFirstStep) {
    for (const Case& force : kCases) {
        PairFluid fluid(jitteredLattice(10, 0.1F, 3, 0.3F), 0.1F, 3);
        fluid.stir();
        leaveOnly(force, fluid);
        PairForces forces(force.settings);
        fluid.apply(forces, 0.01F);
        const std::size_t before = forces.bytes();
        EXPECT_GT(before, 0U);
        fluid.apply(forces, 0.01F);
        EXPECT_EQ(forces.bytes(), before) << force.name;
    }
}

TEST(PairForces, ReportViscosityThatDoesNotConvergeAndWarnOnce) {
    PairFluid fluid(jitteredLattice(14, 0.1F, 3, 0.3F), 0.1F, 3);
    fluid.stir();
    const std::vector<Vec3> stirred = fluid.velocities();
    const auto stepOf = [&](PairForces& forces, float viscosity) {
        for (FluidConstants& constants : fluid.fluids) constants.viscosity = viscosity;
        fluid.setVelocities(stirred);
        return fluid.apply(forces, 0.1F);
    };
    int warnings = 0;
    setLogHandler([](LogLevel, std::string_view, void* count) { ++*static_cast<int*>(count); }, &warnings);
    PairForces forces(kImplicit);
    const StepReport thin = stepOf(forces, 1);
    EXPECT_TRUE(thin.viscosityConverged);
    EXPECT_GT(thin.viscosityIterations, 0);
    EXPECT_EQ(warnings, 0);
    for (int step = 0; step < 2; ++step) {
        const StepReport thick = stepOf(forces, 1e7F);
        EXPECT_FALSE(thick.viscosityConverged);
        EXPECT_EQ(thick.viscosityIterations, ImplicitViscosity::kMaxIterations);
    }
    EXPECT_EQ(warnings, 1);
    setLogHandler(nullptr, nullptr);
}

TEST(PairForces, LeaveTheVelocitiesWhereNothingIsOn) {
    PairFluid fluid(jitteredLattice(6, 0.1F, 3, 0.3F), 0.1F, 3);
    fluid.move([](Vec3 x) { return Vec3{x.y, -x.z, x.x}; });
    const std::vector<Vec3> before = fluid.velocities();
    fluid.apply(PairForceSettings{}, 0.01F);
    EXPECT_EQ(fluid.velocities(), before);
}

}  // namespace
}  // namespace undine
