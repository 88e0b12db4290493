// SPDX-License-Identifier: Zlib
// What the colours mean, in the lower left corner: a bar with its ends in numbers, the name of the field and
// its unit. Drawn on the CPU with a small font of our own, and laid over the picture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "render/pass_tools.h"
#include "render/programs.h"

namespace undine {

/// Letters of 5 by 7 pixels, one byte per row, the leftmost pixel in bit 4. An unknown character is a box.
const std::uint8_t* glyphOf(char c);

/// A picture of red, green, blue and opacity, rows from bottom to top.
struct Overlay {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;

    void resize(int newWidth, int newHeight);
};

/// Draws text into an overlay, its lower left corner at x, y; a pixel of the font is `scale` pixels wide.
struct TextPlace {
    int x = 0;
    int y = 0;
    int scale = 1;
};
void drawText(Overlay& overlay, std::string_view text, const TextPlace& place);
int textWidth(std::string_view text, int scale);

/// A number as a legend shows it: three digits that count.
std::string legendNumber(float value);

/// The whole legend, at the size that suits a picture of this height.
void drawLegend(const RenderLegend& legend, int pictureHeight, Overlay& overlay);

class LegendPass {
  public:
    Result<void> create();
    /// Into the bound framebuffer; nothing when the legend has no title.
    void draw(const RenderLegend& legend, Size picture, ScreenPass& screen);

  private:
    Overlay overlay_;
    Size size_;
    GlTexture texture_;
    GlProgram program_;
};

}  // namespace undine
