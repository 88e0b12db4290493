// SPDX-License-Identifier: Zlib
#include "core/state_parts.h"

#include <gtest/gtest.h>

namespace undine {
namespace {

/// A part that holds one number below 100.
StatePart numberPart(std::string_view name, int& number) {
    return {name, [&number](ByteWriter& out) { out.value(number); },
            [&number](ByteReader& in) -> Result<void> {
                const int read = in.value<int>();
                if (!in.ok() || read >= 100) return Error{"not a number below 100"};
                number = read;
                return {};
            }};
}

struct TwoNumbers {
    int a = 1;
    int b = 2;
    std::vector<StatePart> parts() { return {numberPart("a", a), numberPart("b", b)}; }
};

/// The bytes of a state by hand: names, and the number each part holds.
std::vector<std::byte> stateOf(const std::vector<std::pair<std::string, int>>& sections) {
    ByteWriter out;
    out.value(static_cast<std::uint32_t>(sections.size()));
    for (const auto& [name, number] : sections) {
        out.text(name);
        out.value(std::uint64_t{sizeof(number)});
        out.value(number);
    }
    return out.take();
}

std::string errorOf(TwoNumbers& numbers, const std::vector<std::byte>& state) {
    return restoreParts(numbers.parts(), state).error();
}

TEST(StateParts, ComeBackAsTheyWere) {
    TwoNumbers first{.a = 7, .b = 8};
    TwoNumbers second;
    const auto state = saveParts(first.parts(), 0);
    EXPECT_EQ(state, stateOf({{"a", 7}, {"b", 8}}));
    ASSERT_EQ(errorOf(second, state), "");
    EXPECT_EQ(second.a, 7);
    EXPECT_EQ(second.b, 8);
}

TEST(StateParts, ThatAreMissingUnknownOrDoubleAreNamed) {
    TwoNumbers numbers;
    EXPECT_EQ(errorOf(numbers, stateOf({{"a", 7}})), "the state lacks the part 'b'");
    EXPECT_EQ(errorOf(numbers, stateOf({{"a", 7}, {"b", 8}, {"c", 9}})),
              "the state has a part 'c' that this world has not");
    EXPECT_EQ(errorOf(numbers, stateOf({{"a", 7}, {"b", 8}, {"a", 9}})), "the state has the part 'a' twice");
    EXPECT_EQ(numbers.a, 1);
    EXPECT_EQ(numbers.b, 2);
}

TEST(StateParts, ArePutBackWhenALaterOneIsRefused) {
    TwoNumbers numbers;
    EXPECT_EQ(errorOf(numbers, stateOf({{"a", 7}, {"b", 100}})), "not a number below 100");
    EXPECT_EQ(numbers.a, 1);
    EXPECT_EQ(numbers.b, 2);
}

TEST(StateParts, ArePutBackWhenTheyDoNotReadAllOfTheirBytes) {
    TwoNumbers numbers;
    ByteWriter out;
    out.value(std::uint32_t{2});
    out.text("a");
    out.value(std::uint64_t{5});
    out.value(7);
    out.value(std::uint8_t{0});
    out.text("b");
    out.value(std::uint64_t{4});
    out.value(8);
    EXPECT_EQ(errorOf(numbers, out.take()), "the part 'a' has not the size it should");
    EXPECT_EQ(numbers.a, 1);
    EXPECT_EQ(numbers.b, 2);
}

TEST(StateParts, AreRefusedAtEveryLengthButTheirOwn) {
    TwoNumbers numbers;
    auto state = stateOf({{"a", 7}, {"b", 8}});
    for (std::size_t length = 0; length < state.size(); ++length) {
        const std::vector<std::byte> cut(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_EQ(errorOf(numbers, cut), "the state is cut short") << length;
    }
    state.push_back({});
    EXPECT_EQ(errorOf(numbers, state), "the state goes on after its last part");
    EXPECT_EQ(numbers.a, 1);
}

TEST(StateParts, WithAnEnormousSizeAreRefused) {
    TwoNumbers numbers;
    ByteWriter out;
    out.value(std::uint32_t{0xffffffff});
    out.text("a");
    out.value(~std::uint64_t{0});
    out.value(7);
    EXPECT_EQ(errorOf(numbers, out.take()), "the state is cut short");
}

}  // namespace
}  // namespace undine
