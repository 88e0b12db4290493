// SPDX-License-Identifier: Zlib
// Checkpoint files: they come back as they were written, or are refused with the reason.
#include "io/checkpoint.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/input/temporary_folder.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

using Bytes = std::vector<std::byte>;

World makeWorld() { return makeTank(WcsphSettings{}, {.dimension = 2, .spacing = 0.1F, .threads = 1}); }

Checkpoint makeCheckpoint(std::uint32_t frame = 20) {
    World world = makeWorld();
    world.step();
    return {.sceneName = "dam_break",
            .sceneFingerprint = 0x0123456789abcdefULL,
            .frame = frame,
            .simdTarget = "AVX2",
            .notes = R"({"steps": 17})",
            .told = {"output.seconds=3", R"(output.formats=["vtp"])"},
            .state = world.saveState(),
            .programVersion = {}};
}

std::string nameOf(const TemporaryFolder& folder, std::uint32_t frame) {
    return folder / checkpointFileName(frame);
}

std::string write(const TemporaryFolder& folder, std::uint32_t frame) {
    std::string path = nameOf(folder, frame);
    take(writeCheckpoint(makeCheckpoint(frame), path));
    return path;
}

Bytes fileBytes() { return take(encodeCheckpoint(makeCheckpoint())); }

constexpr std::size_t kFormatAt = 16;
constexpr std::size_t kVersionBytes = 4 + sizeof(UNDINE_VERSION) - 1;
constexpr std::size_t kStateSizeAt = kFormatAt + 4 + kVersionBytes;

/// What is said of the file with this value at this place, and a checksum that is right.
template <class T>
std::string errorOfForged(std::size_t position, T value) {
    Bytes file = fileBytes();
    std::memcpy(file.data() + position, &value, sizeof(value));
    sealCheckpoint(file);
    return decodeCheckpoint(file).error();
}

TEST(Checkpoint, ComesBackAsItWasWritten) {
    const TemporaryFolder folder;
    const Checkpoint written = makeCheckpoint();
    const std::string path = folder / "checkpoint_0020.undine";
    take(writeCheckpoint(written, path));
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
    const Checkpoint read = take(readCheckpoint(path));
    EXPECT_EQ(read.sceneName, written.sceneName);
    EXPECT_EQ(read.sceneFingerprint, written.sceneFingerprint);
    EXPECT_EQ(read.frame, written.frame);
    EXPECT_EQ(read.simdTarget, written.simdTarget);
    EXPECT_EQ(read.notes, written.notes);
    EXPECT_EQ(read.told, written.told);
    EXPECT_EQ(read.state, written.state);
    EXPECT_EQ(read.programVersion, UNDINE_VERSION);
    World world = makeWorld();
    take(world.restoreState(read.state));
    EXPECT_EQ(world.stepCount(), 1U);
}

TEST(Checkpoint, OfNothingComesBackToo) {
    const Checkpoint read = take(decodeCheckpoint(take(encodeCheckpoint({}))));
    EXPECT_TRUE(read.state.empty());
    EXPECT_TRUE(read.sceneName.empty());
}

TEST(Checkpoint, WithAnyByteChangedIsRefused) {
    const Bytes whole = fileBytes();
    for (std::size_t k = 0; k < whole.size(); ++k) {
        for (const unsigned bits : {1U, 0x80U, 0xffU}) {
            Bytes file = whole;
            file[k] ^= static_cast<std::byte>(bits);
            const auto read = decodeCheckpoint(file);
            ASSERT_FALSE(read.ok()) << "byte " << k;
            if (k < kFormatAt) continue;  // not the magic, or not the length
            ASSERT_EQ(read.error(), "is damaged (checksum differs)") << "byte " << k;
        }
    }
}

TEST(Checkpoint, IsRefusedAtEveryLengthButItsOwn) {
    Bytes file = fileBytes();
    for (std::size_t length = 0; length < file.size(); ++length) {
        ASSERT_EQ(decodeCheckpoint(std::span(file).first(length)).error(), "is cut short") << length;
    }
    file.push_back({});
    EXPECT_EQ(decodeCheckpoint(file).error(), "is damaged (longer than it was written)");
}

