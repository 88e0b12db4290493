// SPDX-License-Identifier: Zlib
// What the light sees: the nearest depth of solid things, and how much of each colour the fluid takes from
// the light on its way. The light comes from afar, so both maps are orthographic.
#pragma once

#include "render/mesh_batch.h"
#include "render/pass_tools.h"
#include "render/programs.h"

namespace undine {

class ShadowPass {
  public:
    Result<void> create();

    /// A square that covers the scene and the ground its shadow may fall on.
    static LightFrame frameFor(const RenderScene& scene, Vec3 toLight);

    /// Particles throw hard shadows, or tint the light.
    struct Casters {
        const PointBatch& particles;
        const MeshBatch& meshes;
        const std::vector<RenderBody>& bodies;
        bool solidParticles = false;
        bool tintingParticles = false;
        bool smoke = false;  // puffs, which tint by their own opacity
        float radiusScale = 1;
        float opticalDepth = 1;  // of a metre of fluid; of smoke beside its own
    };
    void draw(const Casters& casters, const LightFrame& light, ScreenPass& screen);

    /// Binds both maps where shaders look for them: solid at 0, tint at 1.
    void bind() const;

  private:
    void drawSolid(const Casters& casters, const LightFrame& light);
    void drawTint(const Casters& casters, const LightFrame& light, ScreenPass& screen);

    GlTexture depth_;
    GlFramebuffer depthFramebuffer_;
    ColorTarget tint_{GL_RGBA16F};
    ColorTarget spare_{GL_RGBA16F};
    GlProgram pointDepth_;
    GlProgram pointTint_;
    GlProgram smokeTint_;
    GlProgram meshDepth_;
    GlProgram blur_;
};

}  // namespace undine
