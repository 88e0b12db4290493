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

void PictureCache::draw(const Snapshot& moment, const PictureRequest& request) {
    if (request.width < 1 || request.height < 1) return;  // a window that is an icon
    const Shown wanted{moment.momentNumber, request.view.view, request.view.projection,
                       request.settings.style};
    const bool isChanged = shown_ != wanted;
    if (isChanged) lastChange_ = request.now;
    const int pixel = request.isFine || request.now - lastChange_ > kCalm ? 1 : coarseness_;
    isFine_ = pixel == 1;
    const int width = std::max(request.width / pixel, 1);
    const int height = std::max(request.height / pixel, 1);
    resize(width, height);
    if (shown_ != wanted) {
        const auto start = std::chrono::steady_clock::now();
        renderer_.draw(moment.picture, request.view, request.settings,
                       {target_->framebuffer(), width, height});
        glFinish();
        if (isChanged && secondsSince(start) > kSlow) coarseness_ = std::min(coarseness_ + 1, kCoarsest);
        if (isChanged && secondsSince(start) < kFast) coarseness_ = std::max(coarseness_ - 1, 1);
        shown_ = wanted;
    }
    glBlitNamedFramebuffer(target_->framebuffer(), 0, 0, 0, width, height, 0, 0, request.width,
                           request.height, GL_COLOR_BUFFER_BIT, isFine_ ? GL_NEAREST : GL_LINEAR);
}

std::span<const std::uint8_t> PictureCache::pixels() {
    if (!target_) return {};
    target_->read(pixels_);
    return pixels_;
}

Image PictureCache::image() { return withoutAlpha(pixels(), width(), height()); }

}  // namespace undine::viewer
