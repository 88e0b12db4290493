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

/// How a moment is to be shown.
struct PictureRequest {
    const CameraView& view;
    RenderSettings settings;
    int width = 0;  ///< pixels, of the window
    int height = 0;
    double now = 0;       ///< s.
    bool isFine = false;  ///< Whether it may not be coarse: it will be kept.
};

class PictureCache {
  public:
    explicit PictureCache(Renderer renderer) : renderer_(std::move(renderer)) {}

    /// Draws the moment, if it, the view or the settings are not those of the last call, and shows it in the
    /// window.
    void draw(const Snapshot& moment, const PictureRequest& request);

    /// Whether what was last drawn has a pixel for each of the window's.
    bool isFine() const { return target_ && isFine_; }

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
    bool isFine_ = false;
    std::vector<std::uint8_t> pixels_;
};

}  // namespace undine::viewer
