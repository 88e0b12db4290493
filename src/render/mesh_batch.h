// SPDX-License-Identifier: Zlib
// The meshes of a scene on the graphics card, and the bodies that place them.
#pragma once

#include <memory>
#include <vector>

#include "render/gl_object.h"
#include "render/render_scene.h"

namespace undine {

/// For vertices with positions at 0 and normals at 1.
GlVertexArray makeMeshArray();

class MeshBatch {
  public:
    /// Brings the meshes over if they are not the ones already there.
    void set(const std::shared_ptr<const RenderMeshes>& meshes);

    /// Draws bodies with a program that has their placement at location 4; with colours, it also has tone and
    /// isSingleSided at 0 and 1.
    void draw(const std::vector<RenderBody>& bodies, const GlProgram& program, bool withColors) const;

  private:
    struct Range {
        GLint first;
        GLsizei count;
    };
    std::shared_ptr<const RenderMeshes> meshes_;
    std::vector<Range> ranges_;
    GlVertexArray array_;
    GrowingBuffer buffer_;
};

}  // namespace undine
