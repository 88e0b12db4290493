// SPDX-License-Identifier: Zlib
//   [MM13] Macklin, Mueller: Position Based Fluids, 2013
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/constraint_passes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/pair_shape-inl.h"

#include "solvers/constraint_passes.h"

UNDINE_WIDE_BEGIN

/// As many particles as a Real has lanes, and their neighbours.
template <class Real>
struct Group {
    const Index* particles;
    Index count;           ///< of them, the other lanes are nobody
    const Index* entries;  ///< the first neighbour of each, the second of each …; turned, kStride times that
    Index length;          ///< neighbours of each

    /// Calls body(RecordLanes<Real>) with the record of a neighbour of each at a time.
    template <class Body>
    HWY_INLINE void forEachNeighbor(const Record* records, Body&& body) const {
        const Index* const end = entries + std::size_t{length} * Lanes<Real>::kCount;
        for (const Index* at = entries; at != end; at += Lanes<Real>::kCount) {
            body(neighbors(Real(), records, at));
        }
    }
    HWY_INLINE void set(float* to, Real values) const { scatterFirst(values, to, particles, count); }
    HWY_INLINE void set(const VectorSpan& to, const Vec<Real>& values) const {
        set(to.x, values.x);
        set(to.y, values.y);
        set(to.z, values.z);
    }

  private:
    static HWY_INLINE RecordLanes<float> neighbors(float /*type*/, const Record* records, const Index* at) {
        return gather<float>(records, at);
    }
    static HWY_INLINE RecordLanes<Wide> neighbors(Wide /*type*/, const Record* records, const Index* at) {
        constexpr Index kFloats = sizeof(Record) / sizeof(float) / kStride;
        const float* const first = &records->x;
        return transpose([&](Index lane) HWY_ATTR { return first + std::size_t{at[lane]} * kFloats; });
    }
};

/// Calls body(Group<Real>) for all of these particles.
template <class Body>
HWY_INLINE void forEachGroup(float /*type*/, const ConstraintPass& pass, Range particles, Body&& body) {
    for (Index i = particles.begin; i < particles.end; ++i) {
        body(Group<float>{&i, 1, pass.lists->begin(i), pass.lists->count(i)});
    }
}
template <class Body>
HWY_INLINE void forEachGroup(Wide /*type*/, const ConstraintPass& pass, Range particles, Body&& body) {
    const Range groups = pass.lanes->groupsOf(particles);
    for (Index g = groups.begin; g < groups.end; ++g) {
        const LaneLists::Group& group = pass.lanes->group(g);
        body(Group<Wide>{pass.lanes->particles(g), group.count, pass.lanes->entries(group), group.length});
    }
}

/// A constant of the fluids of these particles.
HWY_INLINE float lookUp(const PerFluid& constants, const Group<float>& of) {
    return constants.of(*of.particles);
}
HWY_INLINE Wide lookUp(const PerFluid& constants, const Group<Wide>& of) {
    if (constants.fluid == nullptr) return Wide(constants.values[0]);
    float part[kLanes] = {};
    for (Index l = 0; l < of.count; ++l) part[l] = constants.of(of.particles[l]);
    return Lanes<Wide>::load(part);
}

/// [MM13] eq. 2 and 7 to 9.
template <class Real, Formulation kFormulation>
void constraintSumsOf(const ConstraintPass& pass, Range particles) {
    using Shape = PairShape<Real, kFormulation>;
    const Real inverseH2(1.0F / (pass.h * pass.h));
    const Real valueScale(Shape::valueScale(pass.h, pass.dimension));
    const Real slopeScale(Shape::slopeScale(pass.h, pass.dimension));
    forEachGroup(Real(), pass, particles, [&](const Group<Real>& targets) HWY_ATTR {
        const Vec<Real> xi = gather<Real>(pass.places, targets.particles).v;
        Real value(0.0F);
        Vec<Real> gradient = Vec<Real>::all({});
        Real gradient2(0.0F);
        targets.forEachNeighbor(pass.places, [&](const RecordLanes<Real>& near) HWY_ATTR {
            const Vec<Real> d = xi - near.v;
            const Real r2 = dot(d, d);
            const Shape shape(r2, inverseH2);
            value = value + shape.value;
            gradient = mulAdd(shape.slope, d, gradient);
            gradient2 = mulAdd(shape.slope * shape.slope, near.w * r2, gradient2);
        });
        const Real volume = lookUp(pass.volume, targets);
        const Real slope = -slopeScale * volume;
        targets.set(pass.ratio, volume * valueScale * (value + Real(Shape::atZero())));
        targets.set(pass.gradient, slope * gradient);
        targets.set(pass.stiffness, slope * slope * gradient2);
    });
}

