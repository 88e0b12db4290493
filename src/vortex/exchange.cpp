// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vortex/exchange.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "forces/list_sums-inl.h"

#include "vortex/exchange.h"

#include <cmath>

UNDINE_WIDE_BEGIN

void exchangeSumsWide(const ExchangePass& pass, Range particles) {
    for (Index i = particles.begin; i < particles.end; ++i) {
        Vec<Wide> sum = Vec<Wide>::all({});
        Wide fourth(0.0F);
        forEachPair<Wide>(pass, i, [&](const Pairs<Wide>& pair) {
            const Wide base = max(Wide(1.0F) - pair.q2, Wide(0.0F));
            const Wide k = base * base;
            const RecordLanes<Wide> other = gather<Wide>(pass.values, pair.others);
            sum = mulAdd(k, other.v, sum);
            fourth = mulAdd(k, other.w, fourth);
        });
        pass.sums[i] = {sumOfLanes(sum.x), sumOfLanes(sum.y), sumOfLanes(sum.z), sumOfLanes(fourth)};
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(exchangeSumsWide);

void exchangeSums(const ExchangePass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(exchangeSumsWide)(pass, particles);
}

float exchangeConstant(float h, float spacing, int dimension) {
    const int reach = static_cast<int>(std::ceil(h / spacing));
    const int reachZ = dimension == 2 ? 0 : reach;
    const double ratio = static_cast<double>(spacing) / h;
    double moment = 0;  // sum_j r_x^2 K, in units of the spacing
    for (int z = -reachZ; z <= reachZ; ++z) {
        for (int y = -reach; y <= reach; ++y) {
            for (int x = -reach; x <= reach; ++x) {
                const double base = std::max(1 - ratio * ratio * (x * x + y * y + z * z), 0.0);
                moment += x * x * base * base;
            }
        }
    }
    return static_cast<float>(2 / (moment * std::pow(static_cast<double>(spacing), dimension + 2)));
}

}  // namespace undine

#endif  // HWY_ONCE
