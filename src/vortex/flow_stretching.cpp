// SPDX-License-Identifier: Zlib
// What keeps stretching within what particles can show: see vortex/vortex_flow.h.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "vortex/vortex_flow.h"

namespace undine {
namespace {

struct Largest {
    float value = 0;
    Largest& operator+=(const Largest& other) {
        value = std::max(value, other.value);
        return *this;
    }
};

/// Of the usual speed, that particles may have around them and be stretched in full.
constexpr float kLargestShare = 0.25F;

/// For closing lines: errors of all times add up. In a ring that went for 1,000 steps, with lines closed in
/// every 20th, 0.6 made the impulse grow by 2.6 %, 0.4 by 0.4 %.
constexpr float kLargestAngle = 0.4F;

}  // namespace

// A particle about which the fluid turns at half the speed at which the whole flows, all by itself, is
// finer than particles can show; from half of that on it is stretched less and less. Where it has no
// neighbours to spread to nothing else would hold it: two such particles stretch each other without end.
void VortexFlow::limitStretching(const FlowContext& context, const VectorSpan& strength,
                                 const VectorSpan& velocity, const VectorSpan& rate) const {
    const Index n = context.particles.size();
    const float* radius = context.particles.scalar(radius_);
    const auto square = deterministicSum<double>(context.pool, n, [&](Range block) {
        double sum = 0;
        for (Index i = block.begin; i < block.end; ++i) sum += dot(velocity[i], velocity[i]);
        return sum;
    });
    const auto usual = static_cast<float>(std::sqrt(square / std::max(n, 1U)));
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const float growth = dot(rate[i], strength[i]);
            if (!(growth > 0)) continue;
            const float size2 = dot(strength[i], strength[i]);
            // The kernel's largest speed is 0.8 |a| / (4 pi s^2), at 0.6 s.
            const float own =
                0.2F * std::numbers::inv_pi_v<float> * std::sqrt(size2) / (radius[i] * radius[i]);
            const float stays = std::clamp(2 - own / std::max(kLargestShare * usual, 1e-30F), 0.0F, 1.0F);
            rate.set(i, rate[i] - (1 - stays) * growth / size2 * strength[i]);
        }
    });
}

// Strengths of next to nothing may change as fast as they like.
float VortexFlow::findShearRate(const FlowContext& context, const VectorSpan& strength,
                                const VectorSpan& rate) const {
    const Index n = context.particles.size();
    const auto largest2 = deterministicSum<Largest>(context.pool, n, [&](Range block) {
        Largest most;
        for (Index i = block.begin; i < block.end; ++i) {
            most.value = std::max(most.value, dot(strength[i], strength[i]));
        }
        return most;
    });
    const float least2 = 1e-2F * largest2.value;
    const auto fastest2 = deterministicSum<Largest>(context.pool, n, [&](Range block) {
        Largest most;
        for (Index i = block.begin; i < block.end; ++i) {
            const float own2 = std::max(dot(strength[i], strength[i]), least2);
            if (own2 > 0) most.value = std::max(most.value, dot(rate[i], rate[i]) / own2);
        }
        return most;
    });
    return std::sqrt(fastest2.value);
}

// By how much the vorticity of particles on a lattice, spread over their radii (in spacings), is too large at
// their places: the sum of 15/(8 pi) s^4 / (r^2 + s^2)^(7/2), less 1. Beyond a distance the sum is taken for
// the integral; for wide cores it is that everywhere, to 1e-4.
float VortexFlow::excessOnLattice(float radius) {
    constexpr float kWide = 2.5F;
    if (radius > kWide) return 0;
    constexpr int kReach = 12;
    const double s2 = static_cast<double>(radius) * static_cast<double>(radius);
    double sum = 0;
    for (int x = -kReach; x <= kReach; ++x) {
        for (int y = -kReach; y <= kReach; ++y) {
            for (int z = -kReach; z <= kReach; ++z) {
                const int r2 = x * x + y * y + z * z;
                if (r2 <= kReach * kReach) sum += std::pow(r2 + s2, -3.5);
            }
        }
    }
    const double reach2 = kReach * kReach / s2;  // the share within it: q^3 (q^2 + 5/2) / (q^2 + 1)^(5/2)
    const double within = std::pow(reach2, 1.5) * (reach2 + 2.5) / std::pow(reach2 + 1, 2.5);
    return static_cast<float>(15 / (8 * std::numbers::pi) * s2 * s2 * sum - within);
}

// The curl of what particles induce is w + grad div A, and so should they be. As a sum over a lattice, where
// they are now, the second term comes out too small by a third of the excess.
void VortexFlow::closeLines(const FlowContext& context, const VectorSpan& strength) {
    const Index n = context.particles.size();
    if (n == 0 || context.dimension == 2 || !settings_.stretching) return;
    placeMirrors(context);
    // The sheets are found once more in evaluate(), for the strengths as they are afterwards.
    setAllSources(context, context.particles.position(), strength,
                  {settings_.expansionOrder, std::min(settings_.openingAngle, kLargestAngle)});
    const Profiler::Zone zone(context.profiler, "vortex.velocity");
    const VectorSpan slope = spanOf(allRate_);
    field_.divergenceSlopeAtSources(slope, context.pool);
    const float* volume = context.particles.scalar(volume_);
    context.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            strength.set(i, (1 + latticeExcess_ / 3) * strength[i] + volume[i] * slope[i]);
        }
    });
}

}  // namespace undine
