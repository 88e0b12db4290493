// SPDX-License-Identifier: Zlib
#include "io/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/finite.h"
#include "io/canvas.h"
#include "io/view.h"

namespace undine {
namespace {

constexpr Vec3 kSolidColor{0.72F, 0.70F, 0.67F};
constexpr Vec3 kGlassColor{0.62F, 0.70F, 0.78F};
constexpr Vec3 kEdgeColor{0.25F, 0.33F, 0.42F};
constexpr Vec3 kFoamColor{0.96F, 0.98F, 1.0F};
constexpr int kOversampling = 2;  // Canvas::halved() takes the mean

// Corner k of a box: bit 0 chooses x, bit 1 y, bit 2 z.
Vec3 corner(const BoxWall& box, unsigned k) {
    return {(k & 1U) != 0 ? box.max.x : box.min.x, (k & 2U) != 0 ? box.max.y : box.min.y,
            (k & 4U) != 0 ? box.max.z : box.min.z};
}

// What a camera without a height has to show: the containers, or else the particles.
std::vector<Vec3> pointsToShow(const World& world, std::span<const Wall> walls) {
    std::vector<Vec3> points;
    for (const Wall& wall : walls) {
        if (const auto* box = std::get_if<BoxWall>(&wall); box != nullptr && box->side == Side::Inside) {
            for (unsigned k = 0; k < 8; ++k) points.push_back(corner(*box, k));
        }
        if (const auto* ball = std::get_if<SphereWall>(&wall);
            ball != nullptr && ball->side == Side::Inside) {
            const float r = ball->radius;
            for (const Vec3 d : {Vec3{r, r, r}, Vec3{-r, -r, -r}}) points.push_back(ball->center + d);
        }
    }
    if (!points.empty()) return points;
    for (const Vec3 p : world.positions()) {
        if (isFinite(p)) points.push_back(p);
    }
    return points;
}

class Painter {
  public:
    Painter(const World& world, const View& view, Canvas& canvas)
        : world_(world),
          view_(view),
          canvas_(canvas),
          spacing_(world.settings().particleSpacing / world.settings().simulationScale),
          flat_(world.settings().dimension == 2) {}

    void paint(std::span<const Wall> walls);

  private:
    void paintBehind(const BoxWall& box);
    void paintSolid(const Wall& wall);
    void paintWater();
    void paintEdges(const BoxWall& box);
    Canvas::Face faceOf(const BoxWall& box, unsigned axis, bool high) const;
    float foamSpeed() const;

