// SPDX-License-Identifier: Zlib
#include "render/smoke_pass.h"

namespace undine {
namespace {

constexpr GLint kRadiusScaleAt = 0, kPictureHeight = 1;

}  // namespace

Result<void> SmokePass::create() {
    both_ = makeFramebuffer();
    return makePrograms({{puff_, "puff", "puff"}, {blend_, "screen", "smoke"}});
}

void SmokePass::resize(Size size) {
    if (size == sum_.size()) return;
    sum_.resize(size);
    rest_.resize(size);
    glNamedFramebufferTexture(both_.name(), GL_COLOR_ATTACHMENT0, sum_.texture(), 0);
    glNamedFramebufferTexture(both_.name(), GL_COLOR_ATTACHMENT1, rest_.texture(), 0);
    const GLenum targets[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(both_.name(), 2, targets);
}

// Puffs are soft: half the resolution does.
void SmokePass::draw(const Input& input, ScreenPass& screen) {
    const Size whole = input.picture.size();
    resize({(whole.width + 1) / 2, (whole.height + 1) / 2});
    sum_.clear(0, 0, 0, 0);
    rest_.clear(1, 0, 0, 0);
    apply({.blend = true});
    glBlendFunci(0, GL_ONE, GL_ONE);
    glBlendFunci(1, GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
    glBindFramebuffer(GL_FRAMEBUFFER, both_.name());
    glViewport(0, 0, sum_.size().width, sum_.size().height);
    glBindTextureUnit(2, input.solidDepth);
    glUseProgram(puff_.name());
    glUniform1f(kRadiusScaleAt, kRadiusScale);
    glUniform1f(kPictureHeight, static_cast<float>(sum_.size().height));
    input.puffs.draw();

    input.picture.bind();
    apply({.blend = true});
    glBindTextureUnit(0, sum_.texture());
    glBindTextureUnit(1, rest_.texture());
    screen.run(blend_);
}

}  // namespace undine
