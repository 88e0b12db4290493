// SPDX-License-Identifier: Zlib
#include "io/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace undine {

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return Error{folder.string() + ": cannot open the folder: " + std::strerror(errno)};
    FolderLock lock(descriptor);
    // Some network file systems know no locks: there the run goes on without.
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return Error{folder.string() +
                     ": another run is writing to this folder; wait for it, or give another --out"};
    }
    return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace undine
