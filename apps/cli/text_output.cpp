// SPDX-License-Identifier: Zlib
#include "text_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "io/atomic_file.h"

namespace undine::cli {

Result<void> writeText(std::string_view text, const std::string& path) {
    if (path == "-") {
        const bool written =
            std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
        return written ? Result<void>() : Error{std::string("standard output: ") + std::strerror(errno)};
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

}  // namespace undine::cli
