// SPDX-License-Identifier: Zlib
// The fast sum of velocities against the sum as it is written.
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/test_support.h"
#include "vortex/derivative_table.h"
#include "vortex/direct_sum.h"
#include "vortex/velocity_grid.h"
#include "vortex/vortex_field.h"

namespace undine {
namespace {

using Vectors = std::array<AlignedArray<float>, 3>;

/// Vortex particles in a box of size 2, in three dimensions a swirl about y with some disorder.
struct Cloud {
    Vectors x;
    Vectors strength;
    AlignedArray<float> radius;
    Index count;
    int dimension;

    Cloud(Index n, int dim, std::uint32_t seed = 1) : count(n), dimension(dim) {
        test::Random random(seed);
        resize(x, n);
        resize(strength, n);
        radius.resize(n);
        const float spacing = 2 / std::pow(static_cast<float>(n), 1 / static_cast<float>(dim));
        for (Index i = 0; i < n; ++i) {
            const auto any = [&] { return random.between(-1.0F, 1.0F); };
            const Vec3 p{any(), any(), dim == 2 ? 0 : any()};
            spanOf(x).set(i, p);
            const float fall = std::exp(-p.x * p.x - p.z * p.z);
            spanOf(strength).set(
                i, dim == 2 ? Vec3{0, 0, p.x + 0.3F * any()} : Vec3{-p.z * fall, 0.2F * any(), p.x * fall});
            radius[i] = 1.3F * spacing * random.between(0.8F, 1.2F);
        }
    }

