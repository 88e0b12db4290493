// SPDX-License-Identifier: Zlib
// The near part of the fast sum: a group of targets, particle by particle.

#if defined(UNDINE_VORTEX_NEAR_FIELD_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_VORTEX_NEAR_FIELD_INL_H_
#undef UNDINE_VORTEX_NEAR_FIELD_INL_H_
#else
#define UNDINE_VORTEX_NEAR_FIELD_INL_H_
#endif

#include <algorithm>

#include "core/wide-inl.h"
#include "neighbors/targets-inl.h"
#include "vortex/vortex_field.h"

UNDINE_WIDE_BEGIN

/// The sums of the targets of a group.
struct NearSums {
    alignas(64) float velocity[3][kTargetsPerGroup + 1];
    alignas(64) float weighted[3][kTargetsPerGroup + 1];  ///< sum_j F a_j
    alignas(64) float along[3][kTargetsPerGroup + 1];  ///< sum_j F' (a . a_j x d) d, or sum_j F' (a_j . d) d
};

/// Sources side by side, so that registers are full.
struct NearSources {
    static constexpr Index kCapacity = 512;
    static constexpr Index kRoom = kCapacity + 16;  // a register more, because whole ones are written
    alignas(64) float x[3][kRoom];
    alignas(64) float strength[3][kRoom];
    alignas(64) float radius2[kRoom];
    Index count = 0;

    /// Takes as many of these as there is room for; returns how many.
    HWY_INLINE Index take(const FieldSources& s, Range range) {
        const Index taken = std::min(range.end - range.begin, kCapacity - count);
        const float* const from[7] = {s.x.x,        s.x.y,        s.x.z,    s.strength.x,
                                      s.strength.y, s.strength.z, s.radius2};
        float* const to[7] = {x[0], x[1], x[2], strength[0], strength[1], strength[2], radius2};
        for (Index k = 0; k < taken; k += kLanes) {
            for (int plane = 0; plane < 7; ++plane) {
                Lanes<Wide>::store(Lanes<Wide>::load(from[plane] + range.begin + k), to[plane] + count + k);
            }
        }
        count += taken;
        return taken;
    }

    HWY_INLINE void padToRegister() {
        for (; count % kLanes != 0; ++count) {
            for (int k = 0; k < 3; ++k) x[k][count] = strength[k][count] = 0;
            radius2[count] = 1;
        }
    }
};

template <int kDimension, FieldSum kSum>
struct NearField {
    static constexpr bool kStretches = kSum == FieldSum::Stretching;
    static constexpr bool kDiverges = kSum == FieldSum::Divergence;

    const FieldTargets& t;
    Range targets;
    NearSums sums;
    NearSources near;

    NearField(const FieldTargets& all, Range range) : t(all), targets(range) {
        for (Index i = 0; i < kTargetsPerGroup + 1; ++i) {
            for (int k = 0; k < 3; ++k) sums.velocity[k][i] = sums.weighted[k][i] = sums.along[k][i] = 0;
        }
    }

    HWY_INLINE void add(const FieldSources& s, Range range) {
        while (range.begin < range.end) {
            if (near.count == NearSources::kCapacity) flush();
            range.begin += near.take(s, range);
        }
    }

    /// The images of sources: their strengths are turned as the axes of spins are.
    HWY_INLINE void addMirrored(const FieldSources& s, Range range, const Mirror& mirror) {
        for (Index i = range.begin; i < range.end; ++i) {
            put(mirror.imageOf(s.x[i]), mirror.sign * mirror.turned(s.strength[i]), s.radius2[i]);
        }
    }

    HWY_INLINE void put(Vec3 x, Vec3 strength, float radius2) {
        if (near.count == NearSources::kCapacity) flush();
        const Index to = near.count++;
        near.x[0][to] = x.x;
        near.x[1][to] = x.y;
        near.x[2][to] = x.z;
        near.strength[0][to] = strength.x;
        near.strength[1][to] = strength.y;
        near.strength[2][to] = strength.z;
        near.radius2[to] = radius2;
    }

    HWY_INLINE void flush() {
        near.padToRegister();
        Index i = targets.begin;
        for (; i + 1 < targets.end; i += 2) sum<Twin>(i);
        if (i < targets.end) sum<Wide>(i);
        near.count = 0;
    }

    template <class Real>
    HWY_INLINE void sum(Index i) {
        const Vec<Real> x{Targets<Real>::load(t.x.x + i), Targets<Real>::load(t.x.y + i),
                          Targets<Real>::load(t.x.z + i)};
        Vec<Real> own{};
        if constexpr (kStretches) {
            own = {Targets<Real>::load(t.strength.x + i), Targets<Real>::load(t.strength.y + i),
                   Targets<Real>::load(t.strength.z + i)};
        }
        const Real zero(0.0F);
        Vec<Real> velocity{zero, zero, zero};
        Vec<Real> weighted{zero, zero, zero};
        Vec<Real> along{zero, zero, zero};
        for (Index k = 0; k < near.count; k += kLanes) {
            const Vec<Real> d = x - Vec<Real>::load(near.x[0], near.x[1], near.x[2], k);
            const Vec<Real> a = Vec<Real>::load(near.strength[0], near.strength[1], near.strength[2], k);
            const Real s2 = Lanes<Real>::load(near.radius2 + k);
            const Real both = dot(d, d) + s2;  // r^2 + s^2
            const Real inverse = rsqrt(both);
            const Real inverse2 = inverse * inverse;
            const Real inverse4 = inverse2 * inverse2;
            const Vec<Real> turn{a.y * d.z - a.z * d.y, a.z * d.x - a.x * d.z, a.x * d.y - a.y * d.x};
            if constexpr (kDimension == 2) {
                velocity = mulAdd((both + s2) * inverse4, turn, velocity);
            } else {
                const Real inverse5 = inverse4 * inverse;
                const Real f = mulAdd(s2, Real(1.5F), both) * inverse5;
                if constexpr (!kDiverges) velocity = mulAdd(f, turn, velocity);
                if constexpr (kSum != FieldSum::Velocity) {
                    // The gradient of F is -3 (r^2 + 7/2 s^2) / (r^2 + s^2)^(7/2) d.
                    const Real slope = mulAdd(s2, Real(2.5F), both) * inverse5 * inverse2 * Real(-3.0F);
                    weighted = mulAdd(f, a, weighted);
                    along = mulAdd(slope * (kDiverges ? dot(a, d) : dot(own, turn)), d, along);
                }
            }
        }
        const Index at = i - targets.begin;
        store(velocity, sums.velocity, at);
        if constexpr (kSum != FieldSum::Velocity) {
            store(weighted, sums.weighted, at);
            store(along, sums.along, at);
        }
    }

    template <class Real>
    HWY_INLINE void store(const Vec<Real>& a, float (&to)[3][kTargetsPerGroup + 1], Index at) {
        Targets<Real>::addSums(a.x, 1.0F, to[0] + at);
        Targets<Real>::addSums(a.y, 1.0F, to[1] + at);
        Targets<Real>::addSums(a.z, 1.0F, to[2] + at);
    }
};

UNDINE_WIDE_END

#endif  // per-target include guard
