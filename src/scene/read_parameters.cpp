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

std::optional<ParameterValue> toVector(const Json& value) {
    const auto isNumber = [](const Json& v) {
        return v.is_number() &&
               std::abs(v.get<double>()) <= static_cast<double>(std::numeric_limits<float>::max());
    };
    if (!value.is_array() || value.size() != 3 || !std::all_of(value.begin(), value.end(), isNumber)) {
        return std::nullopt;
    }
    return Vec3{value[0].get<float>(), value[1].get<float>(), value[2].get<float>()};
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
            if (value.is_string()) return value.get<std::string>();
            break;
        case ParameterType::Vector:
            return toVector(value);
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

void readParameters(std::span<const Parameter> table, void* settings, const JsonPlace& object,
                    std::initializer_list<std::string_view> others, Mistakes& mistakes) {
    if (!object.value.is_object()) {
        mistakes.add(object.path, showValue(object.value) + ": must be an object { ... }");
        return;
    }
    std::vector<std::string_view> known(others);
    for (const Parameter& parameter : table) known.emplace_back(parameter.key);
    noteUnknownKeys(object, known, mistakes);

    for (const Parameter& parameter : table) {
        const auto member = object.value.find(parameter.key);
        if (member == object.value.end()) continue;
        readParameter(parameter, settings, {*member, joinPath(object.path, parameter.key)}, mistakes);
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
