// SPDX-License-Identifier: Zlib
// The command from outside, for tests: a folder of its own, exit code, what it said.
#pragma once

#include "tests/support/places.h"
#ifdef UNDINE_CLI_PATH
#include <sys/wait.h>

#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/input/temporary_folder.h"

namespace undine {

inline constexpr const char* kTiny = UNDINE_SOURCE_DIR "/tests/input/tiny.json";

struct Outcome {
    int exitCode = -1;
    std::string out;
    std::string err;
};

class CommandTest : public testing::Test {
  protected:
    // Runs `undine ARGUMENTS` in a folder of its own, after the shell commands `before`.
    Outcome run(const std::string& arguments, const std::string& before = "true",
                const std::string& output = "stdout.txt") const {
        const std::string line = "cd '" + folder_.path().string() + "' && { " + before +
                                 "; } && '" UNDINE_CLI_PATH "' " + arguments + " > " + output +
                                 " 2> stderr.txt < /dev/null";
        const int status = std::system(line.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readFile(folder_ / "stdout.txt"),
                readFile(folder_ / "stderr.txt")};
    }

    TemporaryFolder folder_;
};

inline void expectFragment(const std::string& text, const std::string& fragment) {
    EXPECT_NE(text.find(fragment), std::string::npos) << "no \"" << fragment << "\" in:\n" << text;
}

inline nlohmann::json parsedFile(const std::string& path) {
    return nlohmann::json::parse(readFile(path), nullptr, false);
}

}  // namespace undine
#endif  // UNDINE_CLI_PATH
