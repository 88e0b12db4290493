// SPDX-License-Identifier: Zlib
// Viscosity and vorticity against known answers, on particles with lists and without a solver.
#include <numbers>

#include "core/geometry.h"
#include "forces/vorticity.h"
#include "tests/support/liquid.h"
#include "tests/support/pair_fluid.h"

namespace undine {
namespace {

using test::PairFluid;

constexpr float kPi = std::numbers::pi_v<float>;

/// A box of liquid of so many spacings; in two dimensions the depth is 0.
PairFluid box(int width, int height, int depth, float spacing, float h = 0) {
    const Vec3 size{static_cast<float>(width), static_cast<float>(height), static_cast<float>(depth)};
    PairFluid fluid(test::liquid(spacing * size, spacing), spacing, depth == 0 ? 2 : 3, h);
    fluid.measureDensity();
    return fluid;
}

constexpr float kSpacing = 0.05F;

/// Half a wave of shear, v_x = cos(k y), from bottom to top of a box: its ends have no slope, so that the
/// free surfaces there do not disturb it. The sides do, and so it is measured in the middle.
class ShearWave {
  public:
    ShearWave(int dimension, float h)
        : fluid(dimension == 2 ? box(120, 40, 0, kSpacing, h) : box(30, 24, 20, kSpacing, h)),
          k_(kPi / (kSpacing * (dimension == 2 ? 40 : 24))),
          middle_(kSpacing * (dimension == 2 ? Vec3{60, 0, 0} : Vec3{15, 0, 10})),
          reach_(kSpacing * (dimension == 2 ? Vec3{30, 0, 1} : Vec3{6, 0, 5})) {
        fluid.fluids[0].viscosity = 50;
        fluid.move([&](Vec3 x) { return Vec3{std::cos(k_ * x.y), 0, 0}; });
    }

    /// How much of the wave there is.
    double amplitude() {
        double found = 0;
        double whole = 0;
        for (Index i = 0; i < fluid.size(); ++i) {
            const Vec3 x = fluid.x()[i];
            if (std::fabs(x.x - middle_.x) > reach_.x || std::fabs(x.z - middle_.z) > reach_.z) continue;
            const double wave = std::cos(k_ * x.y);
            found += wave * fluid.v()[i].x;
            whole += wave * wave;
        }
        return found / whole;
    }

    /// How fast it decays in `steps` steps, over the rate nu k^2 of the equation.
    double decay(ViscosityModel model, float dt, int steps) {
        PairForces forces({.viscosityModel = model});
        const double before = amplitude();
        for (int step = 0; step < steps; ++step) fluid.apply(forces, dt);
        const double nu = static_cast<double>(fluid.fluids[0].viscosity) / fluid.fluids[0].restDensity;
        return -std::log(amplitude() / before) / (nu * k_ * k_ * dt * steps);
    }

    PairFluid fluid;

