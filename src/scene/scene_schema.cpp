// SPDX-License-Identifier: Zlib
#include <cmath>

#include <fmt/format.h>

#include "scene/documentation.h"
#include "scene/grammar.h"
#include "scene/json_text.h"

namespace undine {
namespace {

Json numberSchema(const char* type, const ParameterRange& range) {
    // The reader compares floats; here their shortest decimal text is what a person would write.
    const auto bound = [](double value) { return Json::parse(describeValue(value)); };
    Json schema = {{"type", type}};
    if (std::isfinite(range.min))
        schema[range.minExcluded ? "exclusiveMinimum" : "minimum"] = bound(range.min);
    if (std::isfinite(range.max)) schema["maximum"] = bound(range.max);
    return schema;
}

Json listSchema(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

// An array of exactly `count` entries.
Json tupleSchema(Json items, int count) {
    Json schema = listSchema(std::move(items));
    schema["minItems"] = count;
    schema["maxItems"] = count;
    return schema;
}

Json typeSchema(const Parameter& p) {
    Json number = numberSchema("number", p.range);
    switch (p.type) {
        case ParameterType::Number:
            return number;
        case ParameterType::Integer:
            return numberSchema("integer", p.range);
        case ParameterType::Boolean:
            return {{"type", "boolean"}};
        case ParameterType::Choice:
            return {{"enum", std::vector<std::string>(p.choices.begin(), p.choices.end())}};
        case ParameterType::Vector:
            return tupleSchema(number, 3);
        case ParameterType::Text:
            return {{"type", "string"}};
        case ParameterType::TextList:
            return listSchema({{"type", "string"}});
        case ParameterType::NumberList:
            return listSchema(number);
        case ParameterType::VectorList:
            return listSchema(tupleSchema(number, 3));
        case ParameterType::KeyList:
            return listSchema(tupleSchema({{"type", "number"}}, 2));
    }
    return {};
}

void addProperties(const SettingsTable& table, Json& properties) {
    for (const Parameter& p : table.parameters) {
        Json schema = typeSchema(p);
        schema["default"] = Json::parse(describeValue(p.get(table.defaults.get())));
        schema["description"] =
            *p.unit == '\0' ? std::string(p.help) : fmt::format("{} [{}]", p.help, p.unit);
        properties[p.key] = std::move(schema);
    }
}

Json objectSchema(Json properties) {
    return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

Json alternativeSchema(const Section& section, const Alternative& alternative) {
    Json properties = Json::object();
    properties[std::string(section.tag)] = {{"const", alternative.name}, {"description", alternative.help}};
    addProperties(section.common, properties);
    addProperties(alternative.table, properties);
    Json schema = objectSchema(std::move(properties));
    schema["required"] = Json::array({section.tag});
    return schema;
}

Json sectionSchema(const Section& section) {
    Json entry;
    if (section.alternatives.empty()) {
        Json properties = Json::object();
        addProperties(section.common, properties);
        entry = objectSchema(std::move(properties));
    } else {
        entry["oneOf"] = Json::array();
        for (const Alternative& a : section.alternatives)
            entry["oneOf"].push_back(alternativeSchema(section, a));
    }
    Json schema = section.isList ? listSchema(std::move(entry)) : std::move(entry);
    schema["description"] = section.help;
    return schema;
}

Json plainSchema(const PlainKey& key) {
    Json schema = {{"type", key.type}};
    if (key.key == "include") schema["type"] = {"string", "array"};
    schema["description"] = key.help;
    return schema;
}

}  // namespace

std::string sceneSchema() {
    Json properties = Json::object();
    for (const PlainKey& key : scenePlainKeys()) properties[std::string(key.key)] = plainSchema(key);
    for (const Section& section : sceneSections()) {
        properties[std::string(section.key)] = sectionSchema(section);
    }
    Json schema = objectSchema(std::move(properties));
    Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "Undine scene"},
                 {"$comment", "Generated from the parameter tables by `undine docs schema`: do not edit."},
                 {"allowComments", true}};
    root.update(schema);
    return root.dump(2) + "\n";
}

}  // namespace undine
