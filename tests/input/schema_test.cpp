// SPDX-License-Identifier: Zlib
// The JSON schema says the same as the reader, as far as a schema can.
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "scene/documentation.h"
#include "tests/input/temporary_folder.h"
#include "tests/support/places.h"
#include "undine/scene.h"

namespace undine {
namespace {

using Json = nlohmann::json;

Json parse(const std::string& text) { return Json::parse(text, nullptr, false, true); }

bool accepts(const Json& scene) {
    static const valijson::Schema* const schema = [] {
        const Json document = parse(sceneSchema());
        auto* made = new valijson::Schema;  // lives as long as the program
        valijson::SchemaParser(valijson::SchemaParser::kDraft7)
            .populateSchema(valijson::adapters::NlohmannJsonAdapter(document), *made);
        return made;
    }();
    return valijson::Validator().validate(*schema, valijson::adapters::NlohmannJsonAdapter(scene), nullptr);
}

TEST(Schema, AcceptsTheScenesThatComeWithUndine) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(UNDINE_SOURCE_DIR "/scenes")) {
        if (entry.path().extension() != ".json") continue;
        EXPECT_TRUE(accepts(parse(readFile(entry.path())))) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 5);
}

TEST(Schema, RefusesWhatTheReaderRefuses) {
    for (const char* name :
         {"unknown_world_key", "unknown_section", "vector_of_two", "number_as_text", "choice_unknown",
          "number_below_range", "integer_as_fraction", "fill_unknown_shape", "wall_unknown_shape",
          "emitter_points_no_vectors", "body_flat", "force_unknown_type", "output_formats_text"}) {
        const std::filesystem::path path =
            std::filesystem::path(UNDINE_SOURCE_DIR "/tests/input/bad") / (std::string(name) + ".json");
        const Json scene = parse(readFile(path));
        ASSERT_TRUE(scene.is_object()) << name;
        EXPECT_FALSE(accepts(scene)) << name;
    }
}

TEST(Schema, TellsUnitAndDefaultOfASetting) {
    const Json schema = parse(sceneSchema());
    const Json& gravity = schema["properties"]["world"]["properties"]["gravity"];
    EXPECT_NE(gravity["description"].get<std::string>().find("[m/s^2]"), std::string::npos);
    EXPECT_EQ(gravity["default"].size(), 3U);
    EXPECT_EQ(gravity["minItems"], 3);
}

}  // namespace
}  // namespace undine
