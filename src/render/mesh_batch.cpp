// SPDX-License-Identifier: Zlib
#include "render/mesh_batch.h"

#include <cstddef>

#include "render/matrix.h"

namespace undine {
namespace {

constexpr GLint kPlacement = 4;
constexpr GLint kTone = 0;
constexpr GLint kIsSingleSided = 1;

}  // namespace

GlVertexArray makeMeshArray() {
    GlVertexArray made = makeVertexArray();
    const GLuint array = made.name();
    glVertexArrayAttribFormat(array, 0, 3, GL_FLOAT, GL_FALSE, offsetof(RenderVertex, position));
    glVertexArrayAttribFormat(array, 1, 3, GL_FLOAT, GL_FALSE, offsetof(RenderVertex, normal));
    for (GLuint k = 0; k < 2; ++k) {
        glEnableVertexArrayAttrib(array, k);
        glVertexArrayAttribBinding(array, k, 0);
    }
    return made;
}

void MeshBatch::set(const std::shared_ptr<const RenderMeshes>& meshes) {
    if (meshes == meshes_) return;
    meshes_ = meshes;
    ranges_.clear();
    std::vector<RenderVertex> all;
    for (std::size_t k = 0; meshes != nullptr && k < meshes->size(); ++k) {
        const std::vector<RenderVertex>& own = (*meshes)[k].vertices;
        ranges_.push_back({static_cast<GLint>(all.size()), static_cast<GLsizei>(own.size())});
        all.insert(all.end(), own.begin(), own.end());
    }
    buffer_.set(all.data(), all.size() * sizeof(RenderVertex));
    array_ = makeMeshArray();
    glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(RenderVertex));
}

void MeshBatch::draw(const std::vector<RenderBody>& bodies, const GlProgram& program, bool withColors) const {
    if (bodies.empty() || !array_) return;
    glUseProgram(program.name());
    glBindVertexArray(array_.name());
    for (const RenderBody& body : bodies) {
        if (body.mesh >= ranges_.size()) continue;
        const Matrix placement = placed(body.rotation, body.position);
        glUniformMatrix4fv(kPlacement, 1, GL_FALSE, placement.m.data());
        if (withColors) {
            glUniform3f(kTone, body.color.x, body.color.y, body.color.z);
            glUniform1i(kIsSingleSided, (*meshes_)[body.mesh].isSingleSided ? 1 : 0);
        }
        glDrawArrays(GL_TRIANGLES, ranges_[body.mesh].first, ranges_[body.mesh].count);
    }
}

}  // namespace undine
