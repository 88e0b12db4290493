// SPDX-License-Identifier: Zlib
// The command from outside: exit codes, messages, files.
#include "tests/input/command.h"
#ifdef UNDINE_CLI_PATH

namespace undine {
namespace {

class Command : public CommandTest {};

std::size_t headerCount(const std::string& ply) {
    const auto at = ply.find("element vertex ");
    return at == std::string::npos ? 0 : std::stoul(ply.substr(at + 15));
}

TEST_F(Command, RunWritesWholeFramesAndAPicture) {
    const Outcome outcome = run(std::string("run ") + kTiny);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    for (const char* name : {"frame_0000.ply", "frame_0001.ply", "frame_0002.ply", "frame_0003.ply"}) {
        const std::string ply = readFile(folder_ / ("out/tiny/" + std::string(name)));
        ASSERT_EQ(headerCount(ply), 100U) << name;
        EXPECT_EQ(ply.size() - ply.find("end_header\n") - 11, 100U * 44U) << name;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tiny/frame_0004.ply"));
    EXPECT_EQ(std::filesystem::exists(folder_ / "out/tiny/tiny.png"), UNDINE_WITH_RENDER != 0);
    expectFragment(outcome.out, "state hash");
}

TEST_F(Command, RunRemovesFramesOfAnEarlierRunAndNothingElse) {
    std::filesystem::create_directories(folder_ / "o");
    writeFile(folder_ / "o/frame_0099.ply", "old");
    writeFile(folder_ / "o/notes.txt", "mine");
    ASSERT_EQ(run(std::string("run --out o --frames 1 ") + kTiny).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "o/frame_0099.ply"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "o/frame_0002.ply"));
    EXPECT_EQ(readFile(folder_ / "o/notes.txt"), "mine");
}

TEST_F(Command, QuietRunSaysNothing) {
    const Outcome outcome = run(std::string("run --quiet ") + kTiny);
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST_F(Command, JsonSummaryOnStandardOutputParses) {
    const Outcome outcome = run(std::string("run --json - ") + kTiny);
    ASSERT_EQ(outcome.exitCode, 0);
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << outcome.out;
    EXPECT_EQ(json["scene"], "tiny");
    EXPECT_EQ(json["solver"], "wcsph");
    EXPECT_EQ(json["particles"], 100);
    EXPECT_EQ(json["frames"], 4);
    EXPECT_EQ(json["status"], "done");
    EXPECT_NEAR(json["simulated_seconds"].get<double>(), 0.03, 1e-5);
    EXPECT_EQ(json["state_hash"].get<std::string>().size(), 16U);
    EXPECT_FALSE(json["phases"].empty());
}

TEST_F(Command, StateHashIsTheSameForAnyNumberOfThreadsAndFrameFiles) {
    const auto hashOf = [&](const std::string& flags) {
        const Outcome outcome = run("run --json - " + flags + " " + kTiny);
        return nlohmann::json::parse(outcome.out)["state_hash"].get<std::string>();
    };
    EXPECT_EQ(hashOf("--threads 1"), hashOf("--threads 2"));
    EXPECT_EQ(hashOf("--frames 3"), hashOf("--seconds 0.03"));
}

TEST_F(Command, ExplodedRunKeepsItsFramesAndExplains) {
    const Outcome outcome = run(std::string("run --json sum.json --set world.max_speed=0.15 ") + kTiny);
    EXPECT_EQ(outcome.exitCode, 1);
    expectFragment(outcome.err, "frames 0 to ");
    expectFragment(outcome.err, "are kept in out/tiny");
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/tiny/frame_0000.ply"));
    const auto json = nlohmann::json::parse(readFile(folder_ / "sum.json"), nullptr, false);
    EXPECT_EQ(json["status"], "exploded");
    EXPECT_FALSE(json["message"].get<std::string>().empty());
}

TEST_F(Command, FolderThatCannotBeMadeFailsTheRun) {
    writeFile(folder_ / "file", "");
    const Outcome outcome = run(std::string("run --out file/sub --json - ") + kTiny);
    EXPECT_EQ(outcome.exitCode, 1);
    expectFragment(outcome.err, "file/sub: cannot make the folder: Not a directory");
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["status"], "io_error");
}

TEST_F(Command, FullDiskFailsTheRunAndLeavesNoHalfFrame) {
    // Files may have 4 KiB (or 8, as the shell counts): a frame of 400 particles has more.
    const Outcome outcome =
        run(std::string("run --quiet --set world.particle_spacing=0.025 ") + kTiny, "ulimit -f 8");
    EXPECT_EQ(outcome.exitCode, 1);
    expectFragment(outcome.err, "out/tiny/frame_0000.ply: cannot write: File too large");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tiny/frame_0000.ply"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tiny/frame_0000.ply.part"));
}

