// SPDX-License-Identifier: Zlib
// Free bodies that lie on each other in water: the same bits with any number of threads, and after a run was
// saved in the middle of an interval of the engine and resumed in another world.
#include <gtest/gtest.h>

#include "tests/support/worlds.h"
#include "undine/scene.h"

namespace undine::test {
namespace {

constexpr const char* kHeap = R"({
    "world": { "particle_spacing": 0.04 },
    "solver": { "method": "pbf" },
    "fluids": [{}],
    "walls": [{ "shape": "box", "min": [0, 0, 0], "max": [0.8, 0.8, 0.48] }],
    "fill": [{ "shape": "box", "min": [0, 0, 0], "max": [0.8, 0.4, 0.48] }],
    "bodies": [
        { "shape": "box", "size": [0.16, 0.16, 0.16], "position": [0.3, 0.42, 0.24], "density": 300 },
        { "shape": "box", "size": [0.16, 0.16, 0.16], "position": [0.46, 0.42, 0.24], "density": 300 },
        { "shape": "box", "size": [0.3, 0.1, 0.2], "position": [0.38, 0.55, 0.24], "density": 300 },
        { "shape": "cylinder", "radius": 0.05, "height": 0.2, "position": [0.65, 0.4, 0.24],
          "angular_velocity": [0, 90, 0] }
    ]
})";

/// A dam break against bricks on the floor.
constexpr const char* kLevee = R"({
    "world": { "particle_spacing": 0.04 },
    "solver": { "method": "pbf" },
    "fluids": [{}],
    "walls": [{ "shape": "box", "min": [0, 0, 0], "max": [0.8, 0.8, 0.4] }],
    "fill": [{ "shape": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.4] }],
    "bodies": [
        { "shape": "box", "size": [0.12, 0.12, 0.16], "position": [0.5, 0.06, 0.1], "density": 1200 },
        { "shape": "box", "size": [0.12, 0.12, 0.16], "position": [0.5, 0.06, 0.3], "density": 1200 },
        { "shape": "box", "size": [0.12, 0.12, 0.16], "position": [0.5, 0.18, 0.2], "density": 1200 }
    ]
})";

World makeWorld(const char* text, int threads) {
    Scene scene = take(parseScene(text, "bodies.json"));
    scene.world.threads = threads;
    return take(createWorld(scene));
}
World makeHeap(int threads) { return makeWorld(kHeap, threads); }

constexpr float kEarly = 0.223F;  // within an interval
constexpr float kLate = 0.2F;

TEST(FreeBodies, ReachTheSameBitsWithAnyNumberOfThreads) {
    World one = makeHeap(1);
    ASSERT_TRUE(one.advance(kEarly + kLate).ok());
    for (const int threads : {2, 3}) {
        World other = makeHeap(threads);
        ASSERT_TRUE(other.advance(kEarly + kLate).ok());
        EXPECT_EQ(other.stateHash(), one.stateHash()) << threads << " threads";
    }
}

TEST(FreeBodies, GoOnToTheSameBitsAfterARestore) {
    World whole = makeHeap(2);
    ASSERT_TRUE(whole.advance(kEarly).ok());
    const std::vector<std::byte> state = whole.saveState();
    ASSERT_TRUE(whole.advance(kLate).ok());

    World resumed = makeHeap(1);
    take(resumed.restoreState(state));
    EXPECT_EQ(resumed.saveState(), state);
    ASSERT_TRUE(resumed.advance(kLate).ok());
    EXPECT_EQ(resumed.stateHash(), whole.stateHash());
    for (std::size_t k = 0; k < whole.bodies().size(); ++k) {
        EXPECT_EQ(resumed.bodies()[k].position, whole.bodies()[k].position);
        EXPECT_EQ(resumed.bodies()[k].rotation, whole.bodies()[k].rotation);
    }
    // The heap is in the water, and still a heap.
    EXPECT_LT(whole.bodies()[0].position.y, 0.42F);
    EXPECT_GT(whole.bodies()[2].position.y, whole.bodies()[0].position.y + 0.1F);
}

TEST(FreeBodies, OnTheFloorGoOnToTheSameBitsAsWell) {
    World whole = makeWorld(kLevee, 2);
    ASSERT_TRUE(whole.advance(kEarly).ok());
    World resumed = makeWorld(kLevee, 1);
    take(resumed.restoreState(whole.saveState()));
    ASSERT_TRUE(whole.advance(kLate).ok());
    ASSERT_TRUE(resumed.advance(kLate).ok());
    EXPECT_EQ(resumed.stateHash(), whole.stateHash());
    EXPECT_GT(whole.bodies()[2].position.x, 0.51F);  // the wave has come
}

TEST(FreeBodies, AreNotDisturbedByBeingSaved) {
    World quiet = makeHeap(2);
    World watched = makeHeap(2);
    for (int k = 0; k < 10; ++k) {
        ASSERT_TRUE(quiet.advance(0.02F).ok());
        ASSERT_TRUE(watched.advance(0.02F).ok());
        EXPECT_FALSE(watched.saveState().empty());
    }
    EXPECT_EQ(watched.stateHash(), quiet.stateHash());
}

TEST(FreeBodies, RefuseAStateOfOtherBodies) {
    World world = makeHeap(1);
    std::vector<std::byte> state = world.saveState();
    Scene fewer = take(parseScene(kHeap, "heap.json"));
    fewer.bodies.pop_back();
    fewer.bodies.pop_back();
    World other = take(createWorld(fewer));
    const std::uint64_t before = other.stateHash();
    EXPECT_FALSE(other.restoreState(state).ok());
    EXPECT_EQ(other.stateHash(), before);
}

}  // namespace
}  // namespace undine::test
