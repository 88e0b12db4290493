// SPDX-License-Identifier: Zlib
#include "core/parallel.h"

#include <atomic>
#include <bit>
#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "tests/unit/test_support.h"

namespace undine {
namespace {

using test::Random;

TEST(ThreadPool, RunsEveryTaskOnce) {
    for (const int threads : {1, 2, 3, 8}) {
        const ThreadPool pool(threads);
        for (const Index count : {0U, 1U, 2U, 7U, 1000U}) {
            std::vector<std::atomic<int>> calls(count + 1);
            pool.run(count, [&](Index k) { ++calls[k]; });
            for (Index k = 0; k < count; ++k) ASSERT_EQ(calls[k], 1) << "task " << k << " of " << count;
            ASSERT_EQ(calls[count], 0);
        }
    }
}

TEST(ThreadPool, HasAsManyThreadsAsAskedForEvenBeyondTheCores) {
    const int many = 3 * static_cast<int>(std::thread::hardware_concurrency()) + 1;
    EXPECT_EQ(ThreadPool(many).threadCount(), many);
    EXPECT_EQ(ThreadPool(1).threadCount(), 1);
    EXPECT_GE(ThreadPool(0).threadCount(), 1);
}

TEST(ThreadPool, UsesMoreThanOneThread) {
    const ThreadPool pool(2);
    std::mutex mutex;
    std::set<std::thread::id> seen;
    // Each of two tasks waits until the other has started, which one thread alone cannot do; it gives up at
    // last.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    std::atomic<int> started = 0;
    pool.run(2, [&](Index) {
        {
            const std::scoped_lock lock(mutex);
            seen.insert(std::this_thread::get_id());
        }
        ++started;
        while (started < 2 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    });
    EXPECT_EQ(seen.size(), 2U);
}

TEST(ThreadPool, StaysOnTheCallersThreadWhenThereIsOne) {
    const ThreadPool pool(1);
    const std::thread::id caller = std::this_thread::get_id();
    std::vector<Index> order;
    pool.run(5, [&](Index k) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        order.push_back(k);
    });
    EXPECT_EQ(order, (std::vector<Index>{0, 1, 2, 3, 4}));
}

TEST(ThreadPool, CoversARangeWithBlocks) {
    const ThreadPool pool(2);
    for (const Index n : {0U, 1U, 1023U, 1024U, 1025U, 10000U}) {
        std::vector<std::atomic<int>> hits(n);
        pool.forEachBlock(n, [&](Range block) {
            ASSERT_LT(block.begin, block.end);
            ASSERT_LE(block.end - block.begin, kBlockSize);
            for (Index i = block.begin; i < block.end; ++i) ++hits[i];
        });
        for (Index i = 0; i < n; ++i) ASSERT_EQ(hits[i], 1);
    }
}

TEST(DeterministicSum, HasTheSameBitsForAnyNumberOfThreads) {
    // More than 1024 blocks, so that several groups are summed; magnitudes differ, so that the order matters.
    constexpr Index kCount = 1'300'000;
    std::vector<float> terms;
    Random random(5);
    for (Index i = 0; i < kCount; ++i)
        terms.push_back(std::exp(random.between(-9, 9)) * (i % 2 == 0 ? 1.0F : -1.0F));
    const auto sumWith = [&](int threads) {
        return deterministicSum<float>(ThreadPool(threads), kCount, [&](Range block) {
            float sum = 0;
            for (Index i = block.begin; i < block.end; ++i) sum += terms[i];
            return sum;
        });
    };
    const float expected = sumWith(1);
    for (const int threads : {2, 3, 4, 8}) {
        EXPECT_EQ(std::bit_cast<std::uint32_t>(sumWith(threads)), std::bit_cast<std::uint32_t>(expected));
    }
}

TEST(DeterministicSum, AddsEveryItemOnce) {
    const ThreadPool pool(2);
    for (const Index n : {0U, 1U, 1024U, 1025U, 2'000'000U}) {
        const auto sum = deterministicSum<std::uint64_t>(pool, n, [](Range block) {
            std::uint64_t part = 0;
            for (Index i = block.begin; i < block.end; ++i) part += i;
            return part;
        });
        EXPECT_EQ(sum, n == 0 ? 0 : std::uint64_t{n} * (n - 1) / 2);
    }
}

int twice(int x) { return 2 * x; }

TEST(FunctionRef, CallsWhatItRefersTo) {
    int calls = 0;
    const auto count = [&](int by) { return calls += by; };
    const FunctionRef<int(int)> ref = count;
    EXPECT_EQ(ref(2), 2);
    const FunctionRef<int(int)> copy = ref;
    EXPECT_EQ(copy(3), 5);
    EXPECT_EQ(calls, 5);
    int (*const pointer)(int) = twice;
    EXPECT_EQ(FunctionRef<int(int)>(pointer)(21), 42);
}

TEST(FunctionRef, PassesArgumentsThroughWithoutCopies) {
    auto owner = std::make_unique<int>(7);
    const int* address = owner.get();
    const auto take = [](std::unique_ptr<int> value) { return value; };
    const FunctionRef<std::unique_ptr<int>(std::unique_ptr<int>)> ref = take;
    EXPECT_EQ(ref(std::move(owner)).get(), address);
}

TEST(FunctionRef, ChangesTheObjectItRefersTo) {
    struct Counter {
        int value = 0;
        void operator()() { ++value; }
    };
    Counter counter;
    const FunctionRef<void()> ref = counter;
    ref();
    ref();
    EXPECT_EQ(counter.value, 2);
}

}  // namespace
}  // namespace undine
