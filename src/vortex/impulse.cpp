// SPDX-License-Identifier: Zlib
#include "vortex/impulse.h"

#include <algorithm>

#include "core/rotation.h"

namespace undine {
namespace {

struct Sums {
    Vec3d impulse;   // about the origin
    Vec3d strength;  // in all: 0 but for rounding and open edges
    Vec3d middle;
    Sums& operator+=(const Sums& other) {
        impulse = impulse + other.impulse;
        strength = strength + other.strength;
        middle = middle + other.middle;
        return *this;
    }
};

}  // namespace

float missingFactor(const ImpulsePass& pass, const ThreadPool& pool) {
    if (pass.count == 0) return 1;
    const Sums sums = deterministicSum<Sums>(pool, pass.count, [&](Range block) {
        Sums own;
        for (Index i = block.begin; i < block.end; ++i) {
            const Vec3d x(pass.x[i]);
            const Vec3d a(pass.strength[i]);
            own.impulse = own.impulse + cross(x, a);
            own.strength = own.strength + a;
            own.middle = own.middle + x;
        }
        return own;
    });
    const Vec3d middle = (1.0 / pass.count) * sums.middle;
    const double share = pass.dimension == 2 ? 1 : 0.5;
    const Vec3d impulse = share * (sums.impulse - cross(middle, sums.strength));
    const Vec3d wanted(pass.wanted);
    const double along = dot(impulse, wanted);
    const double whole = dot(wanted, wanted);
    constexpr double kMost = 4;
    if (!(along * kMost > whole)) return 1;
    return static_cast<float>(std::clamp(whole / along, 1.0, kMost));
}

}  // namespace undine
