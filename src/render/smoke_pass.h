// SPDX-License-Identifier: Zlib
// Smoke: every tracer is a soft puff. Puffs are see-through and lie behind each other; instead of sorting
// them, their colours are averaged with weights that favour what is near, and what they let through is
// multiplied [MB13].
//
// [MB13] McGuire, Bavoil: Weighted Blended Order-Independent Transparency, 2013
#pragma once

#include "render/pass_tools.h"
#include "render/programs.h"

namespace undine {

class SmokePass {
  public:
    Result<void> create();

    struct Input {
        const PointBatch& puffs;
        const ColorTarget& picture;  // what is behind; the smoke is drawn over it
        GLuint solidDepth = 0;
    };
    /// Shadows are bound.
    void draw(const Input& input, ScreenPass& screen);

    static constexpr float kRadiusScale = 3.2F;  ///< Of a puff beside a particle.
    static constexpr float kShadow = 0.012F;     ///< Optical depth of a spacing, for the shadow.

  private:
    void resize(Size size);

    ColorTarget sum_{GL_RGBA16F};
    ColorTarget rest_{GL_R16F};
    GlFramebuffer both_;
    GlProgram puff_;
    GlProgram blend_;
};

}  // namespace undine