TEST_F(Command, SummaryThatCannotBeWrittenFailsBeforeTheRun) {
    const Outcome outcome = run(std::string("run --json no/such/file.json ") + kTiny);
    EXPECT_EQ(outcome.exitCode, 1);
    expectFragment(outcome.err, "no/such/file.json: cannot write: there is no folder no/such");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(Command, InterruptedRunKeepsItsFramesAndSaysSo) {
    // A shell's background job ignores Ctrl-C's signal by default; SIGTERM is handled the same way.
    const std::string line = "cd '" + folder_.path().string() +
                             "' && { '" UNDINE_CLI_PATH "' run --quiet --json sum.json --seconds 1000 " +
                             kTiny +
                             " 2> stderr.txt & while [ ! -e out/tiny/frame_0003.ply ]; do sleep 0.02; done; "
                             "kill -TERM $!; wait $!; }";
    const int status = std::system(line.c_str());
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 1);
    const auto json = nlohmann::json::parse(readFile(folder_ / "sum.json"), nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["status"], "interrupted");
    expectFragment(readFile(folder_ / "stderr.txt"), " --out out/tiny --seconds 1000 --resume");
    EXPECT_GE(json["frames"].get<int>(), 4);
}

TEST_F(Command, JsonHoldsTheStatisticsOfEveryFrame) {
    ASSERT_EQ(run(std::string("run --quiet --json sum.json ") + kTiny).exitCode, 0);
    const auto json = parsedFile(folder_ / "sum.json");
    ASSERT_EQ(json["frame_statistics"].size(), 4U);
    std::uint64_t steps = 0;
    for (const auto& frame : json["frame_statistics"]) {
        steps += frame["steps"].get<std::uint64_t>();
        for (const char* key :
             {"kinetic_energy", "potential_energy", "density_error", "iterations", "time"}) {
            EXPECT_TRUE(frame[key].is_number()) << key;
        }
        EXPECT_EQ(frame["momentum"].size(), 3U);
    }
    EXPECT_EQ(steps, json["steps"].get<std::uint64_t>());
    const auto& last = json["frame_statistics"][3];
    EXPECT_GT(last["kinetic_energy"].get<double>(), 0);
    EXPECT_GT(last["phases"]["sph.density"].get<double>(), 0);
    EXPECT_TRUE(json["resumed_from"].is_null());
}

TEST_F(Command, RunTellsOfViscosityThatDidNotConverge) {
    // Tar that hits a corner: its particles cannot all agree on one motion within a hundred iterations.
    const Outcome outcome = run(std::string("run --frames 1 --json sum.json ") + kTiny +
                                " --set solver.method=pbf --set solver.viscosity_model=implicit"
                                " --set world.particle_spacing=0.01 --set fluids.0.viscosity=1e7"
                                " --set 'fill.0.velocity=[-3,-3,0]'");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const auto frame = parsedFile(folder_ / "sum.json")["frame_statistics"][1];
    const auto unconverged = frame["viscosity_unconverged"].get<std::uint64_t>();
    EXPECT_GT(unconverged, 0U);
    EXPECT_GE(frame["viscosity_iterations"].get<std::uint64_t>(), 100 * unconverged);
    expectFragment(outcome.out, "viscosity    not converged in " + std::to_string(unconverged) + " steps");
}

TEST_F(Command, RunHasAsManyFramesAsItIsAskedForHoweverLong) {
    // 1928 / 30 s is not a float: the nearest one is a little more.
    const Outcome outcome =
        run(std::string("check --set output.frame_rate=30 --set output.seconds=64.266667 ") + kTiny);
    expectFragment(outcome.out, "1928 frames");
}

