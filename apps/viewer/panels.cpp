// SPDX-License-Identifier: Zlib
#include "panels.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

namespace undine::viewer {
namespace {

constexpr float kMargin = 12;
constexpr float kControlsWidth = 27;  // letters: one width, whatever the figures are
constexpr float kComboWidth = 150;
const ImVec4 kErrorColor(1.0F, 0.45F, 0.38F, 1);
constexpr const char* kOwnColor = "fluid's own";

/// Whether all of `part` is in `text`, in letters of any size.
bool contains(std::string_view text, std::string_view part) {
    const auto isSame = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), isSame) != text.end();
}

void showHelp(const std::string& text) {
    if (!ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(26 * ImGui::GetFontSize());
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void plot(const char* name, const History& history, const char* text) {
    const auto at = [](void* data, int k) {
        return (*static_cast<const History*>(data))[static_cast<std::size_t>(k)];
    };
    ImGui::TextUnformatted(name);
    ImGui::PlotLines(fmt::format("##{}", name).c_str(), at, const_cast<History*>(&history),
                     static_cast<int>(history.size()), 0, text, 0, 1.1F * history.largest() + 1e-9F,
                     ImVec2(-1, 60));
}

}  // namespace

void Figures::add(const Snapshot& moment) {
    if (moment.steps == steps_) return;
    steps_ = moment.steps;
    kinetic.add(static_cast<float>(moment.statistics.kineticEnergy));
    densityError.add(static_cast<float>(100 * moment.statistics.meanDensityError));
    stepTime.add(moment.stepMilliseconds);
}

void Figures::clear() { kinetic.clear(), densityError.clear(), stepTime.clear(); }

bool Panels::button(const char* label, const std::string& name) {
    const bool isPressed = ImGui::Button(label);
    log_.note(name);
    return isPressed;
}

void Panels::show(const Snapshot& moment, const Figures& figures) {
    showControls(moment);
    if (state_.showsScenes) showScenes(moment);
    if (state_.showsSettings) showSettings(moment);
    if (state_.showsPlots) showPlots(moment, figures);
    showMessage(moment);
}

void Panels::showControls(const Snapshot& moment) {
    ImGui::SetNextWindowPos(ImVec2(kMargin, kMargin), ImGuiCond_FirstUseEver);
    const float width = kControlsWidth * ImGui::GetFontSize();
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, ImGui::GetIO().DisplaySize.y));
    ImGui::Begin("Undine", nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    ImGui::TextWrapped("%s", moment.scene ? moment.scene->name.c_str() : "no scene");
    ImGui::TextDisabled("%.3f s   %u particles   %.2f ms a step", moment.time, moment.particles,
                        static_cast<double>(moment.stepMilliseconds));
    if (button(moment.isPlaying ? "Pause" : "Play", "play")) session_.play(!moment.isPlaying);
    showHelp("Space");
    ImGui::SameLine();
    if (button("Step", "step")) session_.stepOnce();
    showHelp("One step of the simulation: S");
    ImGui::SameLine();
    if (button("Restart", "restart")) session_.restart();
    showHelp("From the beginning, with the settings as they are: R");
    ImGui::SetNextItemWidth(kComboWidth);
    if (ImGui::SliderFloat("speed", &state_.speed, 0.05F, 4, "%.2f", ImGuiSliderFlags_Logarithmic)) {
        session_.setSpeed(static_cast<double>(state_.speed));
    }
    log_.note("speed");
    showHelp("Simulated seconds per second, at most");
    showLook(moment);
    ImGui::Checkbox("Scenes", &state_.showsScenes);
    log_.note("scenes");
    ImGui::SameLine();
    ImGui::Checkbox("Settings", &state_.showsSettings);
    log_.note("settings");
    ImGui::SameLine();
    ImGui::Checkbox("Plots", &state_.showsPlots);
    log_.note("plots");
    ImGui::End();
}

void Panels::showLook(const Snapshot& moment) {
    ImGui::Separator();
    showStyles(moment);
    showColors(moment);
    showTools();
    showRecording();
    showNotice();
    ImGui::Separator();
}

void Panels::showStyles(const Snapshot& moment) {
    const std::vector<std::string> styles = renderStyleNames();
    const bool hasVorticity = std::ranges::find(moment.colorFields, "vorticity") != moment.colorFields.end();
    ImGui::SetNextItemWidth(kComboWidth);
    if (ImGui::BeginCombo("style", styles[static_cast<std::size_t>(state_.style)].c_str())) {
        for (std::size_t k = 0; k < styles.size(); ++k) {
            const auto style = static_cast<RenderStyle>(k);
            if (style == RenderStyle::Vortons && !hasVorticity) continue;
            if (ImGui::Selectable(styles[k].c_str(), style == state_.style)) state_.style = style;
            log_.note("style." + styles[k]);
        }
        ImGui::EndCombo();
    }
    log_.note("style");
}

void Panels::showColors(const Snapshot& moment) {
    ImGui::SetNextItemWidth(kComboWidth);
    if (ImGui::BeginCombo("color", moment.colorField.empty() ? kOwnColor : moment.colorField.c_str())) {
        const auto choose = [&](const std::string& label, const std::string& field) {
            if (ImGui::Selectable(label.c_str(), field == moment.colorField)) session_.setColoring({field});
        };
        choose(kOwnColor, "");
        for (const std::string& field : moment.colorFields) choose(field, field);
        ImGui::EndCombo();
    }
    log_.note("color");
}

