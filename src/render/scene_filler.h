// SPDX-License-Identifier: Zlib
// Fills a RenderScene for one moment after the other: positions are copied once, colours looked up, and what
// should not flicker through a film (the framing, the range of the colours) is remembered from frame to
// frame.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/picture_source.h"
#include "render/render_scene.h"
#include "render/smoke_filler.h"
#include "render/stage.h"
#include "render/vorton_filler.h"

namespace undine {

struct Coloring {
    std::string field;                               ///< Empty: by the colour of the fluid.
    std::optional<std::pair<float, float>> range{};  ///< None: from the least to the most seen so far.
};

class SceneFiller {
  public:
    explicit SceneFiller(Stage stage, Coloring coloring = {});

    /// Makes these as well; the mesh of the surface only where there are three dimensions.
    void want(const RenderExtras& extras) { extras_ = extras; }

    /// An unknown field is an error, and so are a surface that cannot be made and vortons without vorticity.
    Result<void> fill(const PictureSource& source, RenderScene& scene);

  private:
    void addParticles(const PictureSource& source, RenderScene& scene);
    Result<void> addExtras(const PictureSource& source, RenderScene& scene);
    Result<void> addSurface(RenderScene& scene) const;
    void addTracers(const PictureSource& source, RenderScene& scene) const;
    void addBodies(const PictureSource& source, RenderScene& scene) const;
    void findBounds(RenderScene& scene);
    void widenRange();
    float whitenessOf(Index i, float scale) const;
    float scaleOf(Index i, FluidIndex fluid) const;

    Stage stage_;
    Coloring coloring_;
    RenderExtras extras_;
    SmokeFiller smoke_;
    VortonFiller vortons_;
    std::optional<std::pair<float, float>> seen_;  // least and most so far
    Framing framing_;
    std::optional<float> ground_;
    float whiteSpeed_ = 0;  // m/s
    std::vector<float> values_;
    std::vector<float> speeds_;
    std::vector<float> densities_;
};

}  // namespace undine
