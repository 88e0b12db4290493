// SPDX-License-Identifier: Zlib
// Smoothing kernels, in two and three dimensions, for one pair (Real = float) or a register of pairs (Real =
// Wide).
//
//   [MCG03] Mueller, Charypar, Gross: Particle-Based Fluid Simulation for Interactive Applications, 2003
//   [Mon92] Monaghan: Smoothed Particle Hydrodynamics, 1992
//
//   r    distance of the pair          h    support radius: every kernel is 0 from r = h on
//   W    value, 1/m^d                  dim  2 or 3: only the constants differ
//
// The functions are branch-free and take what is cheapest to compute: the square of the distance where no
// root is needed, else the distance itself. Gradients are returned as a factor f of the vector x_i - x_j, so
// that gradient = f (x_i - x_j); coincident particles get the zero vector, never NaN. Some kernels also offer
// their shape in q = r/h without any constant (static functions): passes measure lengths in h, sum shapes,
// and apply constants once. The cubic spline is what others use; here it is for comparison only.

#if defined(UNDINE_KERNELS_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)  // NOLINT: per-target include guard
#ifdef UNDINE_KERNELS_KERNELS_INL_H_
#undef UNDINE_KERNELS_KERNELS_INL_H_
#else
#define UNDINE_KERNELS_KERNELS_INL_H_
#endif

#include "core/wide-inl.h"
#include "kernels/constants.h"

UNDINE_WIDE_BEGIN

/// W = c (1 - q^2)^3 with q = r/h. [MCG03] eq. 20.
template <class Real>
struct Poly6 {
    float inverseH2;
    float c;
    float dim;

    HWY_INLINE Poly6(float h, int dimension)
        : inverseH2(1.0F / (h * h)), c(poly6Constant(h, dimension)), dim(static_cast<float>(dimension)) {}

    /// (1 - q^2), or 0 outside of the support.
    static HWY_INLINE Real base(Real q2) { return max(Real(1.0F) - q2, Real(0.0F)); }
    static HWY_INLINE Real base(Real r2, Real inverseH2) {
        return max(negMulAdd(r2, inverseH2, Real(1.0F)), Real(0.0F));
    }

    HWY_INLINE Real value(Real r2) const {
        const Real s = base(r2, Real(inverseH2));
        return Real(c) * s * s * s;
    }

    /// -6c/h^2 (1 - q^2)^2
    HWY_INLINE Real gradientFactor(Real r2) const {
        const Real s = base(r2, Real(inverseH2));
        return Real(-6.0F * c * inverseH2) * s * s;
    }

    /// -6c/h^2 (1 - q^2) (d - (d + 4) q^2)
    HWY_INLINE Real laplacian(Real r2) const {
        const Real q2 = r2 * Real(inverseH2);
        return Real(-6.0F * c * inverseH2) * base(q2) * negMulAdd(Real(dim + 4.0F), q2, Real(dim));
    }
};

/// W = c/4 (s^3 + 3 s^6) with s = 1 - q^2: a blend of poly6 and a narrower sister that replaces the cubic
/// spline. Neither value nor gradient needs a root, which makes pair passes a fifth to a third cheaper. At h
/// of two spacings its sums over cubic, bcc, fcc, square and hexagonal lattices are within 0.4 % of 1 and its
/// gradients of linear fields within 2 % (spline: 0.3 % and 4 %), and unlike single powers of s below 6 it
/// does not let particles pair up: a lattice of pairs has a larger sum than one of single particles.
/// docs/decisions/0001 has the table.
template <class Real>
struct PolyBlend {
    float inverseH2;
    float c;

    HWY_INLINE PolyBlend(float h, int dimension)
        : inverseH2(1.0F / (h * h)), c(polyBlendConstant(h, dimension)) {}

    /// (1 - q^2), or 0 outside of the support.
    static HWY_INLINE Real base(Real q2) { return max(Real(1.0F) - q2, Real(0.0F)); }
    static HWY_INLINE Real base(Real r2, Real inverseH2) {
        return max(negMulAdd(r2, inverseH2, Real(1.0F)), Real(0.0F));
    }

