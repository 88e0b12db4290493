// SPDX-License-Identifier: Zlib
#include "pictures.h"

#include <fmt/format.h>

#include "render/style_names.h"

#if UNDINE_WITH_RENDER
#include "picture_options.h"
#include "render/picture_maker.h"
#endif

namespace undine::cli {

std::vector<std::string> pictureStyles() {
    return {std::begin(kRenderStyleNames), std::end(kRenderStyleNames)};
}

#if UNDINE_WITH_RENDER

namespace {

// One scene is filled while another is drawn.
class RunPictures : public Pictures {
  public:
    RunPictures(PictureMaker maker, std::unique_ptr<Film> film, SceneFiller filler)
        : maker_(std::move(maker)), film_(std::move(film)), filler_(std::move(filler)) {}

    Result<std::function<Result<void>()>> take(const World& world, std::uint64_t frame) override {
        hasFrame_ = true;
        const auto scene = std::make_shared<RenderScene>();
        if (Result<void> filled = filler_.fill(sourceOf(world), *scene); !filled)
            return Error{filled.error()};
        return std::function<Result<void>()>([this, scene, frame] { return add(*scene, frame); });
    }

    Result<void> finish() override {
        if (hasFrame_) return film_->finish();
        return Error{
            "nothing was left to simulate, and so there is nothing to draw: `undine render FOLDER -o FILE` "
            "draws the frames that are there"};
    }

    bool isSingle() const override { return film_->isSingle(); }

  private:
    Result<void> add(const RenderScene& scene, std::uint64_t frame) {
        const Result<std::span<const std::uint8_t>> pixels = maker_.draw(scene);
        if (!pixels) return Error{pixels.error()};
        return film_->add(pixels.value(), frame);
    }

    PictureMaker maker_;
    std::unique_ptr<Film> film_;
    SceneFiller filler_;
    bool hasFrame_ = false;
};

}  // namespace

bool canDraw() { return true; }

Result<std::string> describeRenderer() {
    const Result<OffscreenContext> context = OffscreenContext::create();
    if (!context) return Error{context.error()};
    return context.value().rendererName();
}

Result<Image> drawWorld(const Scene& scene, const World& world, const PictureOptions& options) {
    Result<PictureSettings> settings = pictureSettings(options);
    if (!settings) return Error{settings.error()};
    useScene(settings.value(), options, scene);
    settings.value().render.supersampling = 2;
    SceneFiller filler = fillerFor(stageOf(scene), options, settings.value().render.style);
    Result<PictureMaker> maker = PictureMaker::create(std::move(settings).value());
    if (!maker) return Error{maker.error()};
    RenderScene picture;
    if (Result<void> filled = filler.fill(sourceOf(world), picture); !filled) return Error{filled.error()};
    return maker.value().drawImage(picture);
}

Result<void> Pictures::check(const std::optional<std::string>& path, const PictureOptions& options,
                             const World& world) {
    if (path) {
        if (const Result<FilmKind> kind = filmKindOf(*path); !kind) return Error{"--render: " + kind.error()};
    }
    if (const Result<PictureSettings> settings = pictureSettings(options); !settings) {
        return Error{settings.error()};
    }
    return checkFields(sourceOf(world), options);
}

Result<std::shared_ptr<Pictures>> Pictures::create(const std::string& path, const PictureOptions& options,
                                                   const Scene& scene) {
    Result<PictureSettings> settings = pictureSettings(options);
    if (!settings) return Error{settings.error()};
    useScene(settings.value(), options, scene);
    SceneFiller filler = fillerFor(stageOf(scene), options, settings.value().render.style);
    const FilmSettings film{path, settings.value().width, settings.value().height, scene.output.frameRate};
    const Result<FilmKind> kind = filmKindOf(path);
    if (!kind) return Error{kind.error()};
    if (kind.value() == FilmKind::Picture) settings.value().render.supersampling = 2;
    Result<PictureMaker> maker = PictureMaker::create(std::move(settings).value());
    if (!maker) return Error{maker.error()};
    Result<std::unique_ptr<Film>> opened = Film::create(film);
    if (!opened) return Error{opened.error()};
    return std::shared_ptr<Pictures>(std::make_shared<RunPictures>(
        std::move(maker).value(), std::move(opened).value(), std::move(filler)));
}

#else

namespace {

Error notBuilt() {
    return {
        "this program was built without undine::render and cannot draw: build it where libepoxy and EGL are "
        "(Debian: libepoxy-dev libegl-dev)"};
}

}  // namespace

bool canDraw() { return false; }
Result<std::string> describeRenderer() { return notBuilt(); }
Result<Image> drawWorld(const Scene& /*scene*/, const World& /*world*/, const PictureOptions& /*options*/) {
    return notBuilt();
}
Result<void> Pictures::check(const std::optional<std::string>& /*path*/, const PictureOptions& /*options*/,
                             const World& /*world*/) {
    return notBuilt();
}
Result<std::shared_ptr<Pictures>> Pictures::create(const std::string& /*path*/,
                                                   const PictureOptions& /*options*/,
                                                   const Scene& /*scene*/) {
    return notBuilt();
}

#endif

}  // namespace undine::cli
