// SPDX-License-Identifier: Zlib
// The passes of the forces between neighbours: wide against one pair at a time on every instruction set, and
// the latter against the formulas in double over all pairs.
#include <numbers>

#include "core/rotation.h"
#include "forces/implicit_viscosity.h"
#include "forces/surface_tension.h"
#include "forces/viscosity.h"
#include "forces/vorticity.h"
#include "tests/support/pair_fluid.h"

namespace undine {
namespace {

using test::forEachSimdTarget;
using test::jitteredLattice;
using test::PairFluid;

using Values = std::vector<double>;

/// All passes on one fluid, with room for their results.
class Passes {
  public:
    explicit Passes(PairFluid& fluid) : f(fluid), pool_(1) {
        const Neighborhood around = f.around(pool_);
        const Index n = f.size();
        fillPositions(around, volumes_, [&](Index i) { return around.volume(i); });
        fillViscousPositions(around, records_);
        fillVelocities(around, records_.velocity, [&](Index i) { return around.mass(i) * around.volume(i); });
        fillOfFluid(around, records_.ofFluid, cohesionWeight);
        records_.result.resize(n + 1);
        sum_.resize(n);
        for (AlignedArray<float>& axis : result_) axis.resize(n);
    }

    ListPass over(const AlignedArray<Record>& positions) {
        return {&f.lists, positions.data(), f.h, f.dimension};
    }
    VectorSpan result() { return {result_[0].data(), result_[1].data(), result_[2].data()}; }
    MomentumPass exchange(ExchangeSettings settings) {
        return {over(records_.position),
                records_.velocity.data(),
                f.fluids.data(),
                f.fluid(),
                result(),
                settings};
    }
    ViscousPass viscous() { return {over(records_.position), records_.velocity.data(), sum_.data(), 0.01F}; }
    VorticityPass vorticity() {
        return {over(volumes_), records_.velocity.data(), records_.result.data(), result(), 3};
    }
    TensionPass tension() { return {over(volumes_), f.fluids.data(), f.fluid(), result()}; }
    CohesionPass cohesion() {
        return {tension(), records_.ofFluid.data(), records_.result.data(),
                CohesionStrength(f.h, f.spacing, f.dimension)};
    }

    Values results() {
        Values all;
        for (Index i = 0; i < f.size(); ++i) {
            const Vec3 a = result()[i];
            all.insert(all.end(), {a.x, a.y, a.z});
        }
        return all;
    }
    static Values valuesOf(const AlignedArray<Record>& records, Index n) {
        Values all;
        for (Index i = 0; i < n; ++i) all.insert(all.end(), {records[i].x, records[i].y, records[i].z});
        return all;
    }
    Values sums() { return valuesOf(sum_, f.size()); }
    Values intermediate() { return valuesOf(records_.result, f.size()); }

    PairFluid& f;

  private:
    ThreadPool pool_;
    PairRecords records_;
    AlignedArray<Record> volumes_;
    AlignedArray<Record> sum_;
    AlignedArray<float> result_[3];
};

/// What every pass leaves, wide or one pair at a time.
std::vector<Values> allPasses(PairFluid& f, bool reference) {
    const Range all{0, f.size()};
    std::vector<Values> results;
    for (const ExchangeSettings settings :
         {ExchangeSettings{0.01F, 0}, ExchangeSettings{0, 0.4F}, ExchangeSettings{0.01F, 0.4F}}) {
        Passes p(f);
        const MomentumPass pass = p.exchange(settings);
        reference ? exchangeMomentumReference(pass, all) : exchangeMomentum(pass, all);
        results.push_back(p.results());
    }
    Passes viscous(f);
    reference ? sumViscousForcesReference(viscous.viscous(), all) : sumViscousForces(viscous.viscous(), all);
    results.push_back(viscous.sums());

    Passes vorticity(f);
    reference ? findVorticityReference(vorticity.vorticity(), all)
              : findVorticity(vorticity.vorticity(), all);
    reference ? confineVorticityReference(vorticity.vorticity(), all)
              : confineVorticity(vorticity.vorticity(), all);
    results.push_back(vorticity.intermediate());
    results.push_back(vorticity.results());

    Passes cohesion(f);
    reference ? findNormalsReference(cohesion.cohesion(), all) : findNormals(cohesion.cohesion(), all);
    reference ? addCohesionReference(cohesion.cohesion(), all) : addCohesion(cohesion.cohesion(), all);
    results.push_back(cohesion.intermediate());
    results.push_back(cohesion.results());

    Passes color(f);
    const ColorFieldPass pass{color.tension(), 0.01F};
    reference ? addColorFieldTensionReference(pass, all) : addColorFieldTension(pass, all);
    results.push_back(color.results());
    return results;
}

/// Within `tolerance` of the largest magnitude.
void expectNear(const Values& got, const Values& expected, double tolerance) {
    double largest = 0;
    for (const double value : expected) largest = std::max(largest, std::fabs(value));
    ASSERT_GT(largest, 0);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t k = 0; k < got.size(); ++k) {
        ASSERT_NEAR(got[k], expected[k], tolerance * largest) << "entry " << k;
    }
}

// --- The formulas, as the headers state them ---

/// Sums over all pairs nearer than h; term(i, j, r, x_i - x_j).
class Formulas {
  public:
    explicit Formulas(PairFluid& fluid) : f(fluid), h(fluid.h), flat(fluid.dimension == 2) {}

