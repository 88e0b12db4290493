// SPDX-License-Identifier: Zlib
// What the passes of a picture share: the block of values every shader sees, targets to draw into, and
// particles on the graphics card.
#pragma once

#include <span>

#include "render/gl_object.h"
#include "render/matrix.h"
#include "render/render_scene.h"

namespace undine {

/// FrameBlock of common.glsl.
struct FrameBlock {
    struct Four {
        float x, y, z, w;
    };
    Matrix view;
    Matrix projection;
    Matrix lightMatrix;
    Four eye;
    Four rightAxis;
    Four upAxis;
    Four forwardAxis;
    Four light;
    Four viewport;
    Four stage;
    Four center;
};
static_assert(sizeof(FrameBlock) == (3 * 16 + 8 * 4) * sizeof(float));

/// What the light of a picture covers: a square around the scene.
struct LightFrame {
    Matrix matrix;    ///< World to clip space.
    float width = 1;  ///< m. Of the square.
};

struct Size {
    int width = 0;
    int height = 0;

    friend bool operator==(const Size&, const Size&) = default;
};

/// A texture that is drawn into; made anew only when its size changes.
class ColorTarget {
  public:
    ColorTarget(GLenum format, GLenum filter = GL_LINEAR) : format_(format), filter_(filter) {}

    void resize(Size size) {
        if (size == size_) return;
        size_ = size;
        texture_ = makeTexture(format_, size.width, size.height, filter_);
        framebuffer_ = makeFramebuffer();
        glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, texture_.name(), 0);
    }

    /// Further drawing goes here.
    void bind() const {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
        glViewport(0, 0, size_.width, size_.height);
    }
    void clear(float r, float g, float b, float a) const {
        const float values[] = {r, g, b, a};
        glClearNamedFramebufferfv(framebuffer_.name(), GL_COLOR, 0, values);
    }

    GLuint texture() const { return texture_.name(); }
    GLuint framebuffer() const { return framebuffer_.name(); }
    Size size() const { return size_; }

  private:
    GLenum format_;
    GLenum filter_;
    Size size_;
    GlTexture texture_;
    GlFramebuffer framebuffer_;
};

/// Points for one call that draws them all.
class PointBatch {
  public:
    void set(std::span<const RenderPoint> points);
    /// Opacity, sun, sky and temperature are four numbers at location 3.
    void set(std::span<const RenderPuff> puffs);
    /// The arrow is a vector at location 3.
    void set(std::span<const RenderVorton> vortons);

    /// With the program in use.
    void draw() const;
    /// So many triangles for each point, whose attributes are the same for all their vertices.
    void drawTriangles(int perPoint) const;
    bool isEmpty() const { return count_ == 0; }

  private:
    // How a point lies in memory: it begins as a RenderPoint does, and has so many numbers more.
    struct Layout {
        std::size_t stride = 0;
        GLint moreNumbers = 0;
        std::size_t moreAt = 0;
    };
    void set(const void* points, std::size_t count, const Layout& layout);

    GlVertexArray array_;
    GrowingBuffer buffer_;
    GLsizei count_ = 0;
};

/// Switches for one pass; all off but for what is named.
struct PassState {
    bool depthTest = false;
    bool depthWrite = false;
    bool blend = false;
};
void apply(const PassState& state);

/// Runs a fragment shader for every pixel of what is bound.
class ScreenPass {
  public:
    void run(const GlProgram& program);

  private:
    GlVertexArray array_;
};

}  // namespace undine
