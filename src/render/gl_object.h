// SPDX-License-Identifier: Zlib
// Owners of OpenGL objects: each is made with its object, moved like a unique_ptr, and deletes it at its end.
// All of them need the context they were made in to be current.
#pragma once

#include <cstdint>
#include <utility>

#include <epoxy/gl.h>

namespace undine {

template <void (*destroy)(GLuint)>
class GlObject {
  public:
    GlObject() = default;
    explicit GlObject(GLuint name) : name_(name) {}
    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlObject() {
        if (name_ != 0) destroy(name_);
    }

    GLuint name() const { return name_; }
    explicit operator bool() const { return name_ != 0; }

  private:
    GLuint name_ = 0;
};

namespace detail {

inline void destroyBuffer(GLuint name) { glDeleteBuffers(1, &name); }
inline void destroyTexture(GLuint name) { glDeleteTextures(1, &name); }
inline void destroyFramebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
inline void destroyVertexArray(GLuint name) { glDeleteVertexArrays(1, &name); }
inline void destroyProgram(GLuint name) { glDeleteProgram(name); }
inline void destroyShader(GLuint name) { glDeleteShader(name); }

}  // namespace detail

using GlBuffer = GlObject<detail::destroyBuffer>;
using GlTexture = GlObject<detail::destroyTexture>;
using GlFramebuffer = GlObject<detail::destroyFramebuffer>;
using GlVertexArray = GlObject<detail::destroyVertexArray>;
using GlProgram = GlObject<detail::destroyProgram>;
using GlShader = GlObject<detail::destroyShader>;

inline GlBuffer makeBuffer() {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    return GlBuffer(name);
}
inline GlFramebuffer makeFramebuffer() {
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    return GlFramebuffer(name);
}
inline GlVertexArray makeVertexArray() {
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return GlVertexArray(name);
}

/// A texture of one level, clamped at its edges.
inline GlTexture makeTexture(GLenum format, int width, int height, GLenum filter = GL_LINEAR) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, 1, format, width, height);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glTextureParameteri(name, wrap, GL_CLAMP_TO_EDGE);
    }
    for (const GLenum which : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
        glTextureParameteri(name, which, static_cast<GLint>(filter));
    }
    return GlTexture(name);
}

/// A buffer that grows with what is put into it and never shrinks.
class GrowingBuffer {
  public:
    GLuint name() const { return buffer_.name(); }

    void set(const void* data, std::size_t bytes) {
        if (!buffer_) buffer_ = makeBuffer();
        if (bytes > capacity_ || capacity_ == 0) {
            capacity_ = bytes + bytes / 4 + 256;
            glNamedBufferData(buffer_.name(), static_cast<GLsizeiptr>(capacity_), nullptr, GL_DYNAMIC_DRAW);
        }
        if (bytes > 0) glNamedBufferSubData(buffer_.name(), 0, static_cast<GLsizeiptr>(bytes), data);
    }

  private:
    GlBuffer buffer_;
    std::size_t capacity_ = 0;
};

}  // namespace undine