    template <class Term>
    std::vector<Vec3d> sum(Term&& term) {
        std::vector<Vec3d> all(f.size());
        for (Index i = 0; i < f.size(); ++i) {
            for (Index j = 0; j < f.size(); ++j) {
                const Vec3d d = Vec3d(f.x()[i]) - Vec3d(f.x()[j]);
                const double r = length(d);
                if (j != i && r < h) all[i] = all[i] + term(i, j, r, d);
            }
        }
        return all;
    }

    double volume(Index i) { return f.massOf(i) / f.density[i]; }
    double viscosity(Index i, Index j) {
        return std::sqrt(static_cast<double>(f.fluids[f.fluid()[i]].viscosity) *
                         f.fluids[f.fluid()[j]].viscosity);
    }
    Vec3d velocity(Index i) { return Vec3d(f.v()[i]); }

    // The blend kernel, its gradient as a factor of d, and the Laplacian of viscosity.
    double constant() const { return flat ? 112 / (19 * kPi * h * h) : 9009 / (1072 * kPi * h * h * h); }
    double kernel(double r) const {
        const double s = 1 - r * r / (h * h);
        return constant() / 4 * (std::pow(s, 3) + 3 * std::pow(s, 6));
    }
    double slope(double r) const {
        const double s = 1 - r * r / (h * h);
        return -constant() / 4 * (6 * std::pow(s, 2) + 36 * std::pow(s, 5)) / (h * h);
    }
    double laplacian(double r) const {
        const double c = flat ? 48 / (kPi * std::pow(h, 4)) : 945 / (16 * kPi * std::pow(h, 5));
        return c * std::pow(1 - r * r / (h * h), 2);
    }

    static Values flatten(const std::vector<Vec3d>& vectors) {
        Values all;
        for (const Vec3d& a : vectors) all.insert(all.end(), {a.x, a.y, a.z});
        return all;
    }

