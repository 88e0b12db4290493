// SPDX-License-Identifier: Zlib
// Where balls on their way meet rigid bodies, and the masses of these, against closed forms.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/geometry.h"
#include "tests/support/meshes.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using std::numbers::pi;
using test::Random;

TEST(SolidSweep, NeverMissesAThinPlate) {
    const RigidShape plates[] = {BoxBody{{2, 0.001F, 2}},
                                 meshBody(cubeMesh({-1, -0.0005F, -1}, {1, 0.0005F, 1})),
                                 CylinderBody{1.2F, 0.001F}};
    for (const RigidShape& shape : plates) {
        const Solid plate = solidOf(shape);
        Random random(17);
        for (int i = 0; i < 1000; ++i) {
            const float radius = i % 4 == 0 ? 0.0F : random.between(0.001F, 0.05F);
            Vec3 direction = random.direction();
            if (std::abs(direction.y) < 0.02F) direction.y = 0.02F;
            const Vec3 through = random.between(Vec3{-0.6F, 0, -0.6F}, Vec3{0.6F, 0, 0.6F});
            const float way = (0.1F + radius) / std::abs(direction.y);
            const Vec3 a = through - way * direction;
            const Vec3 b = through + way * random.between(0.1F, 1) * direction;
            const auto hit = plate.sweep(a, b, radius);
            ASSERT_TRUE(hit.has_value()) << i;
            const float gap = plate.closest(a + *hit * (b - a)).distance - radius;
            ASSERT_NEAR(gap, 0, 2e-5F) << i;
        }
    }
}

TEST(SolidSweep, TouchesABallWhereTheFormulaSays) {
    const Solid ball = solidOf(SphereBody{1});
    Random random(19);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 a = 3 * random.direction();
        const Vec3 b = a + random.between(0.5F, 6) * random.direction();
        const float radius = random.between(0.01F, 0.5F);
        const Vec3 d = b - a;
        const double A = dot(d, d);
        const double B = dot(a, d);
        const double C = dot(a, a) - (1.0 + radius) * (1.0 + radius);
        const double root = B * B - A * C;
        const double share = root > 0 ? (-B - std::sqrt(root)) / A : 2;
        const bool expected = share >= 0 && share <= 1;
        if (std::abs(root) < 0.01 * A || std::abs(share - 1) < 1e-3) continue;  // grazing, or just so far
        const auto hit = ball.sweep(a, b, radius);
        ASSERT_EQ(hit.has_value(), expected) << i;
        if (!expected) continue;
        ++hits;
        EXPECT_NEAR(*hit, share, 2e-3);
        EXPECT_LE(*hit, share + 1e-5);  // not after it has sunk in
    }
    EXPECT_GT(hits, 50);
}

TEST(SolidSweep, LetsABallLeaveButNotEnter) {
    const Solid box = solidOf(BoxBody{{2, 2, 2}});
    EXPECT_FALSE(box.sweep({0, 1.1F, 0}, {0, 2, 0}, 0.1F).has_value());        // touches, leaves
    EXPECT_FALSE(box.sweep({0, 0.9F, 0}, {0, 2, 0}, 0.1F).has_value());        // inside, leaves
    EXPECT_FALSE(box.sweep({0, 1.1F, 0}, {0.9F, 1.1F, 0}, 0.1F).has_value());  // slides
    const auto down = box.sweep({0, 1.1F, 0}, {0.2F, 0.9F, 0}, 0.1F);
    ASSERT_TRUE(down.has_value());
    EXPECT_EQ(*down, 0);
    EXPECT_FALSE(box.sweep({0, 1.5F, 0}, {0, 1.2F, 0}, 0.1F).has_value());  // does not get there
    EXPECT_FALSE(box.sweep({0, 1.5F, 0}, {0, 1.5F, 0}, 0.1F).has_value());
    const auto far = box.sweep({0, 1e6F, 0}, {0, -1e6F, 0}, 0.1F);
    ASSERT_TRUE(far.has_value());
    EXPECT_NEAR(*far, 0.5F, 1e-5F);
}

