// SPDX-License-Identifier: Zlib
// One table per settings struct: key, member, unit, range, help. Scene files, --set, range checks, the
// viewer's sliders, Python and the documentation all read the same tables, so a setting is described once.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "undine/export.h"
#include "undine/result.h"
#include "undine/settings.h"

namespace undine {

enum class ParameterType {
    Number,
    Integer,
    Boolean,
    Choice,
    Vector,
    Text,
    TextList,
    NumberList,
    VectorList,
    KeyList,  ///< a curve: list of [time, value]
};

/// A setting's value outside its struct. A choice is held by its name.
using ParameterValue = std::variant<double, std::int64_t, bool, std::string, Vec3, std::vector<std::string>,
                                    std::vector<float>, std::vector<Vec3>, Curve>;

/// Allowed numbers; for a vector, each component's; for a curve, its values'.
struct ParameterRange {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool minExcluded = false;
};

/// Describes one field of a settings struct. `get` and `set` take the address of such a struct.
struct Parameter {
    const char* key;
    const char* unit;  ///< Empty for a pure number.
    const char* help;
    ParameterType type;
    ParameterRange range;
    std::span<const char* const> choices;  ///< Names, for a Choice.
    ParameterValue (*get)(const void* settings);
    void (*set)(void* settings, const ParameterValue& value);
};

/// The table of a settings struct. Exists for every struct in settings.h except the variants.
template <class Settings>
UNDINE_API std::span<const Parameter> parametersOf();

/// Puts `value` into its field, or says why it may not be there. `path` names the struct in the message.
UNDINE_API Result<void> setParameter(const Parameter& parameter, void* settings, const ParameterValue& value,
                                     std::string_view path);

/// Checks every field of `settings` against its range.
UNDINE_API Result<void> checkParameters(std::span<const Parameter> table, const void* settings,
                                        std::string_view path);

template <class Settings>
Result<void> checkParameters(const Settings& settings, std::string_view path) {
    return checkParameters(parametersOf<Settings>(), &settings, path);
}

/// "at least 0", "above 0 and at most 1", "one of linear, tait" …
UNDINE_API std::string describeAllowed(const Parameter& parameter);

/// A value as a scene file would have it: "0.5", "[0, -9.81, 0]", "\"tait\"" …
UNDINE_API std::string describeValue(const ParameterValue& value);

/// The candidate a person most likely meant by `word`, or an empty string when none is near.
UNDINE_API std::string_view nearestName(std::string_view word, std::span<const std::string_view> candidates);

/// `, did you mean "xyz"?` for that candidate; empty when none is near.
UNDINE_API std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace undine
