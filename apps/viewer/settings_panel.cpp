// SPDX-License-Identifier: Zlib
// The settings of the scene as sliders, straight from the parameter tables.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "panels.h"
#include "settings_list.h"

namespace undine::viewer {
namespace {

bool matches(const SettingsGroup& group, const Parameter& parameter, std::string_view wanted) {
    return group.path.find(wanted) != std::string::npos ||
           std::string_view(parameter.key).find(wanted) != std::string_view::npos;
}

}  // namespace

void Panels::showSettings(const Snapshot& moment) {
    ImGui::SetNextWindowPos(ImVec2(ImGui::GetIO().DisplaySize.x - 392, 12), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(ImVec2(380, 560), ImGuiCond_FirstUseEver);
    ImGui::Begin("Settings", &state_.showsSettings);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##filter", "search", settingFilter_.data(), settingFilter_.size());
    log_.note("settings.search");
    ImGui::BeginChild("list");
    if (!moment.scene) ImGui::TextDisabled("no scene");
    const std::string_view wanted = settingFilter_.data();
    for (const SettingsGroup& group :
         moment.scene ? settingsOf(*moment.scene) : std::vector<SettingsGroup>()) {
        const auto isWanted = [&](const Parameter& p) { return matches(group, p, wanted); };
        if (!std::ranges::any_of(group.parameters, isWanted)) continue;
        const bool isFirst = group.path == "solver" || group.path == "fluids.0" || !wanted.empty();
        if (!ImGui::CollapsingHeader(group.title.c_str(), isFirst ? ImGuiTreeNodeFlags_DefaultOpen : 0))
            continue;
        ImGui::PushID(group.title.c_str());
        for (const Parameter& parameter : group.parameters) {
            if (isWanted(parameter)) editSetting(parameter, group.path + '.' + parameter.key, group.settings);
        }
        ImGui::PopID();
    }
    ImGui::EndChild();
    ImGui::End();
}

// Numbers change when the mouse lets go: a change makes the world anew.
void Panels::editSetting(const Parameter& parameter, const std::string& path, const void* settings) {
    const ParameterValue value = parameter.get(settings);
    const auto change = [&](const ParameterValue& changed) {
        session_.change({path, overrideText(changed)});
    };
    ImGui::SetNextItemWidth(170);
    if (const auto* number = std::get_if<double>(&value)) {
        double edited = *number;
        if (editNumber(parameter, edited)) change(edited);
    } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        std::int64_t edited = *integer;
        const std::int64_t one = 1;
        if (ImGui::InputScalar(parameter.key, ImGuiDataType_S64, &edited, &one, nullptr, nullptr,
                               ImGuiInputTextFlags_EnterReturnsTrue)) {
            change(edited);
        }
    } else if (const auto* flag = std::get_if<bool>(&value)) {
        bool edited = *flag;
        if (ImGui::Checkbox(parameter.key, &edited)) change(edited);
    } else if (parameter.type == ParameterType::Choice) {
        const auto& chosen = std::get<std::string>(value);
        if (ImGui::BeginCombo(parameter.key, chosen.c_str())) {
            for (const char* choice : parameter.choices) {
                if (ImGui::Selectable(choice, chosen == choice)) change(std::string(choice));
            }
            ImGui::EndCombo();
        }
    } else if (const auto* vector = std::get_if<Vec3>(&value)) {
        float edited[3] = {vector->x, vector->y, vector->z};
        if (ImGui::InputFloat3(parameter.key, edited, "%.4g", ImGuiInputTextFlags_EnterReturnsTrue)) {
            change(Vec3{edited[0], edited[1], edited[2]});
        }
    } else {
        ImGui::LabelText(parameter.key, "%s", describeValue(value).c_str());
    }
    log_.note("set." + path);
    if (!ImGui::IsItemHovered()) return;
    ImGui::SetTooltip("%s: %s\n%s", path.c_str(), parameter.help, describeAllowed(parameter).c_str());
}

// A slider where the range has two ends; else a number that a drag multiplies, or moves when it is 0. While
// it is held, the number is the hand's and not the scene's.
bool Panels::editNumber(const Parameter& parameter, double& value) {
    const ImGuiID id = ImGui::GetID(parameter.key);
    float shown = held_ == id ? heldValue_ : static_cast<float>(value);
    constexpr double kMost = 1e30;
    const auto least = static_cast<float>(std::max(parameter.range.min, -kMost));
    const auto most = static_cast<float>(std::min(parameter.range.max, kMost));
    const std::string format = *parameter.unit != '\0' ? fmt::format("%.4g {}", parameter.unit) : "%.4g";
    if (most - least <= 1000) {
        ImGui::SliderFloat(parameter.key, &shown, least, most, format.c_str(), ImGuiSliderFlags_AlwaysClamp);
    } else {
        const float speed = std::max(0.01F * std::abs(shown), 1e-3F);
        ImGui::DragFloat(parameter.key, &shown, speed, least, most, format.c_str());
    }
    if (ImGui::IsItemActive()) {
        held_ = id;
        heldValue_ = shown;
    }
    const bool isChanged = ImGui::IsItemDeactivatedAfterEdit();
    if (ImGui::IsItemDeactivated()) held_ = 0;
    if (!isChanged) return false;
    value = static_cast<double>(heldValue_);
    return true;
}

}  // namespace undine::viewer