void Panels::showTools() {
    for (const auto& [label, tool, help] :
         {std::tuple{"Look", Tool::Look, "Drag to turn, right button to move aside, wheel to come nearer"},
          std::tuple{"Hand", Tool::Hand, "Drag bodies, and push fluid; with Ctrl at any time"},
          std::tuple{"Pour", Tool::Pour, "Pour fluid where the mouse is; with Shift at any time"}}) {
        if (ImGui::RadioButton(label, state_.tool == tool)) state_.tool = tool;
        log_.note(fmt::format("tool.{}", label));
        showHelp(help);
        ImGui::SameLine();
    }
    ImGui::NewLine();
}

void Panels::showRecording() {
    if (button("Reset view", "reset_view")) state_.wantsReset = true;
    showHelp("Home");
    ImGui::SameLine();
    if (button("Picture", "screenshot")) state_.wantsScreenshot = true;
    showHelp("Saves what you see as a PNG: P");
    ImGui::SameLine();
    if (button(state_.isRecording ? "Stop film" : "Film", "record")) state_.isRecording = !state_.isRecording;
    showHelp("Records what you see as an MP4, until you stop it");
}

void Panels::showNotice() {
    const Notice& notice = state_.notice;
    if (notice.text.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text,
                          notice.isError ? kErrorColor : ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TextWrapped("%s", notice.text.c_str());
    ImGui::PopStyleColor();
}

void Panels::showScenes(const Snapshot& moment) {
    if (summaries_.empty()) {
        for (const std::string& name : builtInScenes()) {
            const auto scene = loadScene(name);
            summaries_[name] = scene ? scene.value().description : scene.error();
        }
    }
    ImGui::SetNextWindowPos(ImVec2(kMargin, 300), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(ImVec2(330, 380), ImGuiCond_FirstUseEver);
    ImGui::Begin("Scenes", &state_.showsScenes);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##filter", "search", sceneFilter_.data(), sceneFilter_.size());
    log_.note("scenes.search");
    ImGui::BeginChild("list");
    for (const auto& [name, summary] : summaries_) {
        const std::string_view wanted = sceneFilter_.data();
        if (!contains(name, wanted) && !contains(summary, wanted)) continue;
        showSceneEntry(name, summary, moment.scene && moment.scene->name == name);
    }
    ImGui::EndChild();
    ImGui::End();
}

void Panels::showSceneEntry(const std::string& name, const std::string& summary, bool isOpen) {
    const ImVec2 corner = ImGui::GetCursorPos();
    const auto height = static_cast<float>(Thumbnails::kHeight);
    if (ImGui::Selectable(("##" + name).c_str(), isOpen, 0, ImVec2(0, height))) {
        session_.load(name);
        session_.play(true);
    }
    log_.note("scene." + name);
    const ImVec2 next = ImGui::GetCursorPos();
    ImGui::SetCursorPos(corner);
    const auto texture = static_cast<std::uintptr_t>(thumbnails_.textureOf(name));
    const ImVec2 size(static_cast<float>(Thumbnails::kWidth), height);
    if (texture != 0) {
        // The texture's name is what the backend of OpenGL wants for an id.
        ImGui::Image(reinterpret_cast<ImTextureID>(texture), size);  // NOLINT(performance-no-int-to-ptr)
    } else {
        ImGui::Dummy(size);
    }
    ImGui::SameLine();
    ImGui::BeginGroup();
    ImGui::TextUnformatted(name.c_str());
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s", summary.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    ImGui::SetCursorPos(next);
}

void Panels::showPlots(const Snapshot& moment, const Figures& figures) const {
    ImGui::SetNextWindowPos(ImVec2(ImGui::GetIO().DisplaySize.x - 320 - kMargin, kMargin),
                            ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(ImVec2(320, 420), ImGuiCond_FirstUseEver);
    ImGui::Begin("Plots", &state_.showsPlots);
    const auto text = [](const char* form, float value) { return fmt::format(fmt::runtime(form), value); };
    plot("kinetic energy", figures.kinetic, text("{:.3g} J", figures.kinetic.last()).c_str());
    plot("mean density error", figures.densityError, text("{:.3g} %", figures.densityError.last()).c_str());
    plot("time of a step", figures.stepTime, text("{:.3g} ms", figures.stepTime.last()).c_str());
    ImGui::Separator();
    float sum = 0;
    for (const PhaseShare& phase : moment.phases) sum += phase.milliseconds;
    for (const PhaseShare& phase : moment.phases) {
        const float share = phase.milliseconds / std::max(sum, 1e-9F);
        if (share < 0.01F) continue;
        ImGui::ProgressBar(share, ImVec2(90, 0), fmt::format("{:.2f} ms", phase.milliseconds).c_str());
        ImGui::SameLine();
        ImGui::TextUnformatted(phase.name);
    }
    ImGui::End();
}

void Panels::showMessage(const Snapshot& moment) {
    if (moment.message.empty()) dismissed_.clear();
    if (moment.message.empty() || moment.message == dismissed_) return;
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0.5F * size.x, size.y - kMargin), ImGuiCond_Always, ImVec2(0.5F, 1));
    ImGui::SetNextWindowSize(ImVec2(std::min(760.0F, size.x - 2 * kMargin), 0));
    ImGui::Begin("That did not work", nullptr, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove);
    ImGui::TextWrapped("%s", moment.message.c_str());
    if (button("Close", "message.close")) dismissed_ = moment.message;
    ImGui::End();
}

}  // namespace undine::viewer
