// SPDX-License-Identifier: Zlib
#include "render/pass_tools.h"

#include <cstddef>

namespace undine {

void PointBatch::set(std::span<const RenderPoint> points) {
    buffer_.set(points.data(), points.size_bytes());
    count_ = static_cast<GLsizei>(points.size());
    if (!array_) {
        array_ = makeVertexArray();
        const GLuint array = array_.name();
        glVertexArrayAttribFormat(array, 0, 3, GL_FLOAT, GL_FALSE, offsetof(RenderPoint, position));
        glVertexArrayAttribFormat(array, 1, 1, GL_FLOAT, GL_FALSE, offsetof(RenderPoint, radius));
        glVertexArrayAttribFormat(array, 2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(RenderPoint, color));
        for (GLuint k = 0; k < 3; ++k) {
            glEnableVertexArrayAttrib(array, k);
            glVertexArrayAttribBinding(array, k, 0);
        }
    }
    glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(RenderPoint));
}

void PointBatch::draw() const {
    if (count_ == 0) return;
    glBindVertexArray(array_.name());
    glDrawArrays(GL_POINTS, 0, count_);
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
