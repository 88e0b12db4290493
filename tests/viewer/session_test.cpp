// SPDX-License-Identifier: Zlib
// The simulation's thread and the window's: what one tells the other arrives, and neither waits.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "viewer/history.h"
#include "viewer/session.h"

namespace undine::test {
namespace {

using viewer::Session;
using viewer::Snapshot;
using viewer::TripleBuffer;

template <class Condition>
bool comesTrue(Session& session, Condition&& condition) {
    for (int k = 0; k < 6000; ++k) {
        session.update();
        if (condition(session.now())) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

TEST(TripleBuffer, GivesTheNewestWhole) {
    struct Pair {
        std::uint64_t a = 0;
        std::uint64_t b = 0;
    };
    TripleBuffer<Pair> buffer;
    EXPECT_FALSE(buffer.update());
    constexpr std::uint64_t kLast = 200000;
    std::thread writer([&] {
        for (std::uint64_t k = 1; k <= kLast; ++k) {
            buffer.back() = {k, 2 * k};
            buffer.publish();
        }
    });
    std::uint64_t last = 0;
    while (last < kLast) {
        if (!buffer.update()) continue;
        ASSERT_EQ(buffer.front().b, 2 * buffer.front().a);
        ASSERT_GT(buffer.front().a, last) << "never an older one";
        last = buffer.front().a;
    }
    writer.join();
    EXPECT_FALSE(buffer.update());
}

TEST(Session, PlaysPausesAndSteps) {
    Session session;
    session.load("dam_break_2d", {{"world.particle_spacing", "0.004"}});
    ASSERT_TRUE(comesTrue(session, [](const Snapshot& s) { return s.particles > 0; }));
    EXPECT_EQ(session.now().steps, 0U);
    session.stepOnce();
    ASSERT_TRUE(comesTrue(session, [](const Snapshot& s) { return s.steps == 1; }));
    session.play(true);
    ASSERT_TRUE(comesTrue(session, [](const Snapshot& s) { return s.isPlaying && s.steps > 10; }));
    session.play(false);
    ASSERT_TRUE(comesTrue(session, [](const Snapshot& s) { return !s.isPlaying; }));
    const auto steps = session.now().steps;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    session.update();
    EXPECT_EQ(session.now().steps, steps);
}

TEST(Session, SaysWhatIsWrongWithAScene) {
    Session session;
    session.load("no_such_scene");
    ASSERT_TRUE(comesTrue(session, [](const Snapshot& s) { return !s.message.empty(); }));
    EXPECT_NE(session.now().message.find("no_such_scene"), std::string::npos);
    session.load("dam_break_2d", {{"world.particle_spacing", "0.004"}});
    EXPECT_TRUE(comesTrue(session, [](const Snapshot& s) { return s.message.empty() && s.scene; }));
}

TEST(Session, RestsWhenThereIsNothingToStep) {
    Session session;
    session.play(true);
    ASSERT_TRUE(comesTrue(session, [](const Snapshot& s) { return s.momentNumber > 0; }));
    EXPECT_FALSE(session.now().isPlaying);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_FALSE(session.update()) << "no order, no moment";
}

TEST(Session, DoesNotRunAheadOfItsSpeed) {
    Session session;
    session.setSpeed(0.01);
    session.load("dam_break_2d", {{"world.particle_spacing", "0.01"}});
    session.play(true);
    ASSERT_TRUE(comesTrue(session, [](const Snapshot& s) { return s.steps > 1; }));
    const auto start = std::chrono::steady_clock::now();
    const double before = session.now().time;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    session.update();
    session.update();
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_LT(session.now().time - before, 0.01 * passed + 0.01);
}

TEST(Session, StopsInTheMiddleOfARun) {
    for (int k = 0; k < 5; ++k) {
        Session session;
        session.load("dam_break_2d", {{"world.particle_spacing", "0.002"}});
        session.play(true);
        EXPECT_TRUE(comesTrue(session, [](const Snapshot& s) { return s.steps > 0; }));
    }
}

TEST(History, KeepsTheLastValues) {
    viewer::History history;
    for (int k = 0; k < 1000; ++k) history.add(static_cast<float>(k));
    EXPECT_EQ(history.size(), viewer::History::kLength);
    EXPECT_EQ(history.last(), 999);
    EXPECT_EQ(history[0], 1000 - static_cast<float>(viewer::History::kLength));
}

}  // namespace
}  // namespace undine::test
