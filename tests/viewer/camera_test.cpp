// SPDX-License-Identifier: Zlib
// The camera in the hand, and what lies under the mouse.
#include <gtest/gtest.h>

#include <cmath>

#include "core/geometry.h"
#include "viewer/orbit_camera.h"
#include "viewer/picking.h"

namespace undine::test {
namespace {

using viewer::OrbitCamera;
using viewer::Ray;

RenderScene unitScene() {
    RenderScene scene;
    scene.shown = {{0, 0, 0}, {1, 1, 1}};
    scene.bounds = scene.shown;
    return scene;
}

// Where a point is on a picture of 200 x 100 pixels.
Vec3 pixelOf(const CameraView& view, Vec3 p) {
    const Vec3 eye = transform(view.view, p);
    const Matrix& m = view.projection;
    const float w = view.isPerspective ? -eye.z : 1;
    return {100 * (1 + m.at(0, 0) * eye.x / w), 50 * (1 - m.at(1, 1) * eye.y / w), 0};
}

TEST(OrbitCamera, StaysWhereItFramedTheScene) {
    const RenderScene scene = unitScene();
    for (const float angle : {0.0F, 25.0F, 60.0F}) {
        OrbitCamera camera;
        camera.reset({.fieldOfView = angle}, false);
        const CameraView first = camera.view(scene, 2);
        const CameraView second = camera.view(scene, 2);
        for (unsigned k = 0; k < 8; ++k) {
            const Vec3 a = pixelOf(first, scene.shown.corner(k));
            const Vec3 b = pixelOf(second, scene.shown.corner(k));
            EXPECT_NEAR(a.x, b.x, 0.5F) << angle;
            EXPECT_NEAR(a.y, b.y, 0.5F) << angle;
            EXPECT_TRUE(a.x > 0 && a.x < 200 && a.y > 0 && a.y < 100) << angle;
        }
    }
}

TEST(OrbitCamera, TurnsMovesAsideAndComesNearer) {
    const RenderScene scene = unitScene();
    OrbitCamera camera;
    camera.reset({}, false);
    const CameraView before = camera.view(scene, 2);
    const Vec3 middle = pixelOf(before, scene.shown.middle());
    camera.pan(10, 5, 100);
    const CameraView aside = camera.view(scene, 2);
    EXPECT_NEAR(pixelOf(aside, scene.shown.middle()).x, middle.x + 10, 1.5F) << "the scene follows the mouse";
    EXPECT_NEAR(pixelOf(aside, scene.shown.middle()).y, middle.y + 5, 1.5F);
    const float height = camera.settings().height;
    camera.zoom(2);
    EXPECT_LT(camera.settings().height, height);
    camera.orbit(100, 0);
    EXPECT_GT(std::abs(camera.settings().direction.x - CameraSettings().direction.x), 0.05F);
    camera.orbit(0, -100000);
    EXPECT_LT(std::abs(normalized(camera.settings().direction).y), 1) << "never quite straight down or up";
    camera.reset({}, true);
    camera.orbit(50, 50);
    EXPECT_EQ(camera.settings().direction, (Vec3{0, 0, -1})) << "a flat scene is seen straight on";
}

TEST(RayThrough, GoesThroughItsPixel) {
    const RenderScene scene = unitScene();
    for (const float angle : {0.0F, 40.0F}) {
        OrbitCamera camera;
        camera.reset({.fieldOfView = angle}, false);
        const CameraView view = camera.view(scene, 2);
        const Ray ray = viewer::rayThrough(view, 37, 61, 200, 100);
        const Vec3 pixel = pixelOf(view, ray.origin + 1.7F * ray.direction);
        EXPECT_NEAR(pixel.x, 37, 0.05F);
        EXPECT_NEAR(pixel.y, 61, 0.05F);
        const Vec3 point{0.3F, 0.8F, 0.1F};
        const Vec3 at = viewer::pointAtDepthOf(ray, view, point);
        EXPECT_NEAR(dot(at - view.eye, view.forward), dot(point - view.eye, view.forward), 1e-3F);
    }
}

TEST(Picking, FindsTheNearestBodyAndNoWall) {
    viewer::Snapshot moment;
    const std::vector<RenderVertex> triangle{{{-1, -1, 0}, {}}, {{1, -1, 0}, {}}, {{0, 1, 0}, {}}};
    moment.picture.meshes = std::make_shared<RenderMeshes>(RenderMeshes{{triangle}});
    moment.picture.bodies = {{.mesh = 0, .position = {0, 0, 3}},
                             {.mesh = 0, .position = {0, 0, 1}, .owner = 1},
                             {.mesh = 0, .position = {0, 0, 2}, .owner = 0}};
    const auto picked = viewer::pickBody(moment, {{0, 0, 9}, {0, 0, -1}});
    ASSERT_TRUE(picked.has_value());
    EXPECT_EQ(picked->body, 0U);
    EXPECT_NEAR(picked->at.z, 2, 1e-4F);
    EXPECT_FALSE(viewer::pickBody(moment, {{5, 0, 9}, {0, 0, -1}}).has_value());
    EXPECT_FALSE(viewer::pickBody(moment, {{0, 0, 0}, {0, 0, -1}}).has_value()) << "behind the eye";
}

TEST(Picking, FindsTheFirstParticleNearTheRay) {
    RenderScene scene;
    scene.spacing = 0.1F;
    for (const float z : {1.0F, 3.0F, 2.0F}) scene.particles.push_back({{0.05F, 0, z}, 0.05F, 0});
    const auto found = viewer::pickFluid(scene, {{0, 0, 9}, {0, 0, -1}});
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->z, 3);
    EXPECT_FALSE(viewer::pickFluid(scene, {{1, 0, 9}, {0, 0, -1}}).has_value());
}

}  // namespace
}  // namespace undine::test
