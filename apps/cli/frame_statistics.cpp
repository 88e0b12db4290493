// SPDX-License-Identifier: Zlib
#include "frame_statistics.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <sstream>
#include <type_traits>

namespace undine::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
void read(const Json& object, const char* key, Value& value) {
    const auto member = object.find(key);
    // Text of a checkpoint that somebody wrote by hand may hold any number.
    if (member == object.end() || !member->is_number()) return;
    const auto number = member->get<double>();
    const bool fits = number >= static_cast<double>(std::numeric_limits<Value>::lowest()) &&
                      number <= static_cast<double>(std::numeric_limits<Value>::max());
    if (fits || std::is_floating_point_v<Value>) value = member->get<Value>();
}

FrameStatistics fromJson(const Json& object) {
    FrameStatistics frame;
    read(object, "frame", frame.frame);
    read(object, "time", frame.time);
    read(object, "wall_seconds", frame.wallSeconds);
    read(object, "particles", frame.particles);
    read(object, "steps", frame.steps);
    read(object, "iterations", frame.iterations);
    read(object, "viscosity_iterations", frame.viscosityIterations);
    read(object, "viscosity_unconverged", frame.viscosityUnconverged);
    read(object, "emitted", frame.emitted);
    read(object, "blocked", frame.blocked);
    read(object, "absorbed", frame.absorbed);
    read(object, "max_speed", frame.maxSpeed);
    read(object, "max_density_ratio", frame.maxDensityRatio);
    read(object, "density_error", frame.sums.meanDensityError);
    read(object, "kinetic_energy", frame.sums.kineticEnergy);
    read(object, "potential_energy", frame.sums.potentialEnergy);
    if (const auto p = object.find("momentum"); p != object.end() && p->is_array() && p->size() == 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            if ((*p)[k].is_number()) frame.sums.momentum[k] = (*p)[k].get<double>();
        }
    }
    if (const auto phases = object.find("phases"); phases != object.end() && phases->is_object()) {
        for (const auto& [name, seconds] : phases->items()) {
            if (seconds.is_number()) frame.phases.emplace_back(name, seconds.get<double>());
        }
    }
    return frame;
}

}  // namespace

Json toJson(const FrameStatistics& frame) {
    Json phases = Json::object();
    for (const auto& [name, seconds] : frame.phases) phases[name] = seconds;
    return {{"frame", frame.frame},
            {"time", frame.time},
            {"wall_seconds", frame.wallSeconds},
            {"particles", frame.particles},
            {"steps", frame.steps},
            {"iterations", frame.iterations},
            {"viscosity_iterations", frame.viscosityIterations},
            {"viscosity_unconverged", frame.viscosityUnconverged},
            {"emitted", frame.emitted},
            {"blocked", frame.blocked},
            {"absorbed", frame.absorbed},
            {"max_speed", frame.maxSpeed},
            {"max_density_ratio", frame.maxDensityRatio},
            {"density_error", frame.sums.meanDensityError},
            {"kinetic_energy", frame.sums.kineticEnergy},
            {"potential_energy", frame.sums.potentialEnergy},
            {"momentum", frame.sums.momentum},
            {"phases", phases}};
}

float maxDensityRatio(const std::vector<FrameStatistics>& frames) {
    float largest = 0;
    for (const FrameStatistics& frame : frames) largest = std::max(largest, frame.maxDensityRatio);
    return largest;
}

std::string statisticsToText(const FrameStatistics& frame) { return toJson(frame).dump() + "\n"; }

std::vector<FrameStatistics> statisticsFromText(const std::string& text) {
    std::vector<FrameStatistics> frames;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const Json entry = Json::parse(line, nullptr, false);
        if (entry.is_object()) frames.push_back(fromJson(entry));
    }
    return frames;
}

void FrameRecorder::addStep(const StepReport& report) {
    current_.steps += 1;
    current_.iterations += static_cast<std::uint64_t>(report.iterations);
    current_.viscosityIterations += static_cast<std::uint64_t>(report.viscosityIterations);
    current_.viscosityUnconverged += report.viscosityConverged ? 0 : 1;
    current_.emitted += report.emitted;
    current_.blocked += report.blocked;
    current_.absorbed += report.absorbed;
    current_.maxSpeed = std::max(current_.maxSpeed, report.maxSpeed);
    current_.maxDensityRatio = std::max(current_.maxDensityRatio, report.maxDensityRatio);
}

FrameStatistics FrameRecorder::finish(const World& world, int frame, double wallSeconds) {
    FrameStatistics done = std::exchange(current_, {});
    done.frame = frame;
    done.time = world.time();
    done.wallSeconds = wallSeconds;
    done.particles = world.particleCount();
    done.sums = world.computeStatistics();
    const std::vector<PhaseTime> now = world.phaseTimes();
    for (const PhaseTime& phase : now) {
        const auto same = std::ranges::find_if(
            before_, [&](const PhaseTime& p) { return std::strcmp(p.name, phase.name) == 0; });
        const double earlier = same == before_.end() ? 0 : same->seconds;
        done.phases.emplace_back(phase.name, phase.seconds - earlier);
    }
    before_ = now;
    return done;
}

}  // namespace undine::cli
