// SPDX-License-Identifier: Zlib
// `undine render`: frames that a run has written, as a film or as pictures.
#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "commands.h"
#include "flags.h"
#include "interrupt.h"
#include "io/frame_files.h"
#include "io/read_file.h"
#include "pictures.h"
#include "progress.h"
#include "undine/scene.h"

#if UNDINE_WITH_RENDER
#include "picture_options.h"
#include "render/stored_frame.h"
#endif

namespace undine::cli {

#if UNDINE_WITH_RENDER

namespace {

// What the flags and the first frame say about all frames.
struct Plan {
    std::vector<std::filesystem::path> frames;
    PictureSettings picture;
    Stage stage;
    double frameRate = 30;
};

/// What the frames say of themselves counts more than what the scene says.
Result<Plan> planWithScene(const RenderOptions& options, Plan plan, const StoredFrame& first) {
    const Result<std::vector<SceneOverride>> overrides = toOverrides(options.set);
    if (!overrides) return Error{overrides.error()};
    const Result<Scene> scene = loadScene(*options.scene, overrides.value());
    if (!scene) return Error{scene.error()};
    useScene(plan.picture, options.picture, scene.value());
    plan.stage = stageOf(scene.value());
    const int dimension = scene.value().world.dimension;
    if (first.dimension().value_or(dimension) != dimension) {
        return Error{fmt::format("--scene: {}: has {} dimensions, but {} has {}", *options.scene, dimension,
                                 plan.frames.front().string(), *first.dimension())};
    }
    if (first.spacing() > 0) plan.stage.spacing = first.spacing();
    plan.frameRate = options.frameRate.value_or(scene.value().output.frameRate);
    return plan;
}

Result<Plan> planFor(const RenderOptions& options) {
    Result<std::vector<std::filesystem::path>> frames = findFrames(options.frames);
    if (!frames) return Error{frames.error()};
    Result<PictureSettings> picture = pictureSettings(options.picture);
    if (!picture) return Error{picture.error()};
    Plan plan{std::move(frames).value(), std::move(picture).value(), {}, options.frameRate.value_or(30)};
    const Result<StoredFrame> first = StoredFrame::read(plan.frames.front());
    if (!first) return Error{first.error()};
    if (const auto checked = checkFields(first.value().source(), options.picture); !checked) {
        return Error{checked.error()};
    }
    const Result<FilmKind> kind = filmKindOf(options.out);
    if (!kind) return Error{"--out: " + kind.error()};
    if (kind.value() == FilmKind::Picture) plan.picture.render.supersampling = 2;
    if (options.scene) return planWithScene(options, std::move(plan), first.value());
    if (!options.set.empty()) return Error{"--set: needs --scene"};
    const Result<std::vector<BodyMesh>> meshes = readBodyMeshes(plan.frames.front().parent_path());
    if (!meshes) return Error{meshes.error()};
    plan.stage = stageOf(meshes.value());
    plan.stage.isFlat = first.value().isFlat();
    plan.stage.spacing = first.value().spacing();
    Scene none;
    if (plan.stage.isFlat) none.camera.direction = {0, 0, -1};
    useScene(plan.picture, options.picture, none);
    return plan;
}

// Particles that pictures do not show: the most in one frame.
class Missing {
  public:
    explicit Missing(const char* why) : why_(why) {}

    void add(Index count, const std::filesystem::path& frame) {
        if (count == 0) return;
        if (most_ == 0) first_ = frame;
        most_ = std::max(most_, count);
    }
    void tell() const {
        if (most_ == 0) return;
        fmt::print(stderr, "undine: particles {}: {}, first in {}\n", why_, most_, first_.string());
    }

  private:
    const char* why_;
    Index most_ = 0;
    std::filesystem::path first_;
};

class FrameDrawer {
  public:
    FrameDrawer(PictureMaker maker, Film& film, SceneFiller filler)
        : maker_(std::move(maker)), film_(film), filler_(std::move(filler)) {}

