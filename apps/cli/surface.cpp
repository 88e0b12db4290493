// SPDX-License-Identifier: Zlib
// `undine surface`: frames of particles to meshes, several frames at a time.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "commands.h"
#include "core/parallel.h"
#include "core/simd.h"
#include "flags.h"
#include "interrupt.h"
#include "io/atomic_file.h"
#include "io/formats.h"
#include "io/frame_files.h"
#include "io/frame_table.h"
#include "io/printable.h"
#include "io/read_file.h"
#include "io/surface_file.h"
#include "progress.h"
#include "surface/surface_builder.h"

namespace undine::cli {
namespace {

namespace fs = std::filesystem;

constexpr SeriesName kOutlines{"outline", "svg"};
constexpr std::string_view kFrameHead = "frame_";

/// What went wrong, and whose fault it is.
struct Failure {
    int exitCode;
    std::string message;
};

// ---- Settings

Result<ParameterValue> toValue(const Parameter& parameter, const std::string& text) {
    if (parameter.type == ParameterType::Choice) return ParameterValue(text);
    if (parameter.type == ParameterType::Vector) {
        const auto axes = numbersIn(text);
        if (axes.size() != 3)
            return Error{fmt::format("\"{}\": must be three numbers with commas between them", text)};
        return ParameterValue(
            Vec3{static_cast<float>(axes[0]), static_cast<float>(axes[1]), static_cast<float>(axes[2])});
    }
    const auto numbers = numbersIn(text);
    if (numbers.size() != 1) return Error{fmt::format("\"{}\": must be a number", text)};
    const double value = numbers[0];
    if (parameter.type == ParameterType::Number) return ParameterValue(value);
    constexpr double kMostWhole = 1e15;  // beyond, neighbouring whole numbers are no longer told apart
    if (!(std::fabs(value) <= kMostWhole) || value != std::floor(value))
        return Error{fmt::format("\"{}\": must be a whole number", text)};
    return ParameterValue(static_cast<std::int64_t>(value));
}

Result<SurfaceSettings> settingsFor(const SurfaceOptions& options) {
    SurfaceSettings settings;
    for (const std::string& assignment : options.settings) {
        const std::size_t equals = assignment.find('=');
        const std::string key = assignment.substr(0, equals);
        const auto table = parametersOf<SurfaceSettings>();
        const auto parameter = std::ranges::find_if(table, [&](const Parameter& p) { return p.key == key; });
        const auto value = toValue(*parameter, assignment.substr(equals + 1));
        if (!value) return Error{fmt::format("--{}: {}", key, value.error())};
        if (const auto set = setParameter(*parameter, &settings, value.value(), ""); !set) {
            return Error{"--" + set.error()};
        }
    }
    return settings;
}

// ---- Files

/// Where the meshes go.
struct Target {
    fs::path out;
    bool isFolder;
    const SurfaceFormat* format;
    bool isDevice = false;  // takes what is written to it, whatever its name

    fs::path pathFor(const fs::path& frame, int dimension) const {
        if (!isFolder) return out;
        const std::string stem = frame.stem().string();
        const auto& [head, ending] = filesFor(dimension);
        const std::string name = stem.starts_with(kFrameHead)
                                     ? fmt::format("{}_{}", head, stem.substr(kFrameHead.size()))
                                     : fmt::format("{}_{}", stem, head);
        return out / fmt::format("{}.{}", name, ending);
    }
    const SeriesName& filesFor(int dimension) const { return dimension == 2 ? kOutlines : format->files; }

