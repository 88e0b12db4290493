// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forces/surface_tension.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "forces/list_sums-inl.h"
#include "kernels/kernels-inl.h"

#include "forces/surface_tension.h"

#include <algorithm>
#include <cmath>
#include <numbers>

UNDINE_WIDE_BEGIN

// --- Cohesion ---

/// c(q)
template <class Real>
HWY_INLINE Real cohesion(Real q) {
    const Real t = q * max(Real(1.0F) - q, Real(0.0F));
    const Real t3 = t * t * t;
    return select(q < Real(0.5F), t3 + t3 - Real(1.0F / 64), t3);
}

/// grad W = -3c/(2h) s^2 (1 + 6 s^3) d, with d in units of h and s = 1 - q^2
template <class Real>
HWY_INLINE void normalsOf(const CohesionPass& pass, Range particles) {
    const float scale = -1.5F * polyBlendConstant(pass.h, pass.dimension);  // times h
    for (Index i = particles.begin; i < particles.end; ++i) {
        Vec<Real> sum = Vec<Real>::all({});
        forEachPair<Real>(pass, i, [&](const Pairs<Real>& pairs) HWY_ATTR {
            const Real s = PolyBlend<Real>::base(pairs.q2);
            sum = mulAdd(PolyBlend<Real>::slope(s, pairs.w), pairs.d, sum);
        });
        const Vec3 n = scale * sumOfLanes(sum);
        pass.normal[i] = {n.x, n.y, n.z, pass.ofFluid[pass.fluid[i]]};
    }
}

template <class Real>
HWY_INLINE void cohesionOf(const CohesionPass& pass, Range particles) {
    const Real attraction(pass.strength.cohesion);
    const Real area(pass.strength.area);
    for (Index i = particles.begin; i < particles.end; ++i) {
        const Vec<Real> ni = vectorOf<Real>(pass.normal[i]);
        Vec<Real> sum = Vec<Real>::all({});
        forEachPair<Real>(pass, i, [&](const Pairs<Real>& pairs) HWY_ATTR {
            const RecordLanes<Real> near = gather<Real>(pass.normal, pairs.others);
            const Real inverseQ = rsqrt(max(pairs.q2, Real(1e-12F)));  // finite for coincident particles
            const Real s = PolyBlend<Real>::base(pairs.q2);
            const Real pull = attraction * near.w * inverseQ * cohesion(pairs.q2 * inverseQ);
            sum = mulAdd(pull, pairs.d, mulAdd(area * near.w * s * s, ni - near.v, sum));
        });
        const float factor = -pass.normal[i].w / pass.fluids[pass.fluid[i]].mass;
        pass.acceleration.set(i, pass.acceleration[i] + factor * sumOfLanes(sum));
    }
}

// --- Colour field ---

/// Poly6: grad W = -6c/h s^2 d and lap W = -6c/h^2 s (dim - (dim + 4) q^2)
template <class Real>
HWY_INLINE void colorFieldOf(const ColorFieldPass& pass, Range particles) {
    const float scale = -6.0F * poly6Constant(pass.h, pass.dimension) / pass.h;
    const auto dim = static_cast<float>(pass.dimension);
    for (Index i = particles.begin; i < particles.end; ++i) {
        const FluidConstants& fluid = pass.fluids[pass.fluid[i]];
        Vec<Real> sum = Vec<Real>::all({});
        Real bend(0.0F);
        forEachPair<Real>(pass, i, [&](const Pairs<Real>& pairs) HWY_ATTR {
            const Real s = Poly6<Real>::base(pairs.q2);
            const Real weight = s * pairs.w;
            sum = mulAdd(weight * s, pairs.d, sum);
            bend = mulAdd(weight, negMulAdd(Real(dim + 4.0F), pairs.q2, Real(dim)), bend);
        });
        const float volume = pass.position[i].w;
        const Vec3 n = scale * sumOfLanes(sum);
        const float length = std::sqrt(dot(n, n));
        if (!(length * pass.h > pass.threshold)) continue;
        const float laplacian = scale / pass.h * (sumOfLanes(bend) + dim * volume);
        const float factor = -fluid.surfaceTension * laplacian / length * volume / fluid.mass;
        pass.acceleration.set(i, pass.acceleration[i] + factor * n);
    }
}

void normalsWide(const CohesionPass& pass, Range particles) { normalsOf<Wide>(pass, particles); }
void normalsScalar(const CohesionPass& pass, Range particles) { normalsOf<float>(pass, particles); }
void cohesionWide(const CohesionPass& pass, Range particles) { cohesionOf<Wide>(pass, particles); }
void cohesionScalar(const CohesionPass& pass, Range particles) { cohesionOf<float>(pass, particles); }
void colorFieldWide(const ColorFieldPass& pass, Range particles) { colorFieldOf<Wide>(pass, particles); }
void colorFieldScalar(const ColorFieldPass& pass, Range particles) { colorFieldOf<float>(pass, particles); }

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(normalsWide);
HWY_EXPORT(cohesionWide);
HWY_EXPORT(colorFieldWide);

namespace {

double cohesionSpline(double q) {
    const double t3 = q < 1 ? std::pow(q * (1 - q), 3) : 0;
    return q < 0.5 ? 2 * t3 - 1.0 / 64 : t3;
}

/// The tension of c(q) for n = h = 1 when particles have the order of a lattice but no direction: the
/// integral of kCohesionTension as a sum, 1/32 n sum_j r_j^2 F(r_j) in 3D and 1/(6 pi) of it in 2D.
double latticeTension(double spacing, int dimension) {
    const int reach = static_cast<int>(std::ceil(1 / spacing));
    const int reachZ = dimension == 2 ? 0 : reach;
    double sum = 0;
    for (int k = -reachZ; k <= reachZ; ++k) {
        for (int j = -reach; j <= reach; ++j) {
            for (int i = -reach; i <= reach; ++i) {
                const double q2 = spacing * spacing * (i * i + j * j + k * k);
                sum += q2 * cohesionSpline(std::sqrt(q2));
            }
        }
    }
    return sum * std::pow(spacing, dimension) / (dimension == 2 ? 6 * std::numbers::pi : 32);
}

}  // namespace

CohesionStrength::CohesionStrength(float h, float spacing, int dimension) {
    // Where only the nearest neighbours are in reach a lattice's sum is that of luck.
    const double smooth = kCohesionTension[dimension - 2];
    const double ordered =
        std::max(latticeTension(static_cast<double>(spacing) / h, dimension), 0.8 * smooth);
    const double scale = std::pow(static_cast<double>(h), -(dimension + 2));
    cohesion = static_cast<float>((1 - kAreaShare) * scale / ordered);
    area = static_cast<float>(kAreaShare * scale / kAreaTension[dimension - 2]);
}

float cohesionWeight(const FluidConstants& fluid) {
    return std::sqrt(fluid.surfaceTension) * fluid.restVolume();
}

void findNormals(const CohesionPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(normalsWide)(pass, particles);
}
void findNormalsReference(const CohesionPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(normalsScalar)(pass, particles);
}
void addCohesion(const CohesionPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(cohesionWide)(pass, particles);
}
void addCohesionReference(const CohesionPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(cohesionScalar)(pass, particles);
}
void addColorFieldTension(const ColorFieldPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(colorFieldWide)(pass, particles);
}
void addColorFieldTensionReference(const ColorFieldPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(colorFieldScalar)(pass, particles);
}

}  // namespace undine

#endif  // HWY_ONCE
