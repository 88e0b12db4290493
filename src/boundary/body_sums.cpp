// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boundary/body_sums.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/pair_shape-inl.h"

#include "boundary/body_pairs.h"

UNDINE_WIDE_BEGIN

template <Formulation kFormulation>
HWY_INLINE void sumOverSamplesOf(const BodySumPass& pass, std::span<BodyPair> pairs) {
    using Shape = PairShape<Wide, kFormulation>;
    const float h = pass.kernel.h;
    const Wide inverseH2(1.0F / (h * h));
    const float valueScale = Shape::valueScale(h, pass.kernel.dimension);
    const float slopeScale = Shape::slopeScale(h, pass.kernel.dimension);
    const Vec<Wide> g = Vec<Wide>::all(pass.gravity);
    for (BodyPair& pair : pairs) {
        const Vec<Wide> xi = Vec<Wide>::all(pass.x[pair.particle]);
        Wide value(0.0F);
        Wide grip(0.0F);
        Vec<Wide> gradient = Vec<Wide>::all({});
        Vec<Wide> lift = Vec<Wide>::all({});
        for (Index k = 0; k < pair.count; k += kLanes) {
            const RecordLanes<Wide> near = gather<Wide>(pass.samples, pair.samples + k);
            const Vec<Wide> d = xi - near.v;
            const Shape shape(dot(d, d), inverseH2);
            const Wide weight = near.w * shape.slope;
            value = mulAdd(near.w, shape.value, value);
            grip = grip + weight;
            gradient = mulAdd(weight, d, gradient);
            lift = mulAdd(weight * dot(g, d), d, lift);
        }
        const float slope = pair.keep * slopeScale;
        pair.share = pair.keep * valueScale * sumOfLanes(value);
        pair.grip = 2 * slope * sumOfLanes(grip);
        pair.gradient = -slope * sumOfLanes(gradient);
        pair.lift = slope * sumOfLanes(lift);
    }
}

void sumOverSamplesWide(const BodySumPass& pass, std::span<BodyPair> pairs) {
    const auto run = pass.kernel.formulation == Formulation::Conservative
                         ? sumOverSamplesOf<Formulation::Conservative>
                         : sumOverSamplesOf<Formulation::Mueller>;
    run(pass, pairs);
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(sumOverSamplesWide);

void sumOverSamples(const BodySumPass& pass, std::span<BodyPair> pairs) {
    HWY_DYNAMIC_DISPATCH(sumOverSamplesWide)(pass, pairs);
}

}  // namespace undine

#endif  // HWY_ONCE
