// SPDX-License-Identifier: Zlib
#include "io/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/geometry.h"

namespace undine {
namespace {

constexpr int kMaxReach = 40;  // pixels
constexpr float kFar = std::numeric_limits<float>::infinity();
constexpr Vec3 kSkyTop{0.86F, 0.91F, 0.96F};
constexpr Vec3 kSkyBottom{0.97F, 0.975F, 0.98F};
constexpr Vec3 kReflection{0.90F, 0.95F, 1.0F};
const Vec3 kLight = normalized({-0.30F, 0.75F, 0.60F});  // towards the light, in view directions
const Vec3 kHalfway = normalized(normalized(kLight) + Vec3{0, 0, 1});  // between light and eye

Vec3 mix(Vec3 a, Vec3 b, float t) { return (1 - t) * a + t * b; }

float toUnit(float v) { return std::clamp(v, 0.0F, 1.0F); }

Vec3 background(float height) { return mix(kSkyTop, kSkyBottom, height * height); }

// Matt surface under a large lamp: never quite dark, and bluish where it looks away from the light.
Vec3 matt(Vec3 color, Vec3 normal) {
    const Vec3 shade = {0.58F * color.x, 0.68F * color.y, 0.80F * color.z};
    return mix(shade, 1.05F * color, toUnit(0.5F + 0.5F * dot(normal, kLight)));
}

}  // namespace

Canvas::Canvas(int width, int height) : width_(width), height_(height) {
    const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    color_.resize(count);
    solidDepth_.assign(count, kFar);
    water_.assign(count, {kFar, 0, {}});
    for (int y = 0; y < height; ++y) {
        const Vec3 row = background(static_cast<float>(y) / static_cast<float>(height));
        std::fill_n(color_.begin() + static_cast<std::ptrdiff_t>(at(0, y)), width, row);
    }
}

Canvas::Span Canvas::clip(float x0, float x1, float y0, float y1) const {
    const auto inside = [](float v, int size) {
        return static_cast<int>(std::clamp(v, 0.0F, static_cast<float>(size)));
    };
    return {inside(std::floor(x0), width_), inside(std::ceil(x1) + 1, width_),
            inside(std::floor(y0), height_), inside(std::ceil(y1) + 1, height_)};
}

void Canvas::blend(std::size_t pixel, Vec3 color, float opacity) {
    color_[pixel] = mix(color_[pixel], color, toUnit(opacity));
}

// Calls touch(pixel, normal) for every pixel of the disc; the normal is the ball's there.
template <class Touch>
void Canvas::forBall(const Ball& ball, Touch touch) const {
    const float r = ball.pixels;
    const Span span = clip(ball.center.x - r, ball.center.x + r, ball.center.y - r, ball.center.y + r);
    for (int y = span.y0; y < span.y1; ++y) {
        const float v = (ball.center.y - static_cast<float>(y)) / r;
        for (int x = span.x0; x < span.x1; ++x) {
            const float u = (static_cast<float>(x) - ball.center.x) / r;
            const float rest = 1 - u * u - v * v;
            if (rest > 0) touch(at(x, y), Vec3{u, v, std::sqrt(rest)});
        }
    }
}

void Canvas::addWater(const Ball& ball) {
    pixelMetres_ = ball.metres / ball.pixels;
    forBall(ball, [&](std::size_t pixel, Vec3 normal) {
        Water& water = water_[pixel];
        const float depth = ball.center.depth - ball.metres * normal.z;
        if (depth >= solidDepth_[pixel]) return;
        water.thickness += 2 * ball.metres * normal.z;
        if (depth < water.depth) {
            water.depth = depth;
            water.color = ball.color;
        }
    });
}

void Canvas::addSolid(const Ball& ball) {
    forBall(ball, [&](std::size_t pixel, Vec3 normal) {
        const float depth = ball.center.depth - ball.metres * normal.z;
        if (depth >= solidDepth_[pixel]) return;
        solidDepth_[pixel] = depth;
        color_[pixel] = matt(ball.color, normal);
    });
}

// Calls touch(pixel, depth) for every pixel of the parallelogram.
template <class Touch>
void Canvas::forFace(const Face& face, Touch touch) const {
    const float ax = face.right.x - face.corner.x, ay = face.right.y - face.corner.y;
    const float bx = face.up.x - face.corner.x, by = face.up.y - face.corner.y;
    const float area = ax * by - ay * bx;
    if (std::abs(area) < (face.isTriangle ? 0.01F : 1.0F)) return;  // seen from its edge
    // A triangle covers the pixels on its edges as well, so that no gap is left beside its neighbour.
    const float slack = face.isTriangle ? 1e-3F : 0.0F;
    const auto [x0, x1] = std::minmax({0.0F, ax, bx, ax + bx});
    const auto [y0, y1] = std::minmax({0.0F, ay, by, ay + by});
    const Span span = clip(face.corner.x + x0, face.corner.x + x1, face.corner.y + y0, face.corner.y + y1);
    for (int y = span.y0; y < span.y1; ++y) {
        for (int x = span.x0; x < span.x1; ++x) {
            const float px = static_cast<float>(x) - face.corner.x,
                        py = static_cast<float>(y) - face.corner.y;
            const float s = (px * by - py * bx) / area, t = (ax * py - ay * px) / area;
            if (s < -slack || s > 1 + slack || t < -slack || t > 1 + slack) continue;
            if (face.isTriangle && s + t > 1 + slack) continue;
            touch(at(x, y), face.corner.depth + s * (face.right.depth - face.corner.depth) +
                                t * (face.up.depth - face.corner.depth));
        }
    }
}

void Canvas::addSolid(const Face& face) {
    forFace(face, [&](std::size_t pixel, float depth) {
        if (depth >= solidDepth_[pixel]) return;
        solidDepth_[pixel] = depth;
        color_[pixel] = matt(face.color, face.normal);
    });
}

void Canvas::tint(const Face& face, float opacity) {
    forFace(face, [&](std::size_t pixel, float) { blend(pixel, face.color, opacity); });
}

// One direction of a bilateral filter: near pixels count by their distance, unless they lie at another depth.
void Canvas::smooth(const Lighting& lighting, bool alongX) {
    const int reach = std::clamp(static_cast<int>(lighting.pixels), 1, kMaxReach);
    std::array<float, kMaxReach + 1> weights{};
    for (int k = 0; k <= reach; ++k) {
        const float u = 2 * static_cast<float>(k) / static_cast<float>(reach);
        weights[static_cast<std::size_t>(k)] = std::exp(-0.5F * u * u);
    }
    std::vector<Water> result = water_;
    for (int y = 0; y < height_; ++y) {
        for (int x = 0; x < width_; ++x) {
            if (water_[at(x, y)].depth == kFar) continue;
            const int first = std::max(-reach, alongX ? -x : -y);
            const int last = std::min(reach, alongX ? width_ - 1 - x : height_ - 1 - y);
            Water& mean = result[at(x, y)];
            mean = {0, mean.thickness, {}};
            float total = 0;
            for (int k = first; k <= last; ++k) {
                const Water& there = water_[alongX ? at(x + k, y) : at(x, y + k)];
                const float step =
                    (there.depth - water_[at(x, y)].depth) / lighting.metres;  // infinite where it is dry
                if (std::abs(step) >= 1) continue;
                const float similar = 1 - step * step;
                const float weight = weights[static_cast<std::size_t>(std::abs(k))] * similar * similar;
                mean.depth += weight * there.depth;
                mean.color = mean.color + weight * there.color;
                total += weight;
            }
            mean.depth /= total;
            mean.color = (1 / total) * mean.color;
        }
    }
    water_.swap(result);
}

// From the depths of the pixels around. Of the two neighbours on an axis the one nearer in depth is on the
// same surface.
Vec3 Canvas::waterNormal(int x, int y, float pixelMetres) const {
    const auto slope = [&](int dx, int dy) {
        const float here = water_[at(x, y)].depth;
        const auto depthAt = [&](int xk, int yk) {
            const bool inside = xk >= 0 && yk >= 0 && xk < width_ && yk < height_;
            return inside ? water_[at(xk, yk)].depth : kFar;
        };
        constexpr int kStep = 2;
        const float before = here - depthAt(x - kStep * dx, y - kStep * dy);
        const float after = depthAt(x + kStep * dx, y + kStep * dy) - here;
        const float best = std::abs(before) < std::abs(after) ? before : after;
        return std::isfinite(best) ? best / (kStep * pixelMetres) : 0.0F;
    };
    // Depth grows away from the viewer and y downwards.
    return normalized({slope(1, 0), -slope(0, 1), 1});
}

void Canvas::lightPixel(int x, int y, const Lighting& lighting) {
    const std::size_t pixel = at(x, y);
    const Water& water = water_[pixel];
    if (water.depth == kFar) return;
    const Vec3 normal = waterNormal(x, y, pixelMetres_);
    Vec3 color = matt(water.color, normal);
    if (lighting.flat) {
        color_[pixel] = color;
        return;
    }
    // The steeper the view, the more of the sky a surface mirrors (Schlick 1994).
    const float upward = 0.5F + 0.5F * normal.y;  // what looks down mirrors the floor, not the sky
    const float fresnel = upward * (0.02F + 0.6F * std::pow(1 - toUnit(normal.z), 3.0F));
    const float glint = std::pow(toUnit(dot(normal, kHalfway)), 90.0F);
    color = mix(color, kReflection, toUnit(fresnel));
    color = mix(color, {1, 1, 1}, 0.55F * glint);
    // Thin sheets let the background through; deep water swallows light.
    const float layers = water.thickness / lighting.layer;
    const float opacity = 1 - 0.75F * std::exp(-0.5F * layers);
    color = (0.88F + 0.12F * std::exp(-0.03F * layers)) * color;
    blend(pixel, color, opacity);
}

void Canvas::light(const Lighting& lighting) {
    if (!lighting.flat) {
        constexpr int kRounds = 3;
        for (int round = 0; round < kRounds; ++round) {
            smooth(lighting, true);
            smooth(lighting, false);
        }
    }
    for (int y = 0; y < height_; ++y) {
        for (int x = 0; x < width_; ++x) lightPixel(x, y, lighting);
    }
}

void Canvas::draw(const Line& line) {
    const float dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
    const float length = std::hypot(dx, dy);
    if (!(length > 0)) return;
    const float w = 0.5F * line.width;
    const Span span = clip(std::min(line.from.x, line.to.x) - w, std::max(line.from.x, line.to.x) + w,
                           std::min(line.from.y, line.to.y) - w, std::max(line.from.y, line.to.y) + w);
    const bool steep = std::abs(dy) > std::abs(dx);
    const float slope = steep ? dx / dy : dy / dx;
    const float halfWidth = w * length / std::max(std::abs(dx), std::abs(dy));
    // Walk along the longer axis; across it, the line covers a few pixels.
    for (int major = steep ? span.y0 : span.x0; major < (steep ? span.y1 : span.x1); ++major) {
        const float along = static_cast<float>(major) - (steep ? line.from.y : line.from.x);
        const float middle = (steep ? line.from.x : line.from.y) + slope * along;
        const float t = toUnit(along / (steep ? dy : dx));
        const float depth = line.from.depth + t * (line.to.depth - line.from.depth);
        const int low = std::max(static_cast<int>(std::ceil(middle - halfWidth)), steep ? span.x0 : span.y0);
        const int high =
            std::min(static_cast<int>(std::floor(middle + halfWidth)) + 1, steep ? span.x1 : span.y1);
        for (int minor = low; minor < high; ++minor) {
            const std::size_t pixel = steep ? at(minor, major) : at(major, minor);
            blend(pixel, line.color, line.opacity * (isHidden(pixel, depth) ? line.hidden : 1));
        }
    }
}

void Canvas::draw(const Dot& dot) {
    forBall({dot.center, dot.pixels, 0, dot.color}, [&](std::size_t pixel, Vec3) {
        blend(pixel, dot.color, dot.opacity * (isHidden(pixel, dot.center.depth) ? dot.hidden : 1));
    });
}

Image Canvas::halved() const {
    Image image{width_ / 2, height_ / 2, {}};
    image.rgb.reserve(3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    const auto toByte = [](float v) { return static_cast<std::uint8_t>(std::lround(255 * toUnit(v))); };
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const Vec3 mean = 0.25F * (color_[at(2 * x, 2 * y)] + color_[at(2 * x + 1, 2 * y)] +
                                       color_[at(2 * x, 2 * y + 1)] + color_[at(2 * x + 1, 2 * y + 1)]);
            for (const float channel : {mean.x, mean.y, mean.z}) image.rgb.push_back(toByte(channel));
        }
    }
    return image;
}

}  // namespace undine
