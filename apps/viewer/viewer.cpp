// SPDX-License-Identifier: Zlib
#include "viewer.h"

#include <cmath>
#include <optional>

#include <epoxy/gl.h>

#include <GLFW/glfw3.h>
#include <imgui.h>

#include "core/geometry.h"
#include "io/atomic_file.h"
#include "mouse.h"
#include "orbit_camera.h"
#include "panels.h"
#include "picture_cache.h"
#include "recorder.h"
#include "render/picture_maker.h"
#include "window.h"

namespace undine::viewer {
namespace {

constexpr double kFrameTime = 1.0 / 60;  // s
constexpr double kIdleTime = 0.05;       // s: a paused window looks so often whether something has changed

class Viewer {
  public:
    Viewer(const ViewerOptions& options, Window window, Renderer renderer)
        : window_(std::move(window)),
          picture_(std::move(renderer)),
          recorder_(options.pictureFolder),
          log_(options.report),
          mustClose_(options.mustClose),
          panels_(session_, state_, log_),
          styleIsGiven_(!options.style.empty()) {
        if (styleIsGiven_) state_.style = findRenderStyle(options.style).value();
        state_.showsScenes = options.scene.empty();
        if (options.scene.empty()) return;
        session_.load(options.scene, options.overrides);
        session_.play(!options.isPaused);
    }

    Result<void> run() {
        while (window_.isOpen() && !mustClose_()) {
            window_.begin(session_.now().isPlaying ? kFrameTime : kIdleTime);
            takeMoment();
            takeEvents();
            drawPicture();
            panels_.show(session_.now(), figures_);
            record();
            report();
            window_.end();
        }
        if (!recorder_.isRecording()) return {};
        const Notice ended = recorder_.stop();
        return ended.isError ? Result<void>(Error{ended.text}) : Result<void>();
    }

  private:
    void report() {
        if (!log_.isDue()) return;
        log_.write(session_.now(), {.framesPerSecond = static_cast<double>(ImGui::GetIO().Framerate),
                                    .style = renderStyleNames()[static_cast<std::size_t>(state_.style)],
                                    .lastPicture = recorder_.lastFile(),
                                    .notice = state_.notice.text,
                                    .isError = state_.notice.isError,
                                    .fluidAt = fluidAt_,
                                    .plots = {{"kinetic_energy", figures_.kinetic.values()},
                                              {"density_error", figures_.densityError.values()},
                                              {"step_time", figures_.stepTime.values()}}});
    }

    void takeMoment() {
        if (!session_.update()) return;
        const Snapshot& moment = session_.now();
        if (moment.scene && moment.sceneNumber != sceneNumber_) {
            sceneNumber_ = moment.sceneNumber;
            camera_.reset(moment.scene->camera, moment.picture.isFlat);
            figures_.clear();
            // Balls show a flat fluid better than its surface does.
            if (!styleIsGiven_)
                state_.style = moment.picture.isFlat ? RenderStyle::Spheres : usualStyle(*moment.scene);
            if (!styleIsGiven_ && !moment.scene->tracers.empty() && state_.style == RenderStyle::Fluid)
                state_.style = RenderStyle::Spheres;
        }
        figures_.add(moment);
    }

    void takeEvents() {
        const Window::Events events = window_.takeEvents();
        for (const std::string& file : events.dropped) {
            session_.load(file);
            session_.play(true);
        }
        if (ImGui::GetIO().WantTextInput) return;
        for (const int key : events.keys) {
            if (key == GLFW_KEY_SPACE) session_.play(!session_.now().isPlaying);
            if (key == GLFW_KEY_S) session_.stepOnce();
            if (key == GLFW_KEY_R) session_.restart();
            if (key == GLFW_KEY_P) state_.wantsScreenshot = true;
            if (key == GLFW_KEY_HOME) state_.wantsReset = true;
        }
    }

    void drawPicture() {
        const Snapshot& moment = session_.now();
        if (!moment.scene) return;
        if (std::exchange(state_.wantsReset, false))
            camera_.reset(moment.scene->camera, moment.picture.isFlat);
        const int width = window_.width();
        const int height = window_.height();
        if (width < 1 || height < 1) return;
        const float aspect = static_cast<float>(width) / static_cast<float>(height);
        const CameraView view = camera_.view(moment.picture, aspect);
        if (mouse_.use({camera_, view, moment, state_.tool, width, height})) session_.setHand(mouse_.hand());
        if (std::exchange(shownStyle_, state_.style) != state_.style) {
            session_.want(extrasOf(state_.style));
        }
        const CameraView moved = camera_.view(moment.picture, aspect);
        noteFluid(moved);
        picture_.draw(moment, {.view = moved,
                               .settings = {.style = state_.style},
                               .width = width,
                               .height = height,
                               .now = ImGui::GetTime(),
                               .isFine = state_.wantsScreenshot || state_.isRecording});
    }

    // Where in the window a particle in the midst of the others is: something to take hold of.
    void noteFluid(const CameraView& view) {
        const auto& particles = session_.now().picture.particles;
        fluidAt_.clear();
        if (particles.empty()) return;
        const Vec3 inEye = transform(view.view, particles[particles.size() / 2].position);
        const Vec3 clip = transform(view.projection, inEye);
        const float w = view.isPerspective ? -inEye.z : 1;
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        fluidAt_ = {0.5F * size.x * (1 + clip.x / w), 0.5F * size.y * (1 - clip.y / w)};
    }

    // A picture that is to be kept may have to be drawn finer first: then it is kept the next time.
    void record() {
        if (!picture_.isFine()) {
            if (!session_.now().scene) state_.wantsScreenshot = state_.isRecording = false;
            return;
        }
        const std::string& name = session_.now().scene->name;
        if (std::exchange(state_.wantsScreenshot, false)) state_.notice = recorder_.save(picture_, name);
        if (state_.isRecording && !recorder_.isRecording()) {
            state_.notice = recorder_.start(picture_, name);
        } else if (state_.isRecording) {
            state_.notice = recorder_.add(picture_, ImGui::GetTime());
        } else if (recorder_.isRecording()) {
            state_.notice = recorder_.stop();
        }
        state_.isRecording = recorder_.isRecording();
    }

    Window window_;
    PictureCache picture_;
    Recorder recorder_;
    WidgetLog log_;
    std::function<bool()> mustClose_;
    Session session_;
    ViewState state_;
    Panels panels_;
    Figures figures_;
    OrbitCamera camera_;
    Mouse mouse_;
    bool styleIsGiven_;
    std::vector<float> fluidAt_;  // in the window
    std::uint64_t sceneNumber_ = 0;
    RenderStyle shownStyle_ = RenderStyle::Fluid;
};

}  // namespace

Result<void> runViewer(const ViewerOptions& options) {
    if (!options.style.empty()) {
        if (const auto style = findRenderStyle(options.style); !style) return Error{style.error()};
    }
    if (!options.report.empty()) {
        if (const auto probe = AtomicFile::create(options.report); !probe) return Error{probe.error()};
    }
    Result<Window> window = Window::create("Undine", options.width, options.height);
    if (!window) return Error{window.error()};
    Result<Renderer> renderer = Renderer::create();
    if (!renderer) return Error{renderer.error()};
    return Viewer(options, std::move(window).value(), std::move(renderer).value()).run();
}

}  // namespace undine::viewer