TEST(SolidSweep, MeetsAPlaneWhereItIsAndNotBefore) {
    const Solid floor = solidOf(PlaneBody{});
    EXPECT_FALSE(floor.sweep({3, 0.2F, 1}, {3, 0.11F, 1}, 0.1F).has_value());
    const auto hit = floor.sweep({3, 0.3F, 1}, {3, -0.1F, 1}, 0.1F);
    ASSERT_TRUE(hit.has_value());
    EXPECT_NEAR(*hit, 0.5F, 1e-3F);
}

TEST(SolidSweep, StopsABallThatSlidesIntoAStep) {
    const Solid corner = solidOf({{BoxBody{{4, 1, 1}}, {}, {}}, {BoxBody{{1, 4, 1}}, {2, 0, 0}, {}}});
    const auto hit = corner.sweep({0, 0.6F, 0}, {2, 0.6F, 0}, 0.1F);
    ASSERT_TRUE(hit.has_value());
    EXPECT_NEAR(*hit, 0.7F, 1e-4F);
}

TEST(SolidSweep, MeetsAnOpenSkinFromBothSides) {
    const Solid skin = solidOf(meshBody(squareMesh(), true));
    for (const float side : {-1.0F, 1.0F}) {
        const auto hit = skin.sweep({0.1F, side, 0.2F}, {0.1F, -side, 0.2F}, 0.1F);
        ASSERT_TRUE(hit.has_value());
        EXPECT_NEAR(*hit, 0.45F, 1e-4F);
    }
}

// ---- Masses

void expectMass(const Solid& solid, double volume, Vec3d center, Vec3d inertia, double tolerance = 1e-6) {
    const auto mass = solid.massProperties();
    EXPECT_NEAR(mass.volume / volume, 1, tolerance);
    EXPECT_LT(length(mass.center - center), tolerance);
    EXPECT_NEAR(mass.inertia.xx / inertia.x, 1, tolerance);
    EXPECT_NEAR(mass.inertia.yy / inertia.y, 1, tolerance);
    EXPECT_NEAR(mass.inertia.zz / inertia.z, 1, tolerance);
    EXPECT_NEAR(mass.inertia.xy, 0, tolerance);
    EXPECT_NEAR(mass.inertia.yz, 0, tolerance);
    EXPECT_NEAR(mass.inertia.zx, 0, tolerance);
}

TEST(SolidMass, IsThatOfTheFormulas) {
    expectMass(solidOf(BoxBody{{1, 2, 3}}), 6, {}, {6.5, 5, 2.5});
    const double ball = 4 * pi / 3 * 8;
    expectMass(solidOf(SphereBody{2}), ball, {}, {ball * 1.6, ball * 1.6, ball * 1.6});
    const double tube = 4 * pi * 3;
    expectMass(solidOf(CylinderBody{2, 3}), tube, {}, {tube * 21 / 12, tube * 2, tube * 21 / 12});
    const double cone = 4 * pi;
    const double across = cone * (0.15 * 4 + 9 * 3.0 / 80);
    expectMass(solidOf(ConeBody{2, 3}), cone, {0, -0.75, 0}, {across, cone * 0.3 * 4, across});
    const double ends = ball * (0.4 * 4 + 2.25 + 3.0 / 8 * 2 * 3);
    expectMass(solidOf(CapsuleBody{2, 3}), tube + ball, {},
               {tube * 21 / 12 + ends, tube * 2 + ball * 1.6, tube * 21 / 12 + ends});
    expectMass(solidOf(meshBody(cubeMesh({1, 2, 3}, {2, 4, 6}))), 6, {1.5, 3, 4.5}, {6.5, 5, 2.5});
    expectMass(solidOf(meshBody(sphereMesh(2, 60))), ball, {}, {ball * 1.6, ball * 1.6, ball * 1.6}, 0.01);
}

