// SPDX-License-Identifier: Zlib
// A world and an engine for rigid bodies: when the engine is called, and what is saved of it.
#include <cmath>

#include <gtest/gtest.h>

#include "core/byte_stream.h"
#include "tests/support/worlds.h"

namespace undine::test {
namespace {

struct Diary {
    std::vector<double> begins;
    std::vector<double> ends;
};

/// Writes down when it is called, and remembers how often.
class Scribe final : public RigidEngine {
  public:
    explicit Scribe(Diary& diary) : diary_(diary) {}

    float stepLength() const override { return 0.01F; }
    void begin(World& world) override { diary_.begins.push_back(world.time()); }
    void end(World& world) override {
        diary_.ends.push_back(world.time());
        ++count_;
    }
    std::vector<std::byte> saveState() const override {
        ByteWriter out;
        out.value(count_);
        return out.take();
    }
    Result<void> restoreState(std::span<const std::byte> state) override {
        ByteReader in(state);
        const auto count = in.value<std::uint64_t>();
        if (!in.atEnd()) return Error{"no diary"};
        count_ = count;
        return {};
    }

  private:
    Diary& diary_;
    std::uint64_t count_ = 0;
};

World makeWorld(Diary& diary) {
    World world = take(World::create({.timeStep = 0.003F}));
    world.attachEngine(std::make_unique<Scribe>(diary));
    return world;
}

TEST(RigidEngine, HasItsIntervalsMetWhateverTheStepsOfTheWorldAre) {
    Diary diary;
    World world = makeWorld(diary);
    ASSERT_TRUE(world.advance(0.095F).ok());
    EXPECT_EQ(diary.begins.size(), 10U);
    ASSERT_EQ(diary.ends.size(), 9U);
    for (std::size_t k = 0; k < diary.ends.size(); ++k) {
        EXPECT_NEAR(diary.begins[k], 0.01 * static_cast<double>(k), 1e-6);
        EXPECT_NEAR(diary.ends[k], 0.01 * static_cast<double>(k + 1), 1e-6);
    }
}

TEST(RigidEngine, EndsAnIntervalTogetherWithAFrameThatIsLongerOrShorterByRounding) {
    for (const double off : {-1e-8, 1e-8}) {
        Diary diary;
        World world = makeWorld(diary);
        for (int frame = 0; frame < 2000; ++frame)
            ASSERT_TRUE(world.advance(static_cast<float>(0.02 + off)).ok());
        EXPECT_EQ(diary.ends.size(), 4000U);
        EXPECT_EQ(world.stepCount(), 16000U);  // 3, 3, 3 and 1 ms of each interval, and no crumbs
    }
}

TEST(RigidEngine, GoesOnWithinAnIntervalAfterARestore) {
    Diary first, second;
    World whole = makeWorld(first);
    ASSERT_TRUE(whole.advance(0.034F).ok());
    World resumed = makeWorld(second);
    take(resumed.restoreState(whole.saveState()));
    ASSERT_TRUE(resumed.advance(0.01F).ok());
    ASSERT_EQ(second.ends.size(), 1U);
    EXPECT_NEAR(second.ends[0], 0.04, 1e-6);
    ASSERT_TRUE(whole.advance(0.01F).ok());
    EXPECT_EQ(resumed.stateHash(), whole.stateHash());
}

TEST(RigidEngine, IsPartOfTheStateOnlyWhereThereIsOne) {
    Diary diary;
    World with = makeWorld(diary);
    World without = take(World::create({.timeStep = 0.003F}));
    EXPECT_EQ(without.restoreState(with.saveState()).error(),
              "the state has a part 'engine' that this world has not");
    EXPECT_EQ(with.restoreState(without.saveState()).error(), "the state lacks the part 'engine'");
}

TEST(FreeBody, WithoutAnEngineFallsAndFeelsTheFluidOnly) {
    World world = take(World::create({}, PbfSettings{}));
    BodySettings stone;
    stone.position = {0, 3, 0};
    stone.density = 2000;
    take(world.addBody({stone, CapsuleBody{}}));
    ASSERT_TRUE(world.advance(0.5F).ok());
    EXPECT_NEAR(world.bodies()[0].velocity.y, -4.905, 1e-3);
    EXPECT_TRUE(world.rigidIdOf(0).has_value());
    EXPECT_FALSE(world.rigidIdOf(1).has_value());
}

TEST(FreeBody, OnAPathOfAnyShapeIsWhereThePathIs) {
    World world = take(World::create({}, PbfSettings{}));
    BodySettings stirrer;
    stirrer.name = "stirrer";
    stirrer.position = {0, 1, 0};
    stirrer.velocity = {1, 0, 0};
    stirrer.angularVelocity = {0, 0, 90};
    take(world.addBody({stirrer, ConeBody{}}));
    BodySettings box = stirrer;
    EXPECT_FALSE(world.addBody({box, BoxBody{}}).ok());  // its name is taken
    box.name = "box";
    take(world.addBody({box, BoxBody{}}));
    ASSERT_TRUE(world.advance(1).ok());
    ASSERT_EQ(world.bodies().size(), 2U);
    for (const BodyState& body : world.bodies()) {
        EXPECT_NEAR(body.position.x, 1, 1e-5);
        EXPECT_NEAR(body.rotation.z, std::sqrt(0.5), 1e-5);
    }
    EXPECT_NEAR(world.rigidMotion(*world.rigidIdOf(0))->position.x, 1, 1e-5);
}

}  // namespace
}  // namespace undine::test
