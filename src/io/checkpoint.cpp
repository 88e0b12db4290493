// SPDX-License-Identifier: Zlib
#include "io/checkpoint.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "io/atomic_file.h"

namespace undine {
namespace {

constexpr std::string_view kPrefix = "checkpoint_";
constexpr std::string_view kSuffix = ".undine";
constexpr std::size_t kFewestDigits = 4;
constexpr std::size_t kMostDigits = 10;  // of 32 bits

/// The digits between prefix and suffix; empty when the name is not one of ours.
std::string_view digitsOf(std::string_view name) {
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return {};
    if (name.size() < kPrefix.size() + kFewestDigits + kSuffix.size()) return {};
    const auto digits = name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
    const bool numeric = std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    return numeric && digits.size() <= kMostDigits ? digits : std::string_view();
}

Result<std::vector<std::byte>> readWhole(const std::filesystem::path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) return Error{"does not exist"};
    if (!std::filesystem::is_regular_file(status)) return Error{"is not a file"};
    const auto size = std::filesystem::file_size(path, error);
    if (error) return Error{"cannot read: " + error.message()};
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) return Error{std::string("cannot read: ") + std::strerror(errno)};
    std::vector<std::byte> bytes(size);
    errno = 0;
    if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) {
        return Error{std::string("cannot read: ") + std::strerror(errno != 0 ? errno : EIO)};
    }
    return bytes;
}

Error named(const std::filesystem::path& path, const std::string& message) {
    return {path.string() + ": " + message};
}

}  // namespace

std::string checkpointFileName(std::uint32_t frame) {
    std::string digits = std::to_string(frame);
    if (digits.size() < kFewestDigits) digits.insert(0, kFewestDigits - digits.size(), '0');
    return std::string(kPrefix) + digits + std::string(kSuffix);
}

bool isCheckpointFileName(const std::string& name) { return !digitsOf(name).empty(); }

Result<void> writeCheckpoint(const Checkpoint& checkpoint, const std::filesystem::path& path) {
    const auto bytes = encodeCheckpoint(checkpoint);
    if (!bytes) return named(path, bytes.error());
    auto file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    file.value().write(bytes.value());
    return file.value().commit();
}

Result<Checkpoint> readCheckpoint(const std::filesystem::path& path) {
    const auto bytes = readWhole(path);
    if (!bytes) return named(path, bytes.error());
    auto checkpoint = decodeCheckpoint(bytes.value());
    if (!checkpoint) return named(path, checkpoint.error());
    return checkpoint;
}

std::vector<std::filesystem::path> findCheckpoints(const std::filesystem::path& folder) {
    std::vector<std::pair<std::uint64_t, std::filesystem::path>> found;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (const auto digits = digitsOf(name); !digits.empty()) {
            found.emplace_back(std::stoull(std::string(digits)), entry->path());
        }
    }
    std::ranges::sort(found, std::greater{});
    std::vector<std::filesystem::path> paths;
    paths.reserve(found.size());
    for (auto& [frame, path] : found) paths.push_back(std::move(path));
    return paths;
}

Result<LoadedCheckpoint> loadNewest(const std::filesystem::path& folder) {
    std::vector<std::string> reasons;
    for (const std::filesystem::path& path : findCheckpoints(folder)) {
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
    const auto paths = findCheckpoints(folder);
    for (std::size_t k = count; k < paths.size(); ++k) {
        std::error_code error;
        std::filesystem::remove(paths[k], error);
        if (error) return named(paths[k], "cannot remove: " + error.message());
    }
    return {};
}

}  // namespace undine
