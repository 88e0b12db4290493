// SPDX-License-Identifier: Zlib
#include "vortex/direct_sum.h"

#include <cmath>
#include <numbers>

namespace undine {

DirectSum directSum(const VortexSources& sources, Vec3 x, Vec3 strength, int dimension) {
    DirectSum sum;
    const double own[3] = {strength.x, strength.y, strength.z};
    for (Index j = 0; j < sources.count; ++j) {
        const double d[3] = {double{x.x} - sources.x.x[j], double{x.y} - sources.x.y[j],
                             double{x.z} - sources.x.z[j]};
        const double a[3] = {sources.strength.x[j], sources.strength.y[j], sources.strength.z[j]};
        const double s2 = double{sources.radius[j]} * sources.radius[j];
        const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        const double turn[3] = {a[1] * d[2] - a[2] * d[1], a[2] * d[0] - a[0] * d[2],
                                a[0] * d[1] - a[1] * d[0]};
        constexpr double kPi = std::numbers::pi;
        if (dimension == 2) {
            const double f = (r2 + 2 * s2) / ((r2 + s2) * (r2 + s2)) / (2 * kPi);
            for (int k = 0; k < 3; ++k) sum.velocity[k] += f * turn[k];
            continue;
        }
        const double f = (r2 + 2.5 * s2) / std::pow(r2 + s2, 2.5) / (4 * kPi);
        const double slope = -3 * (r2 + 3.5 * s2) / std::pow(r2 + s2, 3.5) / (4 * kPi);
        const double volume = own[0] * turn[0] + own[1] * turn[1] + own[2] * turn[2];
        const double tilt[3] = {own[1] * a[2] - own[2] * a[1], own[2] * a[0] - own[0] * a[2],
                                own[0] * a[1] - own[1] * a[0]};
        for (int k = 0; k < 3; ++k) {
            sum.velocity[k] += f * turn[k];
            sum.stretching[k] += f * tilt[k] + slope * volume * d[k];
            sum.divergenceSlope[k] -= f * a[k] + slope * (a[0] * d[0] + a[1] * d[1] + a[2] * d[2]) * d[k];
        }
    }
    return sum;
}

}  // namespace undine
