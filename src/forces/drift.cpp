// SPDX-License-Identifier: Zlib
#include "forces/drift.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/geometry.h"
#include "core/random.h"
#include "kernels/constants.h"

namespace undine {
namespace {

/// Company below which a particle is on its own. A layer as thick as a particle has 0.33 to 0.42 of it in 2D,
/// by lattice; in 3D its edges and holes do. A particle at a step of the surface of something thicker has a
/// half: with more than that, thick drops would dissolve from their steps on.
constexpr float kThin = 0.45F;
constexpr float kFarthest = 1.5F;  // spacings between two that change places
constexpr float kFlattest = 0.3F;  // rise over distance of such a pair

/// A number in 0..1 that belongs to two ids, in any order, and a moment.
float chanceOf(std::uint64_t a, std::uint64_t b, double time) {
    const std::uint64_t pair = randomWord(std::min(a, b)) + mixBits(std::max(a, b));
    return 0.5F + 0.5F * randomSigned(mixBits(pair ^ std::bit_cast<std::uint64_t>(time)));
}

}  // namespace

// The positive root of a u^2 + b u = weight, in the form that does not cancel.
float driftSpeed(const FluidConstants& one, const FluidConstants& other, float gravity, float spacing) {
    const float weight = std::fabs(one.restDensity - other.restDensity) * gravity * spacing;
    if (!(weight > 0)) return 0;
    const float a = one.restDensity + other.restDensity;  // 3/4 C times their mean
    const float b = 18 * std::sqrt(one.viscosity * other.viscosity) / spacing;
    return 2 * weight / (b + std::sqrt(b * b + 4 * a * weight));
}

bool Drift::isActive(std::span<const FluidConstants> fluids) const {
    const auto differs = [&](const FluidConstants& f) { return f.restDensity != fluids[0].restDensity; };
    return factor_ > 0 && std::ranges::any_of(fluids, differs);
}

void Drift::apply(const Neighborhood& around, float dt, PairRecords& records) {
    if (!(length(around.gravity) > 0)) return;
    const Profiler::Zone zone(around.profiler, "forces.drift");
    const Index n = around.size();
    company_.resizeForOverwrite(n);
    partner_.resizeForOverwrite(n);
    fillPositions(around, records.position, [](Index) { return 0.0F; });
    around.pool.forEachBlock(n, [&](Range block) { findCompany(around, block); });
    around.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) partner_[i] = choosePartner(around, dt, i);
    });
    around.pool.forEachBlock(n, [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const Index j = partner_[i];
            if (j == i || partner_[j] != i) continue;
            const Record& place = records.position[j];
            around.x.set(i, {place.x, place.y, place.z});
        }
    });
}

// V0 sum_j W_ij over neighbours of the same fluid, over what it is in a lattice of it. Walls count as nobody.
// 1 for those who see no other fluid.
void Drift::findCompany(const Neighborhood& around, Range particles) {
    const float h2 = around.h * around.h;
    for (Index i = particles.begin; i < particles.end; ++i) {
        const std::uint32_t own = around.fluid[i];
        const Vec3 x = around.x[i];
        float sum = 0;
        bool seesOther = false;
        for (const Index j : around.lists.of(i)) {
            if (around.fluid[j] != own) {
                seesOther = true;
                continue;
            }
            const Vec3 d = x - around.x[j];
            const float s = std::max(1 - dot(d, d) / h2, 0.0F);
            sum += 0.25F * s * s * s * (1 + 3 * s * s * s);
        }
        const float self = around.fluids[own].restVolume() * polyBlendConstant(around.h, around.dimension);
        company_[i] = seesOther ? self * sum / (1 - self) : 1;
    }
}

// Of the neighbours that should be on the other side of i, height for height, the one that is nearest to
// being straight above or below it. The measure is the same for both, so that the best of all pairs choose
// each other.
Index Drift::choosePartner(const Neighborhood& around, float dt, Index i) const {
    if (company_[i] >= 1 || around.pieces.isFrozen(i)) return i;
    const float gravity = length(around.gravity);
    const FluidConstants& own = around.fluids[around.fluid[i]];
    const Vec3 x = around.x[i];
    Index best = i;
    float bestMeasure = 0;
    float bestRise = 1;
    for (const Index j : around.lists.of(i)) {
        const FluidConstants& other = around.fluids[around.fluid[j]];
        if (own.restDensity == other.restDensity || std::min(company_[i], company_[j]) >= kThin) continue;
        const Vec3 d = x - around.x[j];
        const float fall = dot(d, around.gravity) / gravity;  // how much lower i is
        const float rise = own.restDensity < other.restDensity ? fall : -fall;
        const float r2 = dot(d, d);
        const float reach = kFarthest * around.spacing;
        if (!(rise > 0 && rise * rise > kFlattest * kFlattest * r2 && r2 < reach * reach)) continue;
        const float measure = rise / r2;
        if (measure <= bestMeasure || around.pieces.isFrozen(j)) continue;
        best = j;
        bestMeasure = measure;
        bestRise = rise;
    }
    if (best == i) return i;
    const float speed = factor_ * driftSpeed(own, around.fluids[around.fluid[best]], gravity, around.spacing);
    return chanceOf(around.id[i], around.id[best], around.time) * bestRise < speed * dt ? best : i;
}

}  // namespace undine
