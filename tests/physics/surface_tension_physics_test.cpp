// SPDX-License-Identifier: Zlib
// Surface tension against known answers, on particles with lists and without a solver.
#include <numbers>

#include "core/rotation.h"
#include "forces/surface_tension.h"
#include "tests/support/liquid.h"
#include "tests/support/pair_fluid.h"

namespace undine {
namespace {

using test::PairFluid;

constexpr float kSpacing = 0.05F;
constexpr double kPi = std::numbers::pi;

double cohesionSpline(double q) {
    const double t3 = std::pow(q * (1 - q), 3);
    return q < 0.5 ? 2 * t3 - 1.0 / 64 : t3;
}

/// The tension of a surface across x, by the virial: for each pair the stress across less the mean stress
/// along it. A slab of liquid has two surfaces. Its sides are not the surface: what is measured is a column
/// in its middle. What a bulk without surface would have, only because a sample has no perfect order, is
/// subtracted.
class Slab {
  public:
    explicit Slab(int dimension)
        : fluid_(cut(dimension)), strength_(fluid_.h, fluid_.spacing, dimension), normals_(fluid_.size()) {
        const double volume = std::pow(kSpacing, dimension);
        for (Index i = 0; i < fluid_.size(); ++i) {
            for (const Index j : fluid_.lists.of(i)) {
                const Vec3d d = Vec3d(fluid_.x()[i]) - Vec3d(fluid_.x()[j]);
                const double s = 1 - dot(d, d) / (fluid_.h * fluid_.h);
                const double c = polyBlendConstant(fluid_.h, dimension);
                normals_[i] = normals_[i] + -1.5 * c / fluid_.h * volume * s * s * (1 + 6 * s * s * s) * d;
            }
        }
    }

    /// Over sigma = 1.
    double tension() {
        double surface = 0;
        double bulk = 0;
        int surfaceCount = 0;
        int bulkCount = 0;
        for (Index i = 0; i < fluid_.size(); ++i) {
            if (!isInColumn(fluid_.x()[i])) continue;
            const bool isDeep = std::fabs(fluid_.x()[i].x - kMiddle) < 0.5F * kThickness - 2 * fluid_.h;
            (isDeep ? bulk : surface) += share(i);
            ++(isDeep ? bulkCount : surfaceCount);
        }
        EXPECT_GT(bulkCount, 100);
        return (surface - bulk / bulkCount * surfaceCount) / (2 * columnArea());
    }

  private:
    static constexpr float kMiddle = 15 * kSpacing;
    static constexpr float kThickness = 20 * kSpacing;

    static Vec3 size(int dimension) {
        return kSpacing * (dimension == 2 ? Vec3{30, 400, 0} : Vec3{30, 26, 26});
    }
    static PairFluid cut(int dimension) {
        std::vector<Vec3> points = test::liquid(size(dimension), kSpacing);
        std::erase_if(points, [](Vec3 x) { return std::fabs(x.x - kMiddle) > 0.5F * kThickness; });
        return {points, kSpacing, dimension};
    }
    bool isInColumn(Vec3 x) const {
        const Vec3 whole = size(fluid_.dimension);
        const float edge = 2 * fluid_.h;
        const bool isInZ = fluid_.dimension == 2 || (x.z > edge && x.z < whole.z - edge);
        return x.y > edge && x.y < whole.y - edge && isInZ;
    }
    double columnArea() const {
        const Vec3 whole = size(fluid_.dimension);
        const double edges = 4.0 * fluid_.h;
        return (whole.y - edges) * (fluid_.dimension == 2 ? 1 : whole.z - edges);
    }

    /// Half of what the pairs of i add.
    double share(Index i) {
        double sum = 0;
        for (const Index j : fluid_.lists.of(i)) {
            const Vec3d d = Vec3d(fluid_.x()[i]) - Vec3d(fluid_.x()[j]);
            const double q = length(d) / fluid_.h;
            const Vec3d evening = strength_.area * std::pow(1 - q * q, 2) * (normals_[i] - normals_[j]);
            const Vec3d force = -1 * (strength_.cohesion * cohesionSpline(q) / length(d) * d + evening);
            const double along = d.y * force.y + d.z * force.z;
            sum += d.x * force.x - along / (fluid_.dimension - 1);
        }
        return 0.5 * sum * std::pow(kSpacing, 2 * fluid_.dimension);
    }

    PairFluid fluid_;
    CohesionStrength strength_;
    std::vector<Vec3d> normals_;
};

class SurfaceTensionIn : public testing::TestWithParam<int> {
  protected:
    /// A round drop of liquid around the origin.
    static PairFluid drop(float radius) {
        const float size = 2 * radius + 4 * kSpacing;
        std::vector<Vec3> points = test::liquid({size, size, GetParam() == 2 ? 0 : size}, kSpacing);
        for (Vec3& x : points) x = x - Vec3{0.5F * size, 0.5F * size, GetParam() == 2 ? 0 : 0.5F * size};
        std::erase_if(points, [&](Vec3 x) { return dot(x, x) > radius * radius; });
        PairFluid fluid(points, kSpacing, GetParam());
        fluid.fluids[0].surfaceTension = 0.07F;
        fluid.measureDensity();
        return fluid;
    }

