// SPDX-License-Identifier: Zlib
#include "scene/read_parameters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace undine {
namespace {

// What a float setting will hold of `value`, so that a number too small for a float is checked as the 0 it
// becomes.
double asFloat(double value) {
    const bool fits = std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
    return fits ? static_cast<double>(static_cast<float>(value)) : value;
}

std::optional<ParameterValue> toInteger(const Json& value) {
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return std::nullopt;
    }
    if (!value.is_number_integer()) return std::nullopt;
    return value.get<std::int64_t>();
}

// An array of `count` numbers that fit into floats.
bool isArrayOfNumbers(const Json& value, std::size_t count) {
    const auto isNumber = [](const Json& v) {
        return v.is_number() &&
               std::abs(v.get<double>()) <= static_cast<double>(std::numeric_limits<float>::max());
    };
    return value.is_array() && value.size() == count && std::all_of(value.begin(), value.end(), isNumber);
}

std::optional<Vec3> toVector(const Json& value) {
    if (!isArrayOfNumbers(value, 3)) return std::nullopt;
    return Vec3{value[0].get<float>(), value[1].get<float>(), value[2].get<float>()};
}

std::optional<float> toNumber(const Json& value) {
    if (!isArrayOfNumbers(Json::array({value}), 1)) return std::nullopt;
    return value.get<float>();
}

std::optional<CurveKey> toKey(const Json& value) {
    if (!isArrayOfNumbers(value, 2)) return std::nullopt;
    return CurveKey{value[0].get<float>(), value[1].get<float>()};
}

std::optional<std::string> toText(const Json& value) {
    if (!value.is_string()) return std::nullopt;
    return value.get<std::string>();
}

// A list of what `toEntry` makes of each entry; nothing when it makes nothing of one of them.
template <class Entry>
std::optional<ParameterValue> toList(const Json& value, std::optional<Entry> (*toEntry)(const Json&)) {
    if (!value.is_array()) return std::nullopt;
    std::vector<Entry> list;
    for (const Json& entry : value) {
        std::optional<Entry> converted = toEntry(entry);
        if (!converted) return std::nullopt;
        list.push_back(std::move(*converted));
    }
    return list;
}

// Nothing when the JSON value has not the parameter's type.
std::optional<ParameterValue> toParameterValue(ParameterType type, const Json& value) {
    switch (type) {
        case ParameterType::Number:
            if (value.is_number()) return asFloat(value.get<double>());
            break;
        case ParameterType::Integer:
            return toInteger(value);
        case ParameterType::Boolean:
            if (value.is_boolean()) return value.get<bool>();
            break;
        case ParameterType::Choice:
        case ParameterType::Text:
            return toText(value);
        case ParameterType::Vector:
            return toVector(value);
        case ParameterType::TextList:
            return toList(value, &toText);
        case ParameterType::NumberList:
            return toList(value, &toNumber);
        case ParameterType::VectorList:
            return toList(value, &toVector);
        case ParameterType::KeyList:
            return toList(value, &toKey);
    }
    return std::nullopt;
}

std::string choiceSuggestion(const Parameter& parameter, const Json& value) {
    if (parameter.type != ParameterType::Choice || !value.is_string()) return {};
    const std::vector<std::string_view> names(parameter.choices.begin(), parameter.choices.end());
    return suggestion(value.get_ref<const std::string&>(), names);
}

void readParameter(const Parameter& parameter, void* settings, const JsonPlace& place, Mistakes& mistakes) {
    const std::optional<ParameterValue> value = toParameterValue(parameter.type, place.value);
    if (value && setParameter(parameter, settings, *value, place.path).ok()) return;
    mistakes.add(place.path,
                 fmt::format("{}: must be {}{}", showValue(place.value), describeAllowed(parameter),
                             choiceSuggestion(parameter, place.value)));
}

}  // namespace

void readParameters(std::span<const SettingsPlace> places, const JsonPlace& object,
                    std::span<const std::string_view> others, Mistakes& mistakes) {
    if (!object.value.is_object()) {
        mistakes.add(object.path, showValue(object.value) + ": must be an object { ... }");
        return;
    }
    std::vector<std::string_view> known(others.begin(), others.end());
    for (const SettingsPlace& place : places) {
        for (const Parameter& parameter : place.table) known.emplace_back(parameter.key);
    }
    noteUnknownKeys(object, known, mistakes);

    for (const SettingsPlace& place : places) {
        for (const Parameter& parameter : place.table) {
            const auto member = object.value.find(parameter.key);
            if (member == object.value.end()) continue;
            readParameter(parameter, place.settings, {*member, joinPath(object.path, parameter.key)},
                          mistakes);
        }
    }
}

void noteUnknownKeys(const JsonPlace& object, std::span<const std::string_view> known, Mistakes& mistakes) {
    for (const auto& [key, value] : object.value.items()) {
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        std::string hint = suggestion(key, known);
        if (hint.empty()) hint = fmt::format("; known here: {}", fmt::join(known, ", "));
        mistakes.add(joinPath(object.path, key), "unknown key" + hint);
    }
}

}  // namespace undine