TEST_F(Command, RunWritesTheFormatsItIsAskedFor) {
    ASSERT_EQ(run(std::string("run --quiet --export vtp,csv ") + kTiny).exitCode, 0);
    for (const char* name : {"frame_0003.vtp", "frame_0003.csv", "frames.pvd"}) {
        EXPECT_TRUE(std::filesystem::exists(folder_ / ("out/tiny/" + std::string(name)))) << name;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tiny/frame_0003.ply"));
    ASSERT_EQ(run(std::string("run --quiet --export none ") + kTiny).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tiny/frame_0003.vtp"));
}

TEST_F(Command, ResumedRunReachesTheStateOfOneThatWasNotStopped) {
    const std::string flags =
        std::string(" --quiet --set output.checkpoint_every=1 --json sum.json ") + kTiny;
    ASSERT_EQ(run("run --seconds 0.06 --out whole" + flags).exitCode, 0);
    const auto whole = parsedFile(folder_ / "sum.json");
    ASSERT_EQ(run("run --seconds 0.03 --out parts" + flags).exitCode, 0);
    ASSERT_EQ(run("run --seconds 0.06 --out parts --resume --threads 1" + flags).exitCode, 0);
    const auto parts = parsedFile(folder_ / "sum.json");
    EXPECT_EQ(parts["resumed_from"], 3);
    EXPECT_EQ(parts["state_hash"], whole["state_hash"]);
    EXPECT_EQ(parts["frames"], whole["frames"]);
    EXPECT_EQ(parts["frame_statistics"].size(), whole["frame_statistics"].size());
    EXPECT_TRUE(readFile(folder_ / "parts/frame_0006.ply") == readFile(folder_ / "whole/frame_0006.ply"));
}

TEST_F(Command, ResumedRunGoesOnWithWhatItWasToldByFlags) {
    const std::string told =
        " --export csv,vtp --set output.checkpoint_every=1 --set fluids.0.viscosity=3 "
        "--set 'output.fields=[\"density\"]' ";
    ASSERT_EQ(run("run --quiet --frames 6" + told + kTiny).exitCode, 0);
    std::filesystem::remove(folder_ / "out/tiny/checkpoint_0006.undine");
    for (const char* name : {"frame_0006.csv", "frame_0006.vtp"}) {
        std::filesystem::remove(folder_ / ("out/tiny/" + std::string(name)));
    }
    const std::string list = readFile(folder_ / "out/tiny/frames.pvd");
    const Outcome outcome = run(std::string("run --resume --json sum.json ") + kTiny);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    expectFragment(outcome.err, "going on with what the run was told: output.checkpoint_every=1 ");
    EXPECT_EQ(parsedFile(folder_ / "sum.json")["resumed_from"], 5);
    EXPECT_EQ(parsedFile(folder_ / "sum.json")["frames"], 7);
    for (const char* name : {"frame_0006.csv", "frame_0006.vtp", "checkpoint_0006.undine"}) {
        EXPECT_TRUE(std::filesystem::exists(folder_ / ("out/tiny/" + std::string(name)))) << name;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tiny/frame_0006.ply"));
    EXPECT_EQ(readFile(folder_ / "out/tiny/frames.pvd"), list);
    const std::string text = readFile(folder_ / "out/tiny/frame_0006.csv");
    expectFragment(text, "density");
    EXPECT_EQ(text.find("velocity"), std::string::npos);
}

TEST_F(Command, ResumedRunTakesFlagsThatAreGivenAgain) {
    ASSERT_EQ(run(std::string("run --quiet --export vtp --frames 2 ") + kTiny).exitCode, 0);
    // The end it was told is behind it: the scene's own is at frame 3.
    ASSERT_EQ(run(std::string("run --quiet --resume --export csv ") + kTiny).exitCode, 0);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/tiny/frame_0003.csv"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tiny/frame_0003.vtp"));
    // And from now on that is what it was told.
    ASSERT_EQ(run(std::string("run --quiet --resume --frames 4 ") + kTiny).exitCode, 0);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/tiny/frame_0004.csv"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/tiny/frame_0004.vtp"));
}

TEST_F(Command, ResumeRefusesACheckpointOfOtherSettings) {
    ASSERT_EQ(run(std::string("run --quiet ") + kTiny).exitCode, 0);
    const Outcome outcome = run(std::string("run --resume --set fluids.0.viscosity=3 ") + kTiny);
    EXPECT_EQ(outcome.exitCode, 2);
    expectFragment(outcome.err, "out/tiny/checkpoint_0003.undine: is of another scene or of other settings");
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/tiny/frame_0003.ply"));
}

TEST_F(Command, ResumeUsesTheCheckpointBeforeADamagedOne) {
    const std::string flags =
        std::string(" --quiet --set output.checkpoint_every=1 --json sum.json ") + kTiny;
    ASSERT_EQ(run("run" + flags).exitCode, 0);
    const auto hash = parsedFile(folder_ / "sum.json")["state_hash"];
    const std::string newest = folder_ / "out/tiny/checkpoint_0003.undine";
    std::string bytes = readFile(newest);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    writeFile(newest, bytes);
    const Outcome outcome = run("run --resume" + flags);
    EXPECT_EQ(outcome.exitCode, 0);
    expectFragment(outcome.err, "checkpoint_0003.undine: is damaged");
    EXPECT_EQ(parsedFile(folder_ / "sum.json")["resumed_from"], 2);
    EXPECT_EQ(parsedFile(folder_ / "sum.json")["state_hash"], hash);
}

