// SPDX-License-Identifier: Zlib
#pragma once

#include <cstddef>
#include <string>

#include "undine/result.h"

namespace undine {

/// Where a file is, what it should be ("scene", "particle"), and how large it may be.
struct FileToRead {
    std::string path;
    const char* kind;
    std::size_t maxBytes;
};

/// All bytes of a file. The error names the file.
Result<std::string> readFile(const FileToRead& file);

/// "path: what", with the path fit for a terminal.
Error fileError(const std::string& path, const std::string& what);

/// What follows the last dot of the path, in lower case; empty when there is none.
std::string extensionOf(const std::string& path);

}  // namespace undine
