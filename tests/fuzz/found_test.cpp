// SPDX-License-Identifier: Zlib
// Replays inputs that once broke something or were made to, and the ones the fuzzers begin with.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/fuzz/targets.h"
#include "tests/input/temporary_folder.h"
#include "tests/support/places.h"

namespace undine::test {
namespace {

using Target = void (*)(std::span<const std::uint8_t>);

/// Feeds every file below a folder of the sources to the target; returns how many there were.
int replay(const std::string& folder, Target target) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(UNDINE_SOURCE_DIR "/" + folder)) {
        if (!entry.is_regular_file()) continue;
        SCOPED_TRACE(entry.path().string());
        const std::string text = readFile(entry.path());
        target({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        ++count;
    }
    return count;
}

TEST(Fuzz, ScenesFoundEarlierAreRead) {
    EXPECT_GT(replay("tests/input/bad", readAnyScene), 20);
    EXPECT_GT(replay("tests/fuzz/found/scene", readAnyScene), 0);
}

TEST(Fuzz, CheckpointsFoundEarlierAreRead) {
    EXPECT_GT(replay("tests/fuzz/found/checkpoint", readAnyCheckpoint), 0);
}

TEST(Fuzz, EveryKindOfCheckpointInputIsAmongTheFirst) {
    const auto inputs = validCheckpointInputs();
    EXPECT_EQ(inputs.size(), static_cast<std::size_t>(CheckpointInput::Count));
    for (const auto& input : inputs) readAnyCheckpoint(input);
}

}  // namespace
}  // namespace undine::test
