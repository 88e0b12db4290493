// SPDX-License-Identifier: Zlib
// What a run writes beside its frames: files that are whole or absent, pictures.
#include <gtest/gtest.h>

#include "io/atomic_file.h"
#include "io/image.h"
#include "tests/input/temporary_folder.h"

namespace undine {
namespace {

TEST(AtomicFile, AppearsAtCommit) {
    const TemporaryFolder folder;
    const std::string path = folder / "file.txt";
    AtomicFile file = AtomicFile::create(path).value();
    file.write("whole");
    EXPECT_FALSE(std::filesystem::exists(path));
    ASSERT_TRUE(file.commit().ok());
    EXPECT_EQ(readFile(path), "whole");
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
    const TemporaryFolder folder;
    const std::string path = folder / "file.txt";
    writeFile(path, "old");
    AtomicFile::create(path).value().write("half");
    EXPECT_EQ(readFile(path), "old");
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(AtomicFile, SaysWhenTheDiskIsFull) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    AtomicFile file = AtomicFile::create("/dev/full").value();
    file.write(std::string(1 << 20, 'x'));
    const Result<void> committed = file.commit();
    ASSERT_FALSE(committed.ok());
    EXPECT_EQ(committed.error(), "/dev/full: cannot write: No space left on device");
}

TEST(AtomicFile, NamesAFolderThatDoesNotExist) {
    EXPECT_EQ(AtomicFile::create("/no/such/file").error(),
              "/no/such/file: cannot write: there is no folder /no/such");
    EXPECT_EQ(AtomicFile::create("/tmp").error(), "/tmp: is a folder");
}

TEST(Picture, IsWrittenAsPng) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writePng({2, 1, {255, 0, 0, 0, 0, 255}}, folder / "two.png").ok());
    EXPECT_TRUE(readFile(folder / "two.png").starts_with("\x89PNG"));
}

TEST(Picture, ThatCannotBeWrittenIsAnError) {
    const Image image{1, 1, {0, 0, 0}};
    EXPECT_FALSE(writePng(image, "/no/such/folder/x.png").ok());
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_FALSE(writePng(image, "/dev/full").ok());
}

}  // namespace
}  // namespace undine
