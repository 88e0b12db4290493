// SPDX-License-Identifier: Zlib
// One run at a time in a folder.
#include <optional>

#include <gtest/gtest.h>

#include "io/folder_lock.h"
#include "tests/input/temporary_folder.h"

namespace undine {
namespace {

TEST(FolderLock, IsForOneAtATime) {
    const TemporaryFolder folder;
    std::optional<FolderLock> first(FolderLock::take(folder.path()).value());
    const Result<FolderLock> second = FolderLock::take(folder.path());
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().find("another run is writing to this folder"), std::string::npos);
    first.reset();
    EXPECT_TRUE(FolderLock::take(folder.path()).ok());
}

TEST(FolderLock, NamesAFolderThatDoesNotExist) {
    EXPECT_EQ(FolderLock::take("/no/such/folder").error(),
              "/no/such/folder: cannot open the folder: No such file or directory");
}

}  // namespace
}  // namespace undine
