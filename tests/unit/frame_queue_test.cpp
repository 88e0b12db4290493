// SPDX-License-Identifier: Zlib
// Writing in a thread of its own: order, bounds, and errors that must not get lost.
#include <future>

#include <gtest/gtest.h>

#include "io/frame_queue.h"
#include "tests/input/temporary_folder.h"
#include "tests/support/worlds.h"

namespace undine {
namespace {

World fourParticles() {
    World world = World::create({.particleSpacing = 0.1F}).value();
    const FluidIndex water = world.addFluid({}).value();
    EXPECT_TRUE(world.addParticles(water, test::makeBlock({4, 1, 1}, {0.1F, 0, 0})).ok());
    return world;
}

FrameQueueSettings settingsFor(const std::filesystem::path& folder, std::vector<std::string> formats) {
    return {.folder = folder, .formats = findExportFormats(formats).value(), .threads = 1};
}

Result<void> pushFrame(FrameQueue& queue, const World& world, std::uint64_t number) {
    Frame frame = queue.spareFrame();
    EXPECT_TRUE(frame.take(world, number, {}).ok());
    return queue.push(std::move(frame));
}

TEST(FrameQueue, WritesEveryFrameInEveryFormat) {
    const TemporaryFolder folder;
    const World world = fourParticles();
    FrameQueue queue(settingsFor(folder.path(), {"ply", "csv"}));
    for (std::uint64_t number = 0; number < 5; ++number) EXPECT_TRUE(pushFrame(queue, world, number).ok());
    ASSERT_TRUE(queue.finish().ok());
    EXPECT_EQ(queue.framesWritten(), 5U);
    for (const char* name : {"frame_0000.ply", "frame_0004.ply", "frame_0000.csv", "frame_0004.csv"}) {
        EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
    }
}

TEST(FrameQueue, DestructionWritesWhatIsLeft) {
    const TemporaryFolder folder;
    {
        FrameQueue queue(settingsFor(folder.path(), {"ply"}));
        EXPECT_TRUE(pushFrame(queue, fourParticles(), 1).ok());
    }
    EXPECT_TRUE(std::filesystem::exists(folder / "frame_0001.ply"));
}

TEST(FrameQueue, JobsRunAfterTheFramesPushedBeforeThem) {
    const TemporaryFolder folder;
    const World world = fourParticles();
    FrameQueue queue(settingsFor(folder.path(), {"ply"}));
    std::vector<std::uint64_t> seen;
    for (std::uint64_t number = 0; number < 4; ++number) {
        EXPECT_TRUE(pushFrame(queue, world, number).ok());
        const FrameQueue::Job note = [&]() -> Result<void> {
            seen.push_back(queue.framesWritten());
            return {};
        };
        EXPECT_TRUE(queue.push(note).ok());
    }
    ASSERT_TRUE(queue.finish().ok());
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2, 3, 4}));
}

TEST(FrameQueue, APushWaitsWhileTwoEntriesAreOnTheirWay) {
    const TemporaryFolder folder;
    FrameQueue queue(settingsFor(folder.path(), {}));
    std::promise<void> gate;
    std::shared_future<void> open(gate.get_future());
    std::atomic<int> running = 0;
    const FrameQueue::Job wait = [&, open]() -> Result<void> {
        ++running;
        open.wait();
        return {};
    };
    ASSERT_TRUE(queue.push(wait).ok());
    ASSERT_TRUE(queue.push(wait).ok());  // two are allowed: neither of these pushes waits
    std::atomic<bool> isThirdIn = false;
    std::thread third([&] {
        EXPECT_TRUE(queue.push(wait).ok());
        isThirdIn = true;
    });
    while (running == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // a push that does not wait is in by now
    EXPECT_FALSE(isThirdIn);
    gate.set_value();
    third.join();
    EXPECT_TRUE(queue.finish().ok());
    EXPECT_EQ(running, 3);
}

TEST(FrameQueue, AnErrorIsToldAtTheNextPushAndAtTheEnd) {
    const World world = fourParticles();
    FrameQueue queue(settingsFor("/no/such/folder", {"ply"}));
    static_cast<void>(pushFrame(queue, world, 0));
    const std::string message =
        "/no/such/folder/frame_0000.ply: cannot write: there is no folder /no/such/folder";
    EXPECT_EQ(queue.finish().error(), message);
    EXPECT_EQ(pushFrame(queue, world, 1).error(), message);
    EXPECT_EQ(queue.finish().error(), message);
    EXPECT_EQ(queue.framesWritten(), 0U);
}

TEST(FrameQueue, NothingRunsBehindAnErrorAndNobodyWaitsForever) {
    FrameQueue queue(settingsFor("", {}));
    std::promise<void> gate;
    std::shared_future<void> open(gate.get_future());
    std::atomic<int> later = 0;
    ASSERT_TRUE(queue
                    .push(FrameQueue::Job([open]() -> Result<void> {
                        open.wait();
                        return Error{"disk on fire"};
                    }))
                    .ok());
    const FrameQueue::Job count = [&]() -> Result<void> {
        ++later;
        return {};
    };
    ASSERT_TRUE(queue.push(count).ok());
    std::thread waiting([&] { EXPECT_EQ(queue.push(count).error(), "disk on fire"); });
    gate.set_value();
    waiting.join();
    EXPECT_EQ(queue.finish().error(), "disk on fire");
    EXPECT_EQ(later, 0);
}

TEST(FrameQueue, AnExceptionOfAJobIsAnError) {
    FrameQueue queue(settingsFor("", {}));
    static_cast<void>(queue.push(FrameQueue::Job([]() -> Result<void> { throw std::bad_alloc(); })));
    EXPECT_EQ(queue.finish().error(), "writing failed: std::bad_alloc");
}

TEST(FrameQueue, BuffersGoRound) {
    const TemporaryFolder folder;
    const World world = fourParticles();
    FrameQueue queue(settingsFor(folder.path(), {"ply"}));
    Frame frame = queue.spareFrame();
    ASSERT_TRUE(frame.take(world, 0, {}).ok());
    const std::byte* buffer = frame.position().data();
    ASSERT_TRUE(queue.push(std::move(frame)).ok());
    ASSERT_TRUE(queue.finish().ok());
    EXPECT_EQ(queue.spareFrame().position().data(), buffer);
}

}  // namespace
}  // namespace undine
