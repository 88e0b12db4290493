// SPDX-License-Identifier: Zlib
// clang-format off
// Particles as a fluid, by what a viewer sees of them:
//   splat      every particle leaves its distance (the nearest counts) and what its colour absorbs (all add up)
//   smooth     the distances are smoothed within the surface and kept apart at its edges [TY18]
//   normals    of the smooth surface; or, with a mesh, those of the mesh
//   composite  behind the surface the solid picture, refracted and coloured by the way through the fluid; on it
//              the sky, reflected more the flatter one looks at it; white where the fluid is torn
// clang-format on
//
// [TY18] Truong, Yuksel: A Narrow-Range Filter for Screen-Space Fluid Rendering, 2018
//
// Departures: the filter runs at a lower resolution that is chosen by the size of a particle on the picture,
// so that its reach in pixels, and its cost, stay the same for few large particles and for many small ones.
#pragma once

#include "render/pass_tools.h"
#include "render/programs.h"
#include "render/surface_batch.h"

namespace undine {

class FluidPass {
  public:
    Result<void> create();

    struct Input {
        const PointBatch& particles;
        const SurfaceBatch* surface = nullptr;  // a mesh instead of what the particles' distances give
        const ColorTarget& solid;               // what is behind
        GLuint solidDepth = 0;
        float spacing = 0;       // m
        float pixels = 1;        // of a spacing, on the picture
        float opticalDepth = 1;  // of a metre
        bool isFlat = false;
    };
    /// Draws solid things and fluid into color().
    void draw(const Input& input, ScreenPass& screen);

    const ColorTarget& color() const { return color_; }
    GLuint surface() const { return surface_.texture(); }

    /// What particles are enlarged by, so that those at rest overlap.
    static constexpr float kRadiusScale = 1.5F;

  private:
    void resize(const Input& input);
    void splat(const Input& input);
    void smooth(const Input& input, ScreenPass& screen);
    void blurThickness(ScreenPass& screen);
    void drawMesh(const Input& input);

    Size size_;  // of the lower resolution
    ColorTarget distance_{GL_R32F, GL_NEAREST};
    ColorTarget spare_{GL_R32F, GL_NEAREST};
    ColorTarget thickness_{GL_RGBA16F};
    ColorTarget spareThickness_{GL_RGBA16F};
    ColorTarget surroundings_{GL_RGBA16F};  // the thickness, more blurred
    ColorTarget surface_{GL_RGBA32F, GL_NEAREST};
    ColorTarget color_{GL_RGBA16F};
    GlFramebuffer splatTargets_;
    GlTexture meshDepth_;
    GlFramebuffer meshTargets_;
    GlProgram splat_;
    GlProgram smooth_;
    GlProgram blur_;
    GlProgram normals_;
    GlProgram mesh_;
    GlProgram composite_;
    GlProgram flat_;
};

}  // namespace undine
