// SPDX-License-Identifier: Zlib
#include "render/legend.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/color_bytes.h"
#include "render/color_map.h"
#include "render/font.h"

namespace undine {
namespace {

constexpr int kGlyphWidth = 5, kGlyphHeight = 7, kAdvance = 6;

void put(Overlay& overlay, int x, int y, Vec3 color, float opacity) {
    if (x < 0 || y < 0 || x >= overlay.width || y >= overlay.height) return;
    std::uint8_t* pixel = &overlay.rgba[4 * static_cast<std::size_t>(y * overlay.width + x)];
    pixel[0] = colorByte(color.x);
    pixel[1] = colorByte(color.y);
    pixel[2] = colorByte(color.z);
    pixel[3] = colorByte(opacity);
}

}  // namespace

void Overlay::resize(int newWidth, int newHeight) {
    width = newWidth;
    height = newHeight;
    rgba.assign(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
}

const std::uint8_t* glyphOf(char c) {
    const bool isKnown = c >= kFirstGlyph && c <= kLastGlyph;
    return isKnown ? kFont[c - kFirstGlyph] : kUnknownGlyph;
}

int textWidth(std::string_view text, int scale) {
    return text.empty() ? 0 : scale * (kAdvance * static_cast<int>(text.size()) - 1);
}

void drawText(Overlay& overlay, std::string_view text, const TextPlace& place) {
    constexpr Vec3 kInk{0.10F, 0.13F, 0.17F};
    int left = place.x;
    for (const char c : text) {
        const std::uint8_t* rows = glyphOf(c);
        for (int y = 0; y < kGlyphHeight * place.scale; ++y) {
            const unsigned row = rows[kGlyphHeight - 1 - y / place.scale];
            for (int x = 0; x < kGlyphWidth * place.scale; ++x) {
                const bool isInk =
                    ((row >> static_cast<unsigned>(kGlyphWidth - 1 - x / place.scale)) & 1U) != 0;
                if (isInk) put(overlay, left + x, place.y + y, kInk, 0.95F);
            }
        }
        left += kAdvance * place.scale;
    }
}

std::string legendNumber(float value) { return fmt::format("{:.3g}", value); }

void drawLegend(const RenderLegend& legend, int pictureHeight, Overlay& overlay) {
    const int scale = std::max(1, pictureHeight / 360);
    const std::string title = legend.unit.empty() ? legend.title : legend.title + " [" + legend.unit + "]";
    const std::string low = legendNumber(legend.low), high = legendNumber(legend.high);
    const std::string half = legendNumber(0.5F * (legend.low + legend.high));
    const int pad = 5 * scale;
    const int barWidth =
        std::max({110 * scale, textWidth(title, scale), textWidth(low + "  " + half + "  " + high, scale)});
    const int barHeight = 8 * scale, line = (kGlyphHeight + 3) * scale;
    overlay.resize(barWidth + 2 * pad, 2 * pad + 2 * line + barHeight);
    for (int y = 0; y < overlay.height; ++y) {
        for (int x = 0; x < overlay.width; ++x) put(overlay, x, y, {0.97F, 0.98F, 0.99F}, 0.72F);
    }
    for (int y = 0; y < barHeight; ++y) {
        for (int x = 0; x < barWidth; ++x) {
            const float t = static_cast<float>(x) / static_cast<float>(barWidth - 1);
            put(overlay, pad + x, pad + line + y, colorOf(t), 1);
        }
    }
    drawText(overlay, title, {pad, pad + line + barHeight + 3 * scale, scale});
    drawText(overlay, low, {pad, pad, scale});
    drawText(overlay, half, {pad + (barWidth - textWidth(half, scale)) / 2, pad, scale});
    drawText(overlay, high, {pad + barWidth - textWidth(high, scale), pad, scale});
}

Result<void> LegendPass::create() { return makePrograms({{program_, "screen", "overlay"}}); }

void LegendPass::draw(const RenderLegend& legend, Size picture, ScreenPass& screen) {
    if (legend.title.empty()) return;
    drawLegend(legend, picture.height, overlay_);
    const Size size{overlay_.width, overlay_.height};
    if (!(size == size_)) {
        size_ = size;
        texture_ = makeTexture(GL_RGBA8, size.width, size.height, GL_NEAREST);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(texture_.name(), 0, 0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE,
                        overlay_.rgba.data());
    const int margin = std::max(6, picture.height / 40);
    apply({.blend = true});
    glViewport(margin, margin, size.width, size.height);
    glBindTextureUnit(0, texture_.name());
    screen.run(program_);
    glViewport(0, 0, picture.width, picture.height);
}

}  // namespace undine
