// SPDX-License-Identifier: Zlib
// `undine compare`: one scene with several methods or settings, side by side.
#include <algorithm>

#include <fmt/format.h>

#include "commands.h"
#include "comparison.h"
#include "interrupt.h"
#include "progress.h"
#include "run_setup.h"
#include "side_by_side.h"
#include "text_output.h"
#include "variant_run.h"

namespace undine::cli {
namespace {

constexpr const char* kPageName = "index.html";

using Runs = std::vector<std::unique_ptr<VariantRun>>;

Result<Runs> prepare(const CompareOptions& options) {
    Result<std::vector<Variant>> variants = planVariants(options);
    if (!variants) return Error{variants.error()};
    Runs runs;
    for (Variant& variant : variants.value()) {
        Result<std::unique_ptr<VariantRun>> run = VariantRun::create(std::move(variant));
        if (!run) return Error{run.error()};
        runs.push_back(std::move(run).value());
    }
    return runs;
}

std::vector<Panel> panelsOf(const Runs& runs) {
    std::vector<Panel> panels;
    for (const auto& run : runs) {
        panels.push_back({run->variant().name, &run->variant().scene, &run->world()});
    }
    return panels;
}

// Pictures of an earlier comparison must not be taken for this one's.
Result<void> clearFolder(const std::filesystem::path& folder) {
    for (const char* name : {kFilmName, kLastPictureName}) {
        std::error_code error;
        std::filesystem::remove(folder / name, error);
        if (error)
            return Error{fmt::format("{}: cannot be removed: {}", (folder / name).string(), error.message())};
    }
    return checkWritable((folder / kPageName).string());
}

/// Runs all variants in turn, frame by frame, and draws them.
class Race {
  public:
    Race(Runs runs, const CompareOptions& options, const std::filesystem::path& folder)
        : runs_(std::move(runs)), isQuiet_(options.quiet) {
        if (!options.wantsPictures) return;
        Result<std::unique_ptr<SideBySide>> pictures =
            SideBySide::create(panelsOf(runs_), options.picture, folder);
        if (pictures) {
            pictures_ = std::move(pictures).value();
        } else {
            notes_.push_back("There are no pictures: " + pictures.error() + ".");
        }
    }

    void run() {
        for (const auto& run : runs_) run->start();
        draw(0);
        progress_.emplace(isQuiet_);  // what is left to do is reckoned from here
        const int frames = runs_.front()->stepper().timeline().frames;
        for (int frame = 1; frame <= frames && isAnyRunning(); ++frame) {
            for (const auto& run : runs_) {
                run->advance(frame, [&] { tell(frame, frames); });
            }
            draw(frame);
            if (isInterrupted() && frame < frames) {
                for (const auto& run : runs_) run->interrupt();
            }
        }
        finishPictures();
        progress_->clear();
    }

    Comparison comparison() const {
        const Scene& scene = runs_.front()->variant().scene;
        Comparison comparison{scene.name, scene.description, {}, notes_};
        for (const auto& run : runs_) {
            comparison.outcomes.push_back({run->variant(), run->summary(), run->volumes()});
        }
        return comparison;
    }

  private:
    bool isAnyRunning() const {
        return std::ranges::any_of(runs_, [](const auto& run) { return run->isRunning(); });
    }

    void tell(int frame, int frames) {
        Progress::State state{frame, frames, 0, 0, 0};
        for (const auto& run : runs_) {
            state.step += run->world().stepCount();
            state.particles += run->world().particleCount();
            // One that has stopped has nothing left to do.
            state.done += run->isRunning() ? run->stepper().done() : 1;
        }
        state.done /= static_cast<double>(runs_.size());
        progress_->update(state);
    }

    void draw(int frame) {
        if (!pictures_) return;
        std::vector<std::string> labels;
        for (const auto& run : runs_) {
            labels.push_back(
                fmt::format("{}{:.2f} s", run->isRunning() ? "" : "stopped at ", run->world().time()));
        }
        if (const Result<void> drawn = pictures_->add(labels, frame); !drawn) giveUpPictures(drawn.error());
    }

    void finishPictures() {
        if (!pictures_) return;
        if (const Result<void> finished = pictures_->finish(); !finished) {
            giveUpPictures(finished.error());
        } else if (!pictures_->filmTrouble().empty()) {
            notes_.push_back("There is no film, only a picture of the end: " + pictures_->filmTrouble() +
                             ".");
        }
    }

    void giveUpPictures(const std::string& why) {
        notes_.push_back("There are no pictures: " + why + ".");
        pictures_.reset();
    }

    Runs runs_;
    bool isQuiet_;
    std::optional<Progress> progress_;
    std::unique_ptr<SideBySide> pictures_;
    std::vector<std::string> notes_;
};

int report(const Comparison& comparison, const CompareOptions& options, const std::filesystem::path& folder) {
    const Result<std::string> page = pageOf(comparison, folder);
    if (!page) return complain(kExitFailed, page.error());
    const std::filesystem::path index = folder / kPageName;
    if (const auto written = writeText(page.value(), index.string()); !written) {
        return complain(kExitFailed, written.error());
    }
    if (options.json) {
        if (const auto written = writeText(jsonText(toJson(comparison)), *options.json); !written) {
            return complain(kExitFailed, written.error());
        }
    }
    std::FILE* const stream = options.json == "-" ? stderr : stdout;
    if (!options.quiet) {
        printTable(tableOf(comparison), stream);
        for (const std::string& note : comparison.notes) fmt::print(stream, "{}\n", note);
        fmt::print(stream, "page: {}\n", index.string());
    }
    int exitCode = kExitDone;
    for (const Outcome& outcome : comparison.outcomes) {
        if (outcome.summary.status == RunStatus::Done) continue;
        exitCode = complain(kExitFailed, outcome.variant.name + ": " + outcome.summary.message);
    }
    return exitCode;
}

}  // namespace

int compareVariants(const CompareOptions& options) {
    Result<Runs> runs = prepare(options);
    if (!runs) return complain(kExitBadInput, runs.error());
    if (options.wantsPictures) {
        if (const auto good = SideBySide::check(panelsOf(runs.value()), options.picture); !good) {
            return complain(kExitBadInput, good.error());
        }
    }
    if (const auto writable = checkWritable(options.json); !writable) {
        return complain(kExitFailed, writable.error());
    }
    const std::string& scene = runs.value().front()->variant().scene.name;
    const std::filesystem::path folder = options.out.value_or("out/" + scene + "_compared");
    const Result<FolderLock> lock = makeFolder(folder);
    if (!lock) return complain(kExitFailed, lock.error());
    if (const auto clear = clearFolder(folder); !clear) {
        return complain(kExitFailed, clear.error());
    }
    listenForInterrupt();
    Race race(std::move(runs).value(), options, folder);
    race.run();
    return report(race.comparison(), options, folder);
}

}  // namespace undine::cli
