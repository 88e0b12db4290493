// SPDX-License-Identifier: Zlib
#include "render/fluid_pass.h"

#include <algorithm>
#include <cmath>

namespace undine {
namespace {

constexpr float kPixelsPerSpacing = 4;  // what the resolution is chosen for
constexpr int kCoarsest = 6;            // picture pixels per pixel of the surface
constexpr float kNothing = 1e9F;        // as in common.glsl
constexpr int kRounds = 2;

// Locations of uniforms.
constexpr GLint kRadiusScaleAt = 0, kPictureHeight = 1, kOpticalDepth = 2, kPixelScale = 3;
constexpr GLint kStep = 0, kReach = 1, kRange = 2, kIsLast = 3;
constexpr GLint kSpacing = 0, kLayer = 1;

}  // namespace

Result<void> FluidPass::create() {
    splatTargets_ = makeFramebuffer();
    meshTargets_ = makeFramebuffer();
    return makePrograms({{splat_, "splat", "splat"},
                         {smooth_, "screen", "smooth"},
                         {blur_, "screen", "blur"},
                         {normals_, "screen", "normals"},
                         {mesh_, "surface", "surface"},
                         {composite_, "screen", "fluid"},
                         {flat_, "screen", "flat_fluid"}});
}

void FluidPass::resize(const Input& input) {
    const Size whole = input.solid.size();
    const bool isMesh = input.surface != nullptr;  // has edges to be drawn sharp
    const float wanted =
        isMesh ? 1 : std::clamp(input.pixels / kPixelsPerSpacing, 1.0F, static_cast<float>(kCoarsest));
    const auto part = [&](int pixels) {
        return std::max(1, static_cast<int>(std::ceil(static_cast<float>(pixels) / wanted)));
    };
    const Size size{part(whole.width), part(whole.height)};
    color_.resize(whole);
    if (size == size_) return;
    size_ = size;
    for (ColorTarget* target :
         {&distance_, &spare_, &thickness_, &spareThickness_, &surroundings_, &surface_}) {
        target->resize(size);
    }
    const GLuint framebuffer = splatTargets_.name();
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, distance_.texture(), 0);
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT1, thickness_.texture(), 0);
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(framebuffer, 2, both);
    meshDepth_ = makeTexture(GL_DEPTH_COMPONENT32F, size.width, size.height, GL_NEAREST);
    glNamedFramebufferTexture(meshTargets_.name(), GL_COLOR_ATTACHMENT0, surface_.texture(), 0);
    glNamedFramebufferTexture(meshTargets_.name(), GL_DEPTH_ATTACHMENT, meshDepth_.name(), 0);
}

void FluidPass::draw(const Input& input, ScreenPass& screen) {
    resize(input);
    splat(input);
    blurThickness(screen);
    if (input.isFlat) {
        surface_.clear(0, 0, 1, kNothing);  // everything else lies on top
    } else if (input.surface != nullptr) {
        drawMesh(input);
    } else {
        smooth(input, screen);
        surface_.bind();
        glBindTextureUnit(0, distance_.texture());
        screen.run(normals_);
    }
    color_.bind();
    glBindTextureUnit(0, input.solid.texture());
    glBindTextureUnit(1, input.solidDepth);
    glBindTextureUnit(2, surface_.texture());
    glBindTextureUnit(3, thickness_.texture());
    glBindTextureUnit(4, surroundings_.texture());
    const GlProgram& program = input.isFlat ? flat_ : composite_;
    glUseProgram(program.name());
    if (!input.isFlat) glUniform1f(kSpacing, input.spacing);
    glUniform1f(kLayer, input.opticalDepth * input.spacing);
    screen.run(program);
}

void FluidPass::splat(const Input& input) {
    distance_.clear(kNothing, 0, 0, 0);
    thickness_.clear(0, 0, 0, 0);
    apply({.blend = true});
    glBlendEquationi(0, GL_MIN);
    glBlendEquationi(1, GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    glBindFramebuffer(GL_FRAMEBUFFER, splatTargets_.name());
    glViewport(0, 0, size_.width, size_.height);
    glBindTextureUnit(0, input.solidDepth);
    glUseProgram(splat_.name());
    glUniform1f(kRadiusScaleAt, kRadiusScale);
    glUniform1f(kPictureHeight, static_cast<float>(size_.height));
    glUniform1f(kOpticalDepth, input.opticalDepth);
    glUniform2f(kPixelScale, static_cast<float>(input.solid.size().width) / static_cast<float>(size_.width),
                static_cast<float>(input.solid.size().height) / static_cast<float>(size_.height));
    input.particles.draw();
    apply({});
}

void FluidPass::drawMesh(const Input& input) {
    surface_.clear(0, 0, 1, kNothing);
    apply({.depthTest = true, .depthWrite = true});  // clearing is writing
    const float farthest = 1;
    glClearNamedFramebufferfv(meshTargets_.name(), GL_DEPTH, 0, &farthest);
    glBindFramebuffer(GL_FRAMEBUFFER, meshTargets_.name());
    glViewport(0, 0, size_.width, size_.height);
    glBindTextureUnit(0, input.solidDepth);
    glUseProgram(mesh_.name());
    const Size whole = input.solid.size();
    glUniform2f(0, static_cast<float>(whole.width) / static_cast<float>(size_.width),
                static_cast<float>(whole.height) / static_cast<float>(size_.height));
    input.surface->draw();
    apply({});
}

void FluidPass::blurThickness(ScreenPass& screen) {
    const auto blur = [&](const ColorTarget& from, const ColorTarget& to, float x, float y) {
        to.bind();
        glBindTextureUnit(0, from.texture());
        glUseProgram(blur_.name());
        glUniform2f(kStep, x / static_cast<float>(size_.width), y / static_cast<float>(size_.height));
        screen.run(blur_);
    };
    constexpr float kNarrow = 1.5F, kWide = 3.2F;  // beside the reach of the shader
    blur(thickness_, spareThickness_, kNarrow, 0);
    blur(spareThickness_, thickness_, 0, kNarrow);
    blur(thickness_, spareThickness_, kWide, 0);
    blur(spareThickness_, surroundings_, 0, kWide);
}

// Back and forth along both axes; the second round with half the reach takes away what the first leaves of
// its own directions.
void FluidPass::smooth(const Input& input, ScreenPass& screen) {
    glUseProgram(smooth_.name());
    glUniform1f(kRange, input.spacing);
    for (int round = 0; round < kRounds; ++round) {
        glUniform1i(kIsLast, round + 1 == kRounds ? 1 : 0);
        for (const bool alongX : {true, false}) {
            const ColorTarget& from = alongX ? distance_ : spare_;
            (alongX ? spare_ : distance_).bind();
            glBindTextureUnit(0, from.texture());
            glUniform2i(kStep, alongX ? 1 : 0, alongX ? 0 : 1);
            glUniform1f(kReach, (round == 0 ? 2.4F : 1.2F) * input.spacing);
            screen.run(smooth_);
        }
    }
}

}  // namespace undine