    static constexpr double kPi = std::numbers::pi;
    PairFluid& f;
    const double h;
    const bool flat;
};

class PairPassesIn : public testing::TestWithParam<int> {
  protected:
    PairFluid stirred() const {
        PairFluid fluid(jitteredLattice(GetParam() == 2 ? 30 : 10, 0.1F, GetParam(), 0.3F), 0.1F, GetParam());
        fluid.stir();
        return fluid;
    }
};

TEST_P(PairPassesIn, ComputeWhatTheReferenceComputes) {
    PairFluid fluid = stirred();
    const std::vector<Values> expected = allPasses(fluid, true);
    forEachSimdTarget([&] {
        fluid.buildLists();
        const std::vector<Values> got = allPasses(fluid, false);
        for (std::size_t k = 0; k < expected.size(); ++k) {
            SCOPED_TRACE("result " + std::to_string(k));
            expectNear(got[k], expected[k], 3e-5);
        }
    });
}

TEST_P(PairPassesIn, HaveAReferenceThatFollowsTheFormulasOfViscosity) {
    PairFluid fluid = stirred();
    Formulas exact(fluid);
    const double dt = 0.01F;
    const double c = 0.4F;
    const auto exchanged = exact.sum([&](Index i, Index j, double r, Vec3d) {
        const double viscous =
            dt * exact.viscosity(i, j) * exact.volume(i) * exact.volume(j) * exact.laplacian(r);
        const double smooth = c * exact.kernel(r) *
                              std::min(fluid.massOf(i) * exact.volume(i), fluid.massOf(j) * exact.volume(j));
        return (viscous + smooth) / fluid.massOf(i) * (exact.velocity(j) - exact.velocity(i));
    });
    const auto viscous = exact.sum([&](Index i, Index j, double r, Vec3d d) {
        const double factor = 2 * (fluid.dimension + 2) * exact.viscosity(i, j) * exact.volume(i) *
                              exact.volume(j) * dot(exact.velocity(i) - exact.velocity(j), d) /
                              std::max(r * r, 0.01 * exact.h * exact.h);
        return -dt * factor * exact.slope(r) * d;
    });
    const std::vector<Values> got = allPasses(fluid, true);
    expectNear(got[2], Formulas::flatten(exchanged), 1e-5);
    expectNear(got[3], Formulas::flatten(viscous), 1e-5);
}

TEST_P(PairPassesIn, HaveAReferenceThatFollowsTheFormulasOfVorticity) {
    PairFluid fluid = stirred();
    Formulas exact(fluid);
    const auto w = exact.sum([&](Index i, Index j, double r, Vec3d d) {
        return exact.volume(j) * cross(exact.velocity(j) - exact.velocity(i), -exact.slope(r) * d);
    });
    const auto eta = exact.sum([&](Index i, Index j, double r, Vec3d d) {
        const double difference = length(w[j]) - length(w[i]);
        return exact.volume(j) * difference * exact.slope(r) * d;
    });
    std::vector<Vec3d> a;
    for (Index i = 0; i < fluid.size(); ++i) {
        const double shortest = VorticityPass::kEven * length(w[i]) / exact.h;
        a.push_back(3 * exact.h / std::max(length(eta[i]), shortest) * cross(eta[i], w[i]));
    }
    const std::vector<Values> got = allPasses(fluid, true);
    expectNear(got[4], Formulas::flatten(w), 1e-5);
    expectNear(got[5], Formulas::flatten(a), 1e-4);
}

TEST_P(PairPassesIn, HaveAReferenceThatFollowsTheFormulasOfCohesion) {
    PairFluid fluid = stirred();
    Formulas exact(fluid);
    const auto n = exact.sum(
        [&](Index, Index j, double r, Vec3d d) { return exact.h * exact.volume(j) * exact.slope(r) * d; });
    const CohesionStrength strength(fluid.h, fluid.spacing, fluid.dimension);
    const auto weight = [&](Index i) {
        const FluidConstants& own = fluid.fluids[fluid.fluid()[i]];
        return std::sqrt(static_cast<double>(own.surfaceTension)) * own.mass / own.restDensity;
    };
    const auto a = exact.sum([&](Index i, Index j, double r, Vec3d d) {
        const double q = r / exact.h;
        const double t3 = std::pow(q * (1 - q), 3);
        const double spline = q < 0.5 ? 2 * t3 - 1.0 / 64 : t3;
        const Vec3d evening = strength.area * std::pow(1 - q * q, 2) * (n[i] - n[j]);
        return -weight(i) * weight(j) / fluid.massOf(i) * (strength.cohesion * spline / r * d + evening);
    });
    const std::vector<Values> got = allPasses(fluid, true);
    expectNear(got[6], Formulas::flatten(n), 1e-5);
    expectNear(got[7], Formulas::flatten(a), 1e-5);
}

TEST_P(PairPassesIn, HaveAReferenceThatFollowsTheFormulasOfTheColorField) {
    PairFluid fluid = stirred();
    Formulas exact(fluid);
    const double h = exact.h;
    const double dim = fluid.dimension;
    const double c = exact.flat ? 4 / (Formulas::kPi * h * h) : 315 / (64 * Formulas::kPi * h * h * h);
    const auto lap = [&](double q2) { return -6 * c / (h * h) * (1 - q2) * (dim - (dim + 4) * q2); };
    const auto n = exact.sum([&](Index, Index j, double r, Vec3d d) {
        return exact.volume(j) * -6 * c / (h * h) * std::pow(1 - r * r / (h * h), 2) * d;
    });
    const auto bend = exact.sum(
        [&](Index, Index j, double r, Vec3d) { return Vec3d(exact.volume(j) * lap(r * r / (h * h)), 0, 0); });
    std::vector<Vec3d> a;
    for (Index i = 0; i < fluid.size(); ++i) {
        const double size = length(n[i]);
        const double kappa = -(bend[i].x + exact.volume(i) * lap(0)) / size;
        const double sigma = fluid.fluids[fluid.fluid()[i]].surfaceTension;
        a.push_back((size * h > 0.01F ? sigma * kappa / fluid.density[i] : 0) * n[i]);
    }
    expectNear(allPasses(fluid, true)[8], Formulas::flatten(a), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(TwoAndThree, PairPassesIn, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine
