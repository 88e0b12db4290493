// SPDX-License-Identifier: Zlib
#include "undine/parameters.h"

#include <array>
#include <set>

#include "core/parameter_table.h"
#include "tests/unit/test_support.h"

namespace undine {

namespace test {

enum class Mood { Calm, Wild };

struct Sample {
    float weight = 1;
    float share = 0.5F;
    int count = 3;
    bool open = true;
    Mood mood = Mood::Calm;
    Vec3 place;
    float anything = 0;
};

}  // namespace test

template <>
struct ChoiceNames<test::Mood> {
    static constexpr const char* kNames[] = {"calm", "wild"};
};

template <>
std::span<const Parameter> parametersOf<test::Sample>() {
    using test::Sample;
    static const Parameter table[] = {
        param<&Sample::weight>("weight", "kg", above(0), "How heavy."),
        param<&Sample::share>("share", "", aboveUpTo(0, 1), "How much of it."),
        param<&Sample::count>("count", "", between(1, 9), "How many."),
        param<&Sample::open>("open", "Whether one may enter."),
        choice<&Sample::mood>("mood", "How it feels."),
        param<&Sample::place>("place", "m", atLeast(-2), "Where."),
        param<&Sample::anything>("anything", "", anyNumber(), "What you like."),
    };
    return table;
}

namespace {

using test::kInfinity;
using test::kNaN;
using test::Mood;
using test::Sample;

const Parameter& find(const char* key) {
    for (const Parameter& p : parametersOf<Sample>()) {
        if (std::string_view(p.key) == key) return p;
    }
    throw std::out_of_range(key);
}

std::string refusal(const char* key, const ParameterValue& value) {
    Sample sample;
    const Sample before = sample;
    const Result<void> done = setParameter(find(key), &sample, value, "sample.0");
    EXPECT_FALSE(done.ok());
    EXPECT_EQ(find(key).get(&sample), find(key).get(&before)) << "a refused value must not be set";
    return done.error();
}

TEST(Parameters, SetAndGetEveryType) {
    Sample sample;
    EXPECT_TRUE(setParameter(find("weight"), &sample, 2.5, "").ok());
    EXPECT_TRUE(setParameter(find("count"), &sample, std::int64_t{9}, "").ok());
    EXPECT_TRUE(setParameter(find("open"), &sample, false, "").ok());
    EXPECT_TRUE(setParameter(find("mood"), &sample, std::string("wild"), "").ok());
    EXPECT_TRUE(setParameter(find("place"), &sample, Vec3{1, 2, 3}, "").ok());
    EXPECT_EQ(sample.weight, 2.5F);
    EXPECT_EQ(sample.count, 9);
    EXPECT_FALSE(sample.open);
    EXPECT_EQ(sample.mood, Mood::Wild);
    EXPECT_EQ(sample.place, (Vec3{1, 2, 3}));
    EXPECT_EQ(std::get<double>(find("weight").get(&sample)), 2.5);
    EXPECT_EQ(std::get<std::string>(find("mood").get(&sample)), "wild");
}

TEST(Parameters, RefuseWithPathKeyValueAndRange) {
    EXPECT_EQ(refusal("weight", 0.0), "sample.0.weight: 0: must be a number above 0 (kg)");
    EXPECT_EQ(refusal("share", 1.5), "sample.0.share: 1.5: must be a number above 0 and at most 1");
    EXPECT_EQ(refusal("count", std::int64_t{10}),
              "sample.0.count: 10: must be a whole number of at least 1 and at most 9");
    EXPECT_EQ(refusal("open", 1.0), "sample.0.open: 1: must be true or false");
    EXPECT_EQ(refusal("mood", std::string("sad")), "sample.0.mood: \"sad\": must be one of calm, wild");
    EXPECT_EQ(refusal("place", Vec3{0, -3, 0}),
              "sample.0.place: [0, -3, 0]: must be three numbers of at least -2 (m)");
}

TEST(Parameters, RefuseWhatNoFloatHolds) {
    for (const double value : {static_cast<double>(kNaN), static_cast<double>(kInfinity), 1e39, -1e39}) {
        EXPECT_NE(refusal("anything", value), "") << value;
    }
    EXPECT_NE(refusal("place", Vec3{0, 0, kNaN}), "");
    EXPECT_NE(refusal("place", Vec3{kInfinity, 0, 0}), "");
}

TEST(Parameters, AllowTheEndsOfARangeUnlessExcluded) {
    Sample sample;
    EXPECT_TRUE(setParameter(find("share"), &sample, 1.0, "").ok());
    EXPECT_TRUE(setParameter(find("count"), &sample, std::int64_t{1}, "").ok());
    EXPECT_TRUE(setParameter(find("place"), &sample, Vec3{-2, -2, -2}, "").ok());
    EXPECT_FALSE(setParameter(find("share"), &sample, 0.0, "").ok());
}

TEST(Parameters, NameNoPathWhenThereIsNone) {
    Sample sample;
    EXPECT_EQ(setParameter(find("weight"), &sample, -1.0, "").error(),
              "weight: -1: must be a number above 0 (kg)");
}

TEST(Parameters, CheckAWholeStruct) {
    Sample sample;
    EXPECT_TRUE(checkParameters(sample, "sample").ok());
    sample.place.y = kNaN;
    EXPECT_EQ(checkParameters(sample, "sample").error(),
              "sample.place: [0, nan, 0]: must be three numbers of at least -2 (m)");
}

TEST(Parameters, HaveUniqueKeysHelpAndDefaultsInRangeEverywhere) {
    const auto check = [](std::span<const Parameter> table, const void* defaults, const char* name) {
        EXPECT_TRUE(checkParameters(table, defaults, name).ok())
            << checkParameters(table, defaults, name).error();
        std::set<std::string_view> keys;
        for (const Parameter& p : table) {
            EXPECT_TRUE(keys.insert(p.key).second) << name << '.' << p.key << " appears twice";
            EXPECT_NE(std::string_view(p.help), "") << name << '.' << p.key;
        }
        EXPECT_FALSE(table.empty()) << name;
    };
    const auto checkDefaults = [&](const auto& defaults, const char* name) {
        check(parametersOf<std::remove_cvref_t<decltype(defaults)>>(), &defaults, name);
    };
    checkDefaults(WorldSettings{}, "world");
    checkDefaults(FluidSettings{}, "fluid");
    checkDefaults(WcsphSettings{}, "wcsph");
    checkDefaults(PbfSettings{}, "pbf");
    checkDefaults(SphPbdSettings{}, "sph_pbd");
    checkDefaults(PlaneWall{}, "plane");
    checkDefaults(BoxWall{}, "box");
    checkDefaults(SphereWall{}, "sphere");
    checkDefaults(BoxFill{}, "box fill");
    checkDefaults(SphereFill{}, "sphere fill");
}

TEST(NearestName, FindsWhatWasMeant) {
    const std::array<std::string_view, 4> names{"viscosity", "stiffness", "rest_density", "color"};
    EXPECT_EQ(nearestName("viscosty", names), "viscosity");
    EXPECT_EQ(nearestName("visocsity", names), "viscosity");
    EXPECT_EQ(nearestName("stifness", names), "stiffness");
    EXPECT_EQ(nearestName("colour", names), "color");
    EXPECT_EQ(nearestName("restdensity", names), "rest_density");
}

TEST(NearestName, SaysNothingWhenNothingIsNear) {
    const std::array<std::string_view, 2> names{"viscosity", "stiffness"};
    EXPECT_EQ(nearestName("banana", names), "");
    EXPECT_EQ(nearestName("", names), "");
    EXPECT_EQ(nearestName(std::string(1000, 'v'), names), "");
    EXPECT_EQ(nearestName("viscosity", {}), "");
}

TEST(NearestName, CountsASwapAsOneMistake) {
    // Three letters allow two edits: a swap and one more are within reach, two and a swap are not.
    const std::array<std::string_view, 2> names{"abc", "xyz"};
    EXPECT_EQ(nearestName("bac", names), "abc");
    EXPECT_EQ(nearestName("ba", names), "abc");
}

}  // namespace
}  // namespace undine
