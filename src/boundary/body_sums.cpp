// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boundary/body_sums.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/pair_shape-inl.h"

#include "boundary/body_pairs.h"

UNDINE_WIDE_BEGIN

/// Calls body(weight, way from the sample to the particle, kernels) for a register of samples at a time.
template <class Shape, class Body>
HWY_INLINE void forEachSample(const BodySumPass& pass, const BodyPair& pair, Body&& body) {
    const Wide inverseH2(1.0F / (pass.kernel.h * pass.kernel.h));
    const Vec<Wide> xi = Vec<Wide>::all(pass.x[pair.particle]);
    for (Index k = 0; k < pair.count; k += kLanes) {
        const RecordLanes<Wide> near = gather<Wide>(pass.samples, pair.samples + k);
        const Vec<Wide> d = xi - near.v;
        body(near.w, d, Shape(dot(d, d), inverseH2));
    }
}

template <Formulation kFormulation>
HWY_INLINE void sumOverSamplesOf(const BodySumPass& pass, std::span<BodyPair> pairs) {
    using Shape = PairShape<Wide, kFormulation>;
    const float h = pass.kernel.h;
    const float valueScale = Shape::valueScale(h, pass.kernel.dimension);
    const float slopeScale = Shape::slopeScale(h, pass.kernel.dimension);
    const Vec<Wide> g = Vec<Wide>::all(pass.gravity);
    for (BodyPair& pair : pairs) {
        Wide value(0.0F);
        Wide grip(0.0F);
        Vec<Wide> gradient = Vec<Wide>::all({});
        Vec<Wide> lift = Vec<Wide>::all({});
        forEachSample<Shape>(pass, pair, [&](Wide own, const Vec<Wide>& d, const Shape& shape) {
            const Wide weight = own * shape.slope;
            value = mulAdd(own, shape.value, value);
            grip = grip + weight;
            gradient = mulAdd(weight, d, gradient);
            lift = mulAdd(weight * dot(g, d), d, lift);
        });
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

template <Formulation kFormulation>
HWY_INLINE void sumPressuresOf(const BodySumPass& pass, std::span<BodyPair> pairs) {
    using Shape = PairShape<Wide, kFormulation>;
    const float slopeScale = Shape::slopeScale(pass.kernel.h, pass.kernel.dimension);
    for (BodyPair& pair : pairs) {
        Vec<Wide> gradient = Vec<Wide>::all({});
        forEachSample<Shape>(pass, pair, [&](Wide pressed, const Vec<Wide>& d, const Shape& shape) {
            gradient = mulAdd(pressed * shape.slope, d, gradient);
        });
        pair.pressed = (-pair.keep * slopeScale) * sumOfLanes(gradient);
    }
}

void sumPressuresWide(const BodySumPass& pass, std::span<BodyPair> pairs) {
    const auto run = pass.kernel.formulation == Formulation::Conservative
                         ? sumPressuresOf<Formulation::Conservative>
                         : sumPressuresOf<Formulation::Mueller>;
    run(pass, pairs);
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(sumOverSamplesWide);
HWY_EXPORT(sumPressuresWide);

void sumOverSamples(const BodySumPass& pass, std::span<BodyPair> pairs) {
    HWY_DYNAMIC_DISPATCH(sumOverSamplesWide)(pass, pairs);
}

void sumPressures(const BodySumPass& pass, std::span<BodyPair> pairs) {
    HWY_DYNAMIC_DISPATCH(sumPressuresWide)(pass, pairs);
}

}  // namespace undine

#endif  // HWY_ONCE
