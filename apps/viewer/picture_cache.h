// SPDX-License-Identifier: Zlib
// The picture behind the widgets. It is drawn anew only when what it shows has changed, and coarser while it
// changes faster than it can be drawn, so that a window without a graphics card still answers.
#pragma once

#include <optional>

#include "io/image.h"
#include "render/offscreen.h"
#include "render/renderer.h"
#include "snapshot.h"

namespace undine::viewer {

struct WindowSize {
    int width = 0;  ///< pixels
    int height = 0;
};

class PictureCache {
  public:
    explicit PictureCache(Renderer renderer) : renderer_(std::move(renderer)) {}

    /// Draws the moment, if it, the view or the settings are not those of the last call, and shows it in the
    /// window. `now` is the time in seconds.
    void draw(const Snapshot& moment, const CameraView& view, const RenderSettings& settings,
              const WindowSize& size, double now);

    /// What was last drawn: red, green, blue, alpha, rows from top to bottom. None before the first.
    std::span<const std::uint8_t> pixels();
    Image image();
    int width() const { return target_ ? target_->width() : 0; }
    int height() const { return target_ ? target_->height() : 0; }

  private:
    void resize(int width, int height);

    struct Shown {
        std::uint64_t moment = 0;
        Matrix view;
        Matrix projection;
        RenderStyle style = RenderStyle::Points;
        friend bool operator==(const Shown&, const Shown&) = default;
    };

    Renderer renderer_;
    std::optional<OffscreenTarget> target_;
    std::optional<Shown> shown_;
    int coarseness_ = 1;     // pixels of the window per pixel that is drawn
    double lastChange_ = 0;  // s
    std::vector<std::uint8_t> pixels_;
};

}  // namespace undine::viewer
