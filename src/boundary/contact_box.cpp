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

/// Whether the ways along an axis come into what is between low and high.
HWY_INLINE WideMask reaches(const float* x, const float* way, float wayScale, float low, float high,
                            Index count) {
    const Wide after = Lanes<Wide>::loadFirst(x, count);
    const Wide before = negMulAdd(Wide(wayScale), Lanes<Wide>::loadFirst(way, count), after);
    return (min(before, after) <= Wide(high)) & (Wide(low) <= max(before, after));
}

Index particlesInWide(const ContactPass& pass, Range particles, const Box& box, Index* found) {
    Index size = 0;
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const auto along = [&](const float* x, const float* way, float low, float high)
                               HWY_ATTR { return reaches(x + i, way + i, pass.wayScale, low, high, count); };
        const CompressOnce in(Lanes<Wide>::first(count) & along(pass.x.x, pass.way.x, box.low.x, box.high.x) &
                              along(pass.x.y, pass.way.y, box.low.y, box.high.y) &
                              along(pass.x.z, pass.way.z, box.low.z, box.high.z));
        in.store(hn::Add(hn::Set(UintTag(), i), hn::Iota(UintTag(), 0)), found + size);
        size += in.count();
    }
    return size;
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(boxWide);
HWY_EXPORT(particlesInWide);

Box boxAround(const ContactPass& pass, Range particles) {
    Box box{};
    HWY_DYNAMIC_DISPATCH(boxWide)(pass, particles, &box);
    return box;
}

std::span<const Index> particlesIn(const ContactPass& pass, Range particles, const Box& box,
                                   std::span<Index, kContactBlock + 16> room) {
    return {room.data(), HWY_DYNAMIC_DISPATCH(particlesInWide)(pass, particles, box, room.data())};
}

}  // namespace undine

#endif  // HWY_ONCE
