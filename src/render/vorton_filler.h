// SPDX-License-Identifier: Zlib
// Vortex particles as balls with arrows along their vorticity. The strongest seen so far has the longest
// arrow; those that do next to nothing are left out.
#pragma once

#include <vector>

#include "render/picture_source.h"
#include "render/render_scene.h"

namespace undine {

class VortonFiller {
  public:
    /// `scene` has its particles already. Colours are those of the particles where they are coloured by a
    /// field, else those of the strength, with its legend. The error says that there is no vorticity.
    Result<void> fill(const PictureSource& source, bool isColored, RenderScene& scene);

  private:
    float strongest_ = 0;  // 1/s
    std::vector<float> strength_;
};

/// What is wrong with drawing vortons of this source, if anything is.
Result<void> checkVorticity(const PictureSource& source);

}  // namespace undine
