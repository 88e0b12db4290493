// SPDX-License-Identifier: Zlib
// The pair passes: wide against one pair at a time on every instruction set, and the latter against the
// formulas.
#include "solvers/sph_passes.h"

#include <algorithm>
#include <numbers>

#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::cubicLattice;
using test::forEachSimdTarget;
using test::Random;
using test::randomPoints;

constexpr double kPi = std::numbers::pi;
constexpr float kMass = 0.7F;

/// Particles in a grid with random velocities, densities and pressures, and room for the results of all
/// passes.
class Fluid {
  public:
    Fluid(const std::vector<Vec3>& points, float supportRadius, int dimensions)
        : h(supportRadius), dimension(dimensions), store_(test::storeOf(points)) {
        grid.build(store_, h, dimension, ThreadPool(1));
        Random random(17);
        const float z = dimension == 2 ? 0.0F : 3.0F;
        for (std::size_t k = 0; k < kScalars; ++k) values_[k].resize(size());
        for (Index i = 0; i < size(); ++i) {
            store_.velocity().set(i, random.between({-3, -3, -z}, {3, 3, z}));
            values_[0][i] = random.between(900, 1100);
            values_[1][i] = random.between(-200, 3000);
            values_[2][i] = kMass / values_[0][i];
        }
    }

    Index size() const { return grid.particleCount(); }
    VectorSpan x() { return store_.position(); }
    VectorSpan v() { return store_.velocity(); }
    float* density() { return values_[0].data(); }
    float* pressure() { return values_[1].data(); }
    float* volume() { return values_[2].data(); }
    VectorSpan acceleration() { return {values_[3].data(), values_[4].data(), values_[5].data()}; }
    VectorSpan normal() { return {values_[6].data(), values_[7].data(), values_[8].data()}; }
    float* laplacian() { return values_[9].data(); }
    float* result() { return values_[10].data(); }

    DensityPass densityPass(Formulation formulation, float initialSum = 1) {
        return {.formulation = formulation,
                .x = x(),
                .density = result(),
                .h = h,
                .dimension = dimension,
                .mass = kMass,
                .initialSum = initialSum};
    }
    ForcePass forcePass(Formulation formulation, float surfaceTension) {
        return {.formulation = formulation,
                .x = x(),
                .v = v(),
                .density = density(),
                .pressure = pressure(),
                .volume = volume(),
                .mass = kMass,
                .acceleration = acceleration(),
                .normal = normal(),
                .laplacian = laplacian(),
                .h = h,
                .dimension = dimension,
                .viscosity = 0.4F,
                .surfaceTension = surfaceTension,
                .tensionThreshold = 0.01F};
    }

    CellGrid grid;
    const float h;
    const int dimension;

  private:
    static constexpr std::size_t kScalars = 11;
    ParticleStore store_;
    AlignedArray<float> values_[kScalars];
};

using Values = std::vector<double>;

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
Values accelerations(Fluid& fluid, Pass&& pass, Formulation formulation, float surfaceTension) {
    for (Index i = 0; i < fluid.size(); ++i)
        fluid.acceleration().set(i, {test::kNaN, test::kNaN, test::kNaN});
    runBlocks(fluid, pass, fluid.forcePass(formulation, surfaceTension));
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

// --- The formulas once more, in double and over all pairs
// -----------------------------------------------------

struct Direct {
    Fluid& f;
    double h = f.h;
    bool flat = f.dimension == 2;

    double poly6() const { return flat ? 4 / (kPi * std::pow(h, 8)) : 315 / (64 * kPi * std::pow(h, 9)); }
    double spikySlope(double r) const {
        return -(flat ? 30 / (kPi * std::pow(h, 5)) : 45 / (kPi * std::pow(h, 6))) * (h - r) * (h - r);
    }
    double viscosityLaplacian(double r) const {
        return (flat ? 40 / (kPi * std::pow(h, 5)) : 45 / (kPi * std::pow(h, 6))) * (h - r);
    }
    double spline(double r) const {
        const double c = flat ? 40 / (7 * kPi * h * h) : 8 / (kPi * h * h * h);
        const double q = r / h;
        return q <= 0.5 ? c * (6 * q * q * q - 6 * q * q + 1) : 2 * c * std::pow(1 - q, 3);
    }
    double splineSlope(double r) const {
        const double c = (flat ? 40 / (7 * kPi * h * h) : 8 / (kPi * h * h * h)) / h;
        const double q = r / h;
        return q <= 0.5 ? c * (18 * q * q - 12 * q) : -6 * c * (1 - q) * (1 - q);
    }
    double poly6Laplacian(double r) const {
        const double s = h * h - r * r;
        return flat ? -48 / (kPi * std::pow(h, 8)) * s * (h * h - 3 * r * r)
                    : -945 / (32 * kPi * std::pow(h, 9)) * s * (3 * h * h - 7 * r * r);
    }

    double distance(Index i, Index j, double* d) const {
        const Vec3 a = f.x()[i];
        const Vec3 b = f.x()[j];
        d[0] = static_cast<double>(a.x) - b.x;
        d[1] = static_cast<double>(a.y) - b.y;
        d[2] = static_cast<double>(a.z) - b.z;
        return std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }

    Values density(Formulation formulation, double initialSum) const {
        Values all;
        for (Index i = 0; i < f.size(); ++i) {
            double sum = 0;
            for (Index j = 0; j < f.size(); ++j) {
                double d[3];
                const double r = distance(i, j, d);
                if (r >= h) continue;
                const double w =
                    formulation == Formulation::Mueller ? poly6() * std::pow(h * h - r * r, 3) : spline(r);
                sum += i == j ? initialSum * w : w;
            }
            all.push_back(kMass * sum);
        }
        return all;
    }

    Values acceleration(const ForcePass& pass) const {
        Values all;
        for (Index i = 0; i < f.size(); ++i) {
            double a[3] = {0, 0, 0};
            double n[3] = {0, 0, 0};
            double laplacian = 0;
            for (Index j = 0; j < f.size(); ++j) addPair(pass, i, j, a, n, laplacian);
            const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            const bool isSurface = pass.surfaceTension > 0 && length * h > pass.tensionThreshold;
            for (int k = 0; k < 3; ++k) {
                const double tension =
                    isSurface ? -pass.surfaceTension * laplacian / length * n[k] / pass.density[i] : 0;
                all.push_back(a[k] + tension);
            }
        }
        return all;
    }

    void addPair(const ForcePass& pass, Index i, Index j, double* a, double* n, double& laplacian) const {
        double d[3];
        const double r = distance(i, j, d);
        if (r >= h) return;
        const double volume = pass.volume[j];
        laplacian += volume * poly6Laplacian(r);
        if (i == j) return;
        const double rho = pass.density[i];
        const double p = static_cast<double>(pass.pressure[i]) + pass.pressure[j];
        const double push = pass.formulation == Formulation::Mueller ? volume * p / (2 * rho) * spikySlope(r)
                                                                     : kMass * p * splineSlope(r);
        const Vec3 dv = f.v()[j] - f.v()[i];
        const double velocity[3] = {dv.x, dv.y, dv.z};
        for (int k = 0; k < 3; ++k) {
            a[k] += (r > 0 ? -push * d[k] / r : 0) +
                    pass.viscosity * volume / rho * velocity[k] * viscosityLaplacian(r);
            n[k] += volume * -6 * poly6() * std::pow(h * h - r * r, 2) * d[k];
        }
    }
};

// --- Clouds of particles
// --------------------------------------------------------------------------------------

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
    Fluid fluid{jittered(cubicLattice(GetParam() == 2 ? 40 : 12, 0.1F, GetParam()), 0.03F, GetParam()), kH,
                GetParam()};
    Fluid crowded{crowd(GetParam()), kH, GetParam()};
    static constexpr Formulation kBoth[] = {Formulation::Mueller, Formulation::Conservative};
};

