// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forces/force_fields.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"

#include "forces/force_fields.h"

#include <algorithm>
#include <cmath>

#include "core/shape_checks.h"
#include "undine/parameters.h"

UNDINE_WIDE_BEGIN

template <class Box, class Real>
HWY_INLINE auto isInside(const Box& box, const Vec<Real>& x) {
    return (Real(box.min.x) <= x.x) & (x.x <= Real(box.max.x)) & (Real(box.min.y) <= x.y) &
           (x.y <= Real(box.max.y)) & (Real(box.min.z) <= x.z) & (x.z <= Real(box.max.z));
}

/// strength (1 - r/radius) / r, or 0 beyond the radius: times a vector of length r it is a field.
template <class Field, class Real>
HWY_INLINE Real fadingFactor(const Field& field, Real r2) {
    const Real inverse = rsqrt(max(r2, Real(1e-24F)));
    return Real(field.strength) * max(inverse - Real(1.0F / field.radius), Real(0.0F));
}

template <class Real>
HWY_INLINE Vec<Real> accelerationAt(const UniformForce& field, const Vec<Real>& x) {
    return select(isInside(field, x), Vec<Real>::all(field.acceleration), Vec<Real>::all({}));
}

template <class Real>
HWY_INLINE Vec<Real> accelerationAt(const RadialForce& field, const Vec<Real>& x) {
    const Vec<Real> inward = Vec<Real>::all(field.center) - x;
    return fadingFactor(field, dot(inward, inward)) * inward;
}

/// Along axis x d, d the way from the axis to the particle; the cross product does not see what of it is
/// along the axis.
template <class Real>
HWY_INLINE Vec<Real> accelerationAt(const SwirlForce& field, const Vec<Real>& x) {
    const Vec<Real> n = Vec<Real>::all(field.axis);
    const Vec<Real> around = cross(n, x - Vec<Real>::all(field.center));
    return fadingFactor(field, dot(around, around)) * around;
}

template <class Real, class Field>
HWY_INLINE void addField(const Field& field, const ForceFieldPass& pass, Range particles) {
    for (Index i = particles.begin; i < particles.end; i += Lanes<Real>::kCount) {
        const Index count = particles.end - i;
        const Vec<Real> x = Vec<Real>::load(pass.x.x, pass.x.y, pass.x.z, i);
        const Vec<Real> a = loadFirst<Real>(pass.acceleration, i, count) + accelerationAt(field, x);
        storeFirst(a, pass.acceleration, i, count);
    }
}

template <class Real>
HWY_INLINE void addFields(const ForceFieldPass& pass, Range particles) {
    for (const Force& force : pass.forces) {
        if (!isActive(force.settings.start, force.settings.end, pass.time)) continue;
        if (const auto* uniform = std::get_if<UniformForce>(&force.field)) {
            addField<Real>(*uniform, pass, particles);
        } else if (const auto* radial = std::get_if<RadialForce>(&force.field)) {
            addField<Real>(*radial, pass, particles);
        } else if (const auto* swirl = std::get_if<SwirlForce>(&force.field)) {
            addField<Real>(*swirl, pass, particles);
        }
    }
}

/// v + dt a becomes wind + exp(-c dt) (v + dt a - wind).
template <class Real>
HWY_INLINE void addDrag(const DragForce& field, const ForceFieldPass& pass, float dt, Range particles) {
    const Real decay(static_cast<float>(std::exp(-static_cast<double>(field.coefficient) * dt)));
    const Real step(dt);
    const Real inverse(1.0F / dt);
    const Vec<Real> wind = Vec<Real>::all(field.wind);
    for (Index i = particles.begin; i < particles.end; i += Lanes<Real>::kCount) {
        const Index count = particles.end - i;
        const Vec<Real> x = Vec<Real>::load(pass.x.x, pass.x.y, pass.x.z, i);
        const Vec<Real> v = Vec<Real>::load(pass.v.x, pass.v.y, pass.v.z, i);
        const Vec<Real> a = loadFirst<Real>(pass.acceleration, i, count);
        const Vec<Real> after = mulAdd(decay, mulAdd(step, a, v) - wind, wind);
        storeFirst(select(isInside(field, x), inverse * (after - v), a), pass.acceleration, i, count);
    }
}

