// SPDX-License-Identifier: Zlib
#include "io/frame_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/memory.h"
#include "io/bgeo_reader.h"
#include "io/file_names.h"
#include "io/ply_reader.h"
#include "io/read_file.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

/// A format that frames are read from.
struct FrameFormat {
    std::string_view ending;
    Result<ParticleTable> (*parse)(std::string_view text);
};
constexpr FrameFormat kFormats[] = {{"ply", parsePlyTable}, {"bgeo", parseBgeoTable}, {"csv", parseCsvTable}};

/// The frames of a folder in one format.
Result<std::vector<fs::path>> listFolder(const std::string& folder, std::string_view ending) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (numberInName({"frame", ending}, entry->path().filename().string())) {
            found.push_back(entry->path());
        }
    }
    if (error) return fileError(folder, "cannot list the folder: " + error.message());
    std::ranges::sort(found, {}, frameNumber);
    return found;
}

Result<std::vector<fs::path>> framesOf(const std::string& folder) {
    for (const FrameFormat& format : kFormats) {
        Result<std::vector<fs::path>> found = listFolder(folder, format.ending);
        if (!found || !found.value().empty()) return found;
    }
    return fileError(folder,
                     "has no frames: looked for frame_0000.ply, frame_0000.bgeo and frame_0000.csv, as "
                     "`undine run --export ply` writes them");
}

}  // namespace

Result<std::vector<fs::path>> findFrames(std::span<const std::string> names) {
    std::vector<fs::path> frames;
    for (const std::string& name : names) {
        std::error_code error;
        if (!fs::exists(name, error)) return fileError(name, "there is no such file or folder");
        if (!fs::is_directory(name, error)) {
            frames.emplace_back(name);
            continue;
        }
        const Result<std::vector<fs::path>> found = framesOf(name);
        if (!found) return Error{found.error()};
        frames.insert(frames.end(), found.value().begin(), found.value().end());
    }
    return frames;
}

std::optional<std::uint64_t> frameNumber(const fs::path& path) {
    for (const FrameFormat& format : kFormats) {
        if (const auto number = numberInName({"frame", format.ending}, path.filename().string()))
            return number;
    }
    return std::nullopt;
}

Result<ParticleTable> readFrameFile(const fs::path& path) {
    const std::string ending = extensionOf(path.string());
    const auto format = std::ranges::find(kFormats, ending, &FrameFormat::ending);
    if (format == std::end(kFormats)) {
        return fileError(path.string(), "frames are read from files that end in .ply, .bgeo or .csv");
    }
    const auto text = readFile({path.string(), "frame", static_cast<std::size_t>(availableMemory() / 4)});
    if (!text) return Error{text.error()};
    Result<ParticleTable> table = format->parse(text.value());
    return table ? std::move(table) : fileError(path.string(), table.error());
}

}  // namespace undine
