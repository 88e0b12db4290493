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

/// A number, an integer, a switch or a vector.
template <auto Member>
constexpr Parameter param(const char* key, const char* unit, ParameterRange range, const char* help) {
    using Settings = detail::ClassOf<Member>;
    using Value = detail::MemberOf<Member>;
    using Stored = std::conditional_t<
        std::is_same_v<Value, bool>, bool,
        std::conditional_t<std::is_integral_v<Value>, std::int64_t,
                           std::conditional_t<std::is_floating_point_v<Value>, double, Vec3>>>;
    constexpr ParameterType kType = std::is_same_v<Stored, bool>           ? ParameterType::Boolean
                                    : std::is_same_v<Stored, std::int64_t> ? ParameterType::Integer
                                    : std::is_same_v<Stored, double>       ? ParameterType::Number
                                                                           : ParameterType::Vector;
    return {key,
            unit,
            help,
            kType,
            range,
            {},
            [](const void* s) {
                return ParameterValue(static_cast<Stored>(static_cast<const Settings*>(s)->*Member));
            },
            [](void* s, const ParameterValue& v) {
                static_cast<Settings*>(s)->*Member = static_cast<Value>(std::get<Stored>(v));
            }};
}

/// A switch.
template <auto Member>
constexpr Parameter param(const char* key, const char* help) {
    static_assert(std::is_same_v<detail::MemberOf<Member>, bool>);
    return param<Member>(key, "", {}, help);
}

/// One of several names: specialise for an enum whose values count up from 0.
template <class Enum>
struct ChoiceNames;

template <auto Member>
constexpr Parameter choice(const char* key, const char* help) {
    using Settings = detail::ClassOf<Member>;
    using Value = detail::MemberOf<Member>;
    return {key,
            "",
            help,
            ParameterType::Choice,
            {},
            ChoiceNames<Value>::kNames,
            [](const void* s) {
                const auto k = static_cast<std::size_t>(static_cast<const Settings*>(s)->*Member);
                return ParameterValue(std::string(ChoiceNames<Value>::kNames[k]));
            },
            [](void* s, const ParameterValue& v) {
                const std::span<const char* const> names = ChoiceNames<Value>::kNames;
                for (std::size_t k = 0; k < names.size(); ++k) {
                    if (std::get<std::string>(v) == names[k]) {
                        static_cast<Settings*>(s)->*Member = static_cast<Value>(k);
                    }
                }
            }};
}

}  // namespace undine