template <Formulation kFormulation>
void ratioSumsOf(const ConstraintPass& pass, Range particles) {
    using Shape = PairShape<Wide, kFormulation>;
    const Wide inverseH2(1.0F / (pass.h * pass.h));
    const Wide scale(Shape::valueScale(pass.h, pass.dimension));
    forEachGroup(Wide(), pass, particles, [&](const Group<Wide>& targets) HWY_ATTR {
        const Vec<Wide> xi = gather<Wide>(pass.places, targets.particles).v;
        Wide value(0.0F);
        targets.forEachNeighbor(pass.places, [&](const RecordLanes<Wide>& near) HWY_ATTR {
            const Vec<Wide> d = xi - near.v;
            value = value + Shape(dot(d, d), inverseH2).value;
        });
        targets.set(pass.ratio, lookUp(pass.volume, targets) * scale * (value + Wide(Shape::atZero())));
    });
}

/// [MM13] eq. 12 and 13.
template <class Real, Formulation kFormulation, bool kArtificial>
void correctionSumsOf(const ConstraintPass& pass, const ArtificialPressure& artificial, Range particles) {
    using Shape = PairShape<Real, kFormulation>;
    const Real inverseH2(1.0F / (pass.h * pass.h));
    const Real slopeScale(Shape::slopeScale(pass.h, pass.dimension));
    forEachGroup(Real(), pass, particles, [&](const Group<Real>& targets) HWY_ATTR {
        const RecordLanes<Real> own = gather<Real>(pass.pushes, targets.particles);
        Vec<Real> push = Vec<Real>::all({});
        targets.forEachNeighbor(pass.pushes, [&](const RecordLanes<Real>& near) HWY_ATTR {
            const Vec<Real> d = own.v - near.v;
            const Real r2 = dot(d, d);
            Real strength = own.w + near.w;
            if constexpr (kArtificial) {
                const Real s = Poly6<Real>::base(r2, inverseH2) * Real(artificial.inverse);
                const Real s2 = s * s;
                const Real s4 = s2 * s2;
                strength = mulAdd(s4 * s4, s4 * Real(artificial.strength), strength);
            }
            push = mulAdd(strength * Shape(r2, inverseH2).slope, d, push);
        });
        targets.set(pass.push, slopeScale * push);
    });
}

template <class Real>
void sumsOf(const ConstraintPass& pass, Range particles) {
    const auto run = pass.formulation == Formulation::Conservative
                         ? constraintSumsOf<Real, Formulation::Conservative>
                         : constraintSumsOf<Real, Formulation::Mueller>;
    run(pass, particles);
}

template <class Real>
void correctionsOf(const ConstraintPass& pass, const ArtificialPressure& artificial, Range particles) {
    constexpr Formulation kConservative = Formulation::Conservative;
    constexpr Formulation kMueller = Formulation::Mueller;
    const bool both = artificial.strength > 0;
    const auto run =
        pass.formulation == kConservative
            ? (both ? correctionSumsOf<Real, kConservative, true>
                    : correctionSumsOf<Real, kConservative, false>)
            : (both ? correctionSumsOf<Real, kMueller, true> : correctionSumsOf<Real, kMueller, false>);
    run(pass, artificial, particles);
}

void ratiosWide(const ConstraintPass& pass, Range particles) {
    const auto run = pass.formulation == Formulation::Conservative ? ratioSumsOf<Formulation::Conservative>
                                                                   : ratioSumsOf<Formulation::Mueller>;
    run(pass, particles);
}
void sumsWide(const ConstraintPass& pass, Range particles) { sumsOf<Wide>(pass, particles); }
void sumsScalar(const ConstraintPass& pass, Range particles) { sumsOf<float>(pass, particles); }
void correctionsWide(const ConstraintPass& pass, const ArtificialPressure& artificial, Range particles) {
    correctionsOf<Wide>(pass, artificial, particles);
}
void correctionsScalar(const ConstraintPass& pass, const ArtificialPressure& artificial, Range particles) {
    correctionsOf<float>(pass, artificial, particles);
}

// --- Passes over single particles ---