TEST_F(Command, ResumeWithoutACheckpointStartsFromTheBeginning) {
    const Outcome outcome = run(std::string("run --resume --quiet ") + kTiny);
    EXPECT_EQ(outcome.exitCode, 0);
    expectFragment(outcome.err, "no checkpoint yet, starting from the beginning");
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/tiny/frame_0000.ply"));
}

TEST_F(Command, CheckFindsTheMistakesOfAllScenes) {
    const Outcome good = run(std::string("check dam_break ") + kTiny);
    EXPECT_EQ(good.exitCode, 0);
    expectFragment(good.out, "dam_break: good");
    expectFragment(good.out, "tiny: good");
    const Outcome bad = run(std::string("check no_such.json ") + kTiny + " --set walls.0.shpe=box");
    EXPECT_EQ(bad.exitCode, 2);
    expectFragment(bad.err, "no_such.json: No such file or directory");
    expectFragment(bad.err, "walls.0.shpe: unknown key, did you mean \"shape\"?");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

struct BadCall {
    const char* name;
    std::string arguments;
    const char* message;

    // NOLINTNEXTLINE(readability-identifier-naming): the name is GoogleTest's
    friend void PrintTo(const BadCall& call, std::ostream* stream) { *stream << "undine " << call.arguments; }
};

class BadCommand : public Command, public testing::WithParamInterface<BadCall> {};

TEST_P(BadCommand, ExitsWithTwoAndAMessage) {
    const Outcome outcome = run(GetParam().arguments);
    EXPECT_EQ(outcome.exitCode, 2);
    expectFragment(outcome.err, GetParam().message);
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

const std::string kRunTiny = std::string("run ") + kTiny + " ";

INSTANTIATE_TEST_SUITE_P(
    Input, BadCommand,
    testing::Values(
        BadCall{"Nothing", "", "Usage: undine"},
        BadCall{"UnknownCommand", "rnu", "unknown command \"rnu\": did you mean \"run\"?"},
        BadCall{"UnknownFlag", kRunTiny + "--frmes 3", "--frmes"},
        BadCall{"NoScene", "run", "SCENE is required"},
        BadCall{"UnknownScene", "run dam_brek", "did you mean \"dam_break\"?"},
        BadCall{"MissingFile", "run no_such.json", "no_such.json: No such file or directory"},
        BadCall{"NoFrames", kRunTiny + "--frames 0",
                "--frames: \"0\": must be a whole number from 1 to 1000000"},
        BadCall{"NegativeFrames", kRunTiny + "--frames -3", "--frames: \"-3\": must be a whole number"},
        BadCall{"FractionOfFrames", kRunTiny + "--frames 1.5", "--frames: \"1.5\": must be a whole number"},
        BadCall{"FramesInWords", kRunTiny + "--frames many", "--frames: \"many\": must be a whole number"},
        BadCall{"NegativeSeconds", kRunTiny + "--seconds -1",
                "--seconds: \"-1\": must be a number from 0 to 86400"},
        BadCall{"SecondsNotANumber", kRunTiny + "--seconds nan", "--seconds: \"nan\": must be a number"},
        BadCall{"FramesAndSeconds", kRunTiny + "--frames 1 --seconds 1", "give one of them, not both"},
        BadCall{"NegativeThreads", kRunTiny + "--threads -1",
                "--threads: \"-1\": must be a whole number from 0 to 1024"},
        BadCall{"SetWithoutValue", kRunTiny + "--set fluids.0.viscosity", "must be path=value"},
        BadCall{"SetWithoutPath", kRunTiny + "--set =3", "must be path=value"},
        BadCall{"SetUnknownKey", kRunTiny + "--set fluids.0.viscocity=3", "did you mean \"viscosity\"?"},
        BadCall{"SetOutOfRange", kRunTiny + "--set fluids.0.viscosity=-3",
                "-3: must be a number of at least 0"},
        BadCall{"TooManyParticles", kRunTiny + "--set world.particle_spacing=0.00001", "fill.0: "},
        BadCall{"UnknownFormat", kRunTiny + "--export ply,vpt", "did you mean \"vtp\"?"},
        BadCall{"EmptyFormat", kRunTiny + "--export ply,,vtp", "empty name \"\" (known: ply"},
        BadCall{"EmptyFormatAtTheEnd", kRunTiny + "--export ply,", "empty name \"\""},
        BadCall{"FormatTwice", kRunTiny + "--export ply,vtp --export ply", "\"ply\" is named twice"},
        BadCall{"FieldTwice", kRunTiny + "--set 'output.fields=[\"velocity\",\"velocity\"]'",
                "output.fields: \"velocity\" is named twice (set by an override)"},
        BadCall{"FillTooFarAway",
                kRunTiny + "--set 'fill.0.min=[1e6,0,0]' --set 'fill.0.max=[1000001,1,0]' --set walls=[]",
                "tiny.json: fill.0: has a particle at "},
        BadCall{"MoreThanMaxParticles", kRunTiny + "--set world.max_particles=10",
                "tests/input/tiny.json: fill.0: 100 particles are too many: world.max_particles is 10"},
        BadCall{"EmptyOut", kRunTiny + "--out ''", "--out: must not be empty"},
        BadCall{"EmptyJson", kRunTiny + "--json ''", "--json: must not be empty"},
        BadCall{"UnknownCase", "validate --only stil_tank", "did you mean \"still_tank\"?"},
        BadCall{"EmptyReport", "validate --quick --out ''", "--out: must not be empty"},
        BadCall{"UnknownShell", "completion tcsh", "\"tcsh\": must be one of bash, zsh, fish"},
        BadCall{"UnknownDocument", "docs all", "\"all\": must be one of schema, reference, man"}),
    [](const auto& tested) { return tested.param.name; });

TEST_F(Command, ValidateWritesAReportAndItsFigures) {
    const Outcome outcome = run("validate --quick --only gradients --only lamb_oseen --out r --json r.json");
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out << outcome.err;
    const auto json = nlohmann::json::parse(readFile(folder_ / "r.json"), nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["mode"], "quick");
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["passed"], true);
    ASSERT_EQ(json["cases"].size(), 2U);
    EXPECT_EQ(json["cases"][1]["case"], "lamb_oseen");
    EXPECT_LT(json["cases"][1]["subjects"][0]["findings"][0]["errors"].back().get<double>(), 0.03);
    const std::string page = readFile(folder_ / "r/index.html");
    expectFragment(page, "<svg");
    expectFragment(page, "Lamb and Oseen");
    EXPECT_EQ(page.find("Not complete"), std::string::npos);
}

TEST_F(Command, ValidateInFullFailsByABarThatIsKnownToBeMissed) {
    const Outcome outcome = run("validate --only gradients --json -");
    EXPECT_EQ(outcome.exitCode, 1);
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << "the tables go to standard error";
    EXPECT_EQ(json["passed"], false);
    EXPECT_EQ(json["bars_missed"], 0);
    EXPECT_GT(json["bars_missed_known"], 0);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "report/index.html"));
}

