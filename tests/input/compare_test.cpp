// SPDX-License-Identifier: Zlib
// `undine compare` from outside.
#include "tests/input/command.h"
#ifdef UNDINE_CLI_PATH

namespace undine {
namespace {

// What is wrong with an input is said before anything is drawn; most tests need no pictures.
class Compare : public CommandTest {
  protected:
    Outcome compare(const std::string& flags, const std::string& before = "true") const {
        return run(std::string("compare --no-pictures --out o ") + kTiny + " " + flags, before);
    }
    std::string page() const { return readFile(folder_ / "o/index.html"); }
    bool isPageThere() const { return std::filesystem::exists(folder_ / "o/index.html"); }
    void expectRefused(const std::string& flags, const std::string& why) const {
        const Outcome outcome = compare(flags);
        EXPECT_EQ(outcome.exitCode, 2) << flags;
        expectFragment(outcome.err, why);
        EXPECT_FALSE(std::filesystem::exists(folder_ / "o")) << flags;
    }
};

TEST_F(Compare, WritesAPageATableAndJsonOfTwoMethods) {
    const Outcome outcome = compare("--solvers wcsph,pbf --json sum.json");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    expectFragment(outcome.out, "wall s per simulated s");
    const std::string html = page();
    for (const char* words : {"<th>wcsph</th>", "<th>pbf</th>", "All 2 variants came to their end",
                              "Kinetic energy", "Density error", "Volume", "Iterations"}) {
        expectFragment(html, words);
    }
    EXPECT_EQ(html.find("http"), std::string::npos) << "a page must not need the network";
    const auto json = parsedFile(folder_ / "sum.json");
    EXPECT_EQ(json["scene"], "tiny");
    ASSERT_EQ(json["variants"].size(), 2U);
    for (const auto& variant : json["variants"]) {
        EXPECT_EQ(variant["name"], variant["solver"]);
        EXPECT_EQ(variant["status"], "done");
        EXPECT_EQ(variant["particles"], 100);
        EXPECT_NEAR(variant["simulated_seconds"].get<double>(), 0.03, 1e-5);
        EXPECT_GT(variant["wall_seconds_per_simulated_second"].get<double>(), 0);
        ASSERT_EQ(variant["frame_statistics"].size(), 4U);
        ASSERT_EQ(variant["volume"].size(), 4U);
        EXPECT_NEAR(variant["volume"][0].get<double>(), 1, 0.05);
    }
    EXPECT_EQ(json["variants"][0]["iterations_per_step"], 0);
    EXPECT_GE(json["variants"][1]["iterations_per_step"].get<double>(), 5);
}

TEST_F(Compare, GivesEachVariantTheBitsThatARunOfItsOwnHas) {
    ASSERT_EQ(compare("--solvers wcsph,pbf --json sum.json").exitCode, 0);
    const auto json = parsedFile(folder_ / "sum.json");
    for (const auto& variant : json["variants"]) {
        const Outcome alone =
            run("run --quiet --json alone.json --set solver.method=" + variant["solver"].get<std::string>() +
                " " + kTiny);
        ASSERT_EQ(alone.exitCode, 0) << alone.err;
        EXPECT_EQ(variant["state_hash"], parsedFile(folder_ / "alone.json")["state_hash"]);
    }
}

TEST_F(Compare, SetsTwoSettingsOfOneMethodSideBySide) {
    const Outcome outcome = compare(
        "--variant 'thin: fluids.0.viscosity=0.001' --variant 'thick:fluids.0.viscosity=50 "
        "world.gravity=[0,-5,0]' "
        "--set fluids.0.stiffness=200 --frames 2 --json - --quiet");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_EQ(json["variants"].size(), 2U) << outcome.out;
    EXPECT_EQ(json["variants"][0]["name"], "thin");
    EXPECT_EQ(json["variants"][1]["changes"]["fluids.0.viscosity"], "50");
    EXPECT_NE(json["variants"][0]["state_hash"], json["variants"][1]["state_hash"]);
    expectFragment(page(), "fluids.0.viscosity=50, world.gravity=[0,-5,0]");
}

TEST_F(Compare, KeepsTheSettingsThatMethodsShareAndSaysWhatItLeavesOut) {
    const Outcome outcome =
        run("compare scene.json --no-pictures --out o --solvers wcsph,pbf --json sum.json",
            "sed 's/\"fluids\"/\"solver\": {\"method\": \"wcsph\", \"xsph\": 0.3, \"initial_sum\": 0.9}, "
            "\"fluids\"/' '" +
                std::string(kTiny) + "' > scene.json");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const auto json = parsedFile(folder_ / "sum.json");
    EXPECT_TRUE(json["variants"][0]["settings_left_out"].empty());
    EXPECT_EQ(json["variants"][1]["settings_left_out"], nlohmann::json({"initial_sum"}));
    const Outcome alone = run(std::string("run --quiet --json alone.json --set solver.method=pbf "
                                          "--set solver.xsph=0.3 ") +
                              kTiny);
    ASSERT_EQ(alone.exitCode, 0) << alone.err;
    EXPECT_EQ(json["variants"][1]["state_hash"], parsedFile(folder_ / "alone.json")["state_hash"]);
    expectFragment(page(), "initial_sum");
}

TEST_F(Compare, ReportsAVariantThatExplodesWhileTheOthersGoOn) {
    const Outcome outcome = compare(
        "--variant 'calm: fluids.0.stiffness=100' --variant 'wild: world.max_speed=0.15' --json sum.json");
    EXPECT_EQ(outcome.exitCode, 1);
    expectFragment(outcome.err, "wild: stopped at ");
    const auto json = parsedFile(folder_ / "sum.json");
    EXPECT_EQ(json["variants"][0]["status"], "done");
    EXPECT_EQ(json["variants"][0]["frame_statistics"].size(), 4U);
    EXPECT_EQ(json["variants"][1]["status"], "exploded");
    expectFragment(json["variants"][1]["message"].get<std::string>(), "Particle ");
    expectFragment(page(), "1 of 2 variants came to their end");
    expectFragment(page(), "wild: stopped at ");
}

TEST_F(Compare, RefusesBadInputBeforeAnythingRuns) {
    expectRefused("--solvers wcsph,pfb", "\"pfb\": must be one of wcsph, pbf");
    expectRefused("--solvers wcsph,pfb", "did you mean \"pbf\"?");
    expectRefused("--solvers wcsph", "there is one variant to compare: give 2 to 9");
    expectRefused("", "there are 0 variants to compare: give 2 to 9");
    expectRefused("--solvers wcsph,wcsph", "two variants are called \"wcsph\"");
    expectRefused("--solvers wcsph,pbf --set solver.iterations=9",
                  "variant wcsph: ");  // pbf has them, wcsph has not
    expectRefused("--solvers wcsph,pbf --set solver.iterations=9", "iterations: unknown key");
    expectRefused("--solvers wcsph --variant thick", "must be \"NAME: PATH=VALUE ...\"");
    expectRefused("--solvers wcsph --variant 'thick: viscosity'", "must be path=value");
    expectRefused("--solvers wcsph --variant 'thick: fluids.0.viscosty=2'", "variant thick: ");
    expectRefused("--solvers wcsph --variant ' : fluids.0.viscosity=2'", "its name must have 1 to 40");
    expectRefused("--solvers wcsph --variant 'long: output.seconds=9'", "give all the same");
    expectRefused("--solvers wcsph,pbf --seconds -1", "--seconds");
    expectRefused("--solvers wcsph,pbf --frames 2 --seconds 1", "give one of them, not both");
}

TEST_F(Compare, RefusesAMethodThatCannotDoWhatTheSceneAsks) {
    const Outcome outcome =
        run("compare vortex_ring --no-pictures --out o --solvers vortex,pbf --seconds 0.1");
    EXPECT_EQ(outcome.exitCode, 2);
    expectFragment(outcome.err, "variant pbf: ");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "o"));
}

