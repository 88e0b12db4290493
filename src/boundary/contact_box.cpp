// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boundary/contact_box.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "boundary/rigid_contacts.h"

UNDINE_WIDE_BEGIN

struct AxisRange {
    float low;
    float high;
};

HWY_INLINE AxisRange rangeAlong(const float* x, const float* way, float wayScale, Range particles) {
    const Wide scale(wayScale);
    const Wide first(x[particles.begin]);
    Wide low = first;
    Wide high = first;
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const WideMask here = Lanes<Wide>::first(count);
        const Wide after = select(here, Lanes<Wide>::loadFirst(x + i, count), first);
        const Wide moved = select(here, Lanes<Wide>::loadFirst(way + i, count), Wide(0.0F));
        const Wide before = negMulAdd(scale, moved, after);
        low = min(low, min(before, after));
        high = max(high, max(before, after));
    }
    return {-maxOfLanes(-low), maxOfLanes(high)};
}

void boxWide(const ContactPass& pass, Range particles, Box* box) {
    const AxisRange x = rangeAlong(pass.x.x, pass.way.x, pass.wayScale, particles);
    const AxisRange y = rangeAlong(pass.x.y, pass.way.y, pass.wayScale, particles);
    const AxisRange z = rangeAlong(pass.x.z, pass.way.z, pass.wayScale, particles);
    *box = {{x.low, y.low, z.low}, {x.high, y.high, z.high}};
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(boxWide);

Box boxAround(const ContactPass& pass, Range particles) {
    Box box{};
    HWY_DYNAMIC_DISPATCH(boxWide)(pass, particles, &box);
    return box;
}

}  // namespace undine

#endif  // HWY_ONCE
