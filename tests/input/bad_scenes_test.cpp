// SPDX-License-Identifier: Zlib
// Every file in bad/ is refused, with the message that stands beside it: NAME.expected holds one fragment per
// line.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/places.h"
#include "undine/scene.h"

namespace undine {
namespace {

const std::filesystem::path kFolder = UNDINE_SOURCE_DIR "/tests/input/bad";

std::vector<std::string> badScenes() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::string> linesOf(std::istream& stream) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

class BadScene : public testing::TestWithParam<std::string> {};

TEST_P(BadScene, IsRefusedWithTheExpectedMessage) {
    const std::string path = (kFolder / (GetParam() + ".json")).string();
    const Result<Scene> scene = loadScene(path);
    ASSERT_FALSE(scene.ok());

    std::ifstream expectedFile(kFolder / (GetParam() + ".expected"));
    const std::vector<std::string> expected = linesOf(expectedFile);
    ASSERT_FALSE(expected.empty());
    for (const std::string& fragment : expected) {
        EXPECT_NE(scene.error().find(fragment), std::string::npos) << "no \"" << fragment << "\" in:\n"
                                                                   << scene.error();
    }
}

TEST_P(BadScene, IsNamedInEveryLineOfItsMessage) {
    const std::string path = (kFolder / (GetParam() + ".json")).string();
    std::istringstream message(loadScene(path).error());
    for (const std::string& line : linesOf(message)) {
        EXPECT_TRUE(line.starts_with(path + ": ")) << line;
        EXPECT_LT(line.size(), path.size() + 400) << line;
        EXPECT_TRUE(std::none_of(line.begin(), line.end(), [](char c) { return c >= 0 && c < ' '; })) << line;
    }
}

INSTANTIATE_TEST_SUITE_P(Input, BadScene, testing::ValuesIn(badScenes()),
                         [](const auto& tested) { return tested.param; });

// What is wrong with a fluid is not held against what refers to it.
TEST(BadSceneMessage, HasNoLineForWhatOnlyFollows) {
    for (const auto& [name, lines] :
         {std::pair("fluid_tension_in_vortex", 1U), std::pair("fluid_burns_in_water", 1U),
          std::pair("fluid_tension_among_gases", 1U), std::pair("emitter_feeds_all_the_same", 2U)}) {
        std::istringstream message(loadScene((kFolder / name).string() + ".json").error());
        EXPECT_EQ(linesOf(message).size(), lines) << message.str();
    }
}

TEST(BadSceneFolder, HoldsEnoughCases) { EXPECT_GE(badScenes().size(), 30U); }

}  // namespace
}  // namespace undine
