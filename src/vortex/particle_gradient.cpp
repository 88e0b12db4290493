// SPDX-License-Identifier: Zlib
// With s = 1 - q^2, d = (x_i - x_j) / h and f = slope(s) = s^2 (1 + 6 s^3) it is gradW_ij = -c/h f d for some
// c: sums of f d make gradients, and (x_j - x_i) . gradW_ij = c f q^2.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vortex/particle_gradient.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "forces/list_sums-inl.h"
#include "kernels/kernels-inl.h"

#include "vortex/particle_gradient.h"

#include <algorithm>
#include <cmath>

#ifndef UNDINE_VORTEX_PARTICLE_GRADIENT_ONCE
#define UNDINE_VORTEX_PARTICLE_GRADIENT_ONCE
namespace undine {

/// The fourth numbers of positions are the values A.
struct GradientPass : ListPass {
    const float* proximity = nullptr;
    float least = 0;  // that sums of f q^2 are taken for
    VectorSpan gradient;
    float* spread = nullptr;  // sum of f q^2

    bool isNearWall(Index i) const { return proximity != nullptr && proximity[i] < h; }
    /// V_i, but for the kernel's constant and h.
    float volume(float sum) const { return static_cast<float>(dimension) / std::max(sum, least); }
};

/// The sums of one particle for the corrected form.
struct GradientMoments {
    Vec3 slope;     // f (A_j - A_i) d
    Vec3 normal;    // f d
    Vec3 diagonal;  // of f d (x) d: xx, yy, zz
    Vec3 mixed;     // xy, yz, zx
    Vec3 offset;    // s d
    float near;     // s
};

/// M^-1 b of a symmetric matrix, or `otherwise` where its determinant is next to nothing beside its entries.
inline Vec3 solve(Vec3 diagonal, Vec3 mixed, Vec3 b, Vec3 otherwise) {
    // The cofactors, named like the entries.
    const float xx = diagonal.y * diagonal.z - mixed.y * mixed.y;
    const float yy = diagonal.z * diagonal.x - mixed.z * mixed.z;
    const float zz = diagonal.x * diagonal.y - mixed.x * mixed.x;
    const float xy = mixed.y * mixed.z - mixed.x * diagonal.z;
    const float yz = mixed.z * mixed.x - mixed.y * diagonal.x;
    const float zx = mixed.x * mixed.y - mixed.z * diagonal.y;
    const float det = diagonal.x * xx + mixed.x * xy + mixed.z * zx;
    const float mean = (diagonal.x + diagonal.y + diagonal.z) / 3;
    if (!(det > std::max(1e-4F * mean * mean * mean, 1e-30F))) return otherwise;
    return (1 / det) * Vec3{dot(Vec3{xx, xy, zx}, b), dot(Vec3{xy, yy, yz}, b), dot(Vec3{zx, yz, zz}, b)};
}

/// Of how much of A the free surface makes a jump: from 0 inside to 1 at the surface.
inline float openness(const GradientMoments& sums) {
    constexpr float kFade = 1 / (ParticleGradient::kSurface - ParticleGradient::kDisorder);
    const float distance = std::sqrt(dot(sums.offset, sums.offset)) / (1 + sums.near);  // itself is near, too
    return std::clamp((distance - ParticleGradient::kDisorder) * kFade, 0.0F, 1.0F);
}

/// From the sums to the gradient.
inline Vec3 correctedGradient(const GradientPass& pass, GradientMoments sums, Index i) {
    const Vec3 diagonal = sums.diagonal;
    const float volume = pass.volume(diagonal.x + diagonal.y + diagonal.z);
    // In two dimensions z is a direction in which nothing happens.
    if (pass.dimension == 2) sums.diagonal.z = 0.5F * (diagonal.x + diagonal.y);
    const Vec3 inside = solve(sums.diagonal, sums.mixed, sums.slope, volume * sums.slope);
    if (pass.isNearWall(i)) return (-1 / pass.h) * inside;
    const float jump = openness(sums) * pass.position[i].w;
    return (-1 / pass.h) * (inside + jump * volume * sums.normal);
}

}  // namespace undine
#endif

UNDINE_WIDE_BEGIN

