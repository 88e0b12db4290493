// SPDX-License-Identifier: Zlib
#include "kernels/half_space.h"

#include <cmath>
#include <numbers>

#include "tests/unit/test_support.h"

namespace undine {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kH = 0.25;
constexpr double kSpacing = 0.125;

// Kernels and quadrature are written once more on purpose, independent of those under test.
double poly6(double r, int dimension) {
    const double s = std::max(0.0, 1 - r * r / (kH * kH));
    return (dimension == 2 ? 4 / (kPi * kH * kH) : 315 / (64 * kPi * kH * kH * kH)) * s * s * s;
}
double spiky(double r, int dimension) {
    const double s = std::max(0.0, 1 - r / kH);
    return (dimension == 2 ? 10 / (kPi * kH * kH) : 15 / (kPi * kH * kH * kH)) * s * s * s;
}
double polyBlend(double r, int dimension) {
    const double s = std::max(0.0, 1 - r * r / (kH * kH));
    const double c = dimension == 2 ? 28 / (19 * kPi * kH * kH) : 9009 / (4288 * kPi * kH * kH * kH);
    return c * (std::pow(s, 3) + 3 * std::pow(s, 6));
}
using Kernel = double (*)(double r, int dimension);

/// Integral of w over the plane (in 2D the line) at distance d, by the midpoint rule over the radius in the
/// plane.
double overPlane(double d, int dimension, Kernel w) {
    constexpr int kSteps = 1000;
    double sum = 0;
    for (int k = 0; k < kSteps; ++k) {
        const double s = (k + 0.5) * kH / kSteps;
        sum += w(std::sqrt(d * d + s * s), dimension) * (dimension == 2 ? 2 : 2 * kPi * s) * kH / kSteps;
    }
    return sum;
}

double beyondPlane(double d, int dimension, Kernel w) {
    constexpr int kSteps = 400;
    double sum = 0;
    for (int k = 0; k < kSteps; ++k) {
        const double width = (kH - d) / kSteps;
        sum += overPlane(d + (k + 0.5) * width, dimension, w) * width;
    }
    return sum;
}

double distance(int k) { return kH * k / HalfSpaceTable::kIntervals; }

class HalfSpace : public testing::TestWithParam<int> {
  protected:
    struct Case {
        Formulation formulation;
        Kernel density;
        Kernel pressure;
    };
    static constexpr Case kCases[] = {{Formulation::Mueller, poly6, spiky},
                                      {Formulation::Conservative, polyBlend, polyBlend}};

    static HalfSpaceTable tableOf(const Case& c) {
        return {c.formulation, static_cast<float>(kH), static_cast<float>(kSpacing), GetParam()};
    }

