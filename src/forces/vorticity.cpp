// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forces/vorticity.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "forces/list_sums-inl.h"
#include "kernels/kernels-inl.h"

#include "forces/vorticity.h"

#include <algorithm>
#include <cmath>

#include "core/geometry.h"

UNDINE_WIDE_BEGIN

/// grad_i W = -slopeScale s^2 (1 + 6 s^3) d, with d in units of h and s = 1 - q^2; grad_j W is the opposite.
HWY_INLINE float slopeScale(const ListPass& pass) {
    return 1.5F * polyBlendConstant(pass.h, pass.dimension) / pass.h;
}

template <class Real>
HWY_INLINE Real slope(Real q2) {
    return PolyBlend<Real>::slope(PolyBlend<Real>::base(q2));
}

template <class Real>
HWY_INLINE void vorticityOf(const VorticityPass& pass, Range particles) {
    const float scale = slopeScale(pass);
    for (Index i = particles.begin; i < particles.end; ++i) {
        const Vec<Real> vi = vectorOf<Real>(pass.velocity[i]);
        Vec<Real> sum = Vec<Real>::all({});
        forEachPair<Real>(pass, i, [&](const Pairs<Real>& pairs) HWY_ATTR {
            const RecordLanes<Real> near = gather<Real>(pass.velocity, pairs.others);
            sum = mulAdd(pairs.w * slope(pairs.q2), cross(near.v - vi, pairs.d), sum);
        });
        const Vec3 w = scale * sumOfLanes(sum);
        pass.vorticity[i] = {w.x, w.y, w.z, std::sqrt(dot(w, w))};
    }
}

template <class Real>
HWY_INLINE void confine(const VorticityPass& pass, Range particles) {
    const float scale = -slopeScale(pass) * pass.h;
    for (Index i = particles.begin; i < particles.end; ++i) {
        const Record& own = pass.vorticity[i];
        const Real length(own.w);
        Vec<Real> sum = Vec<Real>::all({});
        forEachPair<Real>(pass, i, [&](const Pairs<Real>& pairs) HWY_ATTR {
            const Real difference = gather<Real>(pass.vorticity, pairs.others).w - length;
            sum = mulAdd(pairs.w * slope(pairs.q2) * difference, pairs.d, sum);
        });
        const Vec3 eta = scale * sumOfLanes(sum);  // times h
        const float smallest = std::max(VorticityPass::kEven * own.w, 1e-20F);
        const float towards = pass.strength * pass.h / std::max(std::sqrt(dot(eta, eta)), smallest);
        const Vec3 a = towards * undine::cross(eta, {own.x, own.y, own.z});
        pass.acceleration.set(i, pass.acceleration[i] + a);
    }
}

void vorticityWide(const VorticityPass& pass, Range particles) { vorticityOf<Wide>(pass, particles); }
void vorticityScalar(const VorticityPass& pass, Range particles) { vorticityOf<float>(pass, particles); }
void confineWide(const VorticityPass& pass, Range particles) { confine<Wide>(pass, particles); }
void confineScalar(const VorticityPass& pass, Range particles) { confine<float>(pass, particles); }

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(vorticityWide);
HWY_EXPORT(confineWide);

void findVorticity(const VorticityPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(vorticityWide)(pass, particles);
}
void findVorticityReference(const VorticityPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(vorticityScalar)(pass, particles);
}
void confineVorticity(const VorticityPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(confineWide)(pass, particles);
}
void confineVorticityReference(const VorticityPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(confineScalar)(pass, particles);
}

}  // namespace undine

#endif  // HWY_ONCE
