// SPDX-License-Identifier: Zlib
// Draws a RenderScene with OpenGL 4.5 into any framebuffer. Where the context comes from is not its business:
// it has to be current, whether it belongs to a window or to none. After the first picture of a size, drawing
// allocates nothing and compiles nothing.
//
// A picture is made in these passes:
//   shadows       what the light sees: depth of solid things, colour that water takes from the light
//   solid         sky, ground, bodies, edges of containers, and particles as points, balls or arrows
//   fluid         (style fluid) a smooth surface from the depths of the particles: see fluid_pass.h; (style
//                 surface) the same with the mesh of the surface
//   smoke         (style smoke) soft puffs of smoke and flame: see smoke_pass.h
//   present       tones, anti-aliasing, legend
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "render/gl_object.h"
#include "render/render_scene.h"
#include "undine/result.h"

namespace undine {

enum class RenderStyle { Points, Spheres, Fluid, Surface, Smoke, Vortons };

/// "points", "spheres", "fluid", "surface", "smoke", "vortons".
std::vector<std::string> renderStyleNames();
/// The error names the nearest style and all there are.
Result<RenderStyle> findRenderStyle(std::string_view name);

/// What a scene has to hold for a style, beside particles, tracers and bodies.
RenderExtras extrasOf(RenderStyle style);

struct RenderSettings {
    RenderStyle style = RenderStyle::Fluid;
    int supersampling = 1;  ///< 1: edges are smoothed afterwards; 2: four samples per pixel.
};

/// Where a picture goes.
struct RenderTarget {
    GLuint framebuffer = 0;  ///< 0: that of the window.
    int width = 0;           ///< pixels
    int height = 0;
};

class Renderer {
  public:
    /// Compiles all shaders. The error says what the driver lacks.
    static Result<Renderer> create();

    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    void draw(const RenderScene& scene, const CameraView& view, const RenderSettings& settings,
              const RenderTarget& target);

  private:
    class Impl;
    explicit Renderer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace undine