    /// Whether the name of the file promises what is written to it.
    Result<void> check(const fs::path& frame, int dimension) const {
        const bool isOutline = extensionOf(out.string()) == kOutlines.ending;
        if (isFolder || isDevice || isOutline == (dimension == 2)) return {};
        return Error{fmt::format(
            "--out: {}: {} has {} dimensions, which make {}: give a name that ends in .{}", out.string(),
            frame.string(), dimension, dimension == 2 ? "an outline" : "a mesh", filesFor(dimension).ending)};
    }
};

/// A name without an ending, or with a slash at its end, or of a folder that is there.
bool isFolderName(const std::string& name) {
    std::error_code ignored;
    return extensionOf(name).empty() || fs::is_directory(name, ignored);
}

Error refuseEnding(const std::string& name, const std::string& ending) {
    return {fmt::format(
        "--out: {}: surfaces are not written to files that end in .{}{}: meshes end in .ply, "
        ".obj or .glb, volumes in .vdb, outlines in .svg, and folders of them in a slash or in nothing",
        printable(name), printableShort(ending), ending == "gltf" ? ", but as binary glTF, in .glb" : "")};
}

Result<Target> chooseTarget(const SurfaceOptions& options, std::size_t frames) {
    Target target{options.out, true, &surfaceFormats()[0]};
    const std::string ending = extensionOf(options.out);
    for (const SurfaceFormat& format : surfaceFormats()) {
        const bool isNamed = ending == format.files.ending;
        if (isNamed) target.isFolder = false;
        if (options.format.empty() ? isNamed : options.format == format.name) target.format = &format;
    }
    target.isDevice = isDevice(options.out);
    if (ending == kOutlines.ending || target.isDevice) target.isFolder = false;
    if (target.isFolder && !isFolderName(options.out)) return refuseEnding(options.out, ending);
    if (const auto there = findSurfaceFormat(target.format->name); !there) return Error{there.error()};
    if (!options.attributes.empty() && !target.format->hasAttributes) {
        return Error{fmt::format("--attributes: the format {} has no place for them: take ply or gltf",
                                 target.format->name)};
    }
    if (!target.isFolder && frames > 1) {
        return Error{
            fmt::format("--out: {}: is a file, but there are {} frames: give a folder", options.out, frames)};
    }
    if (!target.isFolder && !target.isDevice && !options.format.empty() &&
        ending != target.format->files.ending) {
        return Error{fmt::format("--out: {}: ends in .{}, but --format {} is for files that end in .{}",
                                 options.out, ending, options.format, target.format->files.ending)};
    }
    return target;
}

/// No frame must be written over. What it makes depends on its dimension, which is not known yet.
Result<void> checkInputs(const Target& target, const std::vector<fs::path>& frames) {
    std::error_code ignored;
    std::set<fs::path> inputs;
    for (const fs::path& frame : frames) inputs.insert(fs::weakly_canonical(frame, ignored));
    for (const fs::path& frame : frames) {
        for (const int dimension : {2, 3}) {
            const fs::path out = target.pathFor(frame, dimension);
            if (!inputs.contains(fs::weakly_canonical(out, ignored))) continue;
            return Error{
                fmt::format("--out: {}: is a frame that is to be read, and would be written over: give "
                            "another name",
                            printable(out.string()))};
        }
    }
    return {};
}

/// Two frames must not be written to the same file, least of all at the same time.
Result<void> checkTargets(const Target& target, const std::vector<fs::path>& frames) {
    std::map<fs::path, const fs::path*> taken;
    for (const fs::path& frame : frames) {
        const auto [first, isNew] = taken.emplace(target.pathFor(frame, 3), &frame);
        if (isNew) continue;
        return Error{
            fmt::format("--out: {}: {} and {} would be written to the same file: give them folders of "
                        "their own",
                        target.out.string(), first->second->string(), frame.string())};
    }
    return {};
}

// ---- Work

class Work {
  public:
    Work(const SurfaceOptions& options, SurfaceSettings settings, Target target)
        : options_(options), settings_(settings), target_(std::move(target)), progress_(options.quiet) {}

    /// Each thread takes frames of its own; a single frame gets all threads.
    std::optional<Failure> run(const std::vector<fs::path>& frames) {
        const ThreadPool pool(options_.threads.value_or(0));
        const auto count = static_cast<Index>(frames.size());
        if (count == 1) {
            if (auto failure = makeOne(frames[0], pool)) keep(0, *failure);
            tell(count);
        } else {
            pool.run(count, [&](Index k) {
                if (hasFailed_ || isInterrupted()) return;
                if (auto failure = makeOne(frames[k], ThreadPool(1))) keep(k, *failure);
                tell(count);
            });
        }
        progress_.clear();
        if (!failure_ && done_ < count) {
            return Failure{kExitFailed, fmt::format("interrupted: {} of {} frames are done", done_, count)};
        }
        return failure_;
    }

