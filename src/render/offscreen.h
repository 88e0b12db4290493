// SPDX-License-Identifier: Zlib
// OpenGL without a window: a context of EGL's surfaceless platform, and a picture in memory to draw into.
// Nothing else in this folder knows where the context comes from.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl_object.h"
#include "undine/result.h"

namespace undine {

class OffscreenContext {
  public:
    /// A context of OpenGL 4.5 core, current in this thread. The error says what is missing and what to do.
    static Result<OffscreenContext> create();

    OffscreenContext(OffscreenContext&& other) noexcept;
    OffscreenContext& operator=(OffscreenContext&&) = delete;
    ~OffscreenContext();

    /// A context is current in at most one thread: the one that gives it away releases it first.
    Result<void> makeCurrent();
    void release();

    /// The driver's name for what draws.
    std::string rendererName() const;

  private:
    OffscreenContext(void* display, void* context) : display_(display), context_(context) {}

    void* display_ = nullptr;  // EGLDisplay, EGLContext
    void* context_ = nullptr;
};

/// A framebuffer of a byte per channel, to be read back.
class OffscreenTarget {
  public:
    OffscreenTarget(int width, int height);

    GLuint framebuffer() const { return framebuffer_.name(); }
    int width() const { return width_; }
    int height() const { return height_; }

    /// Red, green, blue, alpha; rows from top to bottom. `pixels` keeps its memory.
    void read(std::vector<std::uint8_t>& pixels);

  private:
    int width_;
    int height_;
    GlTexture color_;
    GlFramebuffer framebuffer_;
    std::vector<std::uint8_t> rows_;
};

}  // namespace undine