/// Sums over a fine lattice of the places with a distance below 0.
MassProperties byLattice(const Solid& solid, int dimension, float step) {
    std::vector<Vec3d> points;
    const Vec3 size = solid.max() - solid.min();
    const auto count = [&](float length) { return static_cast<int>(length / step) + 1; };
    for (int k = 0; k < (dimension == 2 ? 1 : count(size.z)); ++k) {
        for (int j = 0; j < count(size.y); ++j) {
            for (int i = 0; i < count(size.x); ++i) {
                Vec3 p = solid.min() + step * Vec3{static_cast<float>(i) + 0.5F, static_cast<float>(j) + 0.5F,
                                                   static_cast<float>(k) + 0.5F};
                if (dimension == 2) p.z = 0;
                if (solid.closest(p).distance < 0) points.emplace_back(p);
            }
        }
    }
    const double mass = std::pow(static_cast<double>(step), dimension);
    MassProperties sum;
    for (const Vec3d p : points) {
        sum.volume += mass;
        sum.center = sum.center + mass * p;
    }
    sum.center = (1 / sum.volume) * sum.center;
    for (const Vec3d p : points) {
        const Vec3d d = p - sum.center;
        sum.inertia.xx += mass * (d.y * d.y + d.z * d.z);
        sum.inertia.yy += mass * (d.z * d.z + d.x * d.x);
        sum.inertia.zz += mass * (d.x * d.x + d.y * d.y);
        sum.inertia.xy -= mass * d.x * d.y;
        sum.inertia.yz -= mass * d.y * d.z;
        sum.inertia.zx -= mass * d.z * d.x;
    }
    return sum;
}

void expectLatticeMass(const Solid& solid, int dimension, float step) {
    const MassProperties exact = solid.massProperties();
    const MassProperties sum = byLattice(solid, dimension, step);
    EXPECT_NEAR(exact.volume / sum.volume, 1, 0.01);
    EXPECT_LT(length(exact.center - sum.center), 0.01);
    const double scale = 0.02 * (sum.inertia.xx + sum.inertia.yy + sum.inertia.zz);
    EXPECT_NEAR(exact.inertia.xx, sum.inertia.xx, scale);
    EXPECT_NEAR(exact.inertia.yy, sum.inertia.yy, scale);
    EXPECT_NEAR(exact.inertia.zz, sum.inertia.zz, scale);
    EXPECT_NEAR(exact.inertia.xy, sum.inertia.xy, scale);
    EXPECT_NEAR(exact.inertia.yz, sum.inertia.yz, scale);
    EXPECT_NEAR(exact.inertia.zx, sum.inertia.zx, scale);
}

TEST(SolidMass, OfTurnedPartsIsTheSumOverALattice) {
    const Quaternion q = rotationBy({0.5F, -0.3F, 0.8F});
    expectLatticeMass(
        solidOf({{BoxBody{{0.5F, 1, 0.3F}}, {-1, 0.2F, 0}, q}, {ConeBody{0.4F, 1}, {1, -0.5F, 0.4F}, q}}), 3,
        0.02F);
}

TEST(SolidMass, InTwoDimensionsIsThatOfTheSection) {
    const Quaternion q = rotationBy({0, 0, 0.6F});
    const RigidShape shapes[] = {BoxBody{{0.5F, 1, 9}}, SphereBody{0.5F}, CapsuleBody{0.3F, 0.7F},
                                 CylinderBody{0.3F, 0.9F}, ConeBody{0.4F, 1.2F}};
    for (const RigidShape& shape : shapes) {
        SCOPED_TRACE(shape.index());
        expectLatticeMass(solidOf({{shape, {0.3F, 0.1F, 0}, q}}, 2), 2, 0.004F);
    }
}

}  // namespace
}  // namespace undine
