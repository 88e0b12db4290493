// SPDX-License-Identifier: Zlib
// `undine run`: a scene to a folder of frames, a picture of the last one, and a summary.
#include <algorithm>

#include <fmt/format.h>

#include "commands.h"
#include "flags.h"
#include "interrupt.h"
#include "resume.h"
#include "run_setup.h"
#include "simulation.h"
#include "text_output.h"

namespace undine::cli {
namespace {

// The scene with what the run was told when it began, and then with what the flags say now.
Result<Scene> loadSceneFor(const RunOptions& options, const std::vector<std::string>& told) {
    std::vector<std::string> settings = told;
    settings.insert(settings.end(), options.set.begin(), options.set.end());
    const Result<std::vector<SceneOverride>> overrides = toOverrides(settings);
    if (!overrides) return Error{overrides.error()};
    Result<Scene> scene = loadScene(options.scene, overrides.value());
    if (!scene) return scene;
    const RunLimits limits{options.frames, options.seconds, options.threads};
    if (const Result<void> applied = applyLimits(limits, scene.value()); !applied) {
        return Error{applied.error()};
    }
    OutputSettings& output = scene.value().output;
    if (!options.formats.empty()) output.formats = wordsIn(options.formats);
    if (output.formats == std::vector<std::string>{"none"}) output.formats.clear();
    return scene;
}

// The same for a run that goes on. One that came to the end it was told goes on to that of its scene.
Result<Scene> loadSceneAgain(const RunOptions& options, Scene scene, Checkpoint& from) {
    if (from.told.empty()) return scene;
    Result<Scene> asTold = loadSceneFor(options, from.told);
    if (!asTold) return asTold;
    OutputSettings& output = asTold.value().output;
    const bool isAtItsEnd = from.frame >= static_cast<std::uint32_t>(timelineOf(output).frames);
    if (isAtItsEnd && scene.output.seconds > output.seconds) {
        output.seconds = scene.output.seconds;
        forget(from.told, "output.seconds");
    }
    if (!options.quiet) mentionTold(from.told, settingsTold({}, options, asTold.value()));
    return asTold;
}

// The formats that were asked for; bodies and tracers, where a scene has them, come with the frames.
Result<std::vector<const ExportFormat*>> chooseFormats(const Scene& scene) {
    std::vector<std::string> names = scene.output.formats;
    const auto add = [&](const char* own) {
        if (std::ranges::find(names, own) == names.end()) names.emplace_back(own);
    };
    if (!names.empty() && !scene.bodies.empty()) add("bodies");
    const bool bringsTracers = std::ranges::any_of(
        scene.emitters, [](const Emitter& emitter) { return emitter.settings.tracers > 0; });
    if (!names.empty() && (!scene.tracers.empty() || bringsTracers)) add("tracers");
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
    Result<Scene> scene = loadSceneFor(options, {});
    if (!scene) return complain(kExitBadInput, scene.error());
    const std::filesystem::path folder = options.out.value_or("out/" + scene.value().name);
    std::optional<LoadedCheckpoint> from;
    if (options.resume) {
        auto found = findResumePoint(folder);
        if (!found) return complain(kExitBadInput, found.error());
        from = std::move(found).value();
        if (from) scene = loadSceneAgain(options, std::move(scene).value(), from->checkpoint);
        if (!scene) return complain(kExitBadInput, scene.error());
    }
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

    const Result<FolderLock> lock = makeFolder(folder);
    if (!lock) return failBeforeRun(lock.error(), scene.value(), world.value(), options);
    Simulation simulation(
        scene.value(), world.value(),
        {folder, formats.value(), options.quiet, resumeCommand(options, folder),
         renderCommand(options, scene.value(), folder), std::move(pictures), options.picture,
         settingsTold(from ? from->checkpoint.told : std::vector<std::string>(), options, scene.value())});
    if (from) {
        const Result<void> restored = restore(*from, scene.value(), world.value());
        if (!restored) return complain(kExitBadInput, restored.error());
        simulation.continueFrom(from->checkpoint);
    }
    listenForInterrupt();
    simulation.run();
    return report(simulation.summary(), options);
}

}  // namespace undine::cli
