// SPDX-License-Identifier: Zlib
// Gradients against their formulas, one pair at a time in double, on every instruction set.
#include <map>

#include "core/rotation.h"
#include "tests/unit/vortex_cloud.h"

namespace undine {
namespace {

using test::cubicLattice;
using test::forEachSimdTarget;
using test::GradientMethod;
using test::randomPoints;
using test::ScalarCloud;
using test::shaken;

double component(Vec3d a, int k) { return k == 0 ? a.x : k == 1 ? a.y : a.z; }

/// The sums as the header of ParticleGradient has them.
class Direct {
  public:
    explicit Direct(ScalarCloud& cloud) : in_(cloud.input()), n_(cloud.size()) {}

    Vec3d plain(Index i) const {
        Vec3d sum;
        double spread = 0;
        for (Index j = 0; j < n_; ++j) {
            sum = sum + (value(j) - (isNear(i) ? value(i) : 0)) * gradient(i, j);
            spread += dot(difference(j, i), gradient(i, j));
        }
        const double full = in_.dimension / double{in_.particleVolume};
        return (in_.dimension / std::max(spread, double{ParticleGradient::kLeast} * full)) * sum;
    }

    /// At walls, where there is no jump.
    Vec3d corrected(Index i) const {
        Vec3d slope;
        double m[3][3] = {};
        for (Index j = 0; j < n_; ++j) {
            const Vec3d g = gradient(i, j);
            const Vec3d d = difference(j, i);
            slope = slope + (value(j) - value(i)) * g;
            for (int r = 0; r < 3; ++r) {
                for (int c = 0; c < 3; ++c) m[r][c] += component(g, r) * component(d, c);
            }
        }
        if (in_.dimension == 2) m[2][2] = 1;
        // By the rule of Cramer.
        const Vec3d a(m[0][0], m[1][0], m[2][0]);
        const Vec3d b(m[0][1], m[1][1], m[2][1]);
        const Vec3d c(m[0][2], m[1][2], m[2][2]);
        const double det = dot(a, cross(b, c));
        return {dot(slope, cross(b, c)) / det, dot(a, cross(slope, c)) / det, dot(a, cross(b, slope)) / det};
    }

  private:
    bool isNear(Index i) const { return in_.proximity != nullptr && in_.proximity[i] < in_.h; }
    double value(Index i) const { return in_.value[i]; }
    Vec3d difference(Index i, Index j) const { return Vec3d(in_.x[i]) - Vec3d(in_.x[j]); }
    double base(Index i, Index j) const {
        const Vec3d d = difference(i, j);
        return std::max(0.0, 1 - dot(d, d) / (double{in_.h} * double{in_.h}));
    }
    Vec3d gradient(Index i, Index j) const {
        const double s = base(i, j);
        const double c = double{polyBlendConstant(in_.h, in_.dimension)} / (double{in_.h} * double{in_.h});
        return (-1.5 * c * s * s * (1 + 6 * s * s * s)) * difference(i, j);
    }

    const GradientInput& in_;
    Index n_;
};

/// The grid, with no walls, node by node.
class DirectGrid {
  public:
    explicit DirectGrid(ScalarCloud& cloud) : in_(cloud.input()) {
        for (Index i = 0; i < cloud.size(); ++i) {
            const Vec3d x = (1 / double{in_.h}) * Vec3d(in_.x[i]);
            forEachCorner(x, [&](const Node& node, double weight) {
                nodes_[node].value += weight * in_.value[i];
                nodes_[node].weight += weight;
            });
        }
    }

    Vec3d at(Index i) const {
        Vec3d sum;
        forEachCorner((1 / double{in_.h}) * Vec3d(in_.x[i]), [&](const Node& node, double weight) {
            const Vec3d slope = {along(node, 0), along(node, 1), in_.dimension == 2 ? 0 : along(node, 2)};
            sum = sum + weight * slope;
        });
        return sum;
    }

  private:
    using Node = std::array<int, 3>;
    struct Sums {
        double value = 0;
        double weight = 0;
    };

