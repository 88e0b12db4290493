// SPDX-License-Identifier: Zlib
// Documents in the repository that are made from the program: `./dev docs` writes them anew.
#include "tests/support/places.h"
#ifdef UNDINE_CLI_PATH
#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/input/temporary_folder.h"
#include "undine/scene.h"

namespace undine {
namespace {

struct GeneratedDocument {
    const char* path;
    const char* command;

    // NOLINTNEXTLINE(readability-identifier-naming): the name is GoogleTest's
    friend void PrintTo(const GeneratedDocument& document, std::ostream* stream) { *stream << document.path; }
};

class Generated : public testing::TestWithParam<GeneratedDocument> {};

TEST_P(Generated, IsWhatTheProgramPrints) {
    // Without Bullet there are fewer scenes to complete.
    const bool hasAllScenes = std::ranges::count(builtInScenes(), "boat") > 0;
    if (!hasAllScenes && std::string_view(GetParam().path).starts_with("completions/")) {
        GTEST_SKIP() << "built without Bullet";
    }
    const TemporaryFolder folder;
    const std::string printed = folder / "printed";
    const std::string line =
        "'" UNDINE_CLI_PATH "' " + std::string(GetParam().command) + " > '" + printed + "'";
    ASSERT_EQ(std::system(line.c_str()), 0);
    const std::string kept = readFile(std::filesystem::path(UNDINE_SOURCE_DIR) / GetParam().path);
    EXPECT_EQ(kept, readFile(printed)) << "run ./dev docs";
}

INSTANTIATE_TEST_SUITE_P(Documents, Generated,
                         testing::Values(GeneratedDocument{"docs/scene-reference.md", "docs reference"},
                                         GeneratedDocument{"undine.schema.json", "docs schema"},
                                         GeneratedDocument{"docs/undine.1", "docs man"},
                                         GeneratedDocument{"completions/undine.bash", "completion bash"},
                                         GeneratedDocument{"completions/_undine", "completion zsh"},
                                         GeneratedDocument{"completions/undine.fish", "completion fish"}));

}  // namespace
}  // namespace undine
#endif  // UNDINE_CLI_PATH
