// SPDX-License-Identifier: Zlib
// Cameras: what they show, how they move.
#include <gtest/gtest.h>

#include "render/camera.h"

namespace undine {
namespace {

// Where a point is on the picture, -1..1 from the left and from the bottom.
Vec3 onPicture(const CameraView& view, Vec3 p) {
    const Vec3 q = transform(view.projection, transform(view.view, p));
    const float w = view.isPerspective ? -transform(view.view, p).z : 1;
    return {q.x / w, q.y / w, q.z / w};
}

TEST(Camera, ShowsTheWholeBoxAndLittleElse) {
    for (const float angle : {0.0F, 25.0F, 90.0F}) {
        for (const float aspect : {0.5F, 16.0F / 9}) {
            ViewRequest request;
            request.aspect = aspect;
            request.shown = {{-1, 0, 2}, {3, 1, 2.5F}};
            request.camera.fieldOfView = angle;
            const CameraView view = makeView(request);
            float most = 0;
            for (unsigned k = 0; k < 8; ++k) {
                const Vec3 p = onPicture(view, request.shown.corner(k));
                most = std::max({most, std::abs(p.x), std::abs(p.y)});
                EXPECT_LT(std::abs(p.z), 1) << "cut off by near or far";
            }
            EXPECT_LT(most, 1) << angle << " " << aspect;
            EXPECT_GT(most, 0.75F) << angle << " " << aspect;
        }
    }
}

TEST(Camera, HasTheHeightItIsGiven) {
    for (const float angle : {0.0F, 30.0F}) {
        ViewRequest request;
        request.camera = {.direction = {0, 0, -1}, .target = {1, 2, 3}, .height = 4, .fieldOfView = angle};
        const CameraView view = makeView(request);
        EXPECT_NEAR(onPicture(view, {1, 2, 3}).x, 0, 1e-5);
        EXPECT_NEAR(onPicture(view, {1, 4, 3}).y, 1, 1e-4);
        EXPECT_NEAR(onPicture(view, {1, 0, 3}).y, -1, 1e-4);
    }
}

TEST(Camera, LooksStraightDown) {
    ViewRequest request;
    request.shown = {{0, 0, 0}, {1, 1, 1}};
    request.camera.direction = {0, -1, 0};
    const CameraView view = makeView(request);
    EXPECT_GT(onPicture(view, {0.5F, 0, 0}).y, onPicture(view, {0.5F, 0, 1}).y) << "-z is up";
}

TEST(Camera, GoesThroughItsKeysSmoothlyAndStopsAtTheLast) {
    const std::vector<CameraKey> path = {
        {1, {0, 0, -1}, {0, 0, 0}, 1}, {2, {0, 0, -1}, {1, 0, 0}, 2}, {4, {-1, 0, 0}, {1, 4, 0}, 0}};
    const CameraSettings base{.height = 3};
    EXPECT_EQ(cameraAt(base, path, 0).target, (Vec3{0, 0, 0}));
    EXPECT_EQ(cameraAt(base, path, 2).target, (Vec3{1, 0, 0}));
    EXPECT_FLOAT_EQ(cameraAt(base, path, 2).height, 2);
    EXPECT_EQ(cameraAt(base, path, 9).target, (Vec3{1, 4, 0}));
    EXPECT_FLOAT_EQ(cameraAt(base, path, 9).height, 3) << "0 means that of the camera";
    EXPECT_NEAR(cameraAt(base, path, 9).direction.x, -1, 1e-6);
    Vec3 before = cameraAt(base, path, 1).target;
    for (double time = 1.01; time < 4; time += 0.01) {
        const Vec3 now = cameraAt(base, path, time).target;
        EXPECT_LT(length(now - before), 0.05F) << "a jump at " << time;
        before = now;
    }
}

TEST(Camera, NeverSwingsBeyondItsKeysHoweverUnevenTheirTimesAre) {
    const std::vector<CameraKey> path = {{0, {0, 0, -1}, {0, 0, 0}, 1},
                                         {5, {0, 0, -1}, {0.1F, 0, 0}, 1},
                                         {5.1F, {0, 0, -1}, {4, 0, 0}, 8},
                                         {9, {0, 0, -1}, {4, 0, 0}, 8}};
    float before = 0;
    for (double time = -1; time < 10; time += 0.01) {
        const CameraSettings camera = cameraAt({}, path, time);
        EXPECT_GE(camera.target.x, before) << "it went back at " << time;
        EXPECT_LE(camera.target.x, 4.0001F) << time;
        EXPECT_GE(camera.height, 0.9999F);
        EXPECT_LE(camera.height, 8.0001F);
        before = camera.target.x - 1e-5F;
    }
    EXPECT_EQ(cameraAt({}, path, 7).target.x, 4) << "two keys alike are a rest";
}

TEST(Camera, GoesAroundItsTargetAndNotThroughIt) {
    const std::vector<CameraKey> orbit = {
        {0, {0, -0.5F, -1}, {}, 1}, {2, {0, -0.5F, 1}, {}, 1}, {5, {0, -0.5F, -1}, {}, 1}};
    Vec3 before = cameraAt({}, orbit, 0).direction;
    const float slope = before.y;
    EXPECT_NEAR(slope, -0.5F / std::sqrt(1.25F), 1e-5F);
    float turned = 0;
    for (double time = 0; time <= 5.0001; time += 0.01) {
        const Vec3 now = cameraAt({}, orbit, time).direction;
        EXPECT_NEAR(length(now), 1, 1e-5F) << time;
        EXPECT_NEAR(now.y, slope, 1e-5F) << "an orbit keeps its height";
        EXPECT_GT(dot(before, now), 0.999F) << "a jump at " << time;
        turned += std::asin(cross(before, now).y / (1 - slope * slope));
        before = now;
    }
    EXPECT_NEAR(turned, 2 * 3.14159265F, 1e-2F) << "once around, and not half of it and back";
}

TEST(Camera, TakesTheShorterWayAroundTheBack) {
    const std::vector<CameraKey> path = {{0, {0.1F, 0, -1}, {}, 1}, {1, {-0.1F, 0, -1}, {}, 1}};
    EXPECT_LT(cameraAt({}, path, 0.5).direction.z, -0.99F);
}

TEST(Camera, NeverTurnsOverOnItsWayToLookingDown) {
    const std::vector<CameraKey> path = {
        {0, {1, 0, 0.3F}, {}, 1}, {1, {0, -1, 0}, {}, 1}, {2, {1, 0, 1}, {}, 1}};
    CameraView before = makeView({.path = path, .time = 0});
    for (double time = 0; time <= 2; time += 0.01) {
        const CameraView now = makeView({.path = path, .time = time});
        for (const Vec3 p : {Vec3{1, 0, 0}, Vec3{0, 0, 1}}) {
            const Vec3 moved = transform(now.view, p) - transform(now.view, {}) -
                               (transform(before.view, p) - transform(before.view, {}));
            EXPECT_LT(length(moved), 0.1F) << "the picture turned over at " << time;
        }
        before = now;
    }
    const std::vector<CameraKey> above = {{0, {0, -1, 0}, {}, 1}, {1, {0, -1, 0}, {3, 0, 0}, 1}};
    EXPECT_EQ(cameraAt({}, above, 0.3).direction, (Vec3{0, -1, 0}));
}

TEST(Camera, FramingNeverJumps) {
    Framing framing;
    EXPECT_EQ(framing.update({{0, 0, 0}, {1, 1, 1}}), (Box{{0, 0, 0}, {1, 1, 1}}));
    const Box once = framing.update({{0, 0, 0}, {11, 1, 1}});
    EXPECT_GT(once.high.x, 1);
    EXPECT_LT(once.high.x, 3) << "one frame goes only part of the way";
    Box box = once;
    for (int k = 0; k < 100; ++k) box = framing.update({{0, 0, 0}, {11, 1, 1}});
    EXPECT_NEAR(box.high.x, 11, 0.1);
    EXPECT_NEAR(framing.update({{0, 0, 0}, {1, 1, 1}}).high.x, box.high.x, 1e-3) << "it does not shrink";
    const Box before = framing.update({{0, 0, 0}, {1, 1, 1}});
    EXPECT_EQ(framing.update({}), before) << "nothing to see changes nothing";
}

}  // namespace
}  // namespace undine
