// SPDX-License-Identifier: Zlib
// Smoke and flames: every puff is a soft ball, drawn from the farthest to the nearest, each over what is
// behind it. Smoke hides, and shows the light that reaches it (smoke_light.h); what is hot gives light off.
#pragma once

#include <span>
#include <vector>

#include "render/pass_tools.h"
#include "render/programs.h"

namespace undine {

class SmokePass {
  public:
    Result<void> create();

    /// Sorts the puffs for an eye that looks this way and brings them over; one of flame hides `flame`.
    void set(std::span<const RenderPuff> puffs, float flame, Vec3 forward);
    const PointBatch& puffs() const { return batch_; }

    /// Over what is in `picture` already. Shadows are bound.
    void draw(const ColorTarget& picture, GLuint solidDepth, ScreenPass& screen);

  private:
    struct Far {
        float distance;
        std::uint32_t puff;
    };
    std::vector<Far> order_;
    std::vector<RenderPuff> sorted_;
    float flame_ = 0;
    PointBatch batch_;
    ColorTarget smoke_{GL_RGBA16F};
    GlProgram puff_;
    GlProgram blend_;
};

}  // namespace undine
