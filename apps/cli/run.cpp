// SPDX-License-Identifier: Zlib
// `undine run`: a scene to a folder of frames, a picture of the last one, and a summary.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "commands.h"
#include "flags.h"
#include "interrupt.h"
#include "io/printable.h"
#include "run_setup.h"
#include "scene/fingerprint.h"
#include "simulation.h"
#include "text_output.h"

namespace undine::cli {
namespace {

Result<Scene> loadSceneFor(const RunOptions& options) {
    const Result<std::vector<SceneOverride>> overrides = toOverrides(options.set);
    if (!overrides) return Error{overrides.error()};
    Result<Scene> scene = loadScene(options.scene, overrides.value());
    if (!scene) return scene;
    const RunLimits limits{options.frames, options.seconds, options.threads};
    if (const Result<void> applied = applyLimits(limits, scene.value()); !applied) {
        return Error{applied.error()};
    }
    OutputSettings& output = scene.value().output;
    if (!options.formats.empty()) output.formats = options.formats;
    if (output.formats == std::vector<std::string>{"none"}) output.formats.clear();
    return scene;
}

// The formats that were asked for; bodies and tracers, where a scene has them, come with the frames.
Result<std::vector<const ExportFormat*>> chooseFormats(const Scene& scene) {
    std::vector<std::string> names = scene.output.formats;
    if (!names.empty() && !scene.bodies.empty()) names.emplace_back("bodies");
    const bool bringsTracers = std::ranges::any_of(
        scene.emitters, [](const Emitter& emitter) { return emitter.settings.tracers > 0; });
    if (!names.empty() && (!scene.tracers.empty() || bringsTracers)) names.emplace_back("tracers");
    auto formats = findExportFormats(names);
    if (!formats) return formats;
    for (const ExportFormat* format : formats.value()) {
        if (format->dimension == 0 || format->dimension == scene.world.dimension) continue;
        return Error{fmt::format("{}: is for worlds of {} dimensions, and this one has {}{}", format->name,
                                 format->dimension, scene.world.dimension,
                                 format->dimension == 3 ? "; take outline" : "; take surface")};
    }
    return formats;
}

// The newest checkpoint that is whole, put into the world. None when the folder has none: the run then starts
// from the beginning.
Result<std::optional<Checkpoint>> resume(const Scene& scene, World& world,
                                         const std::filesystem::path& folder) {
    const auto checkpoints = findCheckpoints(folder);
    if (!checkpoints) return Error{checkpoints.error()};
    if (checkpoints.value().empty()) {
        fmt::print(stderr, "undine: {}: no checkpoint yet, starting from the beginning\n", folder.string());
        return std::optional<Checkpoint>();
    }
    Result<LoadedCheckpoint> loaded = loadNewest(folder);
    if (!loaded) return Error{loaded.error()};
    for (const std::string& warning : loaded.value().warnings) fmt::print(stderr, "undine: {}\n", warning);
    Checkpoint& checkpoint = loaded.value().checkpoint;
    const std::string path = loaded.value().path.string();
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
    return std::optional<Checkpoint>(std::move(checkpoint));
}

// A word of a command, quoted for a shell where it has to be.
std::string quoted(const std::string& word) {
    const auto isPlain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("_-./=,:+@%", c) != nullptr;
    };
    if (std::ranges::all_of(word, isPlain)) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

// The command with --resume.
std::string resumeCommand(const RunOptions& options, const std::filesystem::path& folder) {
    std::string command = "undine run " + quoted(options.scene) + " --out " + quoted(folder.string());
    for (const std::string& set : options.set) command += " --set " + quoted(set);
    if (!options.formats.empty()) command += fmt::format(" --export {}", fmt::join(options.formats, ","));
    if (options.frames) command += fmt::format(" --frames {}", *options.frames);
    if (options.seconds) command += fmt::format(" --seconds {}", *options.seconds);
    return command + " --resume";
}

// The command that draws the frames of this run as its pictures were to be; empty if it cannot read them.
std::string renderCommand(const RunOptions& options, const Scene& scene,
                          const std::filesystem::path& folder) {
    const auto& formats = scene.output.formats;
    const auto isReadable = [](const std::string& format) { return format == "ply" || format == "bgeo"; };
    if (!options.render || std::ranges::none_of(formats, isReadable)) return {};
    std::string command = fmt::format("undine render {} -o {} --scene {}", quoted(folder.string()),
                                      quoted(*options.render), quoted(options.scene));
    for (const std::string& set : options.set) command += " --set " + quoted(set);
    const PictureOptions& picture = options.picture;
    if (!picture.style.empty()) command += " --style " + quoted(picture.style);
    if (!picture.color.empty()) command += " --color " + quoted(picture.color);
    if (!picture.range.empty()) command += fmt::format(" --range {}", fmt::join(picture.range, ","));
    if (picture.size != PictureOptions{}.size) command += " --size " + quoted(picture.size);
    if (!picture.view.empty()) command += fmt::format(" --view {}", fmt::join(picture.view, ","));
    return command;
}

int report(const RunSummary& summary, const RunOptions& options) {
    const bool jsonOnStdout = options.json == "-";
    if (!options.quiet) printSummary(summary, jsonOnStdout ? stderr : stdout);
    if (!summary.message.empty()) complain(kExitFailed, summary.message);
    if (options.json) {
        if (const Result<void> written = writeSummary(summary, *options.json); !written) {
            return complain(kExitFailed, written.error());
        }
    }
    return summary.status == RunStatus::Done ? kExitDone : kExitFailed;
}

int failBeforeRun(const std::string& message, const Scene& scene, const World& world,
                  const RunOptions& options) {
    RunSummary summary;
    summary.scene = scene.name;
    summary.solver = world.solverName();
    summary.particles = world.particleCount();
    summary.stateHash = world.stateHash();
    summary.status = RunStatus::IoError;
    summary.message = message;
    RunOptions withoutTable = options;
    withoutTable.quiet = true;
    return report(summary, withoutTable);
}

}  // namespace

int runScene(const RunOptions& options) {
    const Result<Scene> scene = loadSceneFor(options);
    if (!scene) return complain(kExitBadInput, scene.error());
    const auto formats = chooseFormats(scene.value());
    if (!formats) return complain(kExitBadInput, formats.error());
    if (const Result<void> writable = checkWritable(options.json); !writable) {
        return complain(kExitFailed, writable.error());
    }
    Result<World> world = createWorld(scene.value());
    if (!world) return complain(kExitBadInput, world.error());

    std::shared_ptr<Pictures> pictures;
    if (options.render || !(options.picture == PictureOptions{})) {
        if (const Result<void> good = Pictures::check(options.render, options.picture, world.value());
            !good) {
            return complain(kExitBadInput, good.error());
        }
    }
    if (options.render) {
        Result<std::shared_ptr<Pictures>> made =
            Pictures::create(*options.render, options.picture, scene.value());
        if (!made) return complain(kExitFailed, made.error());
        pictures = std::move(made).value();
    }

    const std::filesystem::path folder = options.out.value_or("out/" + scene.value().name);
    const Result<FolderLock> lock = makeFolder(folder);
    if (!lock) return failBeforeRun(lock.error(), scene.value(), world.value(), options);
    Simulation simulation(
        scene.value(), world.value(),
        {folder, formats.value(), options.quiet, resumeCommand(options, folder),
         renderCommand(options, scene.value(), folder), std::move(pictures), options.picture});
    if (options.resume) {
        const auto checkpoint = resume(scene.value(), world.value(), folder);
        if (!checkpoint) return complain(kExitBadInput, checkpoint.error());
        if (checkpoint.value()) simulation.continueFrom(*checkpoint.value());
    }
    listenForInterrupt();
    simulation.run();
    return report(simulation.summary(), options);
}

}  // namespace undine::cli
