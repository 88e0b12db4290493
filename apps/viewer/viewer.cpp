// SPDX-License-Identifier: Zlib
#include "viewer.h"

#include <cmath>
#include <optional>

#include <epoxy/gl.h>

#include <GLFW/glfw3.h>
#include <imgui.h>

#include "core/geometry.h"
#include "mouse.h"
#include "orbit_camera.h"
#include "panels.h"
#include "picture_cache.h"
#include "recorder.h"
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
          panels_(session_, state_, log_),
          styleIsGiven_(!options.style.empty()) {
        if (styleIsGiven_) state_.style = findRenderStyle(options.style).value();
        state_.showsScenes = options.scene.empty();
        if (options.scene.empty()) return;
        session_.load(options.scene, options.overrides);
        session_.play(!options.isPaused);
    }

    void run() {
        while (window_.isOpen()) {
            window_.begin(session_.now().isPlaying ? kFrameTime : kIdleTime);
            takeMoment();
            takeEvents();
            drawPicture();
            panels_.show(session_.now(), figures_);
            record();
            log_.write(session_.now(), {.framesPerSecond = static_cast<double>(ImGui::GetIO().Framerate),
                                        .style = renderStyleNames()[static_cast<std::size_t>(state_.style)],
                                        .lastPicture = recorder_.lastFile()});
            window_.end();
        }
        if (recorder_.isRecording()) recorder_.stop();
    }

  private:
    void takeMoment() {
        if (!session_.update()) return;
        const Snapshot& moment = session_.now();
        if (moment.scene && moment.sceneNumber != sceneNumber_) {
            sceneNumber_ = moment.sceneNumber;
            camera_.reset(moment.scene->camera, moment.picture.isFlat);
            figures_.clear();
            // Balls show a flat fluid better than its surface does.
            if (!styleIsGiven_)
                state_.style = moment.picture.isFlat ? RenderStyle::Spheres : RenderStyle::Fluid;
            if (!styleIsGiven_ && !moment.scene->tracers.empty()) state_.style = RenderStyle::Spheres;
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
            session_.wantSurface(state_.style == RenderStyle::Surface);
        }
        const CameraView moved = camera_.view(moment.picture, aspect);
        picture_.draw(moment, {.view = moved,
                               .settings = {.style = state_.style},
                               .width = width,
                               .height = height,
                               .now = ImGui::GetTime(),
                               .isFine = state_.wantsScreenshot || state_.isRecording});
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
    Session session_;
    ViewState state_;
    Panels panels_;
    Figures figures_;
    OrbitCamera camera_;
    Mouse mouse_;
    bool styleIsGiven_;
    std::uint64_t sceneNumber_ = 0;
    RenderStyle shownStyle_ = RenderStyle::Fluid;
};

}  // namespace

Result<void> runViewer(const ViewerOptions& options) {
    if (!options.style.empty()) {
        if (const auto style = findRenderStyle(options.style); !style) return Error{style.error()};
    }
    Result<Window> window = Window::create("Undine", options.width, options.height);
    if (!window) return Error{window.error()};
    Result<Renderer> renderer = Renderer::create();
    if (!renderer) return Error{renderer.error()};
    Viewer(options, std::move(window).value(), std::move(renderer).value()).run();
    return {};
}

}  // namespace undine::viewer