    template <class Body>
    void forEachCorner(Vec3d x, Body&& body) const {
        for (int k = 0; k < (in_.dimension == 2 ? 4 : 8); ++k) {
            Node node;
            double weight = 1;
            for (int axis = 0; axis < in_.dimension; ++axis) {
                const double low = std::floor(component(x, axis));
                const bool isUp = ((k >> axis) & 1) != 0;
                const double share = component(x, axis) - low;
                node[axis] = static_cast<int>(low) + (isUp ? 1 : 0);
                weight *= isUp ? share : 1 - share;
            }
            if (in_.dimension == 2) node[2] = 0;
            body(node, weight);
        }
    }
    double valueAt(const Node& node) const {
        const auto found = nodes_.find(node);
        if (found == nodes_.end()) return 0;
        const double full = 0.75 * std::pow(double{in_.h}, in_.dimension) / double{in_.particleVolume};
        return found->second.value / std::max(found->second.weight, full);
    }
    double along(Node node, int axis) const {
        ++node[axis];
        const double upper = valueAt(node);
        node[axis] -= 2;
        return (upper - valueAt(node)) / (2 * double{in_.h});
    }

    const GradientInput& in_;
    std::map<Node, Sums> nodes_;
};

/// Within 2e-5 of the largest gradient.
template <class Expected>
void expectEverywhere(ScalarCloud& cloud, GradientMethod method, Expected&& expected) {
    double largest = 0;
    std::vector<Vec3d> all;
    for (Index i = 0; i < cloud.size(); ++i) {
        all.push_back(expected(i));
        largest = std::max(largest, length(all.back()));
    }
    ASSERT_GT(largest, 0);
    forEachSimdTarget([&] {
        const std::vector<Vec3> got = cloud.gradient(method);
        for (Index i = 0; i < cloud.size(); ++i) {
            ASSERT_LT(length(Vec3d(got[i]) - all[i]), 2e-5 * largest) << i;
        }
    });
}

class GradientFormulas : public testing::TestWithParam<int> {
  protected:
    static float field(Vec3 p) { return 1 + std::sin(p.x) + 0.3F * p.y * p.z - 0.2F * p.y; }

    std::vector<Vec3> points() const {
        return shaken(cubicLattice(GetParam() == 2 ? 25 : 9, 1, GetParam()), 0.25F, GetParam());
    }
    std::vector<WallShape> walls() const {
        return makeWallShapes(PlaneWall{{-0.5F, 0, 0}, {1, 0, 0}}, GetParam()).value();
    }
};

TEST_P(GradientFormulas, PlainIsTheSumItSaysNearWallsAndFarFromThem) {
    const std::vector<WallShape> planes = walls();
    ScalarCloud cloud(points(), 2.1F, GetParam(), planes);
    cloud.set(field);
    const Direct direct(cloud);
    expectEverywhere(cloud, GradientMethod::Particles, [&](Index i) { return direct.plain(i); });
}

TEST_P(GradientFormulas, CrowdsAreSummedToo) {
    ScalarCloud cloud(randomPoints(1200, {}, {1.5F, 1.5F, GetParam() == 2 ? 0 : 1.5F}), 2.1F, GetParam());
    cloud.set(field);
    const Direct direct(cloud);
    expectEverywhere(cloud, GradientMethod::Particles, [&](Index i) { return direct.plain(i); });
    cloud.claimProximity(0);
    expectEverywhere(cloud, GradientMethod::Corrected, [&](Index i) { return direct.corrected(i); });
}

TEST_P(GradientFormulas, CorrectedIsTheInverseTimesTheDifferences) {
    ScalarCloud cloud(points(), 2.1F, GetParam());
    cloud.set(field).claimProximity(0);
    const Direct direct(cloud);
    expectEverywhere(cloud, GradientMethod::Corrected, [&](Index i) { return direct.corrected(i); });
}

TEST_P(GradientFormulas, GridIsTheCentralDifferenceOfItsNodes) {
    ScalarCloud cloud(points(), 2.1F, GetParam());
    cloud.set(field);
    const DirectGrid direct(cloud);
    expectEverywhere(cloud, GradientMethod::Grid, [&](Index i) { return direct.at(i); });
}

INSTANTIATE_TEST_SUITE_P(Vortex, GradientFormulas, testing::Values(2, 3), test::dimensionName);

}  // namespace
}  // namespace undine
