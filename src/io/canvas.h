// SPDX-License-Identifier: Zlib
// A small software renderer. Solids and water are first collected per pixel (how far, how thick, which
// colour), then lit together: the depth of the water is smoothed before, so that a heap of balls looks like a
// surface.
#pragma once

#include <algorithm>
#include <vector>

#include "io/image.h"
#include "io/view.h"
#include "undine/types.h"

namespace undine {

class Canvas {
  public:
    /// Starts with the background.
    Canvas(int width, int height);

    /// A ball of water. `radius` in pixels and in metres.
    struct Ball {
        ViewPoint center;
        float pixels;
        float metres;
        Vec3 color;
    };
    void addWater(const Ball& ball);
    void addSolid(const Ball& ball);

    /// A parallelogram: a corner and the two next to it.
    struct Face {
        ViewPoint corner;
        ViewPoint right;
        ViewPoint up;
        Vec3 normal;  // as View::turn gives it
        Vec3 color;
        bool isTriangle = false;  // only the half between the three corners
    };
    void addSolid(const Face& face);

    /// Blends the colour over what is there, without depth: for the far walls of a tank, before all else.
    void tint(const Face& face, float opacity);

    /// Smooths the water and lights everything.
    struct Lighting {
        float pixels;  // how far the smoothing reaches
        float metres;  // larger steps in depth stay edges
        float layer;   // thickness of one particle, in metres
        bool flat;     // neither smoothed nor transparent
    };
    void light(const Lighting& lighting);

    /// After light(): a line, `hidden` times as strong where something is in front of it.
    struct Line {
        ViewPoint from;
        ViewPoint to;
        Vec3 color;
        float opacity;
        float hidden;
        float width;  // pixels
    };
    void draw(const Line& line);

    /// After light(): a disc, `hidden` times as strong where something is in front of it.
    struct Dot {
        ViewPoint center;
        Vec3 color;
        float opacity;
        float hidden;
        float pixels;  // radius
    };
    void draw(const Dot& dot);

    /// The picture at half size: every pixel the mean of four.
    Image halved() const;

  private:
    struct Water {
        float depth;
        float thickness;
        Vec3 color;
    };
    struct Span {
        int x0, x1, y0, y1;
    };
    template <class Touch>
    void forBall(const Ball& ball, Touch touch) const;
    template <class Touch>
    void forFace(const Face& face, Touch touch) const;
    Span clip(float x0, float x1, float y0, float y1) const;
    std::size_t at(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }
    bool isHidden(std::size_t pixel, float depth) const {
        return std::min(solidDepth_[pixel], water_[pixel].depth) < depth;
    }
    void blend(std::size_t pixel, Vec3 color, float opacity);
    void smooth(const Lighting& lighting, bool alongX);
    Vec3 waterNormal(int x, int y, float pixelMetres) const;
    void lightPixel(int x, int y, const Lighting& lighting);

    int width_;
    int height_;
    std::vector<Vec3> color_;
    std::vector<float> solidDepth_;
    std::vector<Water> water_;
    float pixelMetres_ = 1;
};

}  // namespace undine
