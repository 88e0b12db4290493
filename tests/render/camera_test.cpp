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
    Vec3 before = cameraAt(base, path, 1).target;
    for (double time = 1.01; time < 4; time += 0.01) {
        const Vec3 now = cameraAt(base, path, time).target;
        EXPECT_LT(length(now - before), 0.05F) << "a jump at " << time;
        before = now;
    }
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
