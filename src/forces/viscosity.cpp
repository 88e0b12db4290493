// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forces/viscosity.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "forces/list_sums-inl.h"
#include "kernels/kernels-inl.h"

#include "forces/viscosity.h"

#include <cmath>

UNDINE_WIDE_BEGIN

/// Constants that a pair's weights are multiplied with.
struct ExchangeScales {
    float viscosity;  ///< of s^2
    float smoothing;  ///< of s^3 (1 + 3 s^3)

    HWY_INLINE explicit ExchangeScales(const MomentumPass& pass)
        : viscosity(pass.exchange.viscousStep * smoothViscosityConstant(pass.h, pass.dimension)),
          smoothing(0.25F * pass.exchange.xsph * polyBlendConstant(pass.h, pass.dimension)) {}
};

template <class Real, bool kViscosity, bool kSmoothing>
HWY_INLINE void exchange(const MomentumPass& pass, Range particles) {
    const ExchangeScales scales(pass);
    for (Index i = particles.begin; i < particles.end; ++i) {
        const Record& own = pass.velocity[i];
        const Vec<Real> vi = vectorOf<Real>(own);
        const Real viscosity(scales.viscosity * pass.position[i].w);
        const Real smoothing(scales.smoothing);
        const Real share(own.w);
        Vec<Real> sum = Vec<Real>::all({});
        forEachPair<Real>(pass, i, [&](const Pairs<Real>& pairs) HWY_ATTR {
            const RecordLanes<Real> near = gather<Real>(pass.velocity, pairs.others);
            const Real s = PolyBlend<Real>::base(pairs.q2);
            const Real s2 = s * s;
            Real weight(0.0F);
            if constexpr (kViscosity) weight = viscosity * pairs.w * s2;
            if constexpr (kSmoothing) {
                const Real s3 = s2 * s;
                weight =
                    mulAdd(smoothing * min(share, near.w), s3 * mulAdd(Real(3.0F), s3, Real(1.0F)), weight);
            }
            sum = mulAdd(weight, near.v - vi, sum);
        });
        const float inverseMass = 1.0F / pass.fluids[pass.fluid[i]].mass;
        pass.v.set(i, pass.v[i] + inverseMass * sumOfLanes(sum));
    }
}

template <class Real>
void exchangeOf(const MomentumPass& pass, Range particles) {
    const bool viscosity = pass.exchange.viscousStep != 0;
    const bool smoothing = pass.exchange.xsph != 0;
    if (viscosity && smoothing) {
        exchange<Real, true, true>(pass, particles);
    } else if (viscosity) {
        exchange<Real, true, false>(pass, particles);
    } else if (smoothing) {
        exchange<Real, false, true>(pass, particles);
    }
}

void exchangeWide(const MomentumPass& pass, Range particles) { exchangeOf<Wide>(pass, particles); }
void exchangeScalar(const MomentumPass& pass, Range particles) { exchangeOf<float>(pass, particles); }

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(exchangeWide);

void exchangeMomentum(const MomentumPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(exchangeWide)(pass, particles);
}
void exchangeMomentumReference(const MomentumPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(exchangeScalar)(pass, particles);
}

void fillViscousPositions(const Neighborhood& around, PairRecords& records) {
    const float* const roots = fillOfFluid(
        around, records.ofFluid, [](const FluidConstants& fluid) { return std::sqrt(fluid.viscosity); });
    fillPositions(around, records.position,
                  [&](Index i) { return roots[around.fluid[i]] * around.volume(i); });
}

namespace {

// With the velocities from before, and weights for nobody but the particles of the piece, it is their
// exchange among themselves that goes backwards.
void takeBackWithin(std::uint32_t piece, const Neighborhood& around, MomentumPass pass,
                    PairRecords& records) {
    pass.exchange = {-pass.exchange.viscousStep, -pass.exchange.xsph};
    const auto isMember = [&](Index i) { return around.pieces.of[i] == piece; };
    fillPositions(around, records.position, [&](Index i) {
        return isMember(i) ? records.ofFluid[around.fluid[i]] * around.volume(i) : 0;
    });
    around.pool.forEachBlock(around.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            records.velocity[i].w = isMember(i) ? around.mass(i) * around.volume(i) : 0;
        }
    });
    around.pool.forEachBlock(around.size(), [&](Range block) {
        if (around.pieces.isAnyIn(block, piece)) exchangeMomentum(pass, block);
    });
}

}  // namespace

void exchangeMomentum(const Neighborhood& around, const ExchangeSettings& exchange, PairRecords& records) {
    fillViscousPositions(around, records);
    fillVelocities(around, records.velocity, [&](Index i) { return around.mass(i) * around.volume(i); });
    const MomentumPass pass{{&around.lists, records.position.data(), around.h, around.dimension},
                            records.velocity.data(),
                            around.fluids.data(),
                            around.fluid,
                            around.v,
                            exchange};
    around.pool.forEachBlock(around.size(), [&](Range block) { exchangeMomentum(pass, block); });
    for (std::uint32_t piece = 1; piece <= around.pieces.count; ++piece) {
        takeBackWithin(piece, around, pass, records);
    }
}

}  // namespace undine

#endif  // HWY_ONCE