    /// Sum of the forces towards the middle, on particles between two radii.
    static double pullInward(PairFluid& fluid, float from, float to, float dt) {
        double sum = 0;
        for (Index i = 0; i < fluid.size(); ++i) {
            const double r = length(Vec3d(fluid.x()[i]));
            if (r < from || r > to) continue;
            sum -= fluid.massOf(i) / dt * dot(Vec3d(fluid.v()[i]), Vec3d(fluid.x()[i])) / r;
        }
        return sum;
    }
};

TEST_P(SurfaceTensionIn, CohesionGivesAFlatSurfaceTheTensionOfTheFluid) {
    EXPECT_NEAR(Slab(GetParam()).tension(), 1, 0.15);
}

TEST_P(SurfaceTensionIn, CohesionPullsTheSurfaceOfADropInwardAndNotTheInside) {
    const float radius = 10 * kSpacing;
    PairFluid fluid = drop(radius);
    const float dt = 1e-4F;
    fluid.apply(PairForceSettings{}, dt);
    const double surface = pullInward(fluid, radius - fluid.h, radius, dt);
    EXPECT_GT(surface, 0);
    EXPECT_LT(std::fabs(pullInward(fluid, 0, radius - 2 * fluid.h, dt)), 0.1 * surface);
}

TEST_P(SurfaceTensionIn, TheColorFieldPullsSurfacesInwardWhateverTheirShape) {
    // Particles see only the inner half of the smoothed surface, where its profile bends even if the surface
    // does not. So the pull per area hardly depends on the curvature, which Laplace's (d - 1) sigma / R does.
    const float dt = 1e-4F;
    double pressure[2] = {};
    for (int k = 0; k < 2; ++k) {
        const float radius = (k == 0 ? 6 : 12) * kSpacing;
        PairFluid fluid = drop(radius);
        fluid.apply({.tensionModel = TensionModel::ColorField}, dt);
        const double area = GetParam() == 2 ? 2 * kPi * radius : 4 * kPi * radius * radius;
        pressure[k] = pullInward(fluid, 0, radius, dt) / area;
        EXPECT_GT(pressure[k], (GetParam() - 1) * 0.07 / radius);
    }
    EXPECT_NEAR(pressure[0] / pressure[1], 1, 0.25);
}

/// Integral over a plane (a line in 2D) at distance z, for h = 1.
template <class Function>
double overPlane(double z, int dimension, Function&& f) {
    if (z >= 1) return 0;
    constexpr int kSteps = 400;
    const double width = std::sqrt(1 - z * z) / kSteps;
    double sum = 0;
    for (int k = 0; k < kSteps; ++k) {
        const double s = (k + 0.5) * width;
        sum += (dimension == 2 ? 2 : 2 * kPi * s) * f(std::sqrt(z * z + s * s)) * width;
    }
    return sum;
}

TEST_P(SurfaceTensionIn, HasTheConstantsItsHeaderDerives) {
    const int dimension = GetParam();
    constexpr int kSteps = 200;
    double cohesion = 0;
    std::vector<double> normal(2 * kSteps);
    std::vector<double> weight(2 * kSteps);
    for (int k = 0; k < kSteps; ++k) {
        const double q = (k + 0.5) / kSteps;
        cohesion += std::pow(q, dimension == 2 ? 3 : 4) * cohesionSpline(q) / kSteps;
        normal[k] = overPlane(q, dimension, [&](double r) {
            const double s3 = std::pow(1 - r * r, 3);
            return 0.25 * polyBlendConstant(1, dimension) * s3 * (1 + 3 * s3);
        });
        weight[k] = overPlane(static_cast<double>(k) / kSteps, dimension,
                              [](double r) { return std::pow(1 - r * r, 2); });
    }
    EXPECT_NEAR((dimension == 2 ? 1.0 / 3 : kPi / 8) * cohesion / kCohesionTension[dimension - 2], 1, 1e-3);

    // All pairs of depths a and b: the way between them times the force between them, half as each pair is
    // counted twice.
    double area = 0;
    for (int a = 0; a < 2 * kSteps; ++a) {
        for (int b = 0; b < 2 * kSteps; ++b) {
            area += 0.5 * (b - a) * (normal[a] - normal[b]) * weight[std::abs(a - b)] / std::pow(kSteps, 3);
        }
    }
    EXPECT_NEAR(area / kAreaTension[dimension - 2], 1, 1e-2);
}

INSTANTIATE_TEST_SUITE_P(TwoAndThree, SurfaceTensionIn, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine
