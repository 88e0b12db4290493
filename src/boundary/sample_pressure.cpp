// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boundary/sample_pressure.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/equation_of_state-inl.h"
#include "kernels/pair_shape-inl.h"

#include "boundary/sample_pressure.h"

#include <cmath>

#include "core/geometry.h"
#include "kernels/half_space.h"
#include "neighbors/row_finder.h"

UNDINE_WIDE_BEGIN

template <Formulation kFormulation>
void pressSamplesOf(const SamplePressure& pass, const SampleArrays& samples, Range range, Record* pressed) {
    using Shape = PairShape<Wide, kFormulation>;
    const float h = pass.kernel.h;
    const Wide inverseH2(1.0F / (h * h));
    const float scale = Shape::valueScale(h, pass.kernel.dimension);
    RowFinder finder(pass.grid);
    for (Index b = range.begin; b < range.end; ++b) {
        const Vec3 at = samples.x[b];
        const Vec<Wide> xb = Vec<Wide>::all(at);
        Wide shares(0.0F);
        Wide stiffness(0.0F);
        for (const Range row : finder.rowsAround(at)) {
            for (Index j = row.begin; j < row.end; j += kLanes) {
                const Index count = row.end - j;
                const Vec<Wide> d = Vec<Wide>::load(pass.x.x, pass.x.y, pass.x.z, j) - xb;
                const Wide volume = lookUpFirst(pass.fluid.restVolume, j, count);
                const Wide own =
                    select(Lanes<Wide>::first(count), volume * Shape(dot(d, d), inverseH2).value, Wide(0.0F));
                shares = shares + own;
                stiffness = mulAdd(own, lookUpFirst(pass.fluid.bulkModulus, j, count), stiffness);
            }
        }
        const float sum = sumOfLanes(shares);
        samples.outer[b] = scale * sum;
        const float ratio = samples.inner[b] + samples.outer[b];
        const float bulk = sum > 0 ? sumOfLanes(stiffness) / sum : 0;
        const float p = pressureOf(pass.fluid.equation, bulk, ratio, true);
        pressed[b] = {at.x, at.y, at.z, sum > 0 ? samples.volume[b] * p / (ratio * ratio) : 0};
    }
}

void pressSamplesWide(const SamplePressure& pass, const SampleArrays& samples, Range range, Record* pressed) {
    const auto run = pass.kernel.formulation == Formulation::Conservative
                         ? pressSamplesOf<Formulation::Conservative>
                         : pressSamplesOf<Formulation::Mueller>;
    run(pass, samples, range, pressed);
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(pressSamplesWide);

namespace {

/// The sum of the kernel over those places of a lattice around p, one axis of which is the normal, that are
/// in the body.
double sumInside(const Solid& solid, Vec3 p, const SampleKernel& kernel) {
    const float d = kernel.spacing;
    const Vec3 n = solid.closest(p).normal;
    const bool isFlat = kernel.dimension == 2;
    const Vec3 least = std::fabs(n.x) <= std::fabs(n.y) && std::fabs(n.x) <= std::fabs(n.z) ? Vec3{1, 0, 0}
                       : std::fabs(n.y) <= std::fabs(n.z)                                   ? Vec3{0, 1, 0}
                                                                                            : Vec3{0, 0, 1};
    const Vec3 along = isFlat ? Vec3{-n.y, n.x, 0} : normalized(cross(n, least));
    const Vec3 across = cross(n, along);
    const int reach = static_cast<int>(kernel.h / d);
    double sum = 0;
    for (int k = isFlat ? 0 : -reach; k <= (isFlat ? 0 : reach); ++k) {
        for (int j = -reach; j <= reach; ++j) {
            for (int i = -reach; i <= reach; ++i) {
                const Vec3 way = d * (static_cast<float>(i) * n + static_cast<float>(j) * along +
                                      static_cast<float>(k) * across);
                const float r = length(way);
                if (!(r < kernel.h)) continue;
                if (r > 0 && !(solid.closest(p + way).distance < 0)) continue;
                sum += densityKernel(kernel.formulation, kernel.h, kernel.dimension, r);
            }
        }
    }
    return sum;
}

}  // namespace

std::vector<float> innerShares(const Solid& solid, std::span<const SurfaceSample> samples,
                               const SampleKernel& kernel, const ThreadPool& pool) {
    const double whole = latticeDensity(kernel.formulation, kernel.h, kernel.spacing, kernel.dimension, 1);
    std::vector<float> shares(samples.size());
    pool.forEachBlock(static_cast<Index>(samples.size()), [&](Range block) {
        for (Index b = block.begin; b < block.end; ++b) {
            const bool isSkin = !(samples[b].depth > 0);
            shares[b] =
                isSkin ? 0.0F : static_cast<float>(sumInside(solid, samples[b].position, kernel) / whole);
        }
    });
    return shares;
}

void pressSamples(const SamplePressure& pass, const SampleArrays& samples, Range range, Record* pressed) {
    HWY_DYNAMIC_DISPATCH(pressSamplesWide)(pass, samples, range, pressed);
}

}  // namespace undine

#endif  // HWY_ONCE
