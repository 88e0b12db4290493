// SPDX-License-Identifier: Zlib
// What happens when ffmpeg ends too soon.
#include "render/encoder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "tests/input/temporary_folder.h"

namespace undine {
namespace {

TEST(Encoder, FailsAgainAfterAFailureAndWaitsForNoOtherProcess) {
    const TemporaryFolder folder;
    writeFile(folder / "ffmpeg", "#!/bin/sh\nexit 1\n");
    std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
    const std::string before = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
    ::setenv("PATH", folder.path().c_str(), 1);
    Result<Encoder> encoder = Encoder::create({folder / "film.mp4", "mp4", 64, 64, 30});
    ::setenv("PATH", before.c_str(), 1);
    ASSERT_TRUE(encoder.ok()) << encoder.error();

    const pid_t other = ::fork();
    if (other == 0) ::_exit(7);
    const std::vector<std::uint8_t> picture(std::size_t{1} << 20U);  // more than a socket holds
    EXPECT_FALSE(encoder.value().write(picture).ok());
    EXPECT_FALSE(encoder.value().write(picture).ok());
    EXPECT_FALSE(encoder.value().finish().ok());
    int status = 0;
    ASSERT_EQ(::waitpid(other, &status, 0), other) << "somebody else has waited for it";
    EXPECT_EQ(WEXITSTATUS(status), 7);
}

}  // namespace
}  // namespace undine