    /// How far the fluid of the table is set back behind the wall, read off one entry.
    static double setbackOf(const HalfSpaceTable& table, const Case& c) {
        constexpr int kEntry = 100;
        double low = -0.5 * kSpacing;
        double high = 0.5 * kSpacing;
        for (int k = 0; k < 30; ++k) {
            const double middle = 0.5 * (low + high);
            const bool isTooNear =
                beyondPlane(distance(kEntry) + middle, GetParam(), c.density) > table.volume[kEntry];
            (isTooNear ? low : high) = middle;
        }
        return 0.5 * (low + high);
    }
};

TEST_P(HalfSpace, HoldsWhatALatticeAtRestMissesHalfASpacingFromTheWall) {
    for (const Case& c : kCases) {
        const int zReach = GetParam() == 2 ? 0 : 3;
        double all = 0;
        double beyond = 0;
        for (int k = -zReach; k <= zReach; ++k) {
            for (int j = -3; j <= 3; ++j) {
                for (int i = -3; i <= 3; ++i) {
                    const double w = c.density(kSpacing * std::sqrt(i * i + j * j + k * k), GetParam());
                    all += w;
                    beyond += i > 0 ? w : 0;
                }
            }
        }
        // Half a spacing is a quarter of h: entry 64.
        EXPECT_NEAR(tableOf(c).volume[64], beyond / all, 1e-5);
    }
}

TEST_P(HalfSpace, HoldsHalfANeighbourhoodAtMost) {
    for (const Case& c : kCases) {
        const HalfSpaceTable table = tableOf(c);
        EXPECT_LE(table.volume[0], 0.5 + 1e-6);
        EXPECT_GT(table.volume[0], 0.35);
    }
}

TEST_P(HalfSpace, HoldsNothingFromTheSupportRadiusOn) {
    for (const Case& c : kCases) {
        const HalfSpaceTable table = tableOf(c);
        for (const int k : {HalfSpaceTable::kIntervals, HalfSpaceTable::kIntervals + 1}) {
            EXPECT_EQ(table.volume[k], 0);
            EXPECT_EQ(table.area[k], 0);
        }
    }
}

TEST_P(HalfSpace, AgreesWithIndependentQuadrature) {
    for (const Case& c : kCases) {
        const HalfSpaceTable table = tableOf(c);
        const double setback = setbackOf(table, c);
        for (int k = 0; k < HalfSpaceTable::kIntervals; k += 15) {
            const double d = std::max(0.0, distance(k) + setback);
            if (d >= kH) continue;
            EXPECT_NEAR(table.volume[k], beyondPlane(d, GetParam(), c.density), 2e-5) << "at " << distance(k);
            EXPECT_NEAR(table.area[k] * kH, overPlane(d, GetParam(), c.pressure) * kH, 1e-4)
                << "at " << distance(k);
        }
    }
}

TEST_P(HalfSpace, HasAnAreaThatIsTheSlopeOfTheVolumeOfTheSameKernel) {
    const HalfSpaceTable table = tableOf(kCases[1]);  // one kernel for both
    for (int k = 20; k < 220; k += 20) {
        const double slope = (table.volume[k + 1] - table.volume[k - 1]) / (2 * distance(1));
        EXPECT_NEAR(table.area[k] * kH, -slope * kH, 1e-3) << "at " << distance(k);
    }
}

TEST_P(HalfSpace, FallsWithTheDistance) {
    for (const Case& c : kCases) {
        const HalfSpaceTable table = tableOf(c);
        for (int k = 1; k <= HalfSpaceTable::kIntervals; ++k) {
            EXPECT_LE(table.volume[k], table.volume[k - 1]);
            EXPECT_LE(table.area[k], table.area[k - 1] * 1.00001F);
        }
    }
}

TEST_P(HalfSpace, IsTheSameAtEveryScale) {
    for (const Case& c : kCases) {
        const HalfSpaceTable table = tableOf(c);
        EXPECT_FLOAT_EQ(table.scale * static_cast<float>(kH), HalfSpaceTable::kIntervals);
        const HalfSpaceTable twice(c.formulation, 2 * kH, 2 * kSpacing, GetParam());
        EXPECT_NEAR(twice.volume[50], table.volume[50], 1e-6) << "a share does not depend on h";
        EXPECT_NEAR(2 * twice.area[50], table.area[50], 1e-5 / kH) << "an area is a share per length";
    }
}

TEST_P(HalfSpace, ComesWithTheDensityOfALattice) {
    for (const Case& c : kCases) {
        const int zReach = GetParam() == 2 ? 0 : 3;
        double sum = 0;
        for (int k = -zReach; k <= zReach; ++k) {
            for (int j = -3; j <= 3; ++j) {
                for (int i = -3; i <= 3; ++i)
                    sum += c.density(kSpacing * std::sqrt(i * i + j * j + k * k), GetParam());
            }
        }
        EXPECT_NEAR(latticeDensity(c.formulation, kH, kSpacing, GetParam(), 1) / sum, 1, 1e-6);
        const double less = sum - 0.75 * c.density(0, GetParam());
        EXPECT_NEAR(latticeDensity(c.formulation, kH, kSpacing, GetParam(), 0.25F) / less, 1, 1e-6);
    }
}

INSTANTIATE_TEST_SUITE_P(Unit, HalfSpace, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine
