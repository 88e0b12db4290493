// SPDX-License-Identifier: Zlib
#include "undine/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace undine {
namespace {

/// The shortest text that reads back as the same float.
std::string toText(double value) {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof(buffer), static_cast<float>(value)).ptr;
    return {buffer, end};
}

struct ValueText {
    std::string operator()(double v) const { return toText(v); }
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(const std::string& v) const { return '"' + v + '"'; }
    std::string operator()(const Vec3& v) const {
        return '[' + toText(v.x) + ", " + toText(v.y) + ", " + toText(v.z) + ']';
    }
    std::string operator()(const CurveKey& k) const {
        return '[' + toText(k.time) + ", " + toText(k.value) + ']';
    }
    template <class Entry>
    std::string operator()(const std::vector<Entry>& list) const {
        std::string text = "[";
        for (const Entry& entry : list) text += (text.size() > 1 ? ", " : "") + (*this)(entry);
        return text + ']';
    }
};

bool isAllowedNumber(const ParameterRange& range, double value) {
    if (!std::isfinite(value) || std::abs(value) > std::numeric_limits<float>::max()) return false;
    // Settings are floats: a value written exactly as its bound is the float nearest to it.
    const auto min = static_cast<float>(range.min);
    const auto max = static_cast<float>(range.max);
    const auto v = static_cast<float>(value);
    return v <= max && (range.minExcluded ? v > min : v >= min);
}

bool isAllowedVector(const ParameterRange& range, const Vec3& v) {
    return isAllowedNumber(range, v.x) && isAllowedNumber(range, v.y) && isAllowedNumber(range, v.z);
}

bool isAllowedCurve(const ParameterRange& range, const Curve& curve) {
    const auto later = [](const CurveKey& a, const CurveKey& b) { return !(a.time < b.time); };
    return std::ranges::all_of(curve,
                               [&](const CurveKey& key) {
                                   return isAllowedNumber({}, key.time) && isAllowedNumber(range, key.value);
                               }) &&
           std::ranges::adjacent_find(curve, later) == curve.end();
}

bool isAllowed(const Parameter& p, const ParameterValue& value) {
    switch (p.type) {
        case ParameterType::Text:
            return std::holds_alternative<std::string>(value);
        case ParameterType::TextList:
            return std::holds_alternative<std::vector<std::string>>(value);
        case ParameterType::NumberList: {
            const auto* list = std::get_if<std::vector<float>>(&value);
            return list != nullptr &&
                   std::ranges::all_of(*list, [&](float v) { return isAllowedNumber(p.range, v); });
        }
        case ParameterType::VectorList: {
            const auto* list = std::get_if<std::vector<Vec3>>(&value);
            return list != nullptr &&
                   std::ranges::all_of(*list, [&](const Vec3& v) { return isAllowedVector(p.range, v); });
        }
        case ParameterType::KeyList: {
            const auto* curve = std::get_if<Curve>(&value);
            return curve != nullptr && isAllowedCurve(p.range, *curve);
        }
        case ParameterType::Number:
            return std::holds_alternative<double>(value) && isAllowedNumber(p.range, std::get<double>(value));
        case ParameterType::Integer: {
            const std::int64_t* whole = std::get_if<std::int64_t>(&value);
            return whole != nullptr && static_cast<double>(*whole) >= p.range.min &&
                   static_cast<double>(*whole) <= p.range.max;
        }
        case ParameterType::Boolean:
            return std::holds_alternative<bool>(value);
        case ParameterType::Choice:
            return std::holds_alternative<std::string>(value) &&
                   std::ranges::find(p.choices, std::get<std::string>(value)) != p.choices.end();
        case ParameterType::Vector: {
            const Vec3* v = std::get_if<Vec3>(&value);
            return v != nullptr && isAllowedVector(p.range, *v);
        }
    }
    return false;
}

Error refusal(const Parameter& p, const ParameterValue& value, std::string_view path) {
    std::string message(path);
    if (!message.empty()) message += '.';
    message += p.key;
    message += ": " + describeValue(value) + ": must be " + describeAllowed(p);
    return {message};
}

/// Edits that turn a into b: insert, delete, replace, or swap two neighbours (Damerau 1964).
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string describeValue(const ParameterValue& value) { return std::visit(ValueText{}, value); }

std::string describeAllowed(const Parameter& p) {
    std::string text;
    switch (p.type) {
        case ParameterType::Boolean:
            return "true or false";
        case ParameterType::Choice:
            for (const char* name : p.choices) text += (text.empty() ? "one of " : ", ") + std::string(name);
            return text;
        case ParameterType::Number:
            text = "a number";
            break;
        case ParameterType::Integer:
            text = "a whole number";
            break;
        case ParameterType::Vector:
            text = "three numbers";
            break;
        case ParameterType::Text:
            return "text";
        case ParameterType::TextList:
            return "a list of texts";
        case ParameterType::NumberList:
            text = "a list of numbers";
            break;
        case ParameterType::VectorList:
            text = "a list of [x, y, z]";
            break;
        case ParameterType::KeyList:
            text = "a list of [time, value] with rising times and values";
            break;
    }
    const bool hasMin = std::isfinite(p.range.min);
    const bool hasMax = std::isfinite(p.range.max);
    if (hasMin) text += (p.range.minExcluded ? " above " : " of at least ") + toText(p.range.min);
    if (hasMax) text += (hasMin ? " and at most " : " of at most ") + toText(p.range.max);
    if (*p.unit != '\0') text += " (" + std::string(p.unit) + ")";
    return text;
}

Result<void> setParameter(const Parameter& p, void* settings, const ParameterValue& value,
                          std::string_view path) {
    if (!isAllowed(p, value)) return refusal(p, value, path);
    p.set(settings, value);
    return {};
}

Result<void> checkParameters(std::span<const Parameter> table, const void* settings, std::string_view path) {
    for (const Parameter& p : table) {
        const ParameterValue value = p.get(settings);
        if (!isAllowed(p, value)) return refusal(p, value, path);
    }
    return {};
}

std::string_view nearestName(std::string_view word, std::span<const std::string_view> candidates) {
    if (word.size() > 64) return {};
    std::string_view best;
    std::size_t bestDistance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = editDistance(word, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view nearest = nearestName(word, candidates);
    return nearest.empty() ? std::string() : ", did you mean \"" + std::string(nearest) + "\"?";
}

}  // namespace undine