/// Divisions are left to a loop of their own: one after each sum would keep the processor waiting.
void plainGradients(const GradientPass& pass, Range particles) {
    for (Index i = particles.begin; i < particles.end; ++i) {
        const Wide own(pass.isNearWall(i) ? pass.position[i].w : 0.0F);
        RecordLanes<Wide> sums = {Vec<Wide>::all({}), Wide(0.0F)};
        forEachPair<Wide>(pass, i, [&](const Pairs<Wide>& pair) {
            const Wide f = PolyBlend<Wide>::slope(PolyBlend<Wide>::base(pair.q2));
            sums.v = mulAdd(f * (pair.w - own), pair.d, sums.v);
            sums.w = mulAdd(f, pair.q2, sums.w);
        });
        const Record sum = sumsOfLanes(sums);
        pass.gradient.set(i, {sum.x, sum.y, sum.z});
        pass.spread[i] = sum.w;
    }
    const Wide scale(static_cast<float>(-pass.dimension) / pass.h);
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Wide spread = max(Lanes<Wide>::loadFirst(pass.spread + i, count), Wide(pass.least));
        storeFirst(scale / spread * loadFirst<Wide>(pass.gradient, i, count), pass.gradient, i, count);
    }
}

HWY_INLINE GradientMoments momentsOf(const GradientPass& pass, Index i) {
    const Wide own(pass.position[i].w);
    Vec<Wide> slope = Vec<Wide>::all({});
    Vec<Wide> normal = slope;
    Vec<Wide> diagonal = slope;
    Vec<Wide> mixed = slope;
    Vec<Wide> offset = slope;
    Wide near(0.0F);
    forEachPair<Wide>(pass, i, [&](const Pairs<Wide>& pair) {
        const Vec<Wide>& d = pair.d;
        const Wide s = PolyBlend<Wide>::base(pair.q2);
        const Vec<Wide> w = PolyBlend<Wide>::slope(s) * d;
        slope = mulAdd(pair.w - own, w, slope);
        normal = normal + w;
        diagonal = {mulAdd(w.x, d.x, diagonal.x), mulAdd(w.y, d.y, diagonal.y), mulAdd(w.z, d.z, diagonal.z)};
        mixed = {mulAdd(w.x, d.y, mixed.x), mulAdd(w.y, d.z, mixed.y), mulAdd(w.z, d.x, mixed.z)};
        offset = mulAdd(s, d, offset);
        near = near + s;
    });
    const Record last = sumsOfLanes(RecordLanes<Wide>{offset, near});
    return {sumOfLanes(slope), sumOfLanes(normal),       sumOfLanes(diagonal),
            sumOfLanes(mixed), {last.x, last.y, last.z}, last.w};
}

void correctedGradients(const GradientPass& pass, Range particles) {
    for (Index i = particles.begin; i < particles.end; ++i) {
        pass.gradient.set(i, correctedGradient(pass, momentsOf(pass, i), i));
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(plainGradients);
HWY_EXPORT(correctedGradients);

namespace {

/// The sum of f q^2 over a full neighbourhood: there (x_j - x_i) . gradW_ij = 3c/2 f q^2 adds up to d / V.
float fullSum(const GradientInput& in) {
    const float c = polyBlendConstant(in.h, in.dimension);
    return static_cast<float>(in.dimension) / (1.5F * c * in.particleVolume);
}

}  // namespace

void ParticleGradient::compute(const GradientInput& in, Form form, const ThreadPool& pool,
                               const VectorSpan& gradient) {
    const Index n = in.lists->particleCount();
    fillRecords({in.x, n, NeighborLists::padding(in.h)}, pool, position_,
                [&](Index i) { return in.value[i]; });
    spread_.resizeForOverwrite(n);
    const GradientPass pass{{in.lists, position_.data(), in.h, in.dimension},
                            in.proximity,
                            kLeast * fullSum(in),
                            gradient,
                            spread_.data()};
    pool.forEachBlock(n, [&](Range block) {
        if (form == Form::Corrected) {
            HWY_DYNAMIC_DISPATCH(correctedGradients)(pass, block);
        } else {
            HWY_DYNAMIC_DISPATCH(plainGradients)(pass, block);
        }
    });
}

}  // namespace undine

#endif  // HWY_ONCE
