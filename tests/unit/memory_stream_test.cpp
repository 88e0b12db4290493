// SPDX-License-Identifier: Zlib
// The stream that files of OpenVDB are made in: bytes, going back, and no memory left.
#include "io/memory_stream.h"

#include <limits>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace undine {
namespace {

std::string textOf(const MemoryBuffer& buffer) {
    const std::span<const std::byte> bytes = buffer.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(MemoryStream, KeepsWhatIsWrittenAndGoesBack) {
    MemoryBuffer buffer;
    MemoryStream stream(buffer);
    stream << "grids" << 12 << std::flush;
    stream.seekp(1);
    stream.put('R');
    EXPECT_EQ(stream.tellp(), 2);
    stream.seekp(0, std::ios::end);
    stream << '!';
    EXPECT_EQ(textOf(buffer), "gRids12!");
    buffer.clear();
    EXPECT_EQ(textOf(buffer), "");
}

// pubsync() and others may call overflow() with no character at all.
TEST(MemoryStream, TakesTheEndOfAFileForNoByte) {
    struct Opened : MemoryBuffer {
        using MemoryBuffer::overflow;
    } buffer;
    const auto end = std::char_traits<char>::eof();
    EXPECT_NE(buffer.overflow(end), end) << "that would be an error";
    EXPECT_EQ(buffer.bytes().size(), 0U);
    EXPECT_EQ(buffer.overflow(0xff), 0xff);
    EXPECT_EQ(textOf(buffer), "\xff");
}

TEST(MemoryStream, ThrowsWhenThereIsNoMemory) {
    MemoryBuffer buffer;
    MemoryStream stream(buffer);
    stream << "begun";
    EXPECT_ANY_THROW(stream.write("x", std::numeric_limits<std::streamsize>::max()));
    EXPECT_EQ(textOf(buffer), "begun");
}

TEST(MemoryStream, ThrowsWhenItCannotGoBackThere) {
    MemoryBuffer buffer;
    MemoryStream stream(buffer);
    EXPECT_THROW(stream.seekp(1), std::ios_base::failure);
}

}  // namespace
}  // namespace undine
