// SPDX-License-Identifier: Zlib
// Pictures without a window, one after the other: context, renderer and target in one. Made in one
// thread and used in another, as long as it is one at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "io/image.h"
#include "render/film.h"
#include "render/offscreen.h"
#include "render/renderer.h"
#include "render/scene_filler.h"

namespace undine {

/// How a scene is best seen: gases of vortex particles as smoke, all else as a fluid.
RenderStyle usualStyle(const Scene& scene);

struct PictureSettings {
    RenderSettings render;
    int width = 1280;
    int height = 720;
    CameraSettings camera;
    std::vector<CameraKey> path;
};

class PictureMaker {
  public:
    /// The error says what is missing to draw.
    static Result<PictureMaker> create(PictureSettings settings);
    ~PictureMaker();
    PictureMaker(PictureMaker&&) noexcept;

    /// Draws, and reads the picture back: red, green, blue, alpha, rows from top to bottom. Valid until the
    /// next call.
    Result<std::span<const std::uint8_t>> draw(const RenderScene& scene);

    Result<Image> drawImage(const RenderScene& scene);
    std::string rendererName() const;

  private:
    struct Impl;
    explicit PictureMaker(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace undine
