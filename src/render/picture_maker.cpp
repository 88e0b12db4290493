// SPDX-License-Identifier: Zlib
#include "render/picture_maker.h"

#include <algorithm>

#include <fmt/format.h>

namespace undine {
namespace {

/// The context is this thread's for a while.
class Current {
  public:
    explicit Current(OffscreenContext& context) : context_(context), result_(context.makeCurrent()) {}
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    ~Current() { context_.release(); }
    const Result<void>& result() const { return result_; }

  private:
    OffscreenContext& context_;
    Result<void> result_;
};

// A driver gives nothing but an error number, and a black picture, for what is larger than it can draw.
Result<void> checkSize(const PictureSettings& settings) {
    GLint texture = 0;
    GLint viewport[2] = {};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    const int samples = std::max(settings.render.supersampling, 1);
    const int most = std::min({texture, viewport[0], viewport[1]}) / samples;
    if (settings.width > 0 && settings.height > 0 && std::max(settings.width, settings.height) <= most) {
        return {};
    }
    return Error{
        fmt::format("a picture of {} x {} pixels: must have 1 to {} of them each way with this driver",
                    settings.width, settings.height, most)};
}

}  // namespace

RenderStyle usualStyle(const Scene& scene) {
    return std::holds_alternative<VortexSettings>(scene.solver) ? RenderStyle::Smoke : RenderStyle::Fluid;
}

struct PictureMaker::Impl {
    PictureSettings settings;
    OffscreenContext context;
    std::string name{};
    std::optional<Renderer> renderer{};
    std::optional<OffscreenTarget> target{};
    std::vector<std::uint8_t> pixels{};
};

PictureMaker::PictureMaker(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PictureMaker::PictureMaker(PictureMaker&&) noexcept = default;

PictureMaker::~PictureMaker() {
    if (!impl_) return;
    const Current current(impl_->context);
    impl_->renderer.reset();
    impl_->target.reset();
}

Result<PictureMaker> PictureMaker::create(PictureSettings settings) {
    Result<OffscreenContext> context = OffscreenContext::create();
    if (!context) return Error{context.error()};
    auto impl = std::make_unique<Impl>(Impl{std::move(settings), std::move(context).value()});
    impl->name = impl->context.rendererName();
    const Current current(impl->context);
    if (!current.result()) return Error{current.result().error()};
    if (Result<void> good = checkSize(impl->settings); !good) return Error{good.error()};
    Result<Renderer> renderer = Renderer::create();
    if (!renderer) return Error{renderer.error()};
    impl->renderer.emplace(std::move(renderer).value());
    impl->target.emplace(impl->settings.width, impl->settings.height);
    return PictureMaker(std::move(impl));
}

Result<std::span<const std::uint8_t>> PictureMaker::draw(const RenderScene& scene) {
    const Current current(impl_->context);
    if (!current.result()) return Error{current.result().error()};
    const PictureSettings& settings = impl_->settings;
    CameraSettings camera = settings.camera;
    if (scene.isFlat) camera.fieldOfView = 0;
    const CameraView view =
        makeView({.camera = camera,
                  .path = settings.path,
                  .time = scene.time,
                  .aspect = static_cast<float>(settings.width) / static_cast<float>(settings.height),
                  .shown = scene.shown,
                  .everything = scene.bounds});
    impl_->renderer->draw(scene, view, settings.render,
                          {impl_->target->framebuffer(), settings.width, settings.height});
    impl_->target->read(impl_->pixels);
    if (const GLenum error = glGetError(); error == GL_OUT_OF_MEMORY) {
        return Error{"not enough graphics memory for a picture of this size"};
    }
    return std::span<const std::uint8_t>(impl_->pixels);
}

Result<Image> PictureMaker::drawImage(const RenderScene& scene) {
    const Result<std::span<const std::uint8_t>> pixels = draw(scene);
    if (!pixels) return Error{pixels.error()};
    return withoutAlpha(pixels.value(), impl_->settings.width, impl_->settings.height);
}

std::string PictureMaker::rendererName() const { return impl_->name; }

}  // namespace undine
