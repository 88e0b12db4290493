// SPDX-License-Identifier: Zlib
// A fluid for the tests of the pair passes, and the formulas of those passes once more: in double, over all
// pairs, and written as in the papers.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "core/aligned_array.h"
#include "neighbors/cell_grid.h"
#include "solvers/sph_passes.h"
#include "tests/unit/test_support.h"

namespace undine::test {

inline constexpr double kPi = std::numbers::pi;
inline constexpr float kMass = 0.7F;

using Values = std::vector<double>;

/// Particles in a grid with random velocities, densities and pressures, and room for the results of all
/// passes.
class Fluid {
  public:
    Fluid(const std::vector<Vec3>& points, float supportRadius, int dimensions)
        : h(supportRadius), dimension(dimensions), store_(storeOf(points)) {
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
                const double w = kernel(formulation, r);
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
            double bend = 0;
            for (Index j = 0; j < f.size(); ++j) addPair(pass, i, j, a, n, bend);
            const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            const bool isSurface = pass.surfaceTension > 0 && length * h > pass.tensionThreshold;
            for (int k = 0; k < 3; ++k) {
                const double tension =
                    isSurface ? -pass.surfaceTension * bend / length * n[k] / pass.density[i] : 0;
                all.push_back(a[k] + tension);
            }
        }
        return all;
    }

    void addPair(const ForcePass& pass, Index i, Index j, double* a, double* n, double& bend) const {
        double d[3];
        const double r = distance(i, j, d);
        if (r >= h) return;
        const double volume = pass.volume[j];
        bend += volume * poly6Laplacian(r);
        if (i == j) return;
        const double rho = pass.density[i];
        const double p = static_cast<double>(pass.pressure[i]) + pass.pressure[j];
        const double factor = pass.formulation == Formulation::Mueller ? volume / (2 * rho) : kMass;
        const double push = factor * p * slope(pass.formulation, r);
        const Vec3 dv = f.v()[j] - f.v()[i];
        const double velocity[3] = {dv.x, dv.y, dv.z};
        for (int k = 0; k < 3; ++k) {
            a[k] += (r > 0 ? -push * d[k] / r : 0) +
                    pass.viscosity * volume / rho * velocity[k] * laplacian(pass.formulation, r);
            n[k] += volume * -6 * poly6() * std::pow(h * h - r * r, 2) * d[k];
        }
    }
};

}  // namespace undine::test
