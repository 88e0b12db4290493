// SPDX-License-Identifier: Zlib
#include "picture_cache.h"

#include <algorithm>
#include <chrono>

namespace undine::viewer {

namespace {

constexpr double kSlow = 0.12;  // s: drawing that takes longer makes pictures coarser
constexpr double kFast = 0.02;  // s: and shorter, finer
constexpr int kCoarsest = 3;    // pixels
constexpr double kCalm = 0.4;   // s without a change: time for a fine picture

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void PictureCache::resize(int width, int height) {
    if (target_ && target_->width() == width && target_->height() == height) return;
    target_.emplace(width, height);
    shown_.reset();
}

void PictureCache::draw(const Snapshot& moment, const CameraView& view, const RenderSettings& settings,
                        const WindowSize& size, double now) {
    if (size.width < 1 || size.height < 1) return;  // a window that is an icon
    const Shown wanted{moment.momentNumber, view.view, view.projection, settings.style};
    const bool isChanged = shown_ != wanted;
    if (isChanged) lastChange_ = now;
    const int pixel = now - lastChange_ > kCalm ? 1 : coarseness_;
    const int width = std::max(size.width / pixel, 1);
    const int height = std::max(size.height / pixel, 1);
    resize(width, height);
    if (shown_ != wanted) {
        const auto start = std::chrono::steady_clock::now();
        renderer_.draw(moment.picture, view, settings, {target_->framebuffer(), width, height});
        glFinish();
        if (isChanged && secondsSince(start) > kSlow) coarseness_ = std::min(coarseness_ + 1, kCoarsest);
        if (isChanged && secondsSince(start) < kFast) coarseness_ = std::max(coarseness_ - 1, 1);
        shown_ = wanted;
    }
    glBlitNamedFramebuffer(target_->framebuffer(), 0, 0, 0, width, height, 0, 0, size.width, size.height,
                           GL_COLOR_BUFFER_BIT, pixel > 1 ? GL_LINEAR : GL_NEAREST);
}

std::span<const std::uint8_t> PictureCache::pixels() {
    if (!target_) return {};
    target_->read(pixels_);
    return pixels_;
}

Image PictureCache::image() { return withoutAlpha(pixels(), width(), height()); }

}  // namespace undine::viewer
