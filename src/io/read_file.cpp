// SPDX-License-Identifier: Zlib
#include "io/read_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "io/printable.h"

namespace undine {

Error fileError(const std::string& path, const std::string& what) { return {printable(path) + ": " + what}; }

Result<std::string> readFile(const FileToRead& wanted) {
    const std::string& path = wanted.path;
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        return fileError(path, fmt::format("is a folder, not a {} file", wanted.kind));
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) return fileError(path, std::strerror(errno));

    const auto tooLarge = [&] {
        return fileError(path, fmt::format("too large: a {} file may have at most {} MB", wanted.kind,
                                           wanted.maxBytes >> 20U));
    };
    std::string text;
    const auto size = std::filesystem::file_size(path, error);  // an error for a pipe
    if (!error && size > wanted.maxBytes) return tooLarge();
    if (!error) text.reserve(size);
    char buffer[1U << 16U];
    while (const std::size_t count = std::fread(buffer, 1, sizeof(buffer), file.get())) {
        text.append(buffer, count);
        if (text.size() > wanted.maxBytes) return tooLarge();
    }
    if (std::ferror(file.get()) != 0) return fileError(path, std::strerror(errno));
    return text;
}

std::string extensionOf(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

}  // namespace undine
