// SPDX-License-Identifier: Zlib
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "forces/implicit_viscosity.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "forces/list_sums-inl.h"
#include "kernels/kernels-inl.h"

#include "forces/implicit_viscosity.h"

#include <algorithm>

#include "forces/viscosity.h"

UNDINE_WIDE_BEGIN

/// With d in units of h and s = 1 - q^2 the pair's share is
///   dt 2 (dim + 2) a_i a_j  3c/(2 h^2) s^2 (1 + 6 s^3) / max(q^2, 0.01)  ((u_i - u_j) . d) d
template <class Real>
HWY_INLINE void viscousForces(const ViscousPass& pass, Range particles) {
    const float scale = pass.dt * 3.0F * static_cast<float>(pass.dimension + 2) *
                        polyBlendConstant(pass.h, pass.dimension) / (pass.h * pass.h);
    for (Index i = particles.begin; i < particles.end; ++i) {
        const Vec<Real> ui = vectorOf<Real>(pass.velocity[i]);
        Vec<Real> sum = Vec<Real>::all({});
        forEachPair<Real>(pass, i, [&](const Pairs<Real>& pairs) HWY_ATTR {
            const RecordLanes<Real> near = gather<Real>(pass.velocity, pairs.others);
            const Real s = PolyBlend<Real>::base(pairs.q2);
            const Real weight = pairs.w * PolyBlend<Real>::slope(s) / max(pairs.q2, Real(0.01F));
            sum = mulAdd(weight * dot(ui - near.v, pairs.d), pairs.d, sum);
        });
        const Vec3 force = scale * pass.position[i].w * sumOfLanes(sum);
        pass.sum[i] = {force.x, force.y, force.z, 0};
    }
}

void viscousForcesWide(const ViscousPass& pass, Range particles) { viscousForces<Wide>(pass, particles); }
void viscousForcesScalar(const ViscousPass& pass, Range particles) { viscousForces<float>(pass, particles); }

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(viscousForcesWide);

void sumViscousForces(const ViscousPass& pass, Range particles) {
    HWY_DYNAMIC_DISPATCH(viscousForcesWide)(pass, particles);
}
void sumViscousForcesReference(const ViscousPass& pass, Range particles) {
    HWY_STATIC_DISPATCH(viscousForcesScalar)(pass, particles);
}

namespace {

double square(double a) { return a * a; }

double dotOf(const Record& a, const Record& b) {
    return static_cast<double>(a.x) * b.x + static_cast<double>(a.y) * b.y + static_cast<double>(a.z) * b.z;
}

/// a + s b; the fourth number is that of a.
Record mulAdd(float s, const Record& b, const Record& a) {
    return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w};
}

}  // namespace

ImplicitViscosity::Start& ImplicitViscosity::Start::operator+=(const Start& other) {
    residual += other.residual;
    motion += other.motion;
    return *this;
}

void ImplicitViscosity::apply(const Neighborhood& around, float dt, PairRecords& records) {
    fillViscousPositions(around, records);
    fillVelocities(around, direction_, [&](Index i) { return around.mass(i); });
    for (AlignedArray<Record>* array : {&residual_, &change_, &product_}) {
        array->resizeForOverwrite(around.size());
    }
    const ViscousPass pass{{&around.lists, records.position.data(), around.h, around.dimension},
                           direction_.data(),
                           product_.data(),
                           dt};

    const Start start = begin(around, pass);
    const double wanted = std::min(square(kTolerance) * start.motion, square(kReduction) * start.residual);
    const double goal = std::max(wanted, square(kRounding) * start.motion);
    double residual = start.residual;
    iterations_ = 0;
    while (residual > goal && iterations_ < kMaxIterations) {
        const double curvature = applyOperator(around, pass);
        if (!(curvature > 0)) break;  // NaN
        const double next = advance(around, static_cast<float>(residual / curvature));
        turn(around, static_cast<float>(next / residual));
        residual = next;
        ++iterations_;
    }
    converged_ = residual <= goal;
    around.pool.forEachBlock(around.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            around.v.set(i, around.v[i] + Vec3{change_[i].x, change_[i].y, change_[i].z});
        }
    });
}

/// y = 0, r = -dt K v*, p = r/m
ImplicitViscosity::Start ImplicitViscosity::begin(const Neighborhood& around, const ViscousPass& pass) {
    around.pool.forEachBlock(around.size(), [&](Range block) { sumViscousForces(pass, block); });
    const auto start = deterministicSum<Start>(around.pool, around.size(), [&](Range block) {
        Start sums;
        for (Index i = block.begin; i < block.end; ++i) {
            const float mass = direction_[i].w;
            const float inverse = 1.0F / mass;
            const Record r = mulAdd(-1, product_[i], {0, 0, 0, inverse});
            sums.motion += mass * dotOf(direction_[i], direction_[i]);
            sums.residual += inverse * dotOf(r, r);
            change_[i] = {};
            residual_[i] = r;
            direction_[i] = mulAdd(inverse, r, {0, 0, 0, mass});
        }
        return sums;
    });
    around.lists.complete(direction_.data(), around.pool);
    return start;
}

/// product = (M + dt K) p; returns p . product.
double ImplicitViscosity::applyOperator(const Neighborhood& around, const ViscousPass& pass) {
    return deterministicSum<double>(around.pool, around.size(), [&](Range block) {
        sumViscousForces(pass, block);
        double sum = 0;
        for (Index i = block.begin; i < block.end; ++i) {
            const Record& p = direction_[i];
            product_[i] = mulAdd(p.w, p, product_[i]);
            sum += dotOf(p, product_[i]);
        }
        return sum;
    });
}

/// y += alpha p, r -= alpha product; returns r . r/m.
double ImplicitViscosity::advance(const Neighborhood& around, float alpha) {
    return deterministicSum<double>(around.pool, around.size(), [&](Range block) {
        double sum = 0;
        for (Index i = block.begin; i < block.end; ++i) {
            change_[i] = mulAdd(alpha, direction_[i], change_[i]);
            residual_[i] = mulAdd(-alpha, product_[i], residual_[i]);
            sum += residual_[i].w * dotOf(residual_[i], residual_[i]);
        }
        return sum;
    });
}

/// p = r/m + beta p
void ImplicitViscosity::turn(const Neighborhood& around, float beta) {
    around.pool.forEachBlock(around.size(), [&](Range block) {
        for (Index i = block.begin; i < block.end; ++i) {
            const Record& r = residual_[i];
            const Record& p = direction_[i];
            direction_[i] = mulAdd(r.w, r, {beta * p.x, beta * p.y, beta * p.z, p.w});
        }
    });
    around.lists.complete(direction_.data(), around.pool);
}

std::size_t ImplicitViscosity::bytes() const {
    return direction_.bytes() + residual_.bytes() + change_.bytes() + product_.bytes();
}

}  // namespace undine

#endif  // HWY_ONCE