    Result<void> draw(const std::filesystem::path& path, std::uint64_t number) {
        const Result<StoredFrame> frame = StoredFrame::read(path);
        if (!frame) return Error{frame.error()};
        if (const auto filled = filler_.fill(frame.value().source(), scene_); !filled) {
            return fileError(path.string(), filled.error());
        }
        undrawable_.add(scene_.undrawable, path);
        stragglers_.add(scene_.stragglers, path);
        const Result<std::span<const std::uint8_t>> pixels = maker_.draw(scene_);
        if (!pixels) return Error{pixels.error()};
        return film_.add(pixels.value(), number);
    }

    /// What pictures do not show belongs on the terminal.
    void tellWhatIsMissing() const {
        undrawable_.tell();
        stragglers_.tell();
    }

  private:
    PictureMaker maker_;
    Film& film_;
    Missing undrawable_{"that are not drawn, because a coordinate or the value to colour by is not finite"};
    Missing stragglers_{"that are too far from all others to be framed"};
    SceneFiller filler_;
    RenderScene scene_;
};

/// The numbers of the pictures: those of the frames, or their places where a frame has none or two have the
/// same.
std::vector<std::uint64_t> numbersOf(std::span<const std::filesystem::path> frames) {
    std::vector<std::uint64_t> numbers;
    std::vector<std::uint64_t> places(frames.size());
    std::iota(places.begin(), places.end(), 0);
    for (const std::filesystem::path& frame : frames) {
        const std::optional<std::uint64_t> number = frameNumber(frame);
        if (!number) return places;
        numbers.push_back(*number);
    }
    return std::set(numbers.begin(), numbers.end()).size() == numbers.size() ? numbers : places;
}

Result<void> drawAll(const RenderOptions& options, Plan plan) {
    const FilmSettings settings{options.out, plan.picture.width, plan.picture.height, plan.frameRate};
    Result<PictureMaker> maker = PictureMaker::create(plan.picture);
    if (!maker) return Error{maker.error()};
    const Result<std::unique_ptr<Film>> film = Film::create(settings);
    if (!film) return Error{film.error()};
    FrameDrawer drawer(std::move(maker).value(), *film.value(),
                       fillerFor(std::move(plan.stage), options.picture, plan.picture.render.style));
    Progress progress(options.quiet);
    const std::size_t count = plan.frames.size();
    std::size_t k = film.value()->isSingle() ? count - 1 : 0;
    const std::vector<std::uint64_t> numbers = numbersOf(plan.frames);
    std::string damage;
    for (; k < count && !isInterrupted(); ++k) {
        if (const Result<void> drawn = drawer.draw(plan.frames[k], numbers[k]); !drawn) {
            damage = drawn.error();
            break;
        }
        progress.update({.frame = static_cast<int>(k + 1),
                         .frames = static_cast<int>(count),
                         .done = static_cast<double>(k + 1) / static_cast<double>(count)});
    }
    progress.clear();
    drawer.tellWhatIsMissing();
    // What is drawn is kept: a film that ends early is still one.
    if (k == count) return film.value()->finish();
    if (film.value()->isSingle()) k = 0;
    if (k > 0) {
        const Result<void> ended = film.value()->finish();
        if (!ended) return Error{damage.empty() ? ended.error() : damage};
    }
    return Error{
        fmt::format("{}: {} of {} frames are drawn", damage.empty() ? "interrupted" : damage, k, count)};
}

}  // namespace

int renderFrames(const RenderOptions& options) {
    Result<Plan> plan = planFor(options);
    if (!plan) return complain(kExitBadInput, plan.error());
    listenForInterrupt();
    const Result<void> drawn = drawAll(options, std::move(plan).value());
    return drawn ? kExitDone : complain(kExitFailed, drawn.error());
}

#else

int renderFrames(const RenderOptions& /*options*/) {
    return complain(kExitFailed, describeRenderer().error());
}

#endif

}  // namespace undine::cli