  private:
    float k_;
    Vec3 middle_;
    Vec3 reach_;
};

class PairForcesPhysicsIn : public testing::TestWithParam<int> {};

TEST_P(PairForcesPhysicsIn, ExplicitViscosityDampsAShearWaveAtTheRateOfTheEquation) {
    ShearWave wave(GetParam(), 2 * kSpacing);
    EXPECT_NEAR(wave.decay(ViscosityModel::Explicit, 1e-3F, 1), 1, 0.05);
    EXPECT_NEAR(wave.decay(ViscosityModel::Explicit, 4e-3F, 150), 1, 0.05);
}

TEST_P(PairForcesPhysicsIn, ExplicitViscosityIsStableAtItsLongestStep) {
    // The stiffest wave there is. With twice the step it grows.
    PairFluid fluid(test::cubicLattice(GetParam() == 2 ? 20 : 10, kSpacing, GetParam()), kSpacing,
                    GetParam());
    fluid.fluids[0].viscosity = 50;
    fluid.measureDensity();
    fluid.move([](Vec3 x) {
        const auto place = [](float along) { return static_cast<int>(std::lround(along / kSpacing)); };
        return Vec3{(place(x.x) + place(x.y) + place(x.z)) % 2 == 0 ? 1.0F : -1.0F, 0, 0};
    });
    PairForces forces(PairForceSettings{});
    const float dt = forces.maxTimeStep(fluid.fluids, fluid.h);
    double energy = fluid.kineticEnergy();
    for (int step = 0; step < 20; ++step) {
        fluid.apply(forces, dt);
        EXPECT_LT(fluid.kineticEnergy(), energy) << "step " << step;
        energy = fluid.kineticEnergy();
    }
}

TEST_P(PairForcesPhysicsIn, ImplicitViscosityDampsAShearWaveAtTheRateOfTheEquation) {
    // At once, and while the particles find their way around each other, which makes the fluid thinner.
    ShearWave wave(GetParam(), 2 * kSpacing);
    EXPECT_NEAR(wave.decay(ViscosityModel::Implicit, 1e-3F, 1), 0.95, 0.05);
    EXPECT_NEAR(wave.decay(ViscosityModel::Implicit, 8e-3F, 75), 0.88, 0.06);
}

TEST_P(PairForcesPhysicsIn, ImplicitViscosityIsExacterWithMoreNeighbours) {
    ShearWave wave(GetParam(), 3 * kSpacing);
    EXPECT_NEAR(wave.decay(ViscosityModel::Implicit, 8e-3F, 40), 1, 0.05);
}

TEST_P(PairForcesPhysicsIn, ImplicitViscosityLeavesRigidRotationAlone) {
    const int dimension = GetParam();
    PairFluid fluid = box(16, 16, GetParam() == 2 ? 0 : 16, kSpacing);
    fluid.fluids[0].viscosity = 1e5F;
    const Vec3 omega = dimension == 2 ? Vec3{0, 0, 3} : Vec3{1, -2, 2};
    fluid.move([&](Vec3 x) { return cross(omega, x) + Vec3{0.3F, 0.2F, 0}; });
    const std::vector<Vec3> before = fluid.velocities();
    fluid.apply({.viscosityModel = ViscosityModel::Implicit}, 1.0F / 60);
    for (Index i = 0; i < fluid.size(); ++i) {
        ASSERT_LT(length(fluid.v()[i] - before[i]), 1e-4F * length(before[i]) + 1e-4F) << "particle " << i;
    }
}

TEST_P(PairForcesPhysicsIn, ImplicitViscosityMakesThickFluidRigidWithinAStep) {
    // With 1e5 Pa s the exact answer is rigid motion, with the momentum there was: nothing at all if that is
    // taken away first.
    const int dimension = GetParam();
    PairFluid fluid = box(12, 12, GetParam() == 2 ? 0 : 12, kSpacing);
    fluid.fluids[0].viscosity = 1e5F;
    test::Random random(3);
    const float z = dimension == 2 ? 0 : 1.0F;
    fluid.move([&](Vec3) { return random.between({-1, -1, -z}, {1, 1, z}); });
    const double before = fluid.kineticEnergy();
    PairForces forces({.viscosityModel = ViscosityModel::Implicit});
    fluid.apply(forces, 1.0F / 60);
    EXPECT_LT(fluid.kineticEnergy(), 0.02 * before);
    const double after = fluid.kineticEnergy();
    for (int step = 0; step < 5; ++step) fluid.apply(forces, 1.0F / 60);
    EXPECT_LE(fluid.kineticEnergy(), 1.0001 * after);
}

TEST_P(PairForcesPhysicsIn, VorticityOfRigidRotationIsTwiceItsSpeed) {
    const int dimension = GetParam();
    const int count = 16;
    PairFluid fluid = box(count, count, GetParam() == 2 ? 0 : count, kSpacing);
    const Vec3 omega = dimension == 2 ? Vec3{0, 0, 3} : Vec3{1, -2, 2};
    fluid.move([&](Vec3 x) { return cross(omega, x); });
    const ThreadPool pool(1);
    const Neighborhood around = fluid.around(pool);
    PairRecords records;
    fillPositions(around, records.position, [&](Index i) { return around.volume(i); });
    fillVelocities(around, records.velocity, [](Index) { return 0.0F; });
    records.result.resize(fluid.size() + 1);
    findVorticity({{&fluid.lists, records.position.data(), fluid.h, dimension},
                   records.velocity.data(),
                   records.result.data(),
                   {},
                   0},
                  {0, fluid.size()});
    const float low = 2 * fluid.h;
    const float high = count * kSpacing - low;
    int inside = 0;
    Vec3 sum;
    for (Index i = 0; i < fluid.size(); ++i) {
        const Vec3 x = fluid.x()[i];
        if (x.x < low || x.x > high || x.y < low || x.y > high) continue;
        if (dimension == 3 && (x.z < low || x.z > high)) continue;
        const Record& w = records.result[i];
        EXPECT_LT(length(Vec3{w.x, w.y, w.z} - 2 * omega), 0.25F * length(2 * omega)) << "particle " << i;
        sum = sum + Vec3{w.x, w.y, w.z};
        ++inside;
    }
    ASSERT_GT(inside, 50);
    EXPECT_LT(length((1.0F / static_cast<float>(inside)) * sum - 2 * omega), 0.03F * length(2 * omega));
}

/// Lamb and Oseen's eddy about the middle of a block, around z.
Vec3 eddyAt(Vec3 x, Vec3 middle, float core) {
    const Vec3 d = x - middle;
    const float r2 = std::max(d.x * d.x + d.y * d.y, 1e-12F);
    return ((1 - std::exp(-r2 / (core * core))) / r2) * Vec3{-d.y, d.x, 0};
}

TEST_P(PairForcesPhysicsIn, ConfinementSpinsAnEddyUp) {
    PairFluid fluid = box(24, 24, GetParam() == 2 ? 0 : 10, kSpacing);
    const Vec3 middle{12 * kSpacing, 12 * kSpacing, 0};
    fluid.move([&](Vec3 x) { return eddyAt(x, middle, 4 * kSpacing); });
    const double before = fluid.kineticEnergy();
    const std::vector<Vec3> old = fluid.velocities();
    fluid.apply({.vorticityConfinement = 5}, 0.01F);
    EXPECT_GT(fluid.kineticEnergy(), 1.005 * before);
    EXPECT_LT(fluid.kineticEnergy(), 1.5 * before);

    // At the rim of the core, the push is along the motion.
    int along = 0;
    int rim = 0;
    for (Index i = 0; i < fluid.size(); ++i) {
        const Vec3 d = fluid.x()[i] - middle;
        const float r = std::sqrt(d.x * d.x + d.y * d.y);
        if (std::fabs(r - 4 * kSpacing) > kSpacing) continue;
        ++rim;
        along += dot(fluid.v()[i] - old[i], old[i]) > 0 ? 1 : 0;
    }
    EXPECT_GT(along, rim * 95 / 100);
    EXPECT_GT(rim, 40);
}

TEST_P(PairForcesPhysicsIn, ConfinementDoesNothingToFluidAtRestOrInEvenMotion) {
    PairFluid fluid = box(12, 12, GetParam() == 2 ? 0 : 12, kSpacing);
    for (const Vec3 v : {Vec3{}, Vec3{1, -2, 0}}) {
        fluid.move([&](Vec3) { return v; });
        fluid.apply({.vorticityConfinement = 100}, 0.01F);
        for (Index i = 0; i < fluid.size(); ++i) ASSERT_EQ(fluid.v()[i], v);
    }
}

INSTANTIATE_TEST_SUITE_P(TwoAndThree, PairForcesPhysicsIn, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine
