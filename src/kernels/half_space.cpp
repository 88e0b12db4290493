// SPDX-License-Identifier: Zlib
#include "kernels/half_space.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/function_ref.h"
#include "kernels/constants.h"

namespace undine {
namespace {

using Kernel = FunctionRef<double(double)>;  // of q = r/h, for h = 1

double cube(double a) { return a > 0 ? a * a * a : 0; }

double densityKernel(Formulation formulation, int dimension, double q) {
    if (formulation == Formulation::Mueller) return poly6Constant(1, dimension) * cube(1 - q * q);
    const double s3 = cube(1 - q * q);
    return 0.25 * polyBlendConstant(1, dimension) * s3 * (1 + 3 * s3);
}

double pressureKernel(Formulation formulation, int dimension, double q) {
    if (formulation == Formulation::Mueller) return spikyConstant(1, dimension) * cube(1 - q);
    return densityKernel(formulation, dimension, q);
}

double integrate(double from, double to, FunctionRef<double(double)> f) {
    // Simpson's rule; the integrands are smooth.
    constexpr int kSteps = 64;
    const double step = (to - from) / kSteps;
    double sum = f(from) + f(to);
    for (int k = 1; k < kSteps; ++k) sum += (k % 2 == 1 ? 4 : 2) * f(from + k * step);
    return sum * step / 3;
}

/// Integral of a kernel over a plane (a line in 2D) at distance d.
double overPlane(double d, int dimension, Kernel w) {
    if (d >= 1) return 0;
    if (dimension == 3) return 2 * std::numbers::pi * integrate(d, 1, [&](double r) { return w(r) * r; });
    return 2 * integrate(0, std::sqrt(1 - d * d), [&](double s) { return w(std::sqrt(d * d + s * s)); });
}

/// Integral of a kernel over everything beyond a plane at distance d.
double beyondPlane(double d, int dimension, Kernel w) {
    if (d >= 1) return 0;
    return integrate(d, 1, [&](double z) { return overPlane(z, dimension, w); });
}

/// Sum of a kernel over the lattice points with x >= firstX, in spacings, seen from the origin.
double latticeSum(double spacing, int dimension, int firstX, Kernel w) {
    const int reach = static_cast<int>(std::ceil(1 / spacing));
    const int reachZ = dimension == 2 ? 0 : reach;
    double sum = 0;
    for (int k = -reachZ; k <= reachZ; ++k) {
        for (int j = -reach; j <= reach; ++j) {
            for (int i = firstX; i <= reach; ++i) sum += w(spacing * std::sqrt(i * i + j * j + k * k));
        }
    }
    return sum;
}

/// What a lattice lacks, as a share of its density, half a spacing above a wall.
double missingAtWall(double spacing, int dimension, Kernel w) {
    const int reach = static_cast<int>(std::ceil(1 / spacing));
    return latticeSum(spacing, dimension, 1, w) / latticeSum(spacing, dimension, -reach, w);
}

/// How far the fluid behind the wall is set back, so that a particle at half a spacing misses what a lattice
/// would have there.
double findSetback(double spacing, int dimension, Kernel w) {
    const double missing = missingAtWall(spacing, dimension, w);
    double low = -0.5 * spacing;
    double high = 1;
    for (int k = 0; k < 50; ++k) {
        const double middle = 0.5 * (low + high);
        (beyondPlane(0.5 * spacing + middle, dimension, w) > missing ? low : high) = middle;
    }
    return low;
}

}  // namespace

HalfSpaceTable::HalfSpaceTable(Formulation formulation, float h, float spacing, int dimension)
    : scale(static_cast<float>(kIntervals) / h) {
    const auto density = [&](double q) { return densityKernel(formulation, dimension, q); };
    const auto pressure = [&](double q) { return pressureKernel(formulation, dimension, q); };
    const double setback = findSetback(spacing / h, dimension, density);
    for (int k = 0; k < kIntervals + 2; ++k) {
        const double d = std::max(0.0, static_cast<double>(k) / kIntervals + setback);
        const bool inReach = k < kIntervals;
        volume[k] = inReach ? static_cast<float>(beyondPlane(d, dimension, density)) : 0;
        area[k] = inReach ? static_cast<float>(overPlane(d, dimension, pressure) / h) : 0;
    }
}

double latticeDensity(Formulation formulation, float h, float spacing, int dimension, float initialSum) {
    const auto density = [&](double q) { return densityKernel(formulation, dimension, q); };
    const double q = static_cast<double>(spacing) / h;
    const double sum = latticeSum(q, dimension, -static_cast<int>(std::ceil(1 / q)), density);
    return (sum - (1 - initialSum) * density(0)) / std::pow(h, dimension);
}

double missingAtWall(Formulation formulation, float h, float spacing, int dimension) {
    const auto density = [&](double q) { return densityKernel(formulation, dimension, q); };
    return missingAtWall(static_cast<double>(spacing) / h, dimension, density);
}

double layerDensity(Formulation formulation, float h, float spacing, int dimension, float distance) {
    const int reach = static_cast<int>(std::ceil(h / spacing));
    const int reachZ = dimension == 2 ? 0 : reach;
    double sum = 0;
    for (int k = -reachZ; k <= reachZ; ++k) {
        for (int j = -reach; j <= reach; ++j) {
            const double along = spacing * std::hypot(j, k);
            sum += densityKernel(formulation, dimension, std::hypot(along, distance) / h);
        }
    }
    return sum / std::pow(h, dimension);
}

double densityKernel(Formulation formulation, float h, int dimension, float distance) {
    return densityKernel(formulation, dimension, static_cast<double>(distance) / h) / std::pow(h, dimension);
}

}  // namespace undine