void stiffnessWide(const ConstraintPass& pass, float softening, Range particles) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Vec<Wide> g = loadFirst<Wide>(pass.gradient, i, count);
        const Wide others = Lanes<Wide>::loadFirst(pass.stiffness + i, count);
        const Wide all = mulAdd(lookUpFirst(pass.inverseMass, i, count), dot(g, g) + Wide(softening), others);
        Lanes<Wide>::storeFirst(all, pass.stiffness + i, count);
    }
}

void multipliersWide(const ConstraintPass& pass, const MultiplierStep& step, Range particles,
                     Compression* found) {
    const Wide zero(0.0F);
    const Wide one(1.0F);
    const Wide lowest(step.oneSided ? 0.0F : -3e38F);
    Wide largest = zero;
    bool finite = true;
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const auto load = [&](const float* from) { return Lanes<Wide>::loadFirst(from + i, count); };
        const Wide ratio = load(pass.ratio);
        const Wide stiffness = load(pass.stiffness);
        // In a crowd there are more neighbours to disturb each other.
        const Wide crowd = max(ratio, one);
        const Wide before = load(pass.multiplier);
        const Wide error = ratio - load(pass.target);
        const Wide wanted = Wide(step.step) * error / (crowd * stiffness);
        const Wide most = Wide(step.reach) * rsqrt(stiffness);
        const Wide after = max(before + min(max(wanted, -most), most), lowest);
        const Wide change = after - before;
        const WideMask here = Lanes<Wide>::first(count);
        finite = finite && !any(!(select(here, abs(change), zero) <= Wide(3e38F)));
        const Wide compression = select(here, max(ratio - one, zero), zero);
        largest = max(largest, compression);
        found->sum += static_cast<double>(sumOfLanes(compression));
        Lanes<Wide>::storeFirst(after, pass.multiplier + i, count);
        Lanes<Wide>::storeFirst(change, pass.change + i, count);
        storeRecords({loadFirst<Wide>(pass.x, i, count), lookUpFirst(pass.volume, i, count) * change},
                     pass.pushes + i, count);
    }
    found->largest = maxOfLanes(largest);
    found->notFinite = !finite;
}

void moveWide(const ConstraintPass& pass, Range particles) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        const Wide w = lookUpFirst(pass.inverseMass, i, count);
        const Vec<Wide> move = w * loadFirst<Wide>(pass.push, i, count);
        storeFirst(loadFirst<Wide>(pass.x, i, count) + move, pass.x, i, count);
        storeFirst(loadFirst<Wide>(pass.displacement, i, count) + move, pass.displacement, i, count);
    }
}

void placesWide(const ConstraintPass& pass, Range particles) {
    for (Index i = particles.begin; i < particles.end; i += kLanes) {
        const Index count = particles.end - i;
        storeRecords({loadFirst<Wide>(pass.x, i, count), lookUpFirst(pass.inverseMass, i, count)},
                     pass.places + i, count);
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(sumsWide);
HWY_EXPORT(ratiosWide);
HWY_EXPORT(correctionsWide);
HWY_EXPORT(stiffnessWide);
HWY_EXPORT(multipliersWide);
HWY_EXPORT(moveWide);
HWY_EXPORT(placesWide);

void constraintSums(const ConstraintPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(sumsWide)(pass, particles);
}
void constraintSumsReference(const ConstraintPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(sumsScalar)(pass, particles);
}

void ratioSums(const ConstraintPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(ratiosWide)(pass, particles);
}

void correctionSums(const ConstraintPass& pass, const ArtificialPressure& artificial, Range particles) {
    HWY_DYNAMIC_DISPATCH(correctionsWide)(pass, artificial, particles);
}
void correctionSumsReference(const ConstraintPass& pass, const ArtificialPressure& artificial,
                             Range particles) {
    HWY_STATIC_DISPATCH(correctionsScalar)(pass, artificial, particles);
}

void completeStiffness(const ConstraintPass& pass, float softening, Range particles) {
    HWY_DYNAMIC_DISPATCH(stiffnessWide)(pass, softening, particles);
}
Compression updateMultipliers(const ConstraintPass& pass, const MultiplierStep& step, Range particles) {
    Compression found;
    HWY_DYNAMIC_DISPATCH(multipliersWide)(pass, step, particles, &found);
    return found;
}
void moveByPush(const ConstraintPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(moveWide)(pass, particles);
}
void recordPlaces(const ConstraintPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(placesWide)(pass, particles);
}

}  // namespace undine

#endif  // HWY_ONCE
