// SPDX-License-Identifier: Zlib
#include "core/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

namespace undine {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// The number in a file; "max", which stands for no limit, is none, and neither is a missing file.
std::uint64_t limitIn(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::uint64_t limit = 0;
    return stream >> limit ? limit : kNoLimit;
}

/// A group is bound by the limits of all groups above it. Inside a container the path may name a group that
/// is not mounted; those above it are.
std::uint64_t limitOnTheWayUp(const std::filesystem::path& mount, std::filesystem::path group,
                              const char* file) {
    std::uint64_t limit = limitIn(mount / file);
    for (; group.has_relative_path() && group != group.parent_path(); group = group.parent_path()) {
        limit = std::min(limit, limitIn(mount / group.relative_path() / file));
    }
    return limit;
}

}  // namespace

std::uint64_t controlGroupLimit(const std::filesystem::path& membership, const std::filesystem::path& root) {
    std::uint64_t limit = kNoLimit;
    std::ifstream stream(membership);
    // Lines are "number:controllers:group". Version 2 has the number 0 and names no controllers.
    for (std::string line; std::getline(stream, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        if (controllers.empty()) {
            limit = std::min(limit, limitOnTheWayUp(root, group, "memory.max"));
        } else if (controllers == "memory") {
            limit = std::min(limit, limitOnTheWayUp(root / "memory", group, "memory.limit_in_bytes"));
        }
    }
    return limit;
}

std::uint64_t availableMemory() {
    const auto pages = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 1L));
    const auto pageSize = static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 1L));
    std::uint64_t bytes =
        std::min(pages * pageSize, controlGroupLimit("/proc/self/cgroup", "/sys/fs/cgroup"));
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        bytes = std::min<std::uint64_t>(bytes, limit.rlim_cur);
    }
    return bytes;
}

Result<void> checkMemory(std::uint64_t particles, std::uint64_t bytes) {
    const std::uint64_t available = availableMemory();
    const auto count = static_cast<double>(particles);
    char text[160];
    if (bytes > available) {
        std::snprintf(text, sizeof(text),
                      "needs %.3g particles and about %.3g GB of memory; this machine has %.3g GB", count,
                      static_cast<double>(bytes) / 1e9, static_cast<double>(available) / 1e9);
    } else if (particles > kMostParticles) {
        std::snprintf(text, sizeof(text), "needs %.3g particles; a world holds at most %.3g", count,
                      static_cast<double>(kMostParticles));
    } else {
        return {};
    }
    return Error{text};
}

std::uint64_t toCount(double particles) {
    if (std::isnan(particles)) return 0;
    return static_cast<std::uint64_t>(std::ceil(std::clamp(particles, 0.0, kCountless)));
}

}  // namespace undine
