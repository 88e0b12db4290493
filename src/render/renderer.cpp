// SPDX-License-Identifier: Zlib
#include "render/renderer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/fluid_pass.h"
#include "render/legend.h"
#include "render/shadow_pass.h"
#include "render/smoke_pass.h"
#include "render/solid_pass.h"
#include "render/style_names.h"
#include "undine/parameters.h"

namespace undine {
namespace {

constexpr float kDotScale = 0.5F;     // a dot beside a ball
constexpr float kTracerScale = 0.3F;  // a tracer beside a particle
constexpr float kSmokeShadow = 0.9F;  // how dark the shadow of smoke is beside that of a solid
constexpr GLint kSupersampling = 0;

bool isLiquid(RenderStyle style) { return style == RenderStyle::Fluid || style == RenderStyle::Surface; }

FrameBlock::Four four(Vec3 v, float w) { return {v.x, v.y, v.z, w}; }

float radiusOf(const RenderScene& scene) {
    Box box = scene.shown;
    return std::max(box.isEmpty() ? scene.bounds.radius() : box.radius(), 1e-6F);
}

// Deep water has its full colour after a good part of the scene's size.
float opticalDepthOf(const RenderScene& scene) {
    return scene.isFlat ? 1 / scene.spacing : 3.6F / radiusOf(scene);
}

// A power of ten near a tenth of the scene; the ground has a stronger line at every fifth.
float gridCellOf(const RenderScene& scene) {
    return std::pow(10.0F, std::floor(std::log10(radiusOf(scene)) - 0.35F));
}

// Style vortons shows balls where there are no vortons.
bool hasBalls(const RenderScene& scene, RenderStyle style) {
    return style == RenderStyle::Spheres || (style == RenderStyle::Vortons && scene.vortons.empty());
}

FrameBlock blockFor(const RenderScene& scene, const CameraView& camera, Size size, const Matrix& light) {
    const Matrix& p = camera.projection;
    const auto row = [&](int r) {
        return Vec3{camera.view.at(r, 0), camera.view.at(r, 1), camera.view.at(r, 2)};
    };
    const Box& box = scene.shown.isEmpty() ? scene.bounds : scene.shown;
    const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
    return {.view = camera.view,
            .projection = p,
            .lightMatrix = light,
            .eye = four(camera.eye, camera.isPerspective ? 1 : 0),
            .rightAxis = four((1 / p.at(0, 0)) * row(0), scene.daylight),
            .upAxis = four((1 / p.at(1, 1)) * row(1), 0),
            .forwardAxis = four(camera.forward, gridCellOf(scene)),
            .light = four(directionToSun(), scene.isFlat ? 0 : 1),
            .viewport = {width, height, 1 / width, 1 / height},
            .stage = {scene.ground.value_or(0), scene.ground ? 1.0F : 0.0F, radiusOf(scene), scene.spacing},
            .center = four(box.isEmpty() ? Vec3{} : box.middle(), scene.isFlat ? 1 : 0)};
}

// Of a length in the middle of the scene.
float pixelsOf(float metres, const RenderScene& scene, const CameraView& camera, Size size) {
    const Box& box = scene.shown.isEmpty() ? scene.bounds : scene.shown;
    const Vec3 middle = box.isEmpty() ? Vec3{} : box.middle();
    const float distance = camera.isPerspective ? std::max(-transform(camera.view, middle).z, 1e-6F) : 1;
    return 0.5F * metres * camera.projection.at(1, 1) * static_cast<float>(size.height) / distance;
}

}  // namespace

std::vector<std::string> renderStyleNames() {
    return {std::begin(kRenderStyleNames), std::end(kRenderStyleNames)};
}

RenderExtras extrasOf(RenderStyle style) {
    return {.surface = style == RenderStyle::Surface,
            .puffs = style == RenderStyle::Smoke,
            .vortons = style == RenderStyle::Vortons};
}

Vec3 directionToSun() {
    static const Vec3 kDirection = normalized({-0.45F, 1, 0.42F});
    return kDirection;
}

Result<RenderStyle> findRenderStyle(std::string_view name) {
    for (std::size_t k = 0; k < std::size(kRenderStyleNames); ++k) {
        if (name == kRenderStyleNames[k]) return static_cast<RenderStyle>(k);
    }
    const std::vector<std::string_view> known(std::begin(kRenderStyleNames), std::end(kRenderStyleNames));
    return Error{fmt::format("unknown style \"{}\"{} (known: {})", name, suggestion(name, known),
                             fmt::join(known, ", "))};
}

class Renderer::Impl {
  public:
    Result<void> create();
    void draw(const RenderScene& scene, const CameraView& view, const RenderSettings& settings,
              const RenderTarget& target);

  private:
    void upload(const RenderScene& scene, const CameraView& view, Size size);
    void drawShadows(const RenderScene& scene, RenderStyle style);
    void drawSolid(const RenderScene& scene, RenderStyle style);
    const ColorTarget& drawClear(const RenderScene& scene, const CameraView& view, RenderStyle style);
    void present(const ColorTarget& picture, const RenderSettings& settings, const RenderTarget& target);

