// SPDX-License-Identifier: Zlib
// Bodies of scenes as rigid bodies: parts, mass, principal axes.
#include "world/body_model.h"

#include <cmath>

#include <gtest/gtest.h>

#include "boundary/solid.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

MassProperties massOf(const BodyModel& model) {
    return take(Solid::make(model.rigid.parts, 3, "body")).massProperties();
}

BodyModel modelOf(const BodyShape& shape, float density) {
    BodySettings settings;
    settings.density = density;
    return take(makeBodyModel({settings, shape}, 3, "bodies.0"));
}

/// A tetrahedron without any symmetry.
BodyShape wedge() {
    TriangleMesh mesh;
    mesh.vertices = {{0.1F, 0, 0}, {1.3F, 0.2F, 0.1F}, {0.2F, 0.9F, 0}, {0, 0.1F, 0.6F}};
    mesh.indices = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    MeshBody body;
    body.mesh = std::make_shared<const TriangleMesh>(mesh);
    return body;
}

TEST(BodyModel, HasItsPartsAboutTheCentreOfMassAlongPrincipalAxes) {
    const BodyModel model = modelOf(wedge(), 800);
    const MassProperties mass = massOf(model);
    EXPECT_NEAR(model.rigid.mass, 800 * mass.volume, 1e-3 * model.rigid.mass);
    EXPECT_LT(length(mass.center), 1e-5);
    const double size = mass.inertia.xx;
    EXPECT_NEAR(mass.inertia.xy / size, 0, 1e-4);
    EXPECT_NEAR(mass.inertia.yz / size, 0, 1e-4);
    EXPECT_NEAR(mass.inertia.zx / size, 0, 1e-4);
    EXPECT_NEAR(model.rigid.inertia.x, 800 * mass.inertia.xx, 1e-3 * model.rigid.inertia.x);
    EXPECT_NEAR(model.rigid.inertia.y, 800 * mass.inertia.yy, 1e-3 * model.rigid.inertia.y);
    EXPECT_NEAR(model.rigid.inertia.z, 800 * mass.inertia.zz, 1e-3 * model.rigid.inertia.z);
}

TEST(BodyModel, GivesBackThePoseItWasGiven) {
    const BodyModel model = modelOf(wedge(), 3);
    Pose pose;
    pose.position = {1, 2, 3};
    pose.rotation = Rotation::byDegrees({20, 50, -70});
    pose.velocity = {0.5, -1, 2};
    pose.angularVelocity = {3, 1, -2};
    const Pose back = model.poseOf(model.motionOf(pose));
    EXPECT_LT(length(back.position - pose.position), 1e-5);
    EXPECT_LT(length(back.velocity - pose.velocity), 1e-5);
    EXPECT_LT(length(back.rotation.apply({1, 2, 3}) - pose.rotation.apply({1, 2, 3})), 1e-5);
}

TEST(BodyModel, OfASymmetricShapeIsNotTurned) {
    for (const BodyShape& shape :
         {BodyShape(BoxBody{{1, 2, 3}}), BodyShape(CylinderBody{}), BodyShape(CapsuleBody{})}) {
        const BodyModel model = modelOf(shape, 100);
        EXPECT_EQ(model.axes.rounded(), Quaternion{});
        EXPECT_EQ(model.center.rounded(), Vec3{});
    }
}

TEST(BodyModel, OfAHollowBoxCountsEdgesOfPlatesOnce) {
    const HollowBoxBody box{.size = {1, 1, 1}, .thickness = 0.1F};
    const BodyModel model = modelOf(box, 1000);
    EXPECT_NEAR(model.rigid.mass, 1000 * (1 - 0.512), 0.1);
    EXPECT_NEAR(model.rigid.inertia.x, 1000 * (1 - 0.512 * 0.64) / 6, 0.1);
    EXPECT_EQ(model.rigid.parts.size(), 6U);
}

TEST(BodyModel, OfATerrainIsAClosedMeshUnderItsHeights) {
    const TerrainBody terrain{.heights = {0, 1, 0, 1, 0, 1}, .columns = 2, .cell = 2, .depth = 0.5F};
    const BodyModel model = modelOf(terrain, 0);
    EXPECT_NEAR(massOf(model).volume, 2 * 4 * (0.5 + 0.5), 1e-5);  // 2 by 4 m, 0.5 to 1.5 m thick
    const Solid solid = take(Solid::make(model.rigid.parts, 3, "body"));
    EXPECT_LT(solid.closest({0, 0.3F, 0}).distance, 0);
    EXPECT_GT(solid.closest({0, 0.7F, 0}).distance, 0);
}

}  // namespace
}  // namespace undine::test
