// SPDX-License-Identifier: Zlib
#include "resume.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/simd.h"
#include "frame_stepper.h"
#include "io/printable.h"
#include "scene/fingerprint.h"

namespace undine::cli {
namespace {

std::string_view pathOf(std::string_view setting) { return setting.substr(0, setting.find('=')); }

void tell(std::vector<std::string>& told, const std::string& setting) {
    forget(told, pathOf(setting));
    told.push_back(setting);
}

}  // namespace

Result<std::optional<LoadedCheckpoint>> findResumePoint(const std::filesystem::path& folder) {
    const auto checkpoints = findCheckpoints(folder);
    if (!checkpoints) return Error{checkpoints.error()};
    if (checkpoints.value().empty()) {
        fmt::print(stderr, "undine: {}: no checkpoint yet, starting from the beginning\n", folder.string());
        return std::optional<LoadedCheckpoint>();
    }
    Result<LoadedCheckpoint> loaded = loadNewest(folder);
    if (!loaded) return Error{loaded.error()};
    for (const std::string& warning : loaded.value().warnings) fmt::print(stderr, "undine: {}\n", warning);
    return std::optional<LoadedCheckpoint>(std::move(loaded).value());
}

Result<void> restore(LoadedCheckpoint& from, const Scene& scene, World& world) {
    Checkpoint& checkpoint = from.checkpoint;
    const std::string path = from.path.string();
    if (checkpoint.sceneFingerprint != sceneFingerprint(scene)) {
        return Error{
            fmt::format("{}: is of another scene or of other settings: give those of the run that is to be "
                        "resumed, or leave out --resume to start anew",
                        path)};
    }
    if (checkpoint.simdTarget != simdTarget()) {
        fmt::print(stderr,
                   "undine: {}: was computed with {}, this run uses {}: it will differ in the last bits\n",
                   path, checkpoint.simdTarget, simdTarget());
    }
    const Result<void> restored = world.restoreState(checkpoint.state);
    if (!restored) return Error{path + ": " + printableShort(restored.error(), 300)};
    // Damage cannot do this, another program could.
    const double due = static_cast<double>(checkpoint.frame) / scene.output.frameRate;
    if (std::abs(world.time() - due) > 1e-3 / static_cast<double>(scene.output.frameRate)) {
        return Error{fmt::format("{}: says it is frame {}, but its clock shows {:g} s", path,
                                 checkpoint.frame, world.time())};
    }
    if (checkpoint.frame > static_cast<std::uint32_t>(timelineOf(scene.output).frames)) {
        return Error{
            fmt::format("{}: is frame {}, and this run ends at {}: give a longer --seconds or --frames", path,
                        checkpoint.frame, timelineOf(scene.output).frames)};
    }
    checkpoint.state = {};
    return {};
}

std::vector<std::string> settingsTold(const std::vector<std::string>& before, const RunOptions& options,
                                      const Scene& scene) {
    std::vector<std::string> told = before;
    for (const std::string& set : options.set) tell(told, set);
    if (!options.formats.empty()) {
        tell(told, "output.formats=" + nlohmann::json(scene.output.formats).dump());
    }
    if (options.frames || options.seconds) tell(told, fmt::format("output.seconds={}", scene.output.seconds));
    return told;
}

void forget(std::vector<std::string>& told, std::string_view path) {
    std::erase_if(told, [&](const std::string& setting) { return pathOf(setting) == path; });
}

void mentionTold(std::vector<std::string> told, const std::vector<std::string>& given) {
    for (const std::string& setting : given) forget(told, pathOf(setting));
    if (told.empty()) return;
    const std::string all = fmt::format("{}", fmt::join(told, " "));
    fmt::print(stderr, "undine: going on with what the run was told: {}\n", printableShort(all, 300));
}

std::string quoted(const std::string& word) {
    const auto isPlain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("_-./=,:+@%", c) != nullptr;
    };
    if (std::ranges::all_of(word, isPlain)) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string resumeCommand(const RunOptions& options, const std::filesystem::path& folder) {
    std::string command = "undine run " + quoted(options.scene) + " --out " + quoted(folder.string());
    for (const std::string& set : options.set) command += " --set " + quoted(set);
    if (!options.formats.empty()) command += fmt::format(" --export {}", fmt::join(options.formats, ","));
    if (options.frames) command += fmt::format(" --frames {}", *options.frames);
    if (options.seconds) command += fmt::format(" --seconds {}", *options.seconds);
    return command + " --resume";
}

}  // namespace undine::cli
