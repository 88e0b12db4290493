// SPDX-License-Identifier: Zlib
#include "render/pass_tools.h"

#include <cstddef>

namespace undine {

void PointBatch::set(std::span<const RenderPoint> points) {
    set(points.data(), points.size(), {sizeof(RenderPoint), 0, 0});
}

void PointBatch::set(std::span<const RenderPuff> puffs) {
    set(puffs.data(), puffs.size(), {sizeof(RenderPuff), 4, offsetof(RenderPuff, opacity)});
}

void PointBatch::set(std::span<const RenderVorton> vortons) {
    set(vortons.data(), vortons.size(), {sizeof(RenderVorton), 3, offsetof(RenderVorton, arrow)});
}

void PointBatch::set(const void* points, std::size_t count, const Layout& layout) {
    static_assert(offsetof(RenderPuff, color) == offsetof(RenderPoint, color));
    static_assert(offsetof(RenderVorton, color) == offsetof(RenderPoint, color));
    buffer_.set(points, count * layout.stride);
    count_ = static_cast<GLsizei>(count);
    if (!array_) {
        array_ = makeVertexArray();
        const GLuint array = array_.name();
        glVertexArrayAttribFormat(array, 0, 3, GL_FLOAT, GL_FALSE, offsetof(RenderPoint, position));
        glVertexArrayAttribFormat(array, 1, 1, GL_FLOAT, GL_FALSE, offsetof(RenderPoint, radius));
        glVertexArrayAttribFormat(array, 2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(RenderPoint, color));
        const GLuint attributes = layout.moreNumbers > 0 ? 4 : 3;
        if (layout.moreNumbers > 0) {
            glVertexArrayAttribFormat(array, 3, layout.moreNumbers, GL_FLOAT, GL_FALSE,
                                      static_cast<GLuint>(layout.moreAt));
        }
        for (GLuint k = 0; k < attributes; ++k) {
            glEnableVertexArrayAttrib(array, k);
            glVertexArrayAttribBinding(array, k, 0);
        }
    }
    glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, static_cast<GLsizei>(layout.stride));
}

void PointBatch::draw() const {
    if (count_ == 0) return;
    glVertexArrayBindingDivisor(array_.name(), 0, 0);
    glBindVertexArray(array_.name());
    glDrawArrays(GL_POINTS, 0, count_);
}

void PointBatch::drawTriangles(int perPoint) const {
    if (count_ == 0) return;
    glVertexArrayBindingDivisor(array_.name(), 0, 1);
    glBindVertexArray(array_.name());
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3 * perPoint, count_);
}

void apply(const PassState& state) {
    const auto set = [](GLenum what, bool on) { on ? glEnable(what) : glDisable(what); };
    set(GL_DEPTH_TEST, state.depthTest);
    set(GL_BLEND, state.blend);
    set(GL_CULL_FACE, false);
    set(GL_SCISSOR_TEST, false);
    set(GL_PROGRAM_POINT_SIZE, true);
    glDepthMask(state.depthWrite ? GL_TRUE : GL_FALSE);
    glDepthFunc(GL_LESS);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

void ScreenPass::run(const GlProgram& program) {
    if (!array_) array_ = makeVertexArray();
    glUseProgram(program.name());
    glBindVertexArray(array_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace undine