    const World& world_;
    const View& view_;
    Canvas& canvas_;
    float spacing_;
    bool flat_;
};

void Painter::paint(std::span<const Wall> walls) {
    for (const Wall& wall : walls) {
        if (const auto* box = std::get_if<BoxWall>(&wall)) paintBehind(*box);
    }
    for (const Wall& wall : walls) paintSolid(wall);
    paintWater();
    canvas_.light({.pixels = 2.0F * spacing_ * view_.pixelsPerMetre(),
                   .metres = 3 * spacing_,
                   .layer = 1.5F * spacing_,
                   .flat = flat_});
    for (const Wall& wall : walls) {
        if (const auto* box = std::get_if<BoxWall>(&wall)) paintEdges(*box);
    }
}

// The face of a box at the low or high end of an axis, its normal pointing out of the box.
Canvas::Face Painter::faceOf(const BoxWall& box, unsigned axis, bool high) const {
    const unsigned first = high ? 1U << axis : 0U;
    const unsigned s = 1U << ((axis + 1) % 3), t = 1U << ((axis + 2) % 3);
    const float sign = high ? 1.0F : -1.0F;
    const Vec3 normal = {axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
    return {view_.project(corner(box, first)), view_.project(corner(box, first | s)),
            view_.project(corner(box, first | t)), view_.turn(normal), kSolidColor};
}

// The three faces of a container that look at the viewer from inside; the floor a little darker.
void Painter::paintBehind(const BoxWall& box) {
    if (box.side != Side::Inside) return;
    for (unsigned axis = 0; axis < 3; ++axis) {
        for (const bool high : {false, true}) {
            Canvas::Face face = faceOf(box, axis, high);
            if (face.normal.z >= 0) continue;
            face.color = kGlassColor;
            canvas_.tint(face, axis == 1 ? 0.42F : axis == 0 ? 0.26F : 0.18F);
        }
    }
}

void Painter::paintSolid(const Wall& wall) {
    if (const auto* ball = std::get_if<SphereWall>(&wall); ball != nullptr && ball->side == Side::Outside) {
        canvas_.addSolid(Canvas::Ball{view_.project(ball->center), ball->radius * view_.pixelsPerMetre(),
                                      ball->radius, kSolidColor});
    }
    const auto* box = std::get_if<BoxWall>(&wall);
    if (box == nullptr || box->side != Side::Outside) return;
    for (unsigned axis = 0; axis < 3; ++axis) {
        for (const bool high : {false, true}) {
            const Canvas::Face face = faceOf(*box, axis, high);
            if (face.normal.z > 0) canvas_.addSolid(face);
        }
    }
}

// Water that fell as far as a good part of the picture is high is white.
float Painter::foamSpeed() const {
    const WorldSettings& settings = world_.settings();
    const float gravity = std::sqrt(dot(settings.gravity, settings.gravity)) / settings.simulationScale;
    Vec3 low{1e30F, 1e30F, 1e30F}, high = -1.0F * low;
    float fastest = 0;
    for (Index i = 0; i < world_.particleCount(); ++i) {
        const Vec3 p = world_.positions()[i], v = world_.velocities()[i];
        if (!isFinite(p) || !isFinite(v)) continue;
        low.y = std::min(low.y, p.y);
        high.y = std::max(high.y, p.y);
        fastest = std::max(fastest, std::sqrt(dot(v, v)));
    }
    const float fall = std::sqrt(2 * gravity * std::max(high.y - low.y, spacing_));
    return std::max(gravity > 0 ? fall : fastest, 1e-6F);
}

void Painter::paintWater() {
    const float white = foamSpeed();
    const VectorView x = world_.positions(), v = world_.velocities();
    const float metres = (flat_ ? 0.7F : 0.65F) * spacing_;
    for (Index i = 0; i < world_.particleCount(); ++i) {
        if (!isFinite(x[i]) || !isFinite(v[i])) continue;
        const float speed = std::sqrt(dot(v[i], v[i])) / white;
        const float t = std::clamp((speed - 0.4F) / 0.8F, 0.0F, 1.0F);
        const float foam = 0.85F * t * t * (3 - 2 * t);
        const Vec3 water = world_.fluids()[world_.fluidIndices()[i]].color;
        canvas_.addWater({view_.project(x[i]), metres * view_.pixelsPerMetre(), metres,
                          (1 - foam) * water + foam * kFoamColor});
    }
}

void Painter::paintEdges(const BoxWall& box) {
    for (unsigned axis = 0; axis < 3; ++axis) {
        const unsigned bit = 1U << axis;
        for (unsigned k = 0; k < 8; ++k) {
            if ((k & bit) != 0) continue;
            canvas_.draw({view_.project(corner(box, k)), view_.project(corner(box, k | bit)), kEdgeColor,
                          0.45F, 0.12F, 2.0F});
        }
    }
}

}  // namespace

Image renderPicture(const World& world, std::span<const Wall> walls, const PictureSettings& settings) {
    const int width = kOversampling * settings.width, height = kOversampling * settings.height;
    const View view(settings.camera, width, height, pointsToShow(world, walls));
    Canvas canvas(width, height);
    Painter(world, view, canvas).paint(walls);
    return canvas.halved();
}

}  // namespace undine