TEST(Checkpoint, OfAnotherFormatIsRefusedByName) {
    EXPECT_EQ(errorOfForged(kFormatAt, std::uint32_t{3}), "written by format 3, this program reads format 2");
    EXPECT_EQ(errorOfForged(kFormatAt, std::uint32_t{1}), "written by format 1, this program reads format 2");
}

TEST(Checkpoint, WithForgedContentIsRefused) {
    const std::uint64_t state = makeCheckpoint().state.size();
    const std::string damaged = "is damaged (not of the size it claims)";
    EXPECT_EQ(errorOfForged(kStateSizeAt, state + 1), damaged);
    EXPECT_EQ(errorOfForged(kStateSizeAt, state - 1).substr(0, 24), "is damaged (compression:");
    EXPECT_EQ(errorOfForged(kStateSizeAt, ~std::uint64_t{0}), "is damaged (header)");
    EXPECT_EQ(errorOfForged(kStateSizeAt + 8, ~std::uint64_t{0} - state),
              "claims to hold 18446744073709551615 bytes, more than can be true");
    EXPECT_EQ(errorOfForged(kFormatAt + 4, ~std::uint32_t{0}), "is damaged (header)");
    // State and information together are right, the border between them is not.
    Bytes file = fileBytes();
    std::uint64_t sizes[2];
    std::memcpy(sizes, file.data() + kStateSizeAt, sizeof(sizes));
    --sizes[0];
    ++sizes[1];
    std::memcpy(file.data() + kStateSizeAt, sizes, sizeof(sizes));
    sealCheckpoint(file);
    EXPECT_EQ(decodeCheckpoint(file).error(), "is damaged (run information)");
}

TEST(Checkpoint, ThatGrowsBeyondAllMeasureIsRefusedBeforeItIsUnpacked) {
    Checkpoint zeros;
    zeros.state.resize(std::size_t{64} << 20U);
    const Bytes file = take(encodeCheckpoint(zeros));
    ASSERT_LT(file.size(), 64000U) << "zeros no longer shrink enough for this test";
    EXPECT_EQ(decodeCheckpoint(file).error().substr(0, 22), "claims to hold 6710889");
}

TEST(Checkpoint, ErrorsNameTheFile) {
    const TemporaryFolder folder;
    const std::string path = write(folder, 20);
    std::string text = readFile(path);
    text[text.size() / 2] = static_cast<char>(~text[text.size() / 2]);
    writeFile(path, text);
    EXPECT_EQ(readCheckpoint(path).error(), path + ": is damaged (checksum differs)");
    writeFile(path, "frames and more frames and more frames");
    EXPECT_EQ(readCheckpoint(path).error(), path + ": is not a checkpoint");
    writeFile(path, "");
    EXPECT_EQ(readCheckpoint(path).error(), path + ": is cut short");
    EXPECT_EQ(readCheckpoint("/no/such/file").error(), "/no/such/file: does not exist");
    EXPECT_EQ(readCheckpoint("/tmp").error(), "/tmp: is not a file");
    EXPECT_EQ(readCheckpoint("/dev/zero").error(), "/dev/zero: is not a file");
}

TEST(Checkpoint, ThatCannotBeWrittenIsAnError) {
    EXPECT_EQ(writeCheckpoint({}, "/no/such/folder/x").error(),
              "/no/such/folder/x: cannot write: there is no folder /no/such/folder");
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_EQ(writeCheckpoint(makeCheckpoint(), "/dev/full").error(),
              "/dev/full: cannot write: No space left on device");
}

TEST(Checkpoint, NamesAreRecognised) {
    EXPECT_EQ(checkpointFileName(7), "checkpoint_0007.undine");
    EXPECT_EQ(checkpointFileName(4294967295U), "checkpoint_4294967295.undine");
    EXPECT_TRUE(isCheckpointFileName(checkpointFileName(0)));
    EXPECT_TRUE(isCheckpointFileName(checkpointFileName(4294967295U)));
    for (const char* other : {"checkpoint_7.undine", "checkpoint_0007.undine.part", "checkpoint_00x7.undine",
                              "my_checkpoint_0007.undine", "checkpoint_.undine", "checkpoint_.undin", "",
                              "checkpoint_99999999999999999999999.undine"}) {
        EXPECT_FALSE(isCheckpointFileName(other)) << other;
    }
}

TEST(Checkpoint, IsFoundInTheOrderOfFrames) {
    const TemporaryFolder folder;
    for (const std::uint32_t frame : {20U, 10000U, 30U, 9999U}) writeFile(nameOf(folder, frame), "x");
    writeFile(folder / "checkpoint_0040.undine.part", "x");
    std::vector<std::string> names;
    for (const auto& path : take(findCheckpoints(folder.path()))) names.push_back(path.filename().string());
    const std::vector<std::string> expected = {"checkpoint_10000.undine", "checkpoint_9999.undine",
                                               "checkpoint_0030.undine", "checkpoint_0020.undine"};
    EXPECT_EQ(names, expected);
    EXPECT_TRUE(take(findCheckpoints("/no/such/folder")).empty());
}

TEST(Checkpoint, InAFolderThatCannotBeReadIsAnErrorAndNotMissing) {
    const TemporaryFolder folder;
    const std::string file = folder / "not_a_folder";
    writeFile(file, "x");
    EXPECT_EQ(findCheckpoints(file).error(), file + ": cannot read: Not a directory");
    EXPECT_EQ(loadNewest(file).error(), file + ": cannot read: Not a directory");
    EXPECT_EQ(keepOnly(file, 1).error(), file + ": cannot read: Not a directory");
}

TEST(Checkpoint, NewestThatCanBeUsedIsLoaded) {
    const TemporaryFolder folder;
    write(folder, 10);
    const std::string damaged = write(folder, 20);
    const std::string newer = write(folder, 30);
    EXPECT_EQ(take(loadNewest(folder.path())).checkpoint.frame, 30U);
    EXPECT_TRUE(take(loadNewest(folder.path())).warnings.empty());

    writeFile(damaged, readFile(damaged).substr(0, 100));
    Bytes file = fileBytes();
    file[kFormatAt] = std::byte{9};
    sealCheckpoint(file);
    writeFile(newer, std::string(reinterpret_cast<const char*>(file.data()), file.size()));
    const LoadedCheckpoint loaded = take(loadNewest(folder.path()));
    EXPECT_EQ(loaded.checkpoint.frame, 10U);
    EXPECT_EQ(loaded.path, nameOf(folder, 10));
    const std::vector<std::string> expected = {newer + ": written by format 9, this program reads format 2",
                                               damaged + ": is cut short"};
    EXPECT_EQ(loaded.warnings, expected);
}

TEST(Checkpoint, FolderWithoutAUsableOneIsAnError) {
    const TemporaryFolder folder;
    const std::string name = folder.path().string();
    EXPECT_EQ(loadNewest(folder.path()).error(), name + ": has no checkpoints");
    writeFile(nameOf(folder, 3), "nonsense");
    EXPECT_EQ(loadNewest(folder.path()).error(),
              name + ": has no checkpoint that can be used\n" + nameOf(folder, 3) + ": is not a checkpoint");
}

TEST(Checkpoint, OlderOnesAreRemoved) {
    const TemporaryFolder folder;
    for (const std::uint32_t frame : {10U, 20U, 30U, 40U}) writeFile(nameOf(folder, frame), "x");
    writeFile(folder / "frame_0010.ply", "x");
    take(keepOnly(folder.path(), 2));
    EXPECT_TRUE(std::filesystem::exists(nameOf(folder, 40)));
    EXPECT_TRUE(std::filesystem::exists(nameOf(folder, 30)));
    EXPECT_EQ(take(findCheckpoints(folder.path())).size(), 2U);
    EXPECT_TRUE(std::filesystem::exists(folder / "frame_0010.ply"));
}

}  // namespace
}  // namespace undine::test