    HWY_INLINE Real value(Real r2) const {
        const Real s = base(r2, Real(inverseH2));
        const Real s3 = s * s * s;
        return Real(0.25F * c) * s3 * mulAdd(Real(3.0F), s3, Real(1.0F));
    }

    /// factor s^2 (1 + 6 s^3): how steep the kernel is, as a factor of the vector between the particles. The
    /// constant of the gradient is -3c/(2 h^2).
    static HWY_INLINE Real slope(Real s, Real factor = Real(1.0F)) {
        const Real s2 = s * s;
        return factor * s2 * mulAdd(Real(6.0F), s2 * s, Real(1.0F));
    }

    /// -3c/(2 h^2) s^2 (1 + 6 s^3)
    HWY_INLINE Real gradientFactor(Real r2) const {
        return slope(base(r2, Real(inverseH2)), Real(-1.5F * c * inverseH2));
    }
};

/// W = c (1 - q)^3. [MCG03] eq. 21.
template <class Real>
struct Spiky {
    float inverseH;
    float c;

    HWY_INLINE Spiky(float h, int dimension) : inverseH(1.0F / h), c(spikyConstant(h, dimension)) {}

    /// (1 - q), or 0 outside of the support.
    static HWY_INLINE Real base(Real q) { return max(Real(1.0F) - q, Real(0.0F)); }

    HWY_INLINE Real value(Real r) const {
        const Real s = base(r * Real(inverseH));
        return Real(c) * s * s * s;
    }

    /// -3c/h (1 - q)^2 / r, from the distance and its inverse.
    HWY_INLINE Real gradientFactor(Real r, Real inverseR) const {
        const Real s = base(r * Real(inverseH));
        return Real(-3.0F * c * inverseH) * s * s * inverseR;
    }
};

/// The kernel whose Laplacian is c (1 - q): positive everywhere, so that viscosity only ever damps. [MCG03]
/// eq. 22.
template <class Real>
struct Viscosity {
    float inverseH;
    float c;

    HWY_INLINE Viscosity(float h, int dimension) : inverseH(1.0F / h), c(viscosityConstant(h, dimension)) {}

    HWY_INLINE Real laplacian(Real r) const {
        return Real(c) * max(negMulAdd(r, Real(inverseH), Real(1.0F)), Real(0.0F));
    }
};

/// W = c (6q^3 - 6q^2 + 1) for q = r/h <= 1/2 and 2c (1 - q)^3 beyond. [Mon92]
template <class Real>
struct CubicSpline {
    float inverseH;
    float c;

    HWY_INLINE CubicSpline(float h, int dimension)
        : inverseH(1.0F / h), c(cubicSplineConstant(h, dimension)) {}

    /// (1 - q), or 0 outside of the support; and (1 - 2q), or 0 outside of its inner half.
    static HWY_INLINE Real outer(Real q) { return max(Real(1.0F) - q, Real(0.0F)); }
    static HWY_INLINE Real inner(Real q) { return max(Real(1.0F) - (q + q), Real(0.0F)); }

    /// 2 (1 - q)^3 - (1 - 2q)^3: with negative brackets cut off this is the same function, both branches at
    /// once.
    HWY_INLINE Real value(Real r) const {
        const Real a = outer(r * Real(inverseH));
        const Real b = inner(r * Real(inverseH));
        return Real(c) * (Real(2.0F) * a * a * a - b * b * b);
    }

    /// -h/(6c) dW/dr = (1 - q)^2 - (1 - 2q)^2, from the two brackets.
    static HWY_INLINE Real slope(Real a, Real b) { return negMulAdd(b, b, a * a); }

    /// dW/dr / r
    HWY_INLINE Real gradientFactor(Real r, Real inverseR) const {
        const Real q = r * Real(inverseH);
        return Real(-6.0F * c * inverseH) * slope(outer(q), inner(q)) * inverseR;
    }
};

/// 1/r that stays finite for coincident particles; r2 is compared with the smallest distance worth telling
/// from 0.
template <class Real>
HWY_INLINE Real inverseDistance(Real r2, float h2) {
    return rsqrt(max(r2, Real(1e-12F * h2)));
}

UNDINE_WIDE_END

#endif  // per-target include guard