template <class Real>
HWY_INLINE void drag(const ForceFieldPass& pass, float dt, Range particles) {
    for (const Force& force : pass.forces) {
        const auto* field = std::get_if<DragForce>(&force.field);
        if (field == nullptr || !isActive(force.settings.start, force.settings.end, pass.time)) continue;
        addDrag<Real>(*field, pass, dt, particles);
    }
}

void fieldsWide(const ForceFieldPass& pass, Range particles) { addFields<Wide>(pass, particles); }
void fieldsScalar(const ForceFieldPass& pass, Range particles) { addFields<float>(pass, particles); }
void dragWide(const ForceFieldPass& pass, float dt, Range particles) { drag<Wide>(pass, dt, particles); }
void dragScalar(const ForceFieldPass& pass, float dt, Range particles) { drag<float>(pass, dt, particles); }

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(fieldsWide);
HWY_EXPORT(dragWide);

namespace {

/// In two dimensions everything is at z = 0.
template <class Box>
Result<void> prepareBox(Box& box, int dimension, const std::string& path) {
    if (const auto checked = checkCorners(box.min, box.max, dimension, path); !checked)
        return Error{checked.error()};
    if (dimension == 2) box.min.z = -1, box.max.z = 1;
    return {};
}

Result<void> prepare(UniformForce& field, int dimension, const std::string& path) {
    auto inPlane = checkInPlane(field.acceleration, dimension, path + ".acceleration");
    return inPlane ? prepareBox(field, dimension, path) : inPlane;
}

Result<void> prepare(RadialForce& field, int dimension, const std::string& /*path*/) {
    if (dimension == 2) field.center.z = 0;
    return {};
}

Result<void> prepare(SwirlForce& field, int dimension, const std::string& path) {
    if (dimension == 2) field.center.z = 0;
    if (const auto aboutZ = checkAboutZ(field.axis, dimension, path + ".axis"); !aboutZ) {
        return Error{aboutZ.error()};
    }
    const auto unit = unitDirection(field.axis, path + ".axis");
    if (!unit) return Error{unit.error()};
    field.axis = unit.value();
    return {};
}

Result<void> prepare(DragForce& field, int dimension, const std::string& path) {
    auto inPlane = checkInPlane(field.wind, dimension, path + ".wind");
    return inPlane ? prepareBox(field, dimension, path) : inPlane;
}

}  // namespace

Result<Force> prepareForce(const Force& force, int dimension, const std::string& path) {
    if (const auto checked = checkParameters(force.settings, path); !checked) return Error{checked.error()};
    Force prepared = force;
    const auto done = std::visit(
        [&](auto& field) {
            auto checked = checkParameters(field, path);
            return checked ? prepare(field, dimension, path) : checked;
        },
        prepared.field);
    if (!done) return Error{done.error()};
    const auto times = checkTimes(force.settings.start, force.settings.end, path);
    return times ? Result<Force>(prepared) : Error{times.error()};
}

void addForceFields(const ForceFieldPass& pass, Range particles) {
    if (pass.forces.empty()) return;
    HWY_DYNAMIC_DISPATCH(fieldsWide)(pass, particles);
}
void addForceFieldsReference(const ForceFieldPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(fieldsScalar)(pass, particles);
}

void applyDrag(const ForceFieldPass& pass, float dt, Range particles) {
    if (pass.forces.empty()) return;
    HWY_DYNAMIC_DISPATCH(dragWide)(pass, dt, particles);
}
void applyDragReference(const ForceFieldPass& pass, float dt, Range particles) {
    HWY_STATIC_DISPATCH(dragScalar)(pass, dt, particles);
}

float windSpeed(std::span<const Force> forces, double time, float step) {
    double fastest = 0;
    for (const Force& force : forces) {
        const auto* field = std::get_if<DragForce>(&force.field);
        if (field == nullptr || !isActive(force.settings.start, force.settings.end, time)) continue;
        const double taken = -std::expm1(-static_cast<double>(field->coefficient) * step);
        fastest = std::max(fastest, taken * length(Vec3d(field->wind)));
    }
    return static_cast<float>(fastest);
}

}  // namespace undine

#endif  // HWY_ONCE
