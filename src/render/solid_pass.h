// SPDX-License-Identifier: Zlib
// Everything that is not see-through: backdrop, ground, bodies, particles as balls or dots, tracers, and the
// thin edges of containers.
#pragma once

#include "render/mesh_batch.h"
#include "render/pass_tools.h"
#include "render/programs.h"

namespace undine {

class SolidPass {
  public:
    Result<void> create();
    void resize(Size size);

    /// Starts a picture. Shadows are bound for all of the following.
    void begin();
    /// Backdrop and ground where nothing else was drawn; before the edges.
    void drawGround(ScreenPass& screen);
    void drawBodies(const MeshBatch& meshes, const std::vector<RenderBody>& bodies);

    enum class Look { Ball, Dot };
    void drawPoints(const PointBatch& points, Look look, float radiusScale);

    /// Arrows at the balls of vortons.
    void drawArrows(const PointBatch& vortons);

    void setEdges(const std::vector<RenderEdge>& edges);
    /// Into this pass's own picture.
    void drawEdges();
    /// Into `target`, those before the fluid, whose normals and distances `surface` holds.
    void drawEdgesOverFluid(const ColorTarget& target, GLuint surface);

    const ColorTarget& color() const { return color_; }
    GLuint depthTexture() const { return depth_.name(); }

  private:
    void runEdges(bool overFluid);

    ColorTarget color_{GL_RGBA16F};
    GlTexture depth_;
    GlProgram ground_;
    GlProgram mesh_;
    GlProgram ball_;
    GlProgram dot_;
    GlProgram arrow_;
    GlProgram edge_;
    GlVertexArray noAttributes_;
    GrowingBuffer edges_;
    GLsizei edgeCount_ = 0;
};

}  // namespace undine
