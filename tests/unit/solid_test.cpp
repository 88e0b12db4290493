// SPDX-License-Identifier: Zlib
// Distances, ways and masses of rigid bodies, against closed forms and brute force.
#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "boundary/solid.h"
#include "core/geometry.h"
#include "tests/support/meshes.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using std::numbers::pi;
using test::Random;

Solid solidOf(const std::vector<RigidPart>& parts, int dimension = 3) {
    return Solid::make(parts, dimension, "bodies.0").value();
}

Solid solidOf(const RigidShape& shape, int dimension = 3) {
    return solidOf(std::vector<RigidPart>{{shape, {}, {}}}, dimension);
}

MeshBody meshBody(TriangleMesh mesh, bool open = false) {
    return {.file = {}, .scale = 1, .open = open, .mesh = std::make_shared<TriangleMesh>(std::move(mesh))};
}

/// A square of 2 m in the plane y = 0, facing up.
TriangleMesh squareMesh() { return {{{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {0, 2, 1, 0, 3, 2}}; }

Vec3 randomDirection(Random& random) {
    while (true) {
        const Vec3 v = random.between(Vec3{-1, -1, -1}, Vec3{1, 1, 1});
        if (dot(v, v) < 1 && dot(v, v) > 0.01F) return normalized(v);
    }
}

/// Points of the surface and whether a place is inside: all that a distance by brute force needs.
struct Reference {
    const char* name;
    RigidShape shape;
    std::vector<Vec3> surface;
    std::function<bool(Vec3)> isInside;
};

/// Points of lines between corners.
std::vector<Vec3> lines(const std::vector<Vec3>& corners) {
    std::vector<Vec3> points;
    for (std::size_t k = 0; k + 1 < corners.size(); ++k) {
        for (int i = 0; i <= 150; ++i) {
            points.push_back(corners[k] + (static_cast<float>(i) / 150) * (corners[k + 1] - corners[k]));
        }
    }
    return points;
}

/// Turns points in the plane of radius and height about y.
std::vector<Vec3> turnedProfile(const std::vector<Vec3>& profile) {
    std::vector<Vec3> points;
    for (const Vec3 p : profile) {
        for (int j = 0; j < 360; ++j) {
            const auto angle = static_cast<float>(2 * pi * j / 360);
            points.push_back({p.x * std::cos(angle), p.y, p.x * std::sin(angle)});
        }
    }
    return points;
}

std::vector<Vec3> boxSurface(Vec3 half) {
    std::vector<Vec3> points;
    for (int i = 0; i <= 120; ++i) {
        for (int j = 0; j <= 120; ++j) {
            const float u = static_cast<float>(i) / 60 - 1;
            const float v = static_cast<float>(j) / 60 - 1;
            for (const float side : {-1.0F, 1.0F}) {
                for (const Vec3 p : {Vec3{side, u, v}, Vec3{u, side, v}, Vec3{u, v, side}}) {
                    points.push_back({p.x * half.x, p.y * half.y, p.z * half.z});
                }
            }
        }
    }
    return points;
}

std::vector<Vec3> arc(float radius, float middle, float from, float to) {
    std::vector<Vec3> points;
    for (int i = 0; i <= 150; ++i) {
        const float angle = from + (to - from) * static_cast<float>(i) / 150;
        points.push_back({radius * std::cos(angle), middle + radius * std::sin(angle), 0});
    }
    return points;
}

std::vector<Reference> references() {
    const auto quarter = static_cast<float>(pi / 2);
    std::vector<Vec3> capsule = arc(0.3F, -0.4F, -quarter, 0);
    const std::vector<Vec3> side = lines({{0.3F, -0.4F, 0}, {0.3F, 0.4F, 0}});
    const std::vector<Vec3> upper = arc(0.3F, 0.4F, 0, quarter);
    capsule.insert(capsule.end(), side.begin(), side.end());
    capsule.insert(capsule.end(), upper.begin(), upper.end());
    const auto radius = [](Vec3 p) { return std::hypot(p.x, p.z); };
    return {
        {"box", BoxBody{{1, 0.6F, 1.4F}}, boxSurface({0.5F, 0.3F, 0.7F}),
         [](Vec3 p) {
             return isInBox(p, {-0.5F, -0.3F, -0.7F}, {0.5F, 0.3F, 0.7F});
         }},
        {"sphere", SphereBody{0.6F}, turnedProfile(arc(0.6F, 0, -quarter, quarter)),
         [](Vec3 p) { return length(p) < 0.6F; }},
        {"capsule", CapsuleBody{0.3F, 0.8F}, turnedProfile(capsule),
         [](Vec3 p) {
             return length(Vec3{p.x, p.y - std::clamp(p.y, -0.4F, 0.4F), p.z}) < 0.3F;
         }},
        {"cylinder", CylinderBody{0.4F, 1.2F},
         turnedProfile(lines({{0, -0.6F, 0}, {0.4F, -0.6F, 0}, {0.4F, 0.6F, 0}, {0, 0.6F, 0}})),
         [&](Vec3 p) { return std::hypot(p.x, p.z) < 0.4F && std::abs(p.y) < 0.6F; }},
        {"cone", ConeBody{0.5F, 1.1F},
         turnedProfile(lines({{0, -0.55F, 0}, {0.5F, -0.55F, 0}, {0, 0.55F, 0}})),
         [=](Vec3 p) { return p.y > -0.55F && radius(p) < 0.5F * (0.55F - p.y) / 1.1F; }},
    };
}

TEST(Solid, HasTheDistancesOfBruteForceForAllShapes) {
    for (const Reference& reference : references()) {
        SCOPED_TRACE(reference.name);
        const Solid solid = solidOf(reference.shape);
        Random random(7);
        for (int i = 0; i < 150; ++i) {
            const Vec3 p = random.between(Vec3{-1, -1, -1}, Vec3{1, 1, 1});
            float best = 100;
            for (const Vec3 q : reference.surface) best = std::min(best, dot(p - q, p - q));
            best = std::sqrt(best);
            const SurfacePoint point = solid.closest(p);
            EXPECT_EQ(point.distance < 0, reference.isInside(p));
            EXPECT_LT(std::abs(point.distance), best + 1e-5F);
            // No place of the surface is farther than 10 mm from a point of the reference.
            EXPECT_LT(best, std::hypot(point.distance, 0.01F) + 1e-5F);
            EXPECT_NEAR(length(point.normal), 1, 1e-5F);
            EXPECT_NEAR(solid.closest(p - point.distance * point.normal).distance, 0, 2e-6F);
        }
    }
}

TEST(Solid, HasAnExactDistanceOnEdgesAndAxes) {
    const Solid box = solidOf(BoxBody{{2, 4, 6}});
    EXPECT_EQ(box.closest({0.75F, 0, 0}).distance, -0.25F);
    EXPECT_EQ(box.closest({0.75F, 0, 0}).normal, (Vec3{1, 0, 0}));
    EXPECT_EQ(box.closest({-1, 1, 0}).distance, 0);
    EXPECT_EQ(box.closest({-1, 1, 0}).normal, (Vec3{-1, 0, 0}));
    EXPECT_FLOAT_EQ(box.closest({4, 6, 0}).distance, 5);
    EXPECT_FLOAT_EQ(solidOf(SphereBody{2}).closest({}).distance, -2);
    EXPECT_FLOAT_EQ(length(solidOf(SphereBody{2}).closest({}).normal), 1);
    const Solid cone = solidOf(ConeBody{3, 4});
    EXPECT_FLOAT_EQ(cone.closest({0, 3, 0}).distance, 1);  // above the apex
    EXPECT_EQ(cone.closest({0, 3, 0}).normal, (Vec3{0, 1, 0}));
    EXPECT_FLOAT_EQ(cone.closest({6, -6, 0}).distance, 5);  // beyond the rim
    EXPECT_FLOAT_EQ(cone.closest({0, 2, 0}).distance, 0);
    EXPECT_FLOAT_EQ(cone.closest({0, 1, 0}).distance, -0.6F);  // the slope is nearer than the base
    EXPECT_FLOAT_EQ(cone.closest({0, -1.5F, 0}).distance, -0.5F);
    const Solid cylinder = solidOf(CylinderBody{1, 2});
    EXPECT_FLOAT_EQ(cylinder.closest({0, 0.25F, 0}).distance, -0.75F);
    EXPECT_FLOAT_EQ(cylinder.closest({4, 5, 0}).distance, 5);
    const Solid capsule = solidOf(CapsuleBody{1, 2});
    EXPECT_FLOAT_EQ(capsule.closest({0, 0.5F, 0}).distance, -1);
    EXPECT_FLOAT_EQ(capsule.closest({3, 5, 0}).distance, 4);
}

TEST(Solid, PlacesAndTurnsItsParts) {
    const Quaternion quarter{0, 0, std::sqrt(0.5F), std::sqrt(0.5F)};  // y becomes -x
    const Solid solid = solidOf({{CylinderBody{0.5F, 4}, {1, 2, 3}, quarter}});
    EXPECT_NEAR(solid.closest({4, 2, 3}).distance, 1, 1e-6F);
    EXPECT_NEAR(solid.closest({1, 4, 3}).distance, 1.5F, 1e-6F);
    EXPECT_NEAR(solid.closest({4, 2, 3}).normal.x, 1, 1e-6F);
    EXPECT_NEAR(solid.min().x, -1, 1e-6F);
    EXPECT_NEAR(solid.max().x, 3, 1e-6F);
    EXPECT_NEAR(solid.max().y, 2.5F, 1e-6F);
}

TEST(Solid, IsWithinItsBoxAndTouchesAllSides) {
    Random random(3);
    for (const Reference& reference : references()) {
        SCOPED_TRACE(reference.name);
        const Quaternion q = rotationBy({0.3F, 1.2F, -0.7F});
        const Solid solid = solidOf({{reference.shape, {1, 2, 3}, q}});
        Vec3 low{9, 9, 9};
        Vec3 high{-9, -9, -9};
        for (const Vec3 own : reference.surface) {
            const Vec3 p = Vec3{1, 2, 3} + rotate(q, own);
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
        EXPECT_LT(length(low - solid.min()), 1e-3F);
        EXPECT_LT(length(high - solid.max()), 1e-3F);
    }
}

TEST(Solid, OfAMeshIsTheBoxOfTheSameCorners) {
    const Solid box = solidOf(BoxBody{{1, 2, 3}});
    MeshBody half = meshBody(cubeMesh({-0.25F, -0.5F, -0.75F}, {0.25F, 0.5F, 0.75F}));
    half.scale = 2;
    const Solid mesh = solidOf(half);
    EXPECT_EQ(mesh.min(), box.min());
    EXPECT_EQ(mesh.max(), box.max());
    Random random(5);
    for (int i = 0; i < 5000; ++i) {
        const Vec3 p = random.between(Vec3{-1.5F, -2, -2.5F}, Vec3{1.5F, 2, 2.5F});
        const SurfacePoint a = box.closest(p);
        const SurfacePoint b = mesh.closest(p);
        ASSERT_NEAR(a.distance, b.distance, 2e-6F);
        if (a.distance > 0) {
            ASSERT_LT(length(a.normal - b.normal), 1e-4F);
        }
    }
}

// Sharp edges are where the normal of a single triangle gives the wrong side.
TEST(Solid, OfAMeshKnowsItsInsideBeyondSharpEdgesAndVertices) {
    const TriangleMesh needle = {
        {{1, 0, 0}, {-0.1F, 0.02F, 0}, {-0.1F, -0.02F, 0.03F}, {-0.1F, -0.02F, -0.03F}},
        {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2}};
    const Solid solid = solidOf(meshBody(needle));
    Random random(11);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 vertex = needle.vertices[random.below(4)];
        const Vec3 p = vertex + 0.01F * randomDirection(random);
        bool inside = true;  // of the four planes
        for (std::size_t t = 0; t < 12; t += 3) {
            const Vec3 a = needle.vertices[needle.indices[t]];
            const Vec3 n =
                cross(needle.vertices[needle.indices[t + 1]] - a, needle.vertices[needle.indices[t + 2]] - a);
            inside = inside && dot(p - a, n) < 0;
        }
        ASSERT_EQ(solid.closest(p).distance < 0, inside) << p.x << " " << p.y << " " << p.z;
    }
    for (int i = 0; i < 200; ++i) {  // ahead of the tip, and of edges
        EXPECT_GT(solid.closest({1.0F + 0.01F * static_cast<float>(i), 0, 0}).distance, -1e-6F);
    }
}

TEST(Solid, OfAMeshHasTheDistancesOfItsTriangles) {
    const Solid torus = solidOf(meshBody(torusMesh(0.5, 0.2, 100)));
    Random random(13);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 p = random.between(Vec3{-0.8F, -0.8F, -0.4F}, Vec3{0.8F, 0.8F, 0.4F});
        const float exact = std::hypot(std::hypot(p.x, p.y) - 0.5F, p.z) - 0.2F;
        EXPECT_NEAR(torus.closest(p).distance, exact, 1.5e-3F);
    }
}

TEST(Solid, OfAnOpenMeshHasTwoSidesAndNoInside) {
    const Solid skin = solidOf(meshBody(squareMesh(), true));
    EXPECT_FLOAT_EQ(skin.closest({0.1F, 0.5F, 0.2F}).distance, 0.5F);
    EXPECT_EQ(skin.closest({0.1F, 0.5F, 0.2F}).normal, (Vec3{0, 1, 0}));
    EXPECT_FLOAT_EQ(skin.closest({0.1F, -0.5F, 0.2F}).distance, 0.5F);
    EXPECT_EQ(skin.closest({0.1F, -0.5F, 0.2F}).normal, (Vec3{0, -1, 0}));
    EXPECT_EQ(skin.closest({0.1F, 0, 0.2F}).normal, (Vec3{0, 1, 0}));
    EXPECT_EQ(skin.closest({1, 0, 0}).normal, (Vec3{0, 1, 0}));
    EXPECT_FLOAT_EQ(skin.closest({4, -4, 0}).distance, 5);
    EXPECT_EQ(skin.massProperties().volume, 0);
}

TEST(Solid, OfSeveralPartsIsTheNearest) {
    const Solid both = solidOf({{BoxBody{{2, 2, 2}}, {}, {}}, {SphereBody{1}, {1.5F, 0, 0}, {}}});
    EXPECT_FLOAT_EQ(both.closest({3.5F, 0, 0}).distance, 1);
    EXPECT_FLOAT_EQ(both.closest({-3, 0, 0}).distance, 2);
    EXPECT_FLOAT_EQ(both.closest({1.25F, 0, 0}).distance, -0.75F);  // deep in the ball
    EXPECT_EQ(both.max(), (Vec3{2.5F, 1, 1}));
    EXPECT_EQ(both.min(), (Vec3{-1, -1, -1}));
}

TEST(Solid, InTwoDimensionsIsEndlessAlongZ) {
    for (const RigidShape& shape : {RigidShape(BoxBody{{1, 1, 0.1F}}), RigidShape(CylinderBody{0.5F, 1})}) {
        const Solid solid = solidOf(shape, 2);
        EXPECT_FLOAT_EQ(solid.closest({1, 0, 50}).distance, 0.5F);
        EXPECT_FLOAT_EQ(solid.closest({0.25F, 0, -3}).distance, -0.25F);
        EXPECT_EQ(solid.closest({0.25F, 0, -3}).normal, (Vec3{1, 0, 0}));
        EXPECT_EQ(solid.min().z, 0);
        EXPECT_EQ(solid.max().z, 0);
        EXPECT_TRUE(solid.sweep({-2, 0.1F, 0}, {2, 0, 0}, 0.1F).has_value());
    }
}

// ---- Ways

TEST(SolidSweep, NeverMissesAThinPlate) {
    const RigidShape plates[] = {BoxBody{{2, 0.001F, 2}},
                                 meshBody(cubeMesh({-1, -0.0005F, -1}, {1, 0.0005F, 1})),
                                 CylinderBody{1.2F, 0.001F}};
    for (const RigidShape& shape : plates) {
        const Solid plate = solidOf(shape);
        Random random(17);
        for (int i = 0; i < 1000; ++i) {
            const float radius = i % 4 == 0 ? 0.0F : random.between(0.001F, 0.05F);
            Vec3 direction = randomDirection(random);
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
        const Vec3 a = 3 * randomDirection(random);
        const Vec3 b = a + random.between(0.5F, 6) * randomDirection(random);
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

// ---- Refusals

std::string refusal(const RigidPart& part, int dimension = 3) {
    return Solid::make(std::vector<RigidPart>{part}, dimension, "bodies.2").error();
}

TEST(Solid, RefusesWhatIsNoBody) {
    EXPECT_EQ(Solid::make({}, 3, "bodies.2").error(),
              "bodies.2.parts: is empty: a body needs at least one part");
    EXPECT_EQ(refusal({BoxBody{{1, 0, 1}}, {}, {}}),
              "bodies.2.parts.0.size: [1, 0, 1]: must be three numbers above 0 (m)");
    EXPECT_EQ(refusal({SphereBody{-1}, {}, {}}), "bodies.2.parts.0.radius: -1: must be a number above 0 (m)");
    EXPECT_EQ(refusal({CapsuleBody{1, -1}, {}, {}}),
              "bodies.2.parts.0.height: -1: must be a number of at least 0 (m)");
    EXPECT_EQ(refusal({CapsuleBody{1, 0}, {}, {}}), "");
    EXPECT_EQ(refusal({CylinderBody{1, 0}, {}, {}}),
              "bodies.2.parts.0.height: 0: must be a number above 0 (m)");
    EXPECT_EQ(refusal({ConeBody{0, 1}, {}, {}}), "bodies.2.parts.0.radius: 0: must be a number above 0 (m)");
    const std::string full =
        "bodies.2.parts.0.side: inside: must be outside: a rigid body is full; make a vessel of several "
        "parts or of a mesh";
    EXPECT_EQ(refusal({BoxBody{{1, 1, 1}, Side::Inside}, {}, {}}), full);
    EXPECT_EQ(refusal({SphereBody{1, Side::Inside}, {}, {}}), full);
    EXPECT_EQ(refusal({SphereBody{}, {test::kNaN, 0, 0}, {}}).substr(0, 26), "bodies.2.parts.0.position:");
    EXPECT_EQ(refusal({SphereBody{}, {}, {0, 0, 0, 0}}),
              "bodies.2.parts.0.rotation: must be a quaternion of length 1; its length is 0");
    EXPECT_EQ(refusal({SphereBody{}, {}, {1, 0, 0, 0}}, 2).substr(0, 26), "bodies.2.parts.0.rotation:");
}

TEST(Solid, RefusesWhatIsNoMesh) {
    const std::string path = "bodies.2.parts.0";
    const auto of = [](TriangleMesh mesh, bool open = false) {
        return refusal({meshBody(std::move(mesh), open), {}, {}});
    };
    EXPECT_EQ(refusal({MeshBody{}, {}, {}}), path + ": has no triangles yet: `mesh` must be set");
    EXPECT_EQ(refusal({meshBody(cubeMesh({0, 0, 0}, {1, 1, 1})), {}, {}}, 2),
              path + ": a mesh can be a part in three dimensions only; this world has two");
    MeshBody flat = meshBody(cubeMesh({0, 0, 0}, {1, 1, 1}));
    flat.scale = 0;
    EXPECT_EQ(refusal({flat, {}, {}}), path + ".scale: 0: must be a number above 0");
    flat.scale = 3e38F;
    EXPECT_EQ(refusal({flat, {3e38F, 0, 0}, {}}),
              path + ".mesh: vertex 1 is not finite after scale, rotation and position");
    EXPECT_EQ(of(inverted(cubeMesh({0, 0, 0}, {1, 1, 1}))),
              path +
                  ".mesh: faces inwards: the corners of its triangles must be counter-clockwise seen from "
                  "outside");
    TriangleMesh cube = cubeMesh({0, 0, 0}, {1, 1, 1});
    cube.indices[4] = 8;
    for (const bool open : {false, true}) {
        EXPECT_EQ(of(cube, open), path + ".mesh: triangle 1 has vertex 8, but there are only 8");
    }
    cube.indices.resize(33);
    cube.indices[4] = 2;
    EXPECT_EQ(of(cube).substr(0, 45), path + ".mesh: is not closed: 3 edges");
    EXPECT_EQ(of(cube, true), "");
    cube.indices.pop_back();
    EXPECT_EQ(of(cube, true), path + ".mesh: 32 indices: must be three for each triangle");
    cube = cubeMesh({0, 0, 0}, {1, 1, 1});
    cube.vertices[3].y = test::kNaN;
    for (const bool open : {false, true}) EXPECT_EQ(of(cube, open), path + ".mesh: vertex 3 is not finite");
    EXPECT_EQ(of({}, true), path + ".mesh: has no triangles");
    EXPECT_EQ(of({{{0, 0, 0}, {1, 0, 0}}, {0, 1, 1}}, true),
              path + ".mesh: has no triangles with three different corners");
    EXPECT_EQ(of({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}}, {0, 1, 2, 0, 1, 3}}, true),
              path + ".mesh: triangle 1 has no area: its corners are [0, 0, 0], [1, 0, 0] and [2, 0, 0]");
}

}  // namespace
}  // namespace undine