    GlBuffer block_;
    LightFrame light_;
    PointBatch particles_;
    PointBatch tracers_;
    PointBatch vortons_;
    MeshBatch meshes_;
    SurfaceBatch surface_;
    ScreenPass screen_;
    ShadowPass shadows_;
    SolidPass solid_;
    FluidPass fluid_;
    SmokePass smoke_;
    LegendPass legend_;
    GlProgram present_;
};

Result<void> Renderer::Impl::create() {
    block_ = makeBuffer();
    glNamedBufferStorage(block_.name(), sizeof(FrameBlock), nullptr, GL_DYNAMIC_STORAGE_BIT);
    if (Result<void> made = shadows_.create(); !made) return made;
    if (Result<void> made = solid_.create(); !made) return made;
    if (Result<void> made = fluid_.create(); !made) return made;
    if (Result<void> made = smoke_.create(); !made) return made;
    if (Result<void> made = legend_.create(); !made) return made;
    return makePrograms({{present_, "screen", "present"}});
}

void Renderer::Impl::draw(const RenderScene& scene, const CameraView& view, const RenderSettings& settings,
                          const RenderTarget& target) {
    if (target.width <= 0 || target.height <= 0) return;
    const int samples = settings.supersampling > 1 ? 2 : 1;
    const Size size{samples * target.width, samples * target.height};
    upload(scene, view, size);
    drawShadows(scene, settings.style);
    shadows_.bind();
    solid_.resize(size);
    drawSolid(scene, settings.style);
    const ColorTarget& picture = drawClear(scene, view, settings.style);
    present(picture, settings, target);
    legend_.draw(scene.legend, {target.width, target.height}, screen_);
}

void Renderer::Impl::upload(const RenderScene& scene, const CameraView& view, Size size) {
    light_ = ShadowPass::frameFor(scene, directionToSun());
    const FrameBlock block = blockFor(scene, view, size, light_.matrix);
    glNamedBufferSubData(block_.name(), 0, sizeof(block), &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, block_.name());
    particles_.set(scene.particles);
    tracers_.set(scene.tracers);
    smoke_.set(scene.puffs, scene.flame, view.forward);
    vortons_.set(scene.vortons);
    meshes_.set(scene.meshes);
    surface_.set(scene.surface);
    solid_.setEdges(scene.edges);
}

void Renderer::Impl::drawShadows(const RenderScene& scene, RenderStyle style) {
    if (scene.isFlat) return;
    const bool isSmoke = style == RenderStyle::Smoke;
    const bool hasVortons = style == RenderStyle::Vortons && !vortons_.isEmpty();
    shadows_.draw({.particles = isSmoke      ? smoke_.puffs()
                                : hasVortons ? vortons_
                                             : particles_,
                   .meshes = meshes_,
                   .bodies = scene.bodies,
                   .solidParticles = !isLiquid(style) && !isSmoke,
                   .tintingParticles = isLiquid(style),
                   .smoke = isSmoke,
                   .radiusScale = style == RenderStyle::Points ? kDotScale : 1.0F,
                   .opticalDepth = isSmoke ? kSmokeShadow : 0.55F * opticalDepthOf(scene)},
                  light_, screen_);
}

void Renderer::Impl::drawSolid(const RenderScene& scene, RenderStyle style) {
    solid_.begin();
    solid_.drawBodies(meshes_, scene.bodies);
    if (hasBalls(scene, style)) solid_.drawPoints(particles_, SolidPass::Look::Ball, 1);
    if (style == RenderStyle::Points) solid_.drawPoints(particles_, SolidPass::Look::Dot, kDotScale);
    if (style == RenderStyle::Vortons) {
        solid_.drawPoints(vortons_, SolidPass::Look::Ball, 1);
        solid_.drawArrows(vortons_);
    }
    if (style != RenderStyle::Smoke && !scene.isFlat) {
        solid_.drawPoints(tracers_, SolidPass::Look::Dot, kTracerScale);
    }
    solid_.drawGround(screen_);
    solid_.drawEdges();
}

const ColorTarget& Renderer::Impl::drawClear(const RenderScene& scene, const CameraView& view,
                                             RenderStyle style) {
    const Size size = solid_.color().size();
    if (isLiquid(style) && !particles_.isEmpty()) {
        fluid_.draw({.particles = particles_,
                     .surface = style == RenderStyle::Surface ? &surface_ : nullptr,
                     .solid = solid_.color(),
                     .solidDepth = solid_.depthTexture(),
                     .spacing = scene.spacing,
                     .pixels = pixelsOf(scene.spacing, scene, view, size),
                     .opticalDepth = opticalDepthOf(scene),
                     .isFlat = scene.isFlat},
                    screen_);
        if (!scene.isFlat) solid_.drawEdgesOverFluid(fluid_.color(), fluid_.surface());
        return fluid_.color();
    }
    if (style == RenderStyle::Smoke) {
        shadows_.bind();
        smoke_.draw(solid_.color(), solid_.depthTexture(), screen_);
    }
    return solid_.color();
}

void Renderer::Impl::present(const ColorTarget& picture, const RenderSettings& settings,
                             const RenderTarget& target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    glViewport(0, 0, target.width, target.height);
    apply({});
    glBindTextureUnit(0, picture.texture());
    glUseProgram(present_.name());
    glUniform1i(kSupersampling, settings.supersampling);
    screen_.run(present_);
}

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create() {
    if (epoxy_gl_version() < 45) {
        return Error{fmt::format("pictures need OpenGL 4.5; this context has {}.{}", epoxy_gl_version() / 10,
                                 epoxy_gl_version() % 10)};
    }
    auto impl = std::make_unique<Impl>();
    if (Result<void> made = impl->create(); !made) return Error{made.error()};
    return Renderer(std::move(impl));
}

void Renderer::draw(const RenderScene& scene, const CameraView& view, const RenderSettings& settings,
                    const RenderTarget& target) {
    impl_->draw(scene, view, settings, target);
}

}  // namespace undine