TEST_P(SphPasses, ComputeTheDensityTheReferenceComputes) {
    for (Fluid* f : {&fluid, &crowded}) {
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
    for (Fluid* f : {&fluid, &crowded}) {
        for (const Formulation formulation : kBoth) {
            for (const float tension : {0.0F, 0.5F}) {
                const Values expected = accelerations(*f, forcesOfCellsReference, formulation, tension);
                forEachSimdTarget(
                    [&] { expectNear(accelerations(*f, forcesOfCells, formulation, tension), expected); });
            }
        }
    }
}

TEST_P(SphPasses, HaveAReferenceThatFollowsTheDensityFormula) {
    for (Fluid* f : {&fluid, &crowded}) {
        for (const Formulation formulation : kBoth) {
            for (const float initialSum : {1.0F, 0.25F}) {
                expectNear(densities(*f, densityOfCellsReference, formulation, initialSum),
                           Direct{*f}.density(formulation, initialSum));
            }
        }
    }
}

TEST_P(SphPasses, HaveAReferenceThatFollowsTheForceFormulas) {
    for (Fluid* f : {&fluid, &crowded}) {
        for (const Formulation formulation : kBoth) {
            for (const float tension : {0.0F, 0.5F}) {
                expectNear(accelerations(*f, forcesOfCellsReference, formulation, tension),
                           Direct{*f}.acceleration(f->forcePass(formulation, tension)), 2e-5);
            }
        }
    }
}

TEST_P(SphPasses, FindMoreCandidatesInTheCrowdThanABlockHolds) {
    Index most = 0;
    for (Index c = 0; c < crowded.grid.cellCount(); ++c) {
        Index count = 0;
        for (const Range row : crowded.grid.rows(c)) count += row.end - row.begin;
        most = std::max(most, count);
    }
    EXPECT_GT(most, 1024U);
}

TEST_P(SphPasses, ConserveMomentum) {
    // With equal densities the forces of a pair are equal and opposite.
    std::fill_n(fluid.density(), fluid.size(), 1000.0F);
    std::fill_n(fluid.volume(), fluid.size(), kMass / 1000);
    forEachSimdTarget([&] {
        for (const Formulation formulation : kBoth) {
            const Values a = accelerations(fluid, forcesOfCells, formulation, 0);
            double sum[3] = {0, 0, 0};
            double magnitude = 0;
            for (std::size_t k = 0; k < a.size(); ++k) {
                sum[k % 3] += a[k];
                magnitude += std::fabs(a[k]);
            }
            for (const double component : sum) EXPECT_NEAR(component, 0, 1e-6 * magnitude);
        }
    });
}

TEST_P(SphPasses, GiveCoincidentParticlesNoForceAndNoNaN) {
    Fluid pile(std::vector<Vec3>(700, Vec3{0.5F, 0.5F, 0}), kH, GetParam());
    forEachSimdTarget([&] {
        for (const Formulation formulation : kBoth) {
            for (const float tension : {0.0F, 0.5F}) {
                const ForcePass pass = pile.forcePass(formulation, tension);
                runBlocks(pile, forcesOfCells, pass);
                // Viscosity is all there is: the mean velocity less the own, whatever the distance.
                expectNear(accelerations(pile, forcesOfCells, formulation, tension),
                           Direct{pile}.acceleration(pass), 3e-5);
            }
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
            const Values a = accelerations(lone, forcesOfCells, formulation, 0.5F);
            EXPECT_EQ(a, Values(3, 0.0));
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Unit, SphPasses, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine
