// SPDX-License-Identifier: Zlib
// Figures of `undine bench` as files: written, read again, compared. Nothing is measured here.
#include "tests/input/command.h"
#ifdef UNDINE_CLI_PATH

namespace undine {
namespace {

constexpr const char* kHead = "# SPDX-License-Identifier: Zlib\n# undine bench wcsph; cpu Abacus\n";

class BenchFigures : public CommandTest {
  protected:
    void keep(const std::string& name, const std::string& lines,
              const std::string& columns = "metric,value,state_hash\n") const {
        writeFile(folder_ / name, kHead + columns + lines);
    }
    void expectRefused(const std::string& content, const std::string& why) const {
        writeFile(folder_ / "bad.csv", content);
        const Outcome outcome = run("bench --compare bad.csv --csv out.csv");
        EXPECT_EQ(outcome.exitCode, 2) << content;
        expectFragment(outcome.err, "bad.csv: " + why);
        EXPECT_FALSE(std::filesystem::exists(folder_ / "out.csv"));
    }
};

TEST_F(BenchFigures, AreWrittenAsTheyWereRead) {
    keep("a.csv", "a.ms,1.5,00000000000000ff\nb.mean_neighbors,28,\nc.ms,,\n");
    ASSERT_EQ(run("bench --figures a.csv --csv b.csv").exitCode, 0);
    EXPECT_EQ(readFile(folder_ / "b.csv"), readFile(folder_ / "a.csv"));
}

TEST_F(BenchFigures, ThatAreKeptInTheRepositoryCanBeRead) {
    const std::filesystem::path results = std::filesystem::path(UNDINE_SOURCE_DIR) / "bench/results";
    for (const auto& entry : std::filesystem::directory_iterator(results)) {
        const Outcome outcome =
            run("bench --figures '" + entry.path().string() + "' --compare '" + entry.path().string() + "'");
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        expectFragment(outcome.out, "got worse by more than 10 %");
        expectFragment(outcome.out, "None of ");
    }
}

TEST_F(BenchFigures, ThatGotWorseAreNamedAndBetterOnesAreNot) {
    keep("old.csv",
         "a.ms,10,\nb.speedup,2,\nc.ms,10,\nd.mean_neighbors,10,\ne.mb_per_second,100,\ngone.ms,1,\n");
    keep("new.csv",
         "a.ms,12,\nb.speedup,1.5,\nc.ms,5,\nd.mean_neighbors,30,\ne.mb_per_second,95,\nnew.ms,1,\n");
    const Outcome outcome = run("bench --figures new.csv --compare old.csv --html page.html");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const char* verdict = "2 of 5 figures got worse by more than 10 %: a.ms (+20.0 %), b.speedup (-25.0 %).";
    expectFragment(outcome.out, verdict);
    const std::string html = readFile(folder_ / "page.html");
    for (const char* words : {verdict, "<td>d.mean_neighbors</td>", "cpu Abacus", "better"}) {
        expectFragment(html, words);
    }
    EXPECT_EQ(html.find("gone.ms"), std::string::npos);
    expectFragment(run("bench --figures new.csv --compare old.csv --tolerance 0.5").out, "None of 5 figures");
    expectFragment(run("bench --figures new.csv --compare old.csv --tolerance 0.04").out, "3 of 5 figures");
}

TEST_F(BenchFigures, OfAnotherStateAreMarked) {
    keep("old.csv", "a.ms,10,00000000000000ff\nb.ms,10,00000000000000ff\n");
    keep("new.csv", "a.ms,10,00000000000000fe\nb.ms,10,00000000000000ff\n");
    const Outcome outcome = run("bench --figures new.csv --compare old.csv");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const std::size_t mark = outcome.out.find("(of another state)");
    ASSERT_NE(mark, std::string::npos);
    EXPECT_EQ(outcome.out.find("(of another state)", mark + 1), std::string::npos);
}

TEST_F(BenchFigures, AreReadFromOldFilesWithoutHashes) {
    keep("old.csv", "a.ms,10\n", "metric,value\n");
    const Outcome outcome = run("bench --figures old.csv --csv new.csv");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    expectFragment(readFile(folder_ / "new.csv"), "metric,value,state_hash\na.ms,10,\n");
}

TEST_F(BenchFigures, OfADamagedOrForeignFileAreRefusedBeforeAnythingIsMeasured) {
    const std::string head = std::string(kHead) + "metric,value,state_hash\n";
    expectRefused("", "has no line \"metric,value,state_hash\"");
    expectRefused("x,y,z\n1,2,3\n", "line 1: \"x,y,z\": must be \"metric,value,state_hash\"");
    expectRefused("\x89PNG\r\n\x1a\n", "line 1: ");
    expectRefused(head, "line 3: has no figures");
    expectRefused(head + "a.ms,1", "line 4: ends in the middle of a line");
    expectRefused(head + "a.ms,1\n", "line 4: has 2 values, and the head has 3");
    expectRefused(head + "a.ms,fast,\n", "line 4: a.ms: \"fast\": must be a number");
    expectRefused(head + "a.ms,inf,\n", "line 4: a.ms: \"inf\": must be a number");
    expectRefused(head + "a.ms,1x,\n", "line 4: a.ms: \"1x\": must be a number");
    expectRefused(head + "a b,1,\n", "line 4: \"a b\": is no name of a metric");
    expectRefused(head + "a.ms,1,\na.ms,2,\n", "line 5: a.ms: is there twice");
    expectRefused(head + "a.ms,1,12\n", "line 4: a.ms: \"12\": a state hash has sixteen digits");
    const Outcome missing = run("bench --compare none.csv");
    EXPECT_EQ(missing.exitCode, 2);
    expectFragment(missing.err, "none.csv");
}

TEST_F(BenchFigures, ContradictingFlagsAreRefused) {
    keep("a.csv", "a.ms,1,\n");
    EXPECT_EQ(run("bench wcsph --figures a.csv").exitCode, 2);
    EXPECT_EQ(run("bench --figures a.csv --json b.json").exitCode, 2);
    EXPECT_EQ(run("bench --figures a.csv --csv - --html -").exitCode, 2);
    EXPECT_EQ(run("bench --figures a.csv --tolerance -1").exitCode, 2);
    EXPECT_EQ(run("bench --figures a.csv --html no/such/folder.html").exitCode, 1);
}

}  // namespace
}  // namespace undine
#endif  // UNDINE_CLI_PATH
