// SPDX-License-Identifier: Zlib
#include "io/checkpoint.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/memory.h"
#include "io/atomic_file.h"
#include "io/file_names.h"
#include "io/read_file.h"

namespace undine {
namespace {

constexpr SeriesName kSeries{"checkpoint", "undine"};

Error named(const std::filesystem::path& path, const std::string& message) {
    return {path.string() + ": " + message};
}

}  // namespace

std::string checkpointFileName(std::uint32_t frame) { return numberedName(kSeries, frame); }

bool isCheckpointFileName(const std::string& name) { return numberInName(kSeries, name).has_value(); }

Result<void> writeCheckpoint(const Checkpoint& checkpoint, const std::filesystem::path& path) {
    const auto bytes = encodeCheckpoint(checkpoint);
    if (!bytes) return named(path, bytes.error());
    auto file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    file.value().write(bytes.value());
    return file.value().commit();
}

Result<Checkpoint> readCheckpoint(const std::filesystem::path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found) return named(path, "does not exist");
    if (status.type() == std::filesystem::file_type::none)
        return named(path, "cannot read: " + error.message());
    // A device may have no end.
    if (!std::filesystem::is_regular_file(status)) return named(path, "is not a file");
    const auto bytes = readFile({.path = path.string(), .kind = "checkpoint", .maxBytes = availableMemory()});
    if (!bytes) return Error{bytes.error()};
    auto checkpoint = decodeCheckpoint(std::as_bytes(std::span(bytes.value())));
    if (!checkpoint) return named(path, checkpoint.error());
    return checkpoint;
}

Result<std::vector<std::filesystem::path>> findCheckpoints(const std::filesystem::path& folder) {
    std::vector<std::pair<std::uint64_t, std::filesystem::path>> found;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (const auto frame = numberInName(kSeries, name)) found.emplace_back(*frame, entry->path());
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        return named(folder, "cannot read: " + error.message());
    }
    std::ranges::sort(found, std::greater{});
    std::vector<std::filesystem::path> paths;
    paths.reserve(found.size());
    for (auto& [frame, path] : found) paths.push_back(std::move(path));
    return paths;
}

Result<LoadedCheckpoint> loadNewest(const std::filesystem::path& folder) {
    const auto paths = findCheckpoints(folder);
    if (!paths) return Error{paths.error()};
    std::vector<std::string> reasons;
    for (const std::filesystem::path& path : paths.value()) {
        auto checkpoint = readCheckpoint(path);
        if (checkpoint) return LoadedCheckpoint{std::move(checkpoint).value(), path, std::move(reasons)};
        reasons.push_back(checkpoint.error());
    }
    if (reasons.empty()) return named(folder, "has no checkpoints");
    std::string message = named(folder, "has no checkpoint that can be used").message;
    for (const std::string& reason : reasons) message += "\n" + reason;
    return Error{message};
}

Result<void> keepOnly(const std::filesystem::path& folder, std::size_t count) {
    const auto found = findCheckpoints(folder);
    if (!found) return Error{found.error()};
    const std::vector<std::filesystem::path>& paths = found.value();
    for (std::size_t k = count; k < paths.size(); ++k) {
        std::error_code error;
        std::filesystem::remove(paths[k], error);
        if (error) return named(paths[k], "cannot remove: " + error.message());
    }
    return {};
}

}  // namespace undine
