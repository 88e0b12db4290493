// SPDX-License-Identifier: Zlib
// Distances of rigid bodies, and what is refused, against closed forms and brute force.
#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "boundary/solid.h"
#include "core/geometry.h"
#include "tests/support/meshes.h"
#include "tests/support/solids.h"
#include "tests/unit/test_support.h"

namespace undine {
namespace {

using std::numbers::pi;
using test::Random;

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
        const Vec3 p = vertex + 0.01F * random.direction();
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
