// SPDX-License-Identifier: Zlib
#include "render/shadow_pass.h"

namespace undine {
namespace {

constexpr int kDepthSize = 768;
constexpr int kTintSize = 384;
constexpr GLint kRadiusScale = 0, kPixelsPerMetre = 1, kOpticalDepth = 2;
constexpr GLint kBlurStep = 0;

}  // namespace

Result<void> ShadowPass::create() {
    depth_ = makeTexture(GL_DEPTH_COMPONENT32F, kDepthSize, kDepthSize);
    glTextureParameteri(depth_.name(), GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTextureParameteri(depth_.name(), GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    depthFramebuffer_ = makeFramebuffer();
    glNamedFramebufferTexture(depthFramebuffer_.name(), GL_DEPTH_ATTACHMENT, depth_.name(), 0);
    glNamedFramebufferDrawBuffer(depthFramebuffer_.name(), GL_NONE);
    tint_.resize({kTintSize, kTintSize});
    spare_.resize({kTintSize, kTintSize});
    return makePrograms({{pointDepth_, "light_sphere", "light_depth"},
                         {pointTint_, "light_sphere", "light_tint"},
                         {smokeTint_, "light_smoke", "light_tint"},
                         {meshDepth_, "light_mesh", "light_mesh"},
                         {blur_, "screen", "tint_blur"}});
}

LightFrame ShadowPass::frameFor(const RenderScene& scene, Vec3 toLight) {
    Box box = scene.shown;
    box.add(scene.bounds);
    const Vec3 middle = box.isEmpty() ? Vec3{} : box.middle();
    const float radius = 1.05F * box.radius();
    const Vec3 forward = -1.0F * toLight;
    const Vec3 right = normalized(cross(forward, {0, 0, -1}));
    const Vec3 up = cross(right, forward);
    const Matrix view = lookAlong(middle - 2 * radius * forward, right, up, forward);
    return {orthographic(radius, radius, 0, 4 * radius) * view, 2 * radius};
}

void ShadowPass::draw(const Casters& casters, const LightFrame& light, ScreenPass& screen) {
    drawSolid(casters, light);
    drawTint(casters, light, screen);
}

void ShadowPass::drawSolid(const Casters& casters, const LightFrame& light) {
    const float farthest = 1;
    apply({.depthTest = true, .depthWrite = true});
    glBindFramebuffer(GL_FRAMEBUFFER, depthFramebuffer_.name());
    glViewport(0, 0, kDepthSize, kDepthSize);
    glClearNamedFramebufferfv(depthFramebuffer_.name(), GL_DEPTH, 0, &farthest);
    casters.meshes.draw(casters.bodies, meshDepth_, false);
    if (!casters.solidParticles) return;
    glUseProgram(pointDepth_.name());
    glUniform1f(kRadiusScale, casters.radiusScale);
    glUniform1f(kPixelsPerMetre, kDepthSize / light.width);
    glUniform1f(kOpticalDepth, 0);
    casters.particles.draw();
}

void ShadowPass::drawTint(const Casters& casters, const LightFrame& light, ScreenPass& screen) {
    tint_.clear(0, 0, 0, 1);
    if (!(casters.tintingParticles || casters.smoke) || casters.particles.isEmpty()) return;
    apply({.blend = true});
    glBlendEquationSeparate(GL_FUNC_ADD, GL_MIN);
    glBlendFunc(GL_ONE, GL_ONE);
    tint_.bind();
    glUseProgram(casters.smoke ? smokeTint_.name() : pointTint_.name());
    glUniform1f(kRadiusScale, casters.radiusScale);
    glUniform1f(kPixelsPerMetre, kTintSize / light.width);
    glUniform1f(kOpticalDepth, casters.opticalDepth);
    casters.particles.draw();

    apply({});
    for (const bool alongX : {true, false}) {
        const ColorTarget& from = alongX ? tint_ : spare_;
        const ColorTarget& to = alongX ? spare_ : tint_;
        to.bind();
        glBindTextureUnit(0, from.texture());
        glUseProgram(blur_.name());
        glUniform2f(kBlurStep, alongX ? 1.0F / kTintSize : 0, alongX ? 0 : 1.0F / kTintSize);
        screen.run(blur_);
    }
}

void ShadowPass::bind() const {
    glBindTextureUnit(0, depth_.name());
    glBindTextureUnit(1, tint_.texture());
}

}  // namespace undine
