// SPDX-License-Identifier: Zlib
// The surface of the fluid on the graphics card.
#pragma once

#include "render/gl_object.h"
#include "render/render_scene.h"

namespace undine {

class SurfaceBatch {
  public:
    void set(const RenderSurface& surface);
    /// With the program in use.
    void draw() const;
    bool isEmpty() const { return count_ == 0; }

  private:
    GlVertexArray array_;
    GrowingBuffer vertices_;
    GrowingBuffer triangles_;
    GLsizei count_ = 0;
};

}  // namespace undine
