// SPDX-License-Identifier: Zlib
#include "render/surface_batch.h"

#include "render/mesh_batch.h"

namespace undine {

void SurfaceBatch::set(const RenderSurface& surface) {
    count_ = static_cast<GLsizei>(surface.triangles.size());
    if (count_ == 0) return;
    vertices_.set(surface.vertices.data(), surface.vertices.size() * sizeof(RenderVertex));
    triangles_.set(surface.triangles.data(), surface.triangles.size() * sizeof(std::uint32_t));
    if (!array_) array_ = makeMeshArray();
    glVertexArrayVertexBuffer(array_.name(), 0, vertices_.name(), 0, sizeof(RenderVertex));
    glVertexArrayElementBuffer(array_.name(), triangles_.name());
}

void SurfaceBatch::draw() const {
    if (count_ == 0) return;
    glBindVertexArray(array_.name());
    glDrawElements(GL_TRIANGLES, count_, GL_UNSIGNED_INT, nullptr);
}

}  // namespace undine
