// SPDX-License-Identifier: Zlib
// One run at a time in a folder: two would overwrite each other's frames. The lock is the system's and goes
// with the process, however it ends.
#pragma once

#include <filesystem>

#include "undine/result.h"

namespace undine {

class FolderLock {
  public:
    /// Locks an existing folder, or says that another run has it.
    static Result<FolderLock> take(const std::filesystem::path& folder);

    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

  private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;  // of the folder itself: no file is needed
};

}  // namespace undine
