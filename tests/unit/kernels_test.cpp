// SPDX-License-Identifier: Zlib
// Each kernel by its definition: it integrates to 1, ends at h, and its derivatives are those of its values.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/unit/kernels_test.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "core/wide-inl.h"
#include "kernels/kernels-inl.h"

#include <numbers>

#include "tests/unit/test_support.h"

#ifndef UNDINE_TESTS_KERNELS_TEST_ONCE_
#define UNDINE_TESTS_KERNELS_TEST_ONCE_

namespace undine::test {

enum class Function {
    Poly6,
    Poly6Gradient,
    Poly6Laplacian,
    PolyBlend,
    PolyBlendGradient,
    Spiky,
    SpikyGradient,
    ViscosityLaplacian,
    CubicSpline,
    CubicSplineGradient,
};
inline constexpr Function kAllFunctions[] = {
    Function::Poly6,
    Function::Poly6Gradient,
    Function::Poly6Laplacian,
    Function::PolyBlend,
    Function::PolyBlendGradient,
    Function::Spiky,
    Function::SpikyGradient,
    Function::ViscosityLaplacian,
    Function::CubicSpline,
    Function::CubicSplineGradient,
};

inline bool isGradient(Function function) {
    return function == Function::Poly6Gradient || function == Function::PolyBlendGradient ||
           function == Function::SpikyGradient || function == Function::CubicSplineGradient;
}

}  // namespace undine::test

#endif

UNDINE_WIDE_BEGIN

/// A kernel function at distance r. Gradients are their factor: what x_i - x_j is multiplied by.
template <class Real>
HWY_INLINE Real evaluate(test::Function function, float h, int dimension, Real r) {
    const Real r2 = r * r;
    const Real inverseR = inverseDistance(r2, h * h);
    switch (function) {
        case test::Function::Poly6:
            return Poly6<Real>(h, dimension).value(r2);
        case test::Function::Poly6Gradient:
            return Poly6<Real>(h, dimension).gradientFactor(r2);
        case test::Function::Poly6Laplacian:
            return Poly6<Real>(h, dimension).laplacian(r2);
        case test::Function::PolyBlend:
            return PolyBlend<Real>(h, dimension).value(r2);
        case test::Function::PolyBlendGradient:
            return PolyBlend<Real>(h, dimension).gradientFactor(r2);
        case test::Function::Spiky:
            return Spiky<Real>(h, dimension).value(r);
        case test::Function::SpikyGradient:
            return Spiky<Real>(h, dimension).gradientFactor(r, inverseR);
        case test::Function::ViscosityLaplacian:
            return Viscosity<Real>(h, dimension).laplacian(r);
        case test::Function::CubicSpline:
            return CubicSpline<Real>(h, dimension).value(r);
        case test::Function::CubicSplineGradient:
            return CubicSpline<Real>(h, dimension).gradientFactor(r, inverseR);
    }
    return Real(0.0F);
}

float evaluateScalar(test::Function function, float h, int dimension, float r) {
    return evaluate<float>(function, h, dimension, r);
}

/// out[i] at distance r[i], for a whole number of registers of 16.
void evaluateWide(test::Function function, float h, int dimension, const float* r, Index n, float* out) {
    for (Index i = 0; i < n; i += kLanes) {
        Lanes<Wide>::store(evaluate<Wide>(function, h, dimension, Lanes<Wide>::load(r + i)), out + i);
    }
}

UNDINE_WIDE_END

#if HWY_ONCE