    static void resize(Vectors& vectors, Index n) {
        for (AlignedArray<float>& axis : vectors) axis.resize(n);
    }
    VortexSources sources() { return {spanOf(x), spanOf(strength), radius.data(), count}; }
};

struct Errors {
    double velocity = 0;
    double stretching = 0;
    double divergenceSlope = 0;
};

/// RMS of the difference to the direct sum over the RMS of that.
Errors errorsOf(Cloud& cloud, const FieldAccuracy& accuracy) {
    const ThreadPool pool(2);
    VortexField field(cloud.dimension);
    field.setSources(cloud.sources(), accuracy, pool);
    Vectors u;
    Vectors s;
    Cloud::resize(u, cloud.count);
    Cloud::resize(s, cloud.count);
    field.velocityAtSources(spanOf(u), cloud.dimension == 3 ? spanOf(s) : VectorSpan{}, pool);
    Vectors d;
    Cloud::resize(d, cloud.count);
    if (cloud.dimension == 3) field.divergenceSlopeAtSources(spanOf(d), pool);
    double sums[6] = {};
    for (Index i = 0; i < cloud.count; i += 7) {
        const DirectSum exact =
            directSum(cloud.sources(), spanOf(cloud.x)[i], spanOf(cloud.strength)[i], cloud.dimension);
        for (std::size_t k = 0; k < 3; ++k) {
            sums[0] += std::pow(u[k][i] - exact.velocity[k], 2);
            sums[1] += std::pow(exact.velocity[k], 2);
            sums[2] += std::pow(s[k][i] - exact.stretching[k], 2);
            sums[3] += std::pow(exact.stretching[k], 2);
            sums[4] += std::pow(d[k][i] - exact.divergenceSlope[k], 2);
            sums[5] += std::pow(exact.divergenceSlope[k], 2);
        }
    }
    if (cloud.dimension == 2) return {.velocity = std::sqrt(sums[0] / sums[1])};
    return {std::sqrt(sums[0] / sums[1]), std::sqrt(sums[2] / sums[3]), std::sqrt(sums[4] / sums[5])};
}

TEST(VortexField, IsExactToRoundingWithoutExpansions) {
    for (const int dimension : {2, 3}) {
        Cloud cloud(2000, dimension);
        const Errors errors = errorsOf(cloud, {.order = 4, .openingAngle = 0});
        EXPECT_LT(errors.velocity, 1e-6) << dimension;
        EXPECT_LT(errors.stretching, 2e-6) << dimension;
        EXPECT_LT(errors.divergenceSlope, 2e-6) << dimension;
    }
}

// curl u = w + grad div A, with the vorticity w of the particles spread over their radii.
TEST(DirectSum, HasTheDivergenceThatTheCurlOfItsVelocityLacks) {
    Cloud cloud(40, 3);
    constexpr float kStep = 2e-3F;
    double error = 0, size = 0;
    for (Index i = 0; i < cloud.count; ++i) {
        const Vec3 x = spanOf(cloud.x)[i] + Vec3{0.1F, -0.2F, 0.05F};
        double slope[3][3];  // of component k along axis l
        for (int l = 0; l < 3; ++l) {
            const Vec3 step = kStep * Vec3{l == 0 ? 1.0F : 0, l == 1 ? 1.0F : 0, l == 2 ? 1.0F : 0};
            const DirectSum after = directSum(cloud.sources(), x + step, {}, 3);
            const DirectSum before = directSum(cloud.sources(), x - step, {}, 3);
            for (int k = 0; k < 3; ++k)
                slope[k][l] = (after.velocity[k] - before.velocity[k]) / (2 * static_cast<double>(kStep));
        }
        double vorticity[3] = {};
        for (Index j = 0; j < cloud.count; ++j) {
            const Vec3 d = x - spanOf(cloud.x)[j];
            const double s2 = std::pow(static_cast<double>(cloud.radius[j]), 2);
            const double both = static_cast<double>(d.x * d.x + d.y * d.y + d.z * d.z) + s2;
            const double share = 15 / (8 * std::numbers::pi) * s2 * s2 / std::pow(both, 3.5);
            for (std::size_t k = 0; k < 3; ++k)
                vorticity[k] += share * static_cast<double>(cloud.strength[k][j]);
        }
        const DirectSum sum = directSum(cloud.sources(), x, {}, 3);
        for (int k = 0; k < 3; ++k) {
            const int a = (k + 1) % 3, b = (k + 2) % 3;
            error += std::pow(slope[b][a] - slope[a][b] - vorticity[k] - sum.divergenceSlope[k], 2);
            size += std::pow(sum.divergenceSlope[k], 2);
        }
    }
    EXPECT_LT(std::sqrt(error / size), 1e-3);
    EXPECT_GT(size, 0);
}

TEST(VortexField, IsWithinAThousandthByDefault) {
    for (const Index n : {Index{3000}, Index{20000}}) {
        Cloud cloud(n, 3);
        const Errors errors = errorsOf(cloud, {});
        EXPECT_LT(errors.velocity, 1e-3) << n;
        EXPECT_LT(errors.stretching, 1e-2) << n;
        EXPECT_LT(errors.divergenceSlope, 2e-2) << n;
        EXPECT_GT(errors.velocity, 1e-8) << n << ": expansions were made";
    }
}

TEST(VortexField, GetsBetterWithOrderAndWithAngle) {
    for (const int dimension : {2, 3}) {
        Cloud cloud(6000, dimension);
        double last = 1;
        for (const int order : {2, 3, 4, 5, 6}) {
            const double error = errorsOf(cloud, {.order = order, .openingAngle = 0.5F}).velocity;
            EXPECT_LT(error, last) << dimension << "D, order " << order;
            last = error;
        }
        EXPECT_LT(last, 1e-4) << dimension;
        EXPECT_LT(errorsOf(cloud, {.order = 4, .openingAngle = 0.4F}).velocity,
                  errorsOf(cloud, {.order = 4, .openingAngle = 0.8F}).velocity);
    }
}

TEST(VortexField, IsTheSameFieldAtAnyPoints) {
    Cloud cloud(4000, 3);
    Cloud points(500, 3, 7);
    const ThreadPool pool(2);
    VortexField field(3);
    field.setSources(cloud.sources(), {}, pool);
    Vectors u;
    Cloud::resize(u, points.count);
    field.velocityAt(spanOf(points.x), points.count, spanOf(u), pool);
    double error = 0;
    double size = 0;
    for (Index i = 0; i < points.count; ++i) {
        const DirectSum exact = directSum(cloud.sources(), spanOf(points.x)[i], {}, 3);
        for (std::size_t k = 0; k < 3; ++k) {
            error += std::pow(u[k][i] - exact.velocity[k], 2);
            size += std::pow(exact.velocity[k], 2);
        }
    }
    EXPECT_LT(std::sqrt(error / size), 1.5e-3);
}

TEST(VortexField, HasTheSameBitsForAnyNumberOfThreads) {
    Cloud cloud(5000, 3);
    Vectors first;
    for (const int threads : {1, 2, 3, 8}) {
        const ThreadPool pool(threads);
        VortexField field(3);
        field.setSources(cloud.sources(), {}, pool);
        Vectors u;
        Vectors s;
        Cloud::resize(u, cloud.count);
        Cloud::resize(s, cloud.count);
        field.velocityAtSources(spanOf(u), spanOf(s), pool);
        if (threads == 1) {
            first[0].swap(u[0]), first[1].swap(u[1]), first[2].swap(s[2]);
            continue;
        }
        for (Index i = 0; i < cloud.count; ++i) {
            ASSERT_EQ(u[0][i], first[0][i]);
            ASSERT_EQ(u[1][i], first[1][i]);
            ASSERT_EQ(s[2][i], first[2][i]);
        }
    }
}

TEST(VortexField, KeepsTheTotalStrength) {
    Cloud cloud(3000, 3);
    std::ranges::fill(cloud.radius.span(), 0.1F);  // what one does to another is mirrored when they are equal
    const ThreadPool pool(1);
    VortexField field(3);
    field.setSources(cloud.sources(), {.openingAngle = 0}, pool);
    Vectors u;
    Vectors s;
    Cloud::resize(u, cloud.count);
    Cloud::resize(s, cloud.count);
    field.velocityAtSources(spanOf(u), spanOf(s), pool);
    for (std::size_t k = 0; k < 3; ++k) {
        double total = 0;
        double size = 0;
        for (Index i = 0; i < cloud.count; ++i) {
            total += s[k][i];
            size += std::fabs(s[k][i]);
        }
        EXPECT_LT(std::fabs(total), 1e-5 * size);
    }
}

TEST(VortexField, BearsFewAndCoincidentParticles) {
    const ThreadPool pool(2);
    VortexField field(3);
    Vectors u;
    Cloud::resize(u, 3);
    Cloud nobody(0, 3);
    field.setSources(nobody.sources(), {}, pool);
    Cloud points(3, 3);
    field.velocityAt(spanOf(points.x), 3, spanOf(u), pool);
    EXPECT_EQ(spanOf(u)[1], Vec3{});

    Cloud many(300, 3);
    for (Index i = 0; i < many.count; ++i) spanOf(many.x).set(i, {0.5F, 0.5F, 0.5F});
    field.setSources(many.sources(), {}, pool);
    Vectors v;
    Vectors s;
    Cloud::resize(v, many.count);
    Cloud::resize(s, many.count);
    field.velocityAtSources(spanOf(v), spanOf(s), pool);
    for (Index i = 0; i < many.count; ++i) {
        EXPECT_EQ(spanOf(v)[i], Vec3{});
        EXPECT_TRUE(std::isfinite(s[0][i] + s[1][i] + s[2][i]));
    }
}

// In units that are tiny or huge the powers of distances must neither overflow nor vanish.
TEST(VortexField, DoesNotMindTheUnit) {
    for (const float scale : {1e-4F, 1e4F}) {
        Cloud cloud(2000, 3);
        for (Index i = 0; i < cloud.count; ++i) {
            spanOf(cloud.x).set(i, scale * spanOf(cloud.x)[i]);
            cloud.radius[i] *= scale;
        }
        EXPECT_LT(errorsOf(cloud, {}).velocity, 1e-3) << scale;
    }
}

TEST(VelocityGrid, IsNearTheSumForEachPoint) {
    for (const int dimension : {2, 3}) {
        Cloud cloud(4000, dimension);
        Cloud points(3000, dimension, 7);
        const ThreadPool pool(2);
        VortexField field(dimension);
        field.setSources(cloud.sources(), {}, pool);
        Vectors sum;
        Vectors between;
        Cloud::resize(sum, points.count);
        Cloud::resize(between, points.count);
        field.velocityAt(spanOf(points.x), points.count, spanOf(sum), pool);
        const float spacing = 2 / std::pow(4000.0F, 1 / static_cast<float>(dimension));
        VelocityGrid grid;
        grid.velocityAt(field, spacing, spanOf(points.x), points.count, spanOf(between), pool);
        double error = 0;
        double size = 0;
        for (Index i = 0; i < points.count; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                error += std::pow(static_cast<double>(between[k][i]) - sum[k][i], 2);
                size += std::pow(static_cast<double>(sum[k][i]), 2);
            }
        }
        EXPECT_LT(std::sqrt(error / size), 0.01) << dimension << "D";
        EXPECT_GT(error, 0) << dimension << "D: the grid was used";
    }
}

// Recurrences against derivatives known by heart: of t^(-1/2) and of -log(t)/2.
TEST(DerivativeRules, GiveTheDerivativesOfThePotential) {
    const double x = 0.3, y = -0.5, z = 0.7, s2 = 0.04;
    const double t = x * x + y * y + z * z + s2;
    const MultiIndices& indices = multiIndices(3);
    const auto derivativesOf = [&](int power, double start) {
        const auto& rules = derivativeRules(3, power);
        const double axes[4] = {x, y, z, 1};
        std::vector<double> d{start};
        for (std::size_t k = 1; k < indices.count(3); ++k) {
            double sum = 0;
            for (int i = 0; i < rules[k].count; ++i) {
                const DerivativeRule::Term& term = rules[k].terms[i];
                sum += static_cast<double>(term.factor) * axes[term.axis] * d[term.from];
            }
            d.push_back(sum / t);
        }
        return d;
    };
    const auto place = [&](std::initializer_list<std::size_t> axes) {
        std::size_t p = 0;
        for (const std::size_t axis : axes) p = indices.raised(p, axis);
        return p;
    };
    const auto root = derivativesOf(1, 1 / std::sqrt(t));
    EXPECT_NEAR(root[place({0})], -x * std::pow(t, -1.5), 1e-6);
    EXPECT_NEAR(root[place({1, 1})], -std::pow(t, -1.5) + 3 * y * y * std::pow(t, -2.5), 1e-6);
    EXPECT_NEAR(root[place({0, 1, 2})], -15 * x * y * z * std::pow(t, -3.5), 1e-5);
    const auto log = derivativesOf(0, 1);
    EXPECT_NEAR(log[place({0})], -x / t, 1e-6);
    EXPECT_NEAR(log[place({0, 0})], -1 / t + 2 * x * x / (t * t), 1e-6);
    EXPECT_NEAR(log[place({0, 0, 1})], 2 * y / (t * t) - 8 * x * x * y / (t * t * t), 1e-5);
}

}  // namespace
}  // namespace undine
