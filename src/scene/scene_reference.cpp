// SPDX-License-Identifier: Zlib
#include <cmath>

#include <fmt/format.h>

#include "scene/documentation.h"
#include "scene/grammar.h"

namespace undine {
namespace {

constexpr std::string_view kHead = R"(<!-- SPDX-License-Identifier: Zlib -->
<!-- Generated from the parameter tables by `undine docs reference`: do not edit. -->
# Scene reference

Every key of a scene file. [scenes.md](scenes.md) explains the format; `undine.schema.json` lets an editor
complete and check it. Units are SI, y points up. Vectors are lists of three numbers, and a range is that of
each component. Every key has a default, but for those that choose what an entry is.

## Top level

| key | type | meaning |
|---|---|---|
)";

std::string numberText(double value) { return describeValue(value); }

// "0 to 1", "above 0", "one of linear, tait".
std::string rangeText(const Parameter& p) {
    if (p.type == ParameterType::Boolean) return "true, false";
    if (p.type == ParameterType::Choice) return fmt::format("{}", fmt::join(p.choices, ", "));
    const bool hasMin = std::isfinite(p.range.min);
    const bool hasMax = std::isfinite(p.range.max);
    if (hasMin && hasMax) {
        return fmt::format("{}{} to {}", p.range.minExcluded ? "above " : "", numberText(p.range.min),
                           numberText(p.range.max));
    }
    if (hasMin) return (p.range.minExcluded ? "above " : "at least ") + numberText(p.range.min);
    return hasMax ? "at most " + numberText(p.range.max) : "";
}

std::string_view typeText(ParameterType type) {
    switch (type) {
        case ParameterType::Number:
            return "number";
        case ParameterType::Integer:
            return "whole number";
        case ParameterType::Boolean:
            return "switch";
        case ParameterType::Choice:
            return "name";
        case ParameterType::Vector:
            return "vector";
        case ParameterType::Text:
            return "text";
        case ParameterType::TextList:
            return "list of texts";
        case ParameterType::NumberList:
            return "list of numbers";
        case ParameterType::VectorList:
            return "list of vectors";
        case ParameterType::KeyList:
            return "list of [time, value]";
    }
    return "";
}

std::string describeTable(const SettingsTable& table) {
    std::string text = "| key | type | default | unit | allowed | meaning |\n|---|---|---|---|---|---|\n";
    for (const Parameter& p : table.parameters) {
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", p.key, typeText(p.type),
                            describeValue(p.get(table.defaults.get())), p.unit, rangeText(p), p.help);
    }
    return text + "\n";
}

std::string describeSection(const Section& section) {
    std::string text =
        fmt::format("## {}\n\n{}{}\n\n", section.key, section.isList ? "A list. " : "", section.help);
    if (!section.common.parameters.empty()) {
        if (!section.alternatives.empty()) text += "Keys of every entry:\n\n";
        text += describeTable(section.common);
    }
    if (section.alternatives.empty()) return text;
    text += fmt::format("`{}` must be given. {} It is one of:\n\n", section.tag, section.tagHelp);
    for (const Alternative& alternative : section.alternatives) {
        text += fmt::format("### {}: `\"{}\": \"{}\"`\n\n", section.key, section.tag, alternative.name);
        text += fmt::format("This is {}.\n\n", alternative.help) + describeTable(alternative.table);
    }
    return text;
}

}  // namespace

std::string describeSceneFormat() {
    std::string text(kHead);
    for (const PlainKey& key : scenePlainKeys()) {
        text += fmt::format("| `{}` | {} | {} |\n", key.key, key.type, key.help);
    }
    for (const Section& section : sceneSections()) {
        text += fmt::format("| [`{0}`](#{0}) | {1} | {2} |\n", section.key,
                            section.isList ? "list" : "object", section.help);
    }
    text += "\n";
    for (const Section& section : sceneSections()) text += describeSection(section);
    text.pop_back();
    return text;
}

}  // namespace undine
