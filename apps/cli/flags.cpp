// SPDX-License-Identifier: Zlib
#include "flags.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace undine::cli {
namespace {

template <class Number>
std::optional<Number> toNumber(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// NaN is in no range: it compares false with both ends.
template <class Number>
CLI::Validator inRange(Number min, Number max, const char* kind) {
    const auto check = [=](const std::string& text) -> std::string {
        const std::optional<Number> value = toNumber<Number>(text);
        if (value && *value >= min && *value <= max) return {};
        return fmt::format("\"{}\": must be {} from {} to {}", text, kind, min, max);
    };
    return {check, ""};
}

}  // namespace

CLI::Validator wholeNumber(long long min, long long max) { return inRange(min, max, "a whole number"); }

CLI::Validator number(double min, double max) { return inRange(min, max, "a number"); }

CLI::Validator numbers(std::size_t count, double min, double max) {
    const auto check = [=](const std::string& text) -> std::string {
        const std::vector<double> values = numbersIn(text);
        const auto isGood = [=](double v) { return v >= min && v <= max; };
        if (values.size() == count && std::ranges::all_of(values, isGood)) return {};
        return fmt::format("\"{}\": must be {} numbers from {:g} to {:g} with commas between them", text,
                           count, min, max);
    };
    return {check, ""};
}

CLI::Validator notEmpty() {
    const auto check = [](const std::string& text) {
        return std::string(text.empty() ? "must not be empty" : "");
    };
    return {check, ""};
}

CLI::Validator oneOf(const std::vector<std::string>& words) {
    const auto check = [words](const std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) != words.end()) return {};
        return fmt::format("\"{}\": must be one of {}", text, fmt::join(words, ", "));
    };
    return {check, ""};
}

std::vector<double> numbersIn(std::string_view text) {
    std::vector<double> numbers;
    while (true) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::optional<double> value = toNumber<double>(text.substr(0, comma));
        if (!value) return {};
        numbers.push_back(*value);
        if (comma == text.size()) return numbers;
        text.remove_prefix(comma + 1);
    }
}

std::vector<std::string> wordsIn(const std::vector<std::string>& lists) {
    std::vector<std::string> words;
    for (const std::string& list : lists) {
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t comma = std::min(list.find(',', begin), list.size());
            words.push_back(list.substr(begin, comma - begin));
            begin = comma + 1;
        }
    }
    return words;
}

Result<std::vector<SceneOverride>> toOverrides(const std::vector<std::string>& assignments) {
    std::vector<SceneOverride> overrides;
    for (const std::string& text : assignments) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
            return Error{
                fmt::format("--set: \"{}\": must be path=value, as in fluids.0.viscosity=0.1", text)};
        }
        overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return overrides;
}

}  // namespace undine::cli