namespace undine {

HWY_EXPORT(evaluateWide);

namespace {

using test::forEachSimdTarget;
using test::Function;
using test::kAllFunctions;

constexpr float kH = 0.37F;
constexpr double kPi = std::numbers::pi;

double kernel(Function function, int dimension, double r, float h = kH) {
    return HWY_STATIC_DISPATCH(evaluateScalar)(function, h, dimension, static_cast<float>(r));
}

/// Integral over a disc or ball of radius h of a function of the distance, by the midpoint rule.
double integral(Function function, int dimension, float h) {
    constexpr int kSteps = 20000;
    double sum = 0;
    for (int k = 0; k < kSteps; ++k) {
        const double r = (k + 0.5) * h / kSteps;
        const double shell = dimension == 2 ? 2 * kPi * r : 4 * kPi * r * r;
        sum += kernel(function, dimension, r, h) * shell * h / kSteps;
    }
    return sum;
}

class Kernels : public testing::TestWithParam<int> {
  protected:
    /// dW/dr by the factor that multiplies the vector of length r.
    double slope(Function gradient, double r) const { return kernel(gradient, GetParam(), r) * r; }

    void expectSlope(Function value, Function gradient) const {
        const double scale = kernel(value, GetParam(), 0) / kH;
        const double step = 1e-3 * kH;
        for (double r = 0.05 * kH; r < 0.95 * kH; r += 0.017 * kH) {
            const double difference =
                (kernel(value, GetParam(), r + step) - kernel(value, GetParam(), r - step)) / (2 * step);
            EXPECT_NEAR(slope(gradient, r), difference, 1e-3 * scale) << "at r = " << r / kH << " h";
        }
    }
};

TEST_P(Kernels, IntegrateToOneAtAnySize) {
    for (const float h : {1e-3F, 0.37F, 1.0F, 50.0F}) {
        EXPECT_NEAR(integral(Function::Poly6, GetParam(), h), 1, 1e-5) << "h = " << h;
        EXPECT_NEAR(integral(Function::PolyBlend, GetParam(), h), 1, 1e-5) << "h = " << h;
        EXPECT_NEAR(integral(Function::Spiky, GetParam(), h), 1, 1e-5) << "h = " << h;
        EXPECT_NEAR(integral(Function::CubicSpline, GetParam(), h), 1, 1e-5) << "h = " << h;
    }
}

TEST_P(Kernels, AreZeroFromTheSupportRadiusOn) {
    for (const Function function : kAllFunctions) {
        const double scale = std::fabs(kernel(function, GetParam(), 0.3 * kH));
        EXPECT_GT(scale, 0);
        EXPECT_NEAR(kernel(function, GetParam(), kH), 0, 1e-6 * scale);
        for (const double r : {1.0001 * kH, 2.0 * kH, 1e6, 1e18})
            EXPECT_EQ(kernel(function, GetParam(), r), 0) << r;
    }
}

TEST_P(Kernels, FallFromTheirMiddle) {
    for (const Function function :
         {Function::Poly6, Function::PolyBlend, Function::Spiky, Function::CubicSpline}) {
        for (double r = 0.02 * kH; r < kH; r += 0.02 * kH) {
            EXPECT_LT(kernel(function, GetParam(), r), kernel(function, GetParam(), r - 0.02 * kH));
        }
    }
}

TEST_P(Kernels, HaveTheGradientOfTheirValues) {
    expectSlope(Function::Poly6, Function::Poly6Gradient);
    expectSlope(Function::PolyBlend, Function::PolyBlendGradient);
    expectSlope(Function::Spiky, Function::SpikyGradient);
    expectSlope(Function::CubicSpline, Function::CubicSplineGradient);
}

TEST_P(Kernels, OfPoly6HaveTheLaplacianOfTheirValues) {
    // lap W = W'' + (d - 1)/r W', with W' from the gradient tested above.
    const double scale = kernel(Function::Poly6, GetParam(), 0) / (kH * kH);
    const double step = 1e-3 * kH;
    for (double r = 0.05 * kH; r < 0.95 * kH; r += 0.017 * kH) {
        const double second =
            (slope(Function::Poly6Gradient, r + step) - slope(Function::Poly6Gradient, r - step)) /
            (2 * step);
        const double expected = second + (GetParam() - 1) / r * slope(Function::Poly6Gradient, r);
        EXPECT_NEAR(kernel(Function::Poly6Laplacian, GetParam(), r), expected, 2e-3 * scale)
            << r / kH << " h";
    }
}

TEST_P(Kernels, OfViscosityAreTheLaplacianOfAKernelOfUnitIntegral) {
    // The flux of grad W through a circle or sphere of radius r is the integral of lap W inside it. W follows
    // by integrating from h, where W and W' are 0, inwards; in 2D it has a logarithm that the midpoint rule
    // resolves.
    const int d = GetParam();
    constexpr int kSteps = 200000;
    const double step = kH / kSteps;
    double flux = 0;  // of grad W through the sphere of radius r: what is missing from there to h
    double value = 0;
    double sum = 0;
    for (int k = kSteps - 1; k >= 0; --k) {
        const double r = (k + 0.5) * step;
        const double shell = d == 2 ? 2 * kPi * r : 4 * kPi * r * r;
        flux -= 0.5 * kernel(Function::ViscosityLaplacian, d, r) * shell * step;
        value -= flux / shell * step;
        flux -= 0.5 * kernel(Function::ViscosityLaplacian, d, r) * shell * step;
        sum += value * shell * step;
    }
    EXPECT_NEAR(sum, 1, 1e-3);
}

TEST_P(Kernels, OfViscosityMakeTheLaplacianOfAParabola) {
    // sum_j V (u_j - u_i) L(r) with u = x^2 must be 2, and so the integral of r^2 L twice the dimension.
    constexpr int kSteps = 20000;
    double sharp = 0;
    double smooth = 0;
    for (int k = 0; k < kSteps; ++k) {
        const double r = (k + 0.5) * kH / kSteps;
        const double q2 = r * r / (kH * kH);
        const double weight = r * r * (GetParam() == 2 ? 2 * kPi * r : 4 * kPi * r * r) * kH / kSteps;
        sharp += weight * kernel(Function::ViscosityLaplacian, GetParam(), r);
        smooth += weight * smoothViscosityConstant(kH, GetParam()) * (1 - q2) * (1 - q2);
    }
    EXPECT_NEAR(sharp, 2 * GetParam(), 1e-4);
    EXPECT_NEAR(smooth, 2 * GetParam(), 1e-4);
}

TEST_P(Kernels, GiveCoincidentParticlesAFiniteFactorAndSoNoForce) {
    // The factor is multiplied by the vector x_i - x_j, which is zero.
    for (const Function function : kAllFunctions) {
        for (const double r : {0.0, 1e-30, 1e-10}) {
            EXPECT_TRUE(std::isfinite(kernel(function, GetParam(), r)));
            EXPECT_EQ(kernel(function, GetParam(), r) * 0.0, 0.0);
        }
    }
}

TEST_P(Kernels, AreTheSameWideAndScalar) {
    constexpr Index kCount = 512;
    float r[kCount];
    for (Index i = 0; i < kCount; ++i) r[i] = 1.2F * kH * static_cast<float>(i) / kCount;
    r[kCount - 1] = 1e18F;  // a padding candidate
    forEachSimdTarget([&] {
        for (const Function function : kAllFunctions) {
            // A gradient's factor has no meaning without the vector: compare the gradient.
            const auto length = [&](Index i) { return test::isGradient(function) ? r[i] : 1.0F; };
            double largest = 0;
            for (Index i = 0; i < kCount; ++i) {
                largest = std::max(largest, std::fabs(kernel(function, GetParam(), r[i]) * length(i)));
            }
            float got[kCount];
            HWY_DYNAMIC_DISPATCH(evaluateWide)(function, kH, GetParam(), r, kCount, got);
            for (Index i = 0; i < kCount; ++i) {
                const double expected = kernel(function, GetParam(), r[i]);
                ASSERT_NEAR(got[i] * length(i), expected * length(i), 1e-6 * largest)
                    << "function " << static_cast<int>(function) << " at " << r[i];
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Unit, Kernels, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine

#endif  // HWY_ONCE