TEST_F(Compare, FailsWhenThePageCannotBeWritten) {
    writeFile(folder_ / "o", "");
    EXPECT_EQ(compare("--solvers wcsph,pbf").exitCode, 1);
    EXPECT_EQ(
        run(std::string("compare --no-pictures --out p --solvers wcsph,pbf --json no/such/file ") + kTiny)
            .exitCode,
        1);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "p/index.html"));
}

TEST_F(Compare, InterruptedMakesThePageOfWhatThereIs) {
    // A shell's background job ignores Ctrl-C's signal by default; SIGTERM is handled the same way. The log
    // has a line after five seconds.
    const std::string line = "cd '" + folder_.path().string() +
                             "' && { '" UNDINE_CLI_PATH
                             "' compare --no-pictures --out o --solvers wcsph,pbf --json sum.json --seconds "
                             "10000 " +
                             kTiny +
                             " 2> stderr.txt > stdout.txt & while ! grep -q frame stderr.txt; do sleep 0.05; "
                             "done; kill -TERM $!; wait $!; }";
    const int status = std::system(line.c_str());
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 1);
    const auto json = parsedFile(folder_ / "sum.json");
    ASSERT_EQ(json["variants"].size(), 2U);
    EXPECT_EQ(json["variants"][0]["status"], "interrupted");
    EXPECT_EQ(json["variants"][0]["frames"], json["variants"][1]["frames"]);
    EXPECT_TRUE(isPageThere());
    expectFragment(page(), "interrupted at ");
}

}  // namespace
}  // namespace undine
#endif  // UNDINE_CLI_PATH