TEST_F(Command, ValidateFailsBeforeItRunsWhenItCannotWrite) {
    writeFile(folder_ / "file", "mine");
    const Outcome folder = run("validate --quick --out file/sub");
    EXPECT_EQ(folder.exitCode, 1);
    expectFragment(folder.err, "file/sub: cannot make the folder: Not a directory");
    const Outcome json = run("validate --quick --json no/such/file.json");
    EXPECT_EQ(json.exitCode, 1);
    expectFragment(json.err, "no/such/file.json: cannot write");
    EXPECT_EQ(folder.out + json.out, "") << "nothing was run";
    EXPECT_EQ(readFile(folder_ / "file"), "mine");
}

TEST_F(Command, HelpVersionScenesAndInfoGoToStandardOutput) {
    for (const char* arguments :
         {"--help", "run --help", "--version", "scenes", "info", "docs man", "completion bash"}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exitCode, 0) << arguments;
        EXPECT_FALSE(outcome.out.empty()) << arguments;
        EXPECT_EQ(outcome.err, "") << arguments;
    }
    expectFragment(run("scenes").out, "dam_break");
    expectFragment(run("info").out, "wcsph");
}

// However little or much it is, and whoever prints it.
TEST_F(Command, FailsWhenStandardOutputDoes) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    for (const std::string& arguments :
         {std::string("--help"), std::string("run --help"), std::string("--version"), std::string("scenes"),
          std::string("info"), std::string("docs schema"), std::string("docs man"),
          std::string("completion bash"), std::string("check drop"), std::string("run --json - ") + kTiny}) {
        const Outcome outcome = run(arguments, "true", "/dev/full");
        EXPECT_EQ(outcome.exitCode, 1) << arguments;
        expectFragment(outcome.err, "undine: standard output: No space left on device\n");
        EXPECT_EQ(outcome.err.find("standard output"), outcome.err.rfind("standard output")) << "said twice";
    }
}

}  // namespace
}  // namespace undine
#endif  // UNDINE_CLI_PATH
