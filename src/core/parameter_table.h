// SPDX-License-Identifier: Zlib
// The words a parameter table is written with:
//
//     template <>
//     std::span<const Parameter> parametersOf<FluidSettings>() {
//         static const Parameter table[] = {
//             param<&FluidSettings::viscosity>("viscosity", "Pa s", atLeast(0), "Resistance to shear."),
//         };
//         return table;
//     }
#pragma once

#include <type_traits>
#include <vector>

#include "core/assert.h"
#include "undine/parameters.h"

namespace undine {

constexpr ParameterRange anyNumber() { return {}; }
constexpr ParameterRange atLeast(double min) { return {.min = min}; }
constexpr ParameterRange above(double min) { return {.min = min, .minExcluded = true}; }
constexpr ParameterRange between(double min, double max) { return {.min = min, .max = max}; }
constexpr ParameterRange aboveUpTo(double min, double max) {
    return {.min = min, .max = max, .minExcluded = true};
}

namespace detail {

template <class Class, class Member>
Class classOf(Member Class::*);
template <class Class, class Member>
Member memberOf(Member Class::*);

template <auto Member>
using ClassOf = decltype(classOf(Member));
template <auto Member>
using MemberOf = decltype(memberOf(Member));

}  // namespace detail

/// A member of a member, for tables of settings that several others contain: Inside<&Outer::part,
/// &Part::value> stands where &Outer::value would.
template <auto Part, auto Member>
struct Inside {};

namespace detail {

/// How to reach a setting: by a pointer to member, or by Inside.
template <auto Path>
struct Access {
    using Settings = ClassOf<Path>;
    using Value = MemberOf<Path>;
    static constexpr Value& of(Settings& s) { return s.*Path; }
    static constexpr const Value& of(const Settings& s) { return s.*Path; }
};
template <auto Part, auto Member, Inside<Part, Member> kPath>
struct Access<kPath> {
    using Settings = ClassOf<Part>;
    using Value = MemberOf<Member>;
    static constexpr Value& of(Settings& s) { return s.*Part.*Member; }
    static constexpr const Value& of(const Settings& s) { return s.*Part.*Member; }
};

}  // namespace detail

/// How a member is held in a ParameterValue, and what it is called there.
template <class Value>
struct ParameterTraits {
    static_assert(std::is_arithmetic_v<Value>);
    using Stored = std::conditional_t<std::is_integral_v<Value>, std::int64_t, double>;
    static constexpr ParameterType kType =
        std::is_integral_v<Value> ? ParameterType::Integer : ParameterType::Number;
};
template <class Value, ParameterType type>
struct StoredAsItIs {
    using Stored = Value;
    static constexpr ParameterType kType = type;
};
template <>
struct ParameterTraits<bool> : StoredAsItIs<bool, ParameterType::Boolean> {};
template <>
struct ParameterTraits<Vec3> : StoredAsItIs<Vec3, ParameterType::Vector> {};
template <>
struct ParameterTraits<std::string> : StoredAsItIs<std::string, ParameterType::Text> {};
template <>
struct ParameterTraits<std::vector<std::string>>
    : StoredAsItIs<std::vector<std::string>, ParameterType::TextList> {};
template <>
struct ParameterTraits<std::vector<float>> : StoredAsItIs<std::vector<float>, ParameterType::NumberList> {};
template <>
struct ParameterTraits<std::vector<Vec3>> : StoredAsItIs<std::vector<Vec3>, ParameterType::VectorList> {};
template <>
struct ParameterTraits<Curve> : StoredAsItIs<Curve, ParameterType::KeyList> {};

/// A number, an integer, a switch, a vector, a text, a list or a curve.
template <auto Member>
constexpr Parameter param(const char* key, const char* unit, ParameterRange range, const char* help) {
    using Access = detail::Access<Member>;
    using Settings = typename Access::Settings;
    using Value = typename Access::Value;
    using Stored = typename ParameterTraits<Value>::Stored;
    return {key,
            unit,
            help,
            ParameterTraits<Value>::kType,
            range,
            {},
            [](const void* s) {
                return ParameterValue(static_cast<Stored>(Access::of(*static_cast<const Settings*>(s))));
            },
            [](void* s, const ParameterValue& v) {
                Access::of(*static_cast<Settings*>(s)) = static_cast<Value>(std::get<Stored>(v));
            }};
}

/// A switch, a text or a list of texts: nothing with a range.
template <auto Member>
constexpr Parameter param(const char* key, const char* help) {
    return param<Member>(key, "", {}, help);
}

/// The rows of several tables as one.
template <class... Rows>
std::vector<Parameter> joinRows(const Rows&... rows) {
    std::vector<Parameter> all;
    (all.insert(all.end(), rows.begin(), rows.end()), ...);
    return all;
}

/// One of several names: specialise for an enum whose values count up from 0.
template <class Enum>
struct ChoiceNames;

template <>
struct ChoiceNames<Side> {
    static constexpr const char* kNames[] = {"inside", "outside"};
};

template <auto Member>
constexpr Parameter choice(const char* key, const char* help) {
    using Access = detail::Access<Member>;
    using Settings = typename Access::Settings;
    using Value = typename Access::Value;
    return {key,
            "",
            help,
            ParameterType::Choice,
            {},
            ChoiceNames<Value>::kNames,
            [](const void* s) {
                const auto k = static_cast<std::size_t>(Access::of(*static_cast<const Settings*>(s)));
                return ParameterValue(std::string(ChoiceNames<Value>::kNames[k]));
            },
            [](void* s, const ParameterValue& v) {
                const std::span<const char* const> names = ChoiceNames<Value>::kNames;
                for (std::size_t k = 0; k < names.size(); ++k) {
                    if (std::get<std::string>(v) == names[k]) {
                        Access::of(*static_cast<Settings*>(s)) = static_cast<Value>(k);
                    }
                }
            }};
}

// Rows that the tables of all walls and bodies have.

template <class Settings>
constexpr Parameter sideRow() {
    return choice<&Settings::side>("side",
                                   "Where the fluid is: inside of a container, or outside of an obstacle.");
}
template <class Settings>
constexpr Parameter frictionRow() {
    return param<&Settings::friction>("friction", "", between(0, 1),
                                      "Share of the tangential velocity a contact removes.");
}
template <class Settings>
constexpr Parameter restitutionRow() {
    return param<&Settings::restitution>("restitution", "", between(0, 1),
                                         "Share of the normal velocity a contact gives back.");
}

}  // namespace undine
