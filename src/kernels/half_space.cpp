// SPDX-License-Identifier: Zlib
#include "kernels/half_space.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/function_ref.h"
#include "kernels/constants.h"

namespace undine {
namespace {

double integrate(double from, double to, FunctionRef<double(double)> f) {
    // Simpson's rule; the integrands are smooth polynomials or nearly so.
    constexpr int kSteps = 64;
    const double step = (to - from) / kSteps;
    double sum = f(from) + f(to);
    for (int k = 1; k < kSteps; ++k) sum += (k % 2 == 1 ? 4 : 2) * f(from + k * step);
    return sum * step / 3;
}

/// Integral of the kernel w(r) over a plane (a line in 2D) at distance d, with h = 1.
double overPlane(double d, int dimension, FunctionRef<double(double)> w) {
    if (dimension == 3) return 2 * std::numbers::pi * integrate(d, 1, [&](double r) { return w(r) * r; });
    const double reach = std::sqrt(std::max(0.0, 1 - d * d));
    return 2 * integrate(0, reach, [&](double s) { return w(std::sqrt(d * d + s * s)); });
}

}  // namespace

HalfSpaceTable::HalfSpaceTable(float h, int dimension) : scale(static_cast<float>(kIntervals) / h) {
    const double poly6Scale = poly6Constant(1, dimension);
    const double spikyScale = spikyConstant(1, dimension);
    const auto poly6 = [&](double r) { return poly6Scale * std::pow(std::max(0.0, 1 - r * r), 3); };
    const auto spiky = [&](double r) { return spikyScale * std::pow(std::max(0.0, 1 - r), 3); };
    for (int k = 0; k < kIntervals + 2; ++k) {
        const double d = std::min(1.0, static_cast<double>(k) / kIntervals);
        volume[k] =
            static_cast<float>(integrate(d, 1, [&](double z) { return overPlane(z, dimension, poly6); }));
        area[k] = static_cast<float>(overPlane(d, dimension, spiky) / h);
    }
}

}  // namespace undine
