// SPDX-License-Identifier: Zlib
#include "io/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace undine {

bool isDevice(const std::filesystem::path& path) {
    std::error_code error;
    // /dev/stdout may stand for a file: that one is open already, and nobody's to rename.
    if (std::filesystem::read_symlink(path, error).parent_path() == "/proc/self/fd") return true;
    const auto status = std::filesystem::status(path, error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
           !std::filesystem::is_directory(status);
}

namespace {

/// Brings the names in a folder to the disk: without it a power cut may undo a rename. Returns the error
/// number. File systems that cannot do this say EINVAL, and then there is nothing to wait for.
int syncFolder(const std::filesystem::path& folder) {
    const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) return errno == EACCES ? 0 : errno;  // one may write to a folder one may not list
    const int error = ::fsync(handle) != 0 && errno != EINVAL ? errno : 0;
    ::close(handle);
    return error;
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return Error{path.string() + ": is a folder"};
    std::filesystem::path part = path;
    if (!isDevice(path)) part += kPartExtension;
    std::FILE* file = std::fopen(part.c_str(), "wb");
    if (file == nullptr) {
        const int reason = errno;
        const std::filesystem::path folder = path.parent_path();
        const bool isNowhere = !folder.empty() && !std::filesystem::exists(folder, error);
        return Error{path.string() + ": cannot write: " +
                     (isNowhere ? "there is no folder " + folder.string() : std::strerror(reason))};
    }
    return AtomicFile(path, std::move(part), file);
}

AtomicFile::~AtomicFile() {
    if (!file_) return;
    file_.reset();
    std::error_code ignored;
    if (part_ != path_) std::filesystem::remove(part_, ignored);
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    if (writeError_ != 0 || bytes.empty()) return;
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        writeError_ = errno != 0 ? errno : EIO;
    }
}

void AtomicFile::write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }

Result<void> AtomicFile::commit() {
    const bool renamed = part_ != path_;
    errno = 0;
    if (writeError_ == 0 && (std::fflush(file_.get()) != 0 || std::ferror(file_.get()) != 0)) {
        writeError_ = errno != 0 ? errno : EIO;
    }
    if (writeError_ == 0 && renamed && ::fsync(::fileno(file_.get())) != 0) writeError_ = errno;
    if (writeError_ != 0) return failure(writeError_);

    if (std::fclose(file_.release()) != 0) {
        const Error error = failure(errno);
        if (renamed) std::remove(part_.c_str());
        return error;
    }
    if (renamed && std::rename(part_.c_str(), path_.c_str()) != 0) {
        const Error error = failure(errno);
        std::remove(part_.c_str());
        return error;
    }
    if (const int error = renamed ? syncFolder(path_.parent_path()) : 0; error != 0) return failure(error);
    return {};
}

Error AtomicFile::failure(int errorNumber) const {
    return {path_.string() + ": cannot write: " + std::strerror(errorNumber)};
}

}  // namespace undine