  private:
    std::optional<Failure> makeOne(const fs::path& path, const ThreadPool& pool) const {
        const auto table = readFrameTable(path.string(), options_.attributes, options_.spacing);
        if (!table) return Failure{kExitBadInput, table.error()};
        const SurfaceInput input = table.value().input();
        if (const auto good = target_.check(path, input.dimension); !good) {
            return Failure{kExitBadInput, good.error()};
        }
        if (const auto good = checkNames(input); !good) {
            return Failure{kExitBadInput, "--attributes: " + good.error()};
        }
        if (input.dimension == 2 && !(options_.format.empty() && options_.attributes.empty())) {
            return Failure{kExitBadInput,
                           fmt::format("{}: {} has 2 dimensions, which make an outline in SVG: leave it out",
                                       options_.format.empty() ? "--attributes" : "--format", path.string())};
        }
        const fs::path out = target_.pathFor(path, input.dimension);
        SurfaceBuilder builder(settings_);
        if (input.dimension == 2) {
            const auto outlines = builder.buildOutline(input, pool);
            if (!outlines) return Failure{kExitBadInput, path.string() + ": " + outlines.error()};
            return failureOf(writeOutlineSvg(outlines.value(), out));
        }
        const auto meshes = builder.build(input, pool);
        if (!meshes) return Failure{kExitBadInput, path.string() + ": " + meshes.error()};
        return failureOf(target_.format->write(
            {meshes.value(), table.value().ids(), table.value().time(), settings_.cellSize * input.spacing},
            out, pool));
    }
    static Result<void> checkNames(const SurfaceInput& input) {
        std::vector<AttributeName> names;
        for (const FieldView& field : input.fields)
            names.push_back({field.info.name, field.info.type == FieldType::Vector});
        return checkAttributeNames(names);
    }
    static std::optional<Failure> failureOf(const Result<void>& written) {
        if (written) return std::nullopt;
        return Failure{kExitFailed, written.error()};
    }

    /// Of several failures the one of the first frame counts.
    void keep(Index frame, const Failure& failure) {
        const std::scoped_lock lock(mutex_);
        hasFailed_ = true;
        if (failure_ && frame > failedFrame_) return;
        failedFrame_ = frame;
        failure_ = failure;
    }
    void tell(Index count) {
        const std::scoped_lock lock(mutex_);
        ++done_;
        progress_.update({.frame = static_cast<int>(done_),
                          .frames = static_cast<int>(count),
                          .done = static_cast<double>(done_) / count});
    }

    const SurfaceOptions& options_;
    SurfaceSettings settings_;
    Target target_;
    Progress progress_;
    std::mutex mutex_;
    std::atomic<bool> hasFailed_ = false;
    Index failedFrame_ = 0;
    Index done_ = 0;
    std::optional<Failure> failure_;
};

}  // namespace

std::vector<std::string> surfaceFormatNames() {
    std::vector<std::string> names;
    for (const SurfaceFormat& format : surfaceFormats()) names.emplace_back(format.name);
    return names;
}

int makeSurfaces(const SurfaceOptions& options) {
    if (const Result<void> simd = applySimdEnvironment(); !simd) return complain(kExitBadInput, simd.error());
    const auto settings = settingsFor(options);
    if (!settings) return complain(kExitBadInput, settings.error());
    const auto frames = findFrames(options.frames);
    if (!frames) return complain(kExitBadInput, frames.error());
    const auto target = chooseTarget(options, frames.value().size());
    if (!target) return complain(kExitBadInput, target.error());
    if (const auto apart = checkTargets(target.value(), frames.value()); !apart) {
        return complain(kExitBadInput, apart.error());
    }
    if (const auto kept = checkInputs(target.value(), frames.value()); !kept) {
        return complain(kExitBadInput, kept.error());
    }
    if (target.value().isFolder) {
        std::error_code error;
        fs::create_directories(target.value().out, error);
        if (error)
            return complain(kExitFailed,
                            fmt::format("{}: cannot make the folder: {}", options.out, error.message()));
    }
    // Of several frames those that are begun are completed; a single one can just be given up.
    if (frames.value().size() > 1) listenForInterrupt();
    const Stopwatch clock;
    Work work(options, settings.value(), target.value());
    if (const auto failure = work.run(frames.value())) return complain(failure->exitCode, failure->message);
    if (!options.quiet && !target.value().isDevice) {
        const std::size_t count = frames.value().size();
        fmt::print("{} frame{} in {}, in {}\n", count, count == 1 ? "" : "s",
                   describeDuration(clock.seconds()), options.out);
    }
    return kExitDone;
}

}  // namespace undine::cli
