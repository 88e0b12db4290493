// SPDX-License-Identifier: Zlib
// A file that appears whole or not at all. It grows under a temporary name in the folder it will live in, is
// brought to the disk, and only then renamed: a killed run or a full disk leaves no half frame behind. The
// folder is brought to the disk as well, so that a power cut cannot lose the new name.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "undine/result.h"

namespace undine {

/// Whether this is a device or a pipe, or stands for what is open already as /dev/stdout does: written to as
/// it is, and never renamed.
bool isDevice(const std::filesystem::path& path);

/// What a file is called while it grows: its name and this.
inline constexpr std::string_view kPartExtension = ".part";

class AtomicFile {
  public:
    /// Opens `path`.part for writing. A device or pipe (/dev/stdout) is opened itself: there is nothing to
    /// rename.
    static Result<AtomicFile> create(const std::filesystem::path& path);

    AtomicFile(AtomicFile&&) noexcept = default;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();  // what was not committed is removed

    /// For libraries that write to a stream. Its errors are found by commit().
    std::FILE* stream() { return file_.get(); }

    /// Where the file grows, for libraries that insist on opening it themselves.
    const std::filesystem::path& partPath() const { return part_; }

    /// Errors are kept for commit(), so that a writer need not check every piece.
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);

    /// Brings everything to the disk and gives the file its name; says what failed otherwise, for example a
    /// full disk.
    Result<void> commit();

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    AtomicFile(std::filesystem::path path, std::filesystem::path part, std::FILE* file)
        : path_(std::move(path)), part_(std::move(part)), file_(file) {}

    Error failure(int errorNumber) const;

    std::filesystem::path path_;
    std::filesystem::path part_;  // the same as path_ for a device
    std::unique_ptr<std::FILE, Closer> file_;
    int writeError_ = 0;
};

}  // namespace undine
