// SPDX-License-Identifier: Zlib
#include "run_summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "progress.h"
#include "text_output.h"

namespace undine::cli {
namespace {

std::string hashText(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

void printPhases(const RunSummary& summary, std::FILE* stream) {
    std::vector<PhaseTime> phases = summary.phases;
    std::stable_sort(phases.begin(), phases.end(),
                     [](const PhaseTime& a, const PhaseTime& b) { return a.seconds > b.seconds; });
    for (const PhaseTime& phase : phases) {
        const double share = phase.seconds / std::max(summary.wallSeconds, 1e-9);
        if (share >= 0.005) fmt::print(stream, "    {:<24} {:>3.0f} %\n", phase.name, 100 * share);
    }
}

}  // namespace

std::string_view toString(RunStatus status) {
    switch (status) {
        case RunStatus::Done:
            return "done";
        case RunStatus::Exploded:
            return "exploded";
        case RunStatus::Interrupted:
            return "interrupted";
        case RunStatus::IoError:
            return "io_error";
    }
    return "";
}

nlohmann::ordered_json toJson(const RunSummary& summary) {
    nlohmann::ordered_json phases = nlohmann::ordered_json::object();
    for (const PhaseTime& phase : summary.phases) {
        phases[phase.name] = {{"seconds", phase.seconds}, {"calls", phase.calls}};
    }
    nlohmann::ordered_json frames = nlohmann::ordered_json::array();
    for (const FrameStatistics& frame : summary.statistics) frames.push_back(toJson(frame));
    return {
        {"scene", summary.scene},
        {"solver", summary.solver},
        {"particles", summary.particles},
        {"steps", summary.steps},
        {"frames", summary.frames},
        {"simulated_seconds", summary.simulatedSeconds},
        {"wall_seconds", summary.wallSeconds},
        {"max_density_ratio", summary.maxDensityRatio},
        {"state_hash", hashText(summary.stateHash)},
        {"status", toString(summary.status)},
        {"message", summary.message},
        {"resumed_from",
         summary.resumedFrom < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(summary.resumedFrom)},
        {"phases", phases},
        {"frame_statistics", frames},
    };
}

std::string jsonText(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void printSummary(const RunSummary& summary, std::FILE* stream) {
    const double wall = std::max(summary.wallSeconds, 1e-9);
    const double stepsPerSecond = static_cast<double>(summary.stepsHere) / wall;
    fmt::print(stream, "{} ({}, {} particles): {}\n", summary.scene, summary.solver, summary.particles,
               toString(summary.status));
    fmt::print(stream, "  frames       {} in {}\n", summary.frames, summary.folder);
    fmt::print(stream, "  simulated    {:.4g} s in {} steps\n", summary.simulatedSeconds, summary.steps);
    fmt::print(stream, "  wall time    {}, {:.1f} steps/s, {:.2f} million particle steps/s\n",
               describeDuration(summary.wallSeconds), stepsPerSecond,
               1e-6 * stepsPerSecond * summary.particles);
    printPhases(summary, stream);
    std::uint64_t emitted = 0, blocked = 0, absorbed = 0, unconverged = 0;
    for (const FrameStatistics& frame : summary.statistics) {
        emitted += frame.emitted, blocked += frame.blocked, absorbed += frame.absorbed;
        unconverged += frame.viscosityUnconverged;
    }
    if (emitted + blocked + absorbed > 0) {
        fmt::print(stream, "  nozzles      {} particles came, {} went, {} places were blocked by fluid\n",
                   emitted, absorbed, blocked);
    }
    if (unconverged > 0) {
        fmt::print(stream,
                   "  viscosity    not converged in {} steps, where the fluid was a little too thin\n",
                   unconverged);
    }
    fmt::print(stream, "  density      at most {:.4f} of rest density\n", summary.maxDensityRatio);
    fmt::print(stream, "  state hash   {}\n", hashText(summary.stateHash));
}

Result<void> writeSummary(const RunSummary& summary, const std::string& path) {
    return writeText(jsonText(toJson(summary)), path);
}

}  // namespace undine::cli
