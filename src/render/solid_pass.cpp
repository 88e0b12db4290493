// SPDX-License-Identifier: Zlib
#include "render/solid_pass.h"

namespace undine {
namespace {

constexpr GLint kRadiusScale = 0, kPictureHeight = 1;
constexpr int kArrowTriangles = 6 * 4;  // as the shader has them
constexpr GLint kHalfWidth = 0, kIsOverFluid = 1;
static_assert(sizeof(RenderEdge) == 6 * sizeof(float), "as the shader reads it");

}  // namespace

Result<void> SolidPass::create() {
    noAttributes_ = makeVertexArray();
    return makePrograms({{ground_, "screen", "ground"},
                         {mesh_, "mesh", "mesh"},
                         {ball_, "sphere", "sphere"},
                         {dot_, "sphere", "dot"},
                         {arrow_, "arrow", "arrow"},
                         {edge_, "edge", "edge"}});
}

void SolidPass::resize(Size size) {
    if (size == color_.size()) return;
    color_.resize(size);
    depth_ = makeTexture(GL_DEPTH_COMPONENT32F, size.width, size.height, GL_NEAREST);
    glNamedFramebufferTexture(color_.framebuffer(), GL_DEPTH_ATTACHMENT, depth_.name(), 0);
}

void SolidPass::begin() {
    const float farthest = 1;
    apply({.depthTest = true, .depthWrite = true});
    glClearNamedFramebufferfv(color_.framebuffer(), GL_DEPTH, 0, &farthest);
}

void SolidPass::drawGround(ScreenPass& screen) {
    color_.bind();
    apply({.depthTest = true});
    glDepthFunc(GL_LEQUAL);
    screen.run(ground_);
}

void SolidPass::drawBodies(const MeshBatch& meshes, const std::vector<RenderBody>& bodies) {
    color_.bind();
    apply({.depthTest = true, .depthWrite = true});
    meshes.draw(bodies, mesh_, true);
}

void SolidPass::drawPoints(const PointBatch& points, Look look, float radiusScale) {
    if (points.isEmpty()) return;
    color_.bind();
    apply({.depthTest = true, .depthWrite = true});
    glUseProgram(look == Look::Ball ? ball_.name() : dot_.name());
    glUniform1f(kRadiusScale, radiusScale);
    glUniform1f(kPictureHeight, static_cast<float>(color_.size().height));
    points.draw();
}

void SolidPass::drawArrows(const PointBatch& vortons) {
    color_.bind();
    apply({.depthTest = true, .depthWrite = true});
    glUseProgram(arrow_.name());
    glUniform1f(kRadiusScale, 1);
    vortons.drawTriangles(kArrowTriangles);
}

void SolidPass::setEdges(const std::vector<RenderEdge>& edges) {
    edges_.set(edges.data(), edges.size() * sizeof(RenderEdge));
    edgeCount_ = static_cast<GLsizei>(edges.size());
}

void SolidPass::drawEdges() {
    color_.bind();
    apply({.depthTest = true, .blend = true});
    runEdges(false);
}

void SolidPass::drawEdgesOverFluid(const ColorTarget& target, GLuint surface) {
    target.bind();
    apply({.blend = true});
    glBindTextureUnit(2, surface);
    runEdges(true);
}

// Lines are as wide on a large picture as on a small one.
void SolidPass::runEdges(bool overFluid) {
    if (edgeCount_ == 0) return;
    glUseProgram(edge_.name());
    glUniform1f(kHalfWidth, 0.5F + static_cast<float>(color_.size().height) / 900);
    glUniform1i(kIsOverFluid, overFluid ? 1 : 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, edges_.name());
    glBindVertexArray(noAttributes_.name());
    glDrawArrays(GL_TRIANGLES, 0, 6 * edgeCount_);
}

}  // namespace undine
