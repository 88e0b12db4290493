// SPDX-License-Identifier: Zlib
#include "render/smoke_pass.h"

#include <algorithm>

namespace undine {
namespace {

constexpr GLint kRadiusScale = 0, kPictureHeight = 1, kFlameOpacity = 2;

}  // namespace

Result<void> SmokePass::create() {
    return makePrograms({{puff_, "puff", "puff"}, {blend_, "screen", "smoke"}});
}

void SmokePass::set(std::span<const RenderPuff> puffs, float flame, Vec3 forward) {
    flame_ = flame;
    order_.resize(puffs.size());
    for (std::uint32_t k = 0; k < puffs.size(); ++k) order_[k] = {dot(forward, puffs[k].position), k};
    std::ranges::sort(order_, [](const Far& a, const Far& b) {
        return a.distance != b.distance ? a.distance > b.distance : a.puff < b.puff;
    });
    sorted_.resize(puffs.size());
    std::ranges::transform(order_, sorted_.begin(), [&](const Far& far) { return puffs[far.puff]; });
    batch_.set(sorted_);
}

// Puffs are soft: half the resolution does.
void SmokePass::draw(const ColorTarget& picture, GLuint solidDepth, ScreenPass& screen) {
    if (batch_.isEmpty()) return;
    const Size whole = picture.size();
    smoke_.resize({(whole.width + 1) / 2, (whole.height + 1) / 2});
    smoke_.clear(0, 0, 0, 0);
    smoke_.bind();
    apply({.blend = true});
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindTextureUnit(2, solidDepth);
    glUseProgram(puff_.name());
    glUniform1f(kRadiusScale, 1);
    glUniform1f(kPictureHeight, static_cast<float>(smoke_.size().height));
    glUniform1f(kFlameOpacity, flame_);
    batch_.draw();

    picture.bind();
    apply({.blend = true});
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindTextureUnit(0, smoke_.texture());
    screen.run(blend_);
}

}  // namespace undine
