// SPDX-License-Identifier: Zlib
// The small tools of src/core: fingerprint, profiler, log.
#include <array>
#include <bit>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/hash.h"
#include "core/log.h"
#include "core/profiler.h"

namespace undine {
namespace {

std::uint64_t hashOf(const std::string& text) {
    Hash64 hash;
    hash.add(text.data(), text.size());
    return hash.value();
}

TEST(Hash64, ChangesWithEveryBitOfEveryLength) {
    for (std::size_t length = 1; length <= 20; ++length) {
        std::string text(length, 'x');
        std::set<std::uint64_t> hashes{hashOf(text)};
        for (std::size_t bit = 0; bit < 8 * length; ++bit) {
            text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
            hashes.insert(hashOf(text));
            text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
        }
        EXPECT_EQ(hashes.size(), 1 + 8 * length);
    }
}

TEST(Hash64, TellsLengthsApartEvenForZeros) {
    std::set<std::uint64_t> hashes;
    for (std::size_t length = 0; length < 64; ++length) hashes.insert(hashOf(std::string(length, '\0')));
    EXPECT_EQ(hashes.size(), 64U);
}

TEST(Hash64, DependsOnTheOrderOfWhatIsAdded) {
    const std::array<std::uint64_t, 2> forward{1, 2};
    const std::array<std::uint64_t, 2> backward{2, 1};
    Hash64 a;
    Hash64 b;
    a.add(forward.data(), sizeof(forward));
    b.add(backward.data(), sizeof(backward));
    EXPECT_NE(a.value(), b.value());
}

TEST(Hash64, IsTheSameAtEveryRun) {
    // Stored states are compared across versions of the program: this number must not change.
    EXPECT_EQ(hashOf("Undine"), 17247970801118382205ULL);
}

TEST(Hash64, MixesWell) {
    // Inputs that differ in one bit should differ in about half of the bits of the fingerprint.
    int changed = 0;
    for (std::uint64_t k = 0; k < 64; ++k) {
        const std::uint64_t word = std::uint64_t{1} << k;
        const std::uint64_t zero = 0;
        Hash64 a;
        Hash64 b;
        a.add(&word, sizeof(word));
        b.add(&zero, sizeof(zero));
        changed += std::popcount(a.value() ^ b.value());
    }
    EXPECT_NEAR(changed / 64.0, 32, 4);
}

TEST(Profiler, SumsTimeAndCallsByPhaseInOrderOfAppearance) {
    Profiler profiler;
    for (int k = 0; k < 3; ++k) {
        const Profiler::Zone first(profiler, "first");
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    { const Profiler::Zone second(profiler, "second"); }
    ASSERT_EQ(profiler.phases().size(), 2U);
    EXPECT_STREQ(profiler.phases()[0].name, "first");
    EXPECT_EQ(profiler.phases()[0].calls, 3U);
    EXPECT_GE(profiler.phases()[0].seconds, 0.006);
    EXPECT_STREQ(profiler.phases()[1].name, "second");
    EXPECT_EQ(profiler.phases()[1].calls, 1U);
}

TEST(Profiler, TakesTheTimeOfAnInnerZoneFromTheOuterOne) {
    using Clock = std::chrono::steady_clock;
    Profiler profiler;
    const Clock::time_point start = Clock::now();
    {
        const Profiler::Zone outer(profiler, "outer");
        const Profiler::Zone inner(profiler, "inner");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const double whole = std::chrono::duration<double>(Clock::now() - start).count();
    ASSERT_EQ(profiler.phases().size(), 2U);
    EXPECT_STREQ(profiler.phases()[0].name, "inner");
    EXPECT_GE(profiler.phases()[0].seconds, 0.001);
    EXPECT_GE(profiler.phases()[1].seconds, 0);
    EXPECT_LE(profiler.phases()[0].seconds + profiler.phases()[1].seconds, whole);
}

struct Heard {
    std::vector<LogLevel> levels;
    std::vector<std::string> messages;

    static void listen(LogLevel level, std::string_view message, void* user) {
        auto* heard = static_cast<Heard*>(user);
        heard->levels.push_back(level);
        heard->messages.emplace_back(message);
    }
};

TEST(Log, ReachesTheHandlerUntilItIsTakenAway) {
    Heard heard;
    log(LogLevel::Info, "before");
    setLogHandler(&Heard::listen, &heard);
    log(LogLevel::Info, "hello");
    log(LogLevel::Warning, "careful");
    setLogHandler(nullptr, nullptr);
    log(LogLevel::Warning, "after");
    EXPECT_EQ(heard.messages, (std::vector<std::string>{"hello", "careful"}));
    EXPECT_EQ(heard.levels, (std::vector<LogLevel>{LogLevel::Info, LogLevel::Warning}));
}

}  // namespace
}  // namespace undine
