// SPDX-License-Identifier: Zlib
#include "widget_log.h"

#include <fstream>
#include <system_error>

#include <imgui.h>
#include <nlohmann/json.hpp>

namespace undine::viewer {

void WidgetLog::note(const std::string& name) {
    if (file_.empty() || !ImGui::IsItemVisible()) return;
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 size = ImGui::GetItemRectSize();
    places_[name] = {low.x, low.y, size.x, size.y};
}

bool WidgetLog::isDue() {
    const bool isDue = !file_.empty() && ImGui::GetTime() >= nextTime_;
    if (!isDue) places_.clear();
    return isDue;
}

void WidgetLog::write(const Snapshot& moment, const Extra& extra) {
    nextTime_ = ImGui::GetTime() + 0.1;
    nlohmann::json log;
    for (const auto& [name, at] : places_) log["widgets"][name] = {at.x, at.y, at.width, at.height};
    places_.clear();
    log["scene"] = moment.scene ? moment.scene->name : "";
    log["playing"] = moment.isPlaying;
    log["time"] = moment.time;
    log["steps"] = moment.steps;
    log["particles"] = moment.particles;
    log["message"] = moment.message;
    log["momentum"] = moment.statistics.momentum;
    log["frames_per_second"] = extra.framesPerSecond;
    log["frames"] = ImGui::GetFrameCount();
    log["step_milliseconds"] = moment.stepMilliseconds;
    log["style"] = extra.style;
    log["picture"] = extra.lastPicture;
    log["notice"] = extra.notice;
    log["is_error"] = extra.isError;
    log["plots"] = extra.plots;
    log["fluid_at"] = extra.fluidAt;
    if (moment.scene && !moment.scene->fluids.empty()) {
        log["viscosity"] = moment.scene->fluids[0].viscosity;
    }
    for (const BodyState& body : moment.bodies) {
        log["bodies"].push_back({body.position.x, body.position.y, body.position.z});
    }
    // Its reader never finds half of it.
    const std::filesystem::path part = file_.string() + ".part";
    std::ofstream(part) << log.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::error_code ignored;
    std::filesystem::rename(part, file_, ignored);
}

}  // namespace undine::viewer
