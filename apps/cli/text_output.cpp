// SPDX-License-Identifier: Zlib
#include "text_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "io/atomic_file.h"

namespace undine::cli {
namespace {

int firstLoss = 0;  // of standard output: later writes may succeed, and what was lost stays lost

void noteLoss(int errorNumber) {
    if (firstLoss == 0) firstLoss = errorNumber != 0 ? errorNumber : EIO;
}

}  // namespace

Result<void> writeText(std::string_view text, const std::string& path) {
    if (path == "-") {
        errno = 0;
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
            noteLoss(errno);
        }
        return {};
    }
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return Error{file.error()};
    file.value().write(text);
    return file.value().commit();
}

Result<void> checkWritable(const std::optional<std::string>& path) {
    if (!path || *path == "-") return {};
    const Result<AtomicFile> file = AtomicFile::create(*path);
    return file ? Result<void>() : Error{file.error()};
}

Result<void> flushStandardOutput() {
    errno = 0;
    if (std::fflush(stdout) != 0) {
        noteLoss(errno);
    } else if (std::ferror(stdout) != 0) {
        noteLoss(0);
    }
    if (firstLoss == 0) return {};
    return Error{std::string("standard output: ") + std::strerror(firstLoss)};
}

}  // namespace undine::cli
