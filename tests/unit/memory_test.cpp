// SPDX-License-Identifier: Zlib
#include <sys/resource.h>

#include <cmath>

#include <gtest/gtest.h>

#include "core/memory.h"
#include "tests/input/temporary_folder.h"
#include "tests/support/sanitized.h"

namespace undine {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

TEST(Memory, IsWhatAMachineCanHave) {
    EXPECT_GT(availableMemory(), std::uint64_t{64} << 20U);
    EXPECT_LT(availableMemory(), std::uint64_t{1} << 50U);
}

TEST(Memory, FollowsTheLimitOfTheProcess) {
    if (test::kIsSanitized) GTEST_SKIP() << "sanitizers need all addresses";
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
    const rlimit lower{availableMemory() / 2, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_AS, &lower), 0);
    const std::uint64_t limited = availableMemory();
    ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_EQ(limited, lower.rlim_cur);
}

TEST(Memory, FollowsTheLowestControlGroupOnTheWayUp) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "a/b");
    writeFile(folder / "a/memory.max", "5000\n");
    writeFile(folder / "a/b/memory.max", "max\n");
    writeFile(folder / "self", "0::/a/b\n");
    EXPECT_EQ(controlGroupLimit(folder / "self", folder.path()), 5000U);
    writeFile(folder / "a/b/memory.max", "3000\n");
    EXPECT_EQ(controlGroupLimit(folder / "self", folder.path()), 3000U);
    // Inside a container the group may not be mounted, but the root is.
    writeFile(folder / "self", "0::/elsewhere\n");
    EXPECT_EQ(controlGroupLimit(folder / "self", folder.path()), kNoLimit);
    writeFile(folder / "memory.max", "7000\n");
    EXPECT_EQ(controlGroupLimit(folder / "self", folder.path()), 7000U);
}

TEST(Memory, KnowsTheFirstVersionOfControlGroups) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "memory/job");
    writeFile(folder / "memory/job/memory.limit_in_bytes", "4096\n");
    writeFile(folder / "self", "garbage\n3:cpuset:/\n4:memory:/job\n");
    EXPECT_EQ(controlGroupLimit(folder / "self", folder.path()), 4096U);
    EXPECT_EQ(controlGroupLimit(folder / "missing", folder.path()), kNoLimit);
}

TEST(Memory, RefusesWithNumbersAPersonCanRead) {
    EXPECT_TRUE(checkMemory(1000, 1000 * kBytesPerParticle).ok());
    const std::string tooMuch = checkMemory(2'100'000'000'000, 420'000'000'000'000).error();
    EXPECT_EQ(tooMuch.find("needs 2.1e+12 particles and about 4.2e+05 GB of memory; this machine has "), 0U)
        << tooMuch;
    EXPECT_EQ(checkMemory(5'000'000'000, 1).error(), "needs 5e+09 particles; a world holds at most 4e+09");
}

TEST(Memory, CountsWithoutOverflow) {
    EXPECT_EQ(toCount(-5), 0U);
    EXPECT_EQ(toCount(NAN), 0U);
    EXPECT_EQ(toCount(2.5), 3U);
    EXPECT_EQ(toCount(INFINITY), static_cast<std::uint64_t>(kCountless));
}

}  // namespace
}  // namespace undine
