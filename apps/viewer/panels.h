// SPDX-License-Identifier: Zlib
// The widgets around the picture. They read a Snapshot, and whatever a person does with them goes to the
// Session as an order.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "history.h"
#include "recorder.h"
#include "render/renderer.h"
#include "session.h"
#include "thumbnails.h"
#include "widget_log.h"

namespace undine::viewer {

/// What the left button of the mouse does.
enum class Tool { Look, Hand, Pour };

/// What the window shows beside the simulation itself.
struct ViewState {
    RenderStyle style = RenderStyle::Fluid;
    float speed = 1;
    Tool tool = Tool::Look;
    bool wantsReset = false;  ///< of the camera
    bool wantsScreenshot = false;
    bool isRecording = false;
    Notice notice;  ///< What became of the last picture or film.
    bool showsScenes = false;
    bool showsSettings = false;
    bool showsPlots = false;
};

/// Figures over the last steps.
struct Figures {
    History kinetic;
    History densityError;
    History stepTime;

    void add(const Snapshot& moment);
    void clear();

  private:
    std::uint64_t steps_ = 0;
};

class Panels {
  public:
    Panels(Session& session, ViewState& state, WidgetLog& log)
        : session_(session), state_(state), log_(log) {}

    void show(const Snapshot& moment, const Figures& figures);

  private:
    void showControls(const Snapshot& moment);
    void showLook(const Snapshot& moment);
    void showStyles(const Snapshot& moment);
    void showColors(const Snapshot& moment);
    void showTools();
    void showRecording();
    void showNotice();
    void showScenes(const Snapshot& moment);
    void showSceneEntry(const std::string& name, const std::string& summary, bool isOpen);
    void showSettings(const Snapshot& moment);
    void showPlots(const Snapshot& moment, const Figures& figures) const;
    void showMessage(const Snapshot& moment);
    bool button(const char* label, const std::string& name);
    void editSetting(const Parameter& parameter, const std::string& path, const void* settings);
    /// Whether it was changed and let go.
    bool editNumber(const Parameter& parameter, double& value);

    Session& session_;
    ViewState& state_;
    WidgetLog& log_;
    std::array<char, 64> sceneFilter_{};
    std::array<char, 64> settingFilter_{};
    std::map<std::string, std::string> summaries_;  // of the built-in scenes
    Thumbnails thumbnails_;
    unsigned held_ = 0;  // the widget of the number that is being changed
    float heldValue_ = 0;
    std::string dismissed_;  // the message a person has put away
};

}  // namespace undine::viewer
