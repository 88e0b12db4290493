// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/particle_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/equation_of_state-inl.h"

#include "solvers/particle_passes.h"

UNDINE_WIDE_BEGIN

void pressureWide(Range particles, const PressurePass& pass) {
    const bool isConservative = pass.formulation == Formulation::Conservative;
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Wide ratio = Lanes<Wide>::loadFirst(pass.density + i, count);
        const Wide bulk = lookUpFirst(pass.bulkModulus, i, count);
        const Wide p = pressureOf(pass.equation, bulk, ratio, pass.clampNegative);
        const Wide volume = lookUpFirst(pass.relativeVolume, i, count) / ratio;
        const Wide term = isConservative ? p * volume * volume : p * volume;
        Lanes<Wide>::storeFirst(lookUpFirst(pass.restDensity, i, count) * ratio, pass.density + i, count);
        Lanes<Wide>::storeFirst(p, pass.pressure + i, count);
        Lanes<Wide>::storeFirst(term, pass.pressureTerm + i, count);
        Lanes<Wide>::storeFirst(lookUpFirst(pass.viscosityRoot, i, count) * volume, pass.viscosityTerm + i,
                                count);
        if (pass.volume != nullptr) Lanes<Wide>::storeFirst(volume, pass.volume + i, count);
    }
}

void gravityWide(Range particles, const VectorSpan& v, const VectorSpan& acceleration, Vec3 gravity,
                 const float* density, const Limits& limits, Extremes* extremes) {
    Wide speed2(0.0F);
    Wide acceleration2(0.0F);
    Wide densest(0.0F);
    bool suspicious = false;
    const Wide zero(0.0F);
    const Wide speedLimit2(limits.speed * limits.speed);
    const Wide infinity(Limits::kMaxSquare);
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const WideMask here = Lanes<Wide>::first(particles.end - i);
        const Vec<Wide> vi = Vec<Wide>::load(v.x, v.y, v.z, i);
        const Index count = particles.end - i;
        const Vec<Wide> before = {Lanes<Wide>::loadFirst(acceleration.x + i, count),
                                  Lanes<Wide>::loadFirst(acceleration.y + i, count),
                                  Lanes<Wide>::loadFirst(acceleration.z + i, count)};
        const Vec<Wide> a = before + Vec<Wide>::all(gravity);
        storeFirst(a, acceleration, i, particles.end - i);

        const Wide v2 = select(here, dot(vi, vi), zero);
        const Wide a2 = select(here, dot(a, a), zero);
        const Wide rest = lookUpFirst(limits.restDensity, i, count);
        const Wide ratio = select(here, Lanes<Wide>::load(density + i) / rest, zero);
        // A comparison with NaN is false, so that "not below its limit" catches NaN as well.
        const WideMask healthy =
            (v2 <= speedLimit2) & (a2 <= infinity) & (ratio <= Wide(limits.densityRatio));
        suspicious = suspicious || any(!healthy);
        speed2 = max(speed2, v2);
        acceleration2 = max(acceleration2, a2);
        densest = max(densest, ratio);
    }
    *extremes = {maxOfLanes(speed2), maxOfLanes(acceleration2), maxOfLanes(densest), suspicious};
}

bool moveWide(Range particles, const VectorSpan& x, const VectorSpan& v, const VectorSpan& acceleration,
              float dt, float maxSpeed) {
    const Wide step(dt);
    const Wide limit2(maxSpeed * maxSpeed);
    bool suspicious = false;
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Vec<Wide> a = Vec<Wide>::load(acceleration.x, acceleration.y, acceleration.z, i);
        const Vec<Wide> newV = mulAdd(step, a, Vec<Wide>::load(v.x, v.y, v.z, i));
        const Vec<Wide> newX = mulAdd(step, newV, Vec<Wide>::load(x.x, x.y, x.z, i));
        const Wide speed2 = select(Lanes<Wide>::first(count), dot(newV, newV), Wide(0.0F));
        suspicious = suspicious || any(!(speed2 <= limit2));
        storeFirst(newV, v, i, count);
        storeFirst(newX, x, i, count);
    }
    return suspicious;
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(pressureWide);
HWY_EXPORT(gravityWide);
HWY_EXPORT(moveWide);

void pressureOfParticles(Range particles, const PressurePass& pass) {
    HWY_DYNAMIC_DISPATCH(pressureWide)(particles, pass);
}

Extremes addGravity(Range particles, const VectorSpan& v, const VectorSpan& acceleration, Vec3 gravity,
                    const float* density, const Limits& limits) {
    Extremes extremes;
    HWY_DYNAMIC_DISPATCH(gravityWide)(particles, v, acceleration, gravity, density, limits, &extremes);
    return extremes;
}

bool moveParticles(Range particles, const VectorSpan& x, const VectorSpan& v, const VectorSpan& acceleration,
                   float dt, float maxSpeed) {
    return HWY_DYNAMIC_DISPATCH(moveWide)(particles, x, v, acceleration, dt, maxSpeed);
}

}  // namespace undine

#endif  // HWY_ONCE
