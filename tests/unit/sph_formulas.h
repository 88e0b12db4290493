// SPDX-License-Identifier: Zlib
// A fluid for the tests of the pair passes, and the formulas of those passes once more: in double, over all
// pairs, and written as in the papers.
#pragma once

#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "core/aligned_array.h"
#include "neighbors/cell_grid.h"
#include "solvers/fluid_tables.h"
#include "solvers/sph_passes.h"
#include "tests/unit/test_support.h"

namespace undine::test {

inline constexpr double kPi = std::numbers::pi;

/// Two fluids with nothing in common, and with particles of somewhat different volumes.
inline constexpr FluidConstants kFluids[] = {
    {.restDensity = 1000, .mass = 0.7F, .viscosity = 0.4F, .stiffness = 50},
    {.restDensity = 300, .mass = 0.2F, .viscosity = 7, .stiffness = 90}};

using Values = std::vector<double>;

/// Particles in a grid with random fluids, velocities, densities and pressures, and room for the results of
/// all passes.
class Fluid {
  public:
    Fluid(const std::vector<Vec3>& points, float supportRadius, int dimensions, int fluids = 2)
        : h(supportRadius), dimension(dimensions), store_(storeOf(points)) {
        grid.build(store_, h, dimension, ThreadPool(1));
        tables_.assign(std::span(kFluids).first(static_cast<std::size_t>(fluids)), {});
        Random random(17);
        const float z = dimension == 2 ? 0.0F : 3.0F;
        for (AlignedArray<float>& values : values_) values.resize(size());
        for (Index i = 0; i < size(); ++i) {
            store_.writableFluid()[i] = random.below(static_cast<Index>(fluids));
            store_.velocity().set(i, random.between({-3, -3, -z}, {3, 3, z}));
            values_[0][i] = random.between(0.9F, 1.1F) * of(i).restDensity;
            values_[1][i] = random.between(-200, 3000);
        }
    }

    Index size() const { return grid.particleCount(); }
    const FluidConstants& of(Index i) { return kFluids[store_.fluid()[i]]; }
    VectorSpan x() { return store_.position(); }
    VectorSpan v() { return store_.velocity(); }
    double density(Index i) { return values_[0][i]; }
    double pressure(Index i) { return values_[1][i]; }
    double volume(Index i) { return of(i).mass / density(i); }
    VectorSpan acceleration() { return {values_[2].data(), values_[3].data(), values_[4].data()}; }
    float* result() { return values_[5].data(); }

    DensityPass densityPass(Formulation formulation, float initialSum = 1) {
        return {.formulation = formulation,
                .x = x(),
                .relative = result(),
                .h = h,
                .dimension = dimension,
                .restVolume = tables_.of(tables_.restVolume, store_.fluid()),
                .initialSum = initialSum};
    }
    ForcePass forcePass(Formulation formulation) {
        const bool isMueller = formulation == Formulation::Mueller;
        for (Index i = 0; i < size(); ++i) {
            const double relative = volume(i) / kFluids[0].restVolume();
            values_[6][i] = static_cast<float>(pressure(i) * relative * (isMueller ? 1 : relative));
            values_[7][i] = static_cast<float>(std::sqrt(of(i).viscosity) * relative);
            values_[8][i] = static_cast<float>(relative);
        }
        return {.formulation = formulation,
                .x = x(),
                .v = v(),
                .pressureTerm = values_[6].data(),
                .viscosityTerm = values_[7].data(),
                .volume = isMueller ? values_[8].data() : nullptr,
                .acceleration = acceleration(),
                .h = h,
                .dimension = dimension,
                .unitVolume = tables_.unitVolume,
                .specificVolume = tables_.of(tables_.specificVolume, store_.fluid())};
    }

    CellGrid grid;
    const float h;
    const int dimension;

  private:
    ParticleStore store_;
    FluidTables tables_;
    AlignedArray<float> values_[9];
};

/// Every sum over all pairs.
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
    double polyBlend() const {
        return flat ? 28 / (19 * kPi * std::pow(h, 2)) : 9009 / (4288 * kPi * std::pow(h, 3));
    }
    double smoothLaplacian(double r) const {
        const double c = flat ? 48 / (kPi * std::pow(h, 8)) : 945 / (16 * kPi * std::pow(h, 9));
        return c * std::pow(h * h - r * r, 2);
    }

    // By formulation: the kernel of the density, the slope of that of the pressure, the Laplacian of the
    // viscosity.
    double kernel(Formulation formulation, double r) const {
        if (formulation == Formulation::Mueller) return poly6() * std::pow(h * h - r * r, 3);
        const double s = 1 - r * r / (h * h);
        return polyBlend() * (std::pow(s, 3) + 3 * std::pow(s, 6));
    }
    double slope(Formulation formulation, double r) const {
        if (formulation == Formulation::Mueller) return spikySlope(r);
        const double s = 1 - r * r / (h * h);
        return -polyBlend() * (6 * std::pow(s, 2) + 36 * std::pow(s, 5)) * r / (h * h);
    }
    double laplacian(Formulation formulation, double r) const {
        return formulation == Formulation::Mueller ? viscosityLaplacian(r) : smoothLaplacian(r);
    }

    double distance(Index i, Index j, double* d) const {
        const Vec3 a = f.x()[i];
        const Vec3 b = f.x()[j];
        d[0] = static_cast<double>(a.x) - b.x;
        d[1] = static_cast<double>(a.y) - b.y;
        d[2] = static_cast<double>(a.z) - b.z;
        return std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }

    /// Relative to that at rest.
    Values density(Formulation formulation, double initialSum) const {
        Values all;
        for (Index i = 0; i < f.size(); ++i) {
            double sum = 0;
            for (Index j = 0; j < f.size(); ++j) {
                double d[3];
                const double r = distance(i, j, d);
                if (r >= h) continue;
                const double w = kernel(formulation, r);
                sum += i == j ? initialSum * w : w;
            }
            all.push_back(f.of(i).restVolume() * sum);
        }
        return all;
    }

    Values acceleration(Formulation formulation) const {
        Values all;
        for (Index i = 0; i < f.size(); ++i) {
            double force[3] = {0, 0, 0};
            for (Index j = 0; j < f.size(); ++j) addPair(formulation, i, j, force);
            for (const double component : force) all.push_back(component / f.of(i).mass);
        }
        return all;
    }

    void addPair(Formulation formulation, Index i, Index j, double* force) const {
        double d[3];
        const double r = distance(i, j, d);
        if (r >= h || i == j) return;
        const double vi = f.volume(i);
        const double vj = f.volume(j);
        const double p = formulation == Formulation::Mueller
                             ? vi * vj * (f.pressure(i) + f.pressure(j)) / 2
                             : vi * vi * f.pressure(i) + vj * vj * f.pressure(j);
        const double push = p * slope(formulation, r);
        const double mu = std::sqrt(static_cast<double>(f.of(i).viscosity) * f.of(j).viscosity);
        const Vec3 dv = f.v()[j] - f.v()[i];
        const double velocity[3] = {dv.x, dv.y, dv.z};
        for (int k = 0; k < 3; ++k) {
            force[k] +=
                (r > 0 ? -push * d[k] / r : 0) + mu * vi * vj * velocity[k] * laplacian(formulation, r);
        }
    }
};

}  // namespace undine::test
