// SPDX-License-Identifier: Zlib
// Frames: how fast each format writes 1,000,000 particles, and how much a running simulation feels of it.
#include <cstdlib>
#include <filesystem>

#include "bench/dam_break.h"
#include "bench/suites.h"
#include "bench/timing.h"
#include "io/formats.h"
#include "io/frame_queue.h"
#include "io/voxel_leaves.h"

namespace undine::bench {
namespace {

const std::vector<std::string> kFields = {"velocity", "density", "pressure", "id", "fluid"};

/// A folder in memory where there is one, so that formats are measured and not the disk; gone at the end.
class Folder {
  public:
    Folder() {
        const std::filesystem::path memory = "/dev/shm";
        const auto parent = std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
        std::string name = (parent / "undine_bench_XXXXXX").string();
        const char* made = ::mkdtemp(name.data());
        path_ = made == nullptr ? "" : made;
    }
    ~Folder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

void check(Report& report, const Result<void>& result) {
    if (!result) report.print("FAILED: {}\n", result.error());
}

bool holdsParticles(const ExportFormat& format) {
    const bool isMesh = format.dimension != 0;  // the suite of surfaces has those
    return format.write != nullptr && !isMesh && format.name != "bodies" && format.name != "tracers";
}

/// What a format reads of a frame: its particles with all fields, or with those that volumes have means of.
double megabytesRead(const ExportFormat& format, const Frame& frame) {
    const auto bytesOf = [&](const FrameField& field) {
        return static_cast<double>(field.planeCount() * field.wordSize() * frame.size());
    };
    double bytes = bytesOf(frame.position());
    for (const FrameField* field : frame.fields()) {
        if (!format.isVolume || hasMean(*field)) bytes += bytesOf(*field);
    }
    return bytes / 1e6;
}

/// Sorting by id is part of the time where a format needs it. A megabyte is 1e6 bytes. There are two rates:
/// by the bytes of the file, and by those of the particles that were read for it. The file of a level set is
/// smaller than its particles: it has the surface.
void runFormats(Report& report) {
    const Folder folder;
    World world = makeDamBreak(kColumn1M, 0);
    takeSteps(report, world, 8);
    const ThreadPool pool;
    Frame frame;
    FrameSorter sorter;
    const auto take = [&] { check(report, frame.take(world, 1, kFields)); };
    std::vector<Loop> loops = {{take}, {[&] { sorter.sort(frame, pool); }, take}};
    std::vector<const ExportFormat*> formats;
    for (const ExportFormat& format : exportFormats()) {
        if (!holdsParticles(format)) continue;
        formats.push_back(&format);
        // Each frame of a run is a new file: what was written before is removed, and not in the time.
        const std::filesystem::path path = folder.path() / format.fileName(1);
        loops.push_back({[&, path] {
                             if (!format.isVolume) sorter.sort(frame, pool);
                             check(report, format.write(frame, path, pool));
                         },
                         [&, path, take] {
                             take();
                             std::error_code ignored;
                             std::filesystem::remove(path, ignored);
                         }});
    }
    const std::vector<Samples> times = timeInTurn(loops, 20);

    report.print("{} particles, to {}\n", frame.size(), folder.path().parent_path().string());
    report.print("{:<26} {:>10} {:>10} {:>10} {:>10} {:>10}\n", "format", "ms", "MB file", "MB/s", "MB read",
                 "MB/s");
    for (std::size_t k = 0; k < formats.size(); ++k) {
        const ExportFormat& format = *formats[k];
        const double ms = median(times[k + 2]);
        const auto bytes = std::filesystem::file_size(folder.path() / format.fileName(1));
        const double megabytes = static_cast<double>(bytes) / 1e6;
        const double read = megabytesRead(format, frame);
        report.print("{:<26} {:>10.1f} {:>10.1f} {:>10.0f} {:>10.1f} {:>10.0f}\n", format.name, ms, megabytes,
                     1e3 * megabytes / ms, read, 1e3 * read / ms);
        const bool isBinary = format.name != "csv";
        report.metric(fmt::format("export_1m.{}.mb_per_second", format.name), 1e3 * megabytes / ms,
                      isBinary ? std::optional(atLeast(200)) : std::nullopt);
        report.metric(fmt::format("export_1m.{}.particle_mb_per_second", format.name), 1e3 * read / ms,
                      isBinary ? std::optional(atLeast(200)) : std::nullopt);
        report.metric(fmt::format("export_1m.{}.ms", format.name), ms);
    }
    report.metric("export_1m.take_ms", median(times[0]));
    report.metric("export_1m.sort_ms", median(times[1]));
}

/// Two worlds with the same state; one of them keeps every frame. The queue is empty again before the other's
/// turn, so that all that is written falls into the time of the one that writes.
void runSlowdown(Report& report) {
    constexpr float kFrame = 1.0F / 30;  // s
    const Folder folder;
    World silent = makeDamBreak(kColumn100k, 0);
    World writing = makeDamBreak(kColumn100k, 0);
    const std::vector<std::string> formats = {"ply"};
    FrameQueue queue({.folder = folder.path(), .formats = findExportFormats(formats).value()});
    std::uint64_t number = 0;
    const std::vector<Samples> times = timeInTurn({{[&] { silent.advance(kFrame); }}, {[&] {
                                                       Frame frame = queue.spareFrame();
                                                       check(report, frame.take(writing, number++, kFields));
                                                       check(report, queue.push(std::move(frame)));
                                                       writing.advance(kFrame);
                                                       check(report, queue.finish());
                                                   }}},
                                                  12);
    report.print("\n{} particles, wcsph: {:.1f} ms per frame, {:.1f} with PLY\n", silent.particleCount(),
                 median(times[0]), median(times[1]));
    report.metric("export.ply_slowdown", medianRatio(times[1], times[0]), atMost(1.10));
}

}  // namespace

void runExportSuite(Report& report) {
    runFormats(report);
    runSlowdown(report);
}

}  // namespace undine::bench
